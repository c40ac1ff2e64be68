"""Primitives on decks, hands and discard piles, and what they put into play."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from deckbuilder.games.invasion.duel.announcing import has_hero, has_namesake
from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.compiling import Spec
from deckbuilder.games.invasion.duel.context import Context
from deckbuilder.games.invasion.duel.names import card_ref, ref_card
from deckbuilder.games.invasion.duel.primitives.operands import (
    Words,
    number,
    picked_number,
    zone_meant,
)
from deckbuilder.games.invasion.duel.questions import DONE, Asking
from deckbuilder.games.invasion.duel.state import (
    FACE_DOWN,
    Piece,
    Source,
)
from deckbuilder.games.invasion.duel.targeting import ask_for, choose_set
from deckbuilder.games.invasion.duel.tasks import PlayFound
from deckbuilder.tables.protocol import Option


def draw(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Draw cards, the active player first."""
    for seat in c.seats(w["who"]):
        b.draw(seat, number(c, w["n"]))


def mill(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Put cards from the top of the deck on the discard pile."""
    for seat in c.seats(w["who"]):
        b.mill(seat, number(c, w["n"]))


def discard_hand(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Discard whole hands."""
    for seat in c.seats(w["who"]):
        b.discard_from_hand(seat, [held for held, _ in b.hands[seat]])


def reveal_random(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Show cards of a hand, picked by chance; they stay there."""
    seat = c.seats(w["who"])[0]
    hand = b.hands[seat]
    count = picked_number(b, ask, c, w["n"], len(hand))
    shown = b.stream("reveal").shuffled(hand)[:count] if count else []
    b.known |= {held for held, _ in shown}
    c.binds[w["as"]] = tuple(card_ref(card) for _, card in shown)
    b.tell("revealed", seat, tuple(b.book.cards[card].id for _, card in shown))


def search_deck(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> bool | None:
    """Look at the top cards of the deck and take one that fits, if wanted."""
    seat = c.seats(w["who"])[0]
    if b.looking is None:
        b.looking = (seat, min(number(c, w["look"]), len(b.decks[seat])))
        return True
    seen = dict.fromkeys(b.decks[seat][: b.looking[1]])
    fitting = [card for card in seen if _may_take(b, c, w, spec, card)]
    options = {Option("take", b.book.cards[card].id): card for card in fitting}
    extra = (DONE,) if w.get("optional") or not options else ()
    chosen = options.get(ask.choose(seat, "take", (*options, *extra)))
    b.looking = None
    c.binds[w["as"]] = () if chosen is None else (card_ref(chosen),)
    taken = () if chosen is None else (b.book.cards[chosen].id,)
    b.tell("searched", seat, taken)
    return None


def _may_take(b: Board, c: Context, w: Words, spec: Spec, card: int) -> bool:
    """Tell whether a card fits, and can be put into play where that follows."""
    if not w["sel"].fits_card(c, card):
        return False
    return all(
        _can_put(b, c, card, zone_meant(c, op.words["zone"]))
        for op in spec.effect
        if op.name == "put_into_play" and w["as"] in op.words["what"].names
    )


def _hosts(b: Board, c: Context, card: int, zone: int) -> list[int]:
    """Return the units in a zone that an attachment may be put on by its own words (Q-14)."""
    host = b.book.cards[card].host
    if host is None:
        return []
    context = Context(b, c.you, Source(card=card))
    return [ref for ref in host.selector.find(context) if b.pieces[ref].zone == zone]


def _can_put(b: Board, c: Context, card: int, zone: int) -> bool:
    spec = b.book.cards[card]
    if spec.unique and has_namesake(b, c.you, spec):
        return False
    if spec.host is not None:
        return bool(_hosts(b, c, card, zone))
    if spec.enter_only >= 0 and zone % 3 != spec.enter_only:
        return False
    return not (spec.is_unit and has_hero(b, zone, spec))


def put_into_play(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Put a card that was found into play; it is not played."""
    zone = zone_meant(c, w["zone"])
    for ref in c.refs(w["what"].names[0]):
        card = ref_card(ref)
        if zone < 0 or not _can_put(b, c, card, zone):
            continue
        found = b.book.cards[card]
        host = 0
        if found.host is not None:
            host = ask_for(b, ask, c.you, "choice", _hosts(b, c, card, zone)) or 0
        deck = list(b.decks[c.you])
        deck.remove(card)
        b.set_deck(c.you, tuple(deck))
        kind: Any = found.type
        b.enter(Piece(b.new_id(), card, kind, c.you, c.you, zone, host=host))


def shuffle_deck(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Shuffle a deck."""
    for seat in c.seats(w["who"]):
        b.shuffle(seat)


def shuffle_into_deck(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Put cards of the discard pile back into the deck and shuffle it."""
    seat = c.seats(w["who"])[0]
    pile = list(b.discards[seat])
    cards = [ref_card(ref) for ref in choose_set_cards(c, w)]
    for card in cards:
        pile.remove(card)
    b.set_discard(seat, tuple(pile))
    b.set_deck(seat, (*b.decks[seat], *cards))
    b.tell("put_back", seat, tuple(b.book.cards[card].id for card in cards))
    b.shuffle(seat)


def choose_set_cards(c: Context, w: Words) -> list[int]:
    """Return cards that were chosen; copies are alike, so that one may stand there twice."""
    return [ref for name in w["what"].names for ref in c.refs(name)]


def play_card(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Let a player play found cards for nothing, one after the other, without answers."""
    refs = w["what"].find(c)
    owner = 1 - c.you
    b.agenda.append(PlayFound(c.you, owner, c.source, spec.index, tuple(refs)))


def play_development(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Lay cards from the top of the deck face down into a zone, one by one."""
    zone = zone_meant(c, w["zone"])
    for seat in c.seats(w["who"]):
        for _ in range(number(c, w["n"])):
            if zone < 0 or not b.decks[seat] or b.over():
                break
            card, *rest = b.decks[seat]
            b.set_deck(seat, tuple(rest))
            piece = Piece(b.new_id(), FACE_DOWN, "development", seat, seat, zone)
            b.hide(seat, piece.id, card)
            b.enter(piece)


def turn_faceup(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Turn a development up; it enters neither play nor the zone.

    A unit that may not be there, a second Hero or namesake, is sacrificed at once (Q-09).
    """
    for ref in choose_set(b, ask, c, w["what"]):
        owner = b.pieces[ref].owner
        card = b.unhide(owner, ref)
        found = b.book.cards[card]
        kind: Any = found.type
        b.put(replace(b.pieces[ref], card=card, kind=kind))
        b.check = True
        piece = b.pieces[ref]
        b.tell("turned_up", piece.seat, b.named(piece))
        second_hero = found.is_unit and has_hero(b, piece.zone, found, ref)
        if second_hero or (found.unique and has_namesake(b, piece.seat, found, ref)):
            b.leave((ref,), "sacrificed")
