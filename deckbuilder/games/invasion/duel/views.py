"""What a seat sees of a state, and states that fit what it sees.

Both lists lie open: a seat knows which cards its opponent plays, but not where they are.
"""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.machine import run
from deckbuilder.games.invasion.duel.state import FACE_DOWN, Pair, State, View
from deckbuilder.games.invasion.duel.tasks import Window
from deckbuilder.tables.chance import MAX_SEED, Stream


def viewed(state: State, seat: int) -> View:
    """Return what a seat knows of a state."""
    question = state.question
    asked = None if question is None else question.seat
    own = asked == seat
    known = state.known
    hand, other = state.hands[seat], state.hands[1 - seat]
    looking = state.looking
    return View(
        seat,
        state.book,
        state.turn,
        state.active,
        state.first,
        state.phase,
        state.step,
        state.resources,
        state.pieces,
        state.section_damage,
        state.burning,
        hand,
        tuple([(held, card if held in known else FACE_DOWN) for held, card in other]),
        frozenset([held for held, _ in hand if held in known]),
        (len(state.decks[0]), len(state.decks[1])),
        state.discards,
        state.secrets[seat],
        state.decks[seat][: looking[1]] if looking is not None and looking[0] == seat else (),
        state.chain,
        state.combat,
        state.changes,
        state.waiting,
        state.memory,
        state.next_id,
        state.agenda if own else _public(state.agenda),
        asked,
        question if own else None,
        state.points,
        state.cache,
    )


def _public(agenda: tuple[object, ...]) -> tuple[object, ...]:
    """Return the agenda without the parts of an announcement that is not complete."""
    if agenda and isinstance(agenda[-1], Window) and agenda[-1].answers:
        return (*agenda[:-1], replace(agenda[-1], answers=()))
    return agenda


def learnt(before: State, after: State, seat: int) -> bool:
    """Tell whether a seat has learnt something between two states that it did not know before.

    Chance has spoken, cards were drawn, shown or looked at, or the other seat has done more
    than pass: it announced or declared something, or answered a question.
    """
    other = 1 - seat
    return (
        before.draws != after.draws
        or before.turn != after.turn
        or before.looking != after.looking
        or before.known != after.known
        or any(len(now) < len(then) for then, now in zip(before.decks, after.decks, strict=True))
        or before.secrets[other] != after.secrets[other]
        or before.hands[other] != after.hands[other]
        or _has_acted(before, after, other)
    )


def _has_acted(before: State, after: State, seat: int) -> bool:
    """Tell whether a seat has announced, declared or paid something between two states."""
    known = {item.id for item in before.chain}
    if any(item.seat == seat and item.id not in known for item in after.chain):
        return True
    if before.resources[seat] != after.resources[seat]:
        return True
    fought, fights = before.combat, after.combat
    if fights is None or seat == after.active:
        return False
    return fights.defenders != (fought.defenders if fought is not None else ())


def imagined(view: View, stream: Stream) -> State:
    """Return a state that fits a view, the hidden cards dealt at random."""
    decks, hand, secrets = _dealt(view, stream)
    seat = view.seat
    state = State(
        book=view.book,
        seed=stream.below(MAX_SEED + 1),
        draws=0,
        turn=view.turn,
        active=view.active,
        first=view.first,
        phase=view.phase,
        step=view.step,
        resources=view.resources,
        pieces=view.pieces,
        section_damage=view.section_damage,
        burning=view.burning,
        hands=(view.hand, hand) if seat == 0 else (hand, view.hand),
        known=view.own_known | {held for held, card in view.other_hand if card != FACE_DOWN},
        decks=decks,
        discards=view.discards,
        secrets=(view.secrets, secrets) if seat == 0 else (secrets, view.secrets),
        looking=(seat, len(view.looked)) if view.looked else None,
        chain=view.chain,
        combat=view.combat,
        changes=view.changes,
        waiting=view.waiting,
        memory=view.memory,
        next_id=view.next_id,
        agenda=view.agenda,
        question=view.question,
        points=view.points,
        cache=view.cache,
    )
    return state if view.asked in (None, seat) else _asked_again(state)


def _dealt(
    view: View, stream: Stream
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], tuple[Pair, ...], dict[int, int]]:
    """Deal what a seat does not see: both decks, the other hand, the other's face-down cards."""
    unseen = _unseen(view)
    own = (*view.looked, *stream.shuffled(_without(unseen[view.seat], view.looked)))
    hidden = stream.shuffled(sorted(unseen[1 - view.seat].elements()))
    hand = tuple(
        (held, hidden.pop() if card == FACE_DOWN else card) for held, card in view.other_hand
    )
    secrets = {number: hidden.pop() for number in _face_down(view) if number not in view.secrets}
    other = tuple(hidden)
    return ((own, other) if view.seat == 0 else (other, own)), hand, secrets


def _asked_again(state: State) -> State:
    """Return a state with the question that its agenda asks, be it only whether to pass."""
    board = Board(state)
    board.stop = True
    run(board)
    return replace(state, question=board.question)


def _unseen(view: View) -> tuple[Counter[int], Counter[int]]:
    """Return the cards of each seat that the view does not show: decks, hand, face down."""
    found = (Counter(view.book.decks[0]), Counter(view.book.decks[1]))
    for seat, pile in enumerate(view.discards):
        found[seat].subtract(pile)
    for piece in view.pieces.values():
        if piece.card != FACE_DOWN:
            found[piece.owner][piece.card] -= 1
    for item in view.chain:
        if item.card != FACE_DOWN and item.kind != "ability" and item.id not in view.pieces:
            found[item.owner][item.card] -= 1
    found[view.seat].subtract(card for _, card in view.hand)
    found[view.seat].subtract(view.secrets.values())
    found[1 - view.seat].subtract(card for _, card in view.other_hand if card != FACE_DOWN)
    return found


def _without(cards: Counter[int], shown: tuple[int, ...]) -> list[int]:
    left = Counter(cards)
    left.subtract(shown)
    return sorted(left.elements())


def _face_down(view: View) -> list[int]:
    """Return the numbers of all cards that lie face down, in play or on the chain."""
    found = [number for number, piece in view.pieces.items() if piece.card == FACE_DOWN]
    found += [
        item.id for item in view.chain if item.kind == "development" and item.id not in view.pieces
    ]
    return found
