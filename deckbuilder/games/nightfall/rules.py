"""The archive draft as a pure machine (NF-20 to NF-26, NF-30 to NF-34).

Seats are numbered to the left: the left neighbour of seat 0 is seat 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any

import msgspec

from deckbuilder.games.nightfall.plan import COMMONS, REMOVE, STARTERS, Plan, plan_of
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.protocol import Event, Option, Outcome, Result, Rules

TAKE = "take"
Cards = tuple[str, ...]


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Where an archive draft stands.

    For each seat: `hands`, `taken` (one card a step), `pending` (the choice that waits for the
    others), `seen` (every hand as it came) and `starters`. Hands are sorted, their order means
    nothing. `box` holds the draft cards that are out of use, those never dealt first. `commons`
    are those laid out face up.
    """

    plan: Plan
    round: int
    hands: tuple[Cards, ...]
    taken: tuple[Cards, ...]
    pending: tuple[Option | None, ...]
    seen: tuple[tuple[Cards, ...], ...]
    starters: tuple[Cards, ...]
    commons: Cards
    box: Cards
    moons: Cards


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat knows (NF-R12).

    `seen` are the hands as they came to this seat, the present one last. `commons` are the open
    ones, all of them after the draft. `archives` are each seat's private archives once they are
    revealed; a secret one is empty (NF-32). `moon` is the moon phase turned up. `pending` is the
    own choice that waits for the others.
    """

    plan: Plan
    seat: int
    round: int
    hand: Cards
    taken: Cards
    seen: tuple[Cards, ...]
    commons: Cards
    starters: Cards = ()
    archives: tuple[Cards, ...] = ()
    moon: str | None = None
    pending: Option | None = None


class ArchiveRules(Rules[State, View]):
    """The rules of the archive draft, for the table."""

    def start(self, settings: Any, seed: int) -> Result[State]:
        """Shuffle, deal the hands and lay out the first commons (NF-20, NF-21).

        Raises InputError for settings that are not those of an archive draft.
        """
        plan = plan_of(settings)
        seats = plan.players
        cards = Stream(seed, "draft-cards").shuffled(plan.cards)
        dealt = seats * plan.hand
        hands = tuple(
            tuple(sorted(cards[at : at + plan.hand])) for at in range(0, dealt, plan.hand)
        )
        laid = dealt if plan.hidden else dealt + plan.commons
        commons = tuple(cards[dealt:laid])
        state = State(
            plan=plan,
            round=0,
            hands=hands,
            taken=((),) * seats,
            pending=(None,) * seats,
            seen=tuple((hand,) for hand in hands),
            starters=((),) * seats,
            commons=commons,
            box=tuple(cards[laid:]),
            moons=tuple(Stream(seed, "moon-phases").shuffled(plan.moons)),
        )
        return state, (Event(kind="laid-out", subjects=commons),) if commons else ()

    def seats(self, state: State) -> int:
        """Return the number of seats."""
        return state.plan.players

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seats that have not chosen yet in this round: all choose at once."""
        if state.round >= state.plan.rounds:
            return ()
        return tuple([seat for seat, choice in enumerate(state.pending) if choice is None])

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        """Return one option for each different card in hand, or for each pair of starters.

        They stand in the order of the cards' ids.
        """
        plan = state.plan
        if state.pending[seat] is not None or state.round >= plan.rounds:
            return ()
        if state.round < len(plan.steps):
            return tuple([Option(TAKE, card) for card in dict.fromkeys(state.hands[seat])])
        choice = plan.starter_choices[state.round - len(plan.steps)]
        return tuple(
            Option(STARTERS, first, (second,))
            for first, second in combinations_with_replacement(choice.cards, 2)
        )

    def apply(self, state: State, choices: Mapping[int, Option]) -> Result[State]:
        """Note choices; when the last seat has chosen, carry all of them out together."""
        pending = list(state.pending)
        for seat, option in choices.items():
            pending[seat] = option
        chosen = [option for option in pending if option is not None]
        if len(chosen) < len(pending):
            return msgspec.structs.replace(state, pending=tuple(pending)), ()
        if state.round < len(state.plan.steps):
            return _carry_out(state, chosen)
        return _starters(state, chosen)

    def view(self, state: State, seat: int) -> View:
        """Return what this seat knows."""
        plan = state.plan
        over = state.round >= len(plan.steps)
        return View(
            plan=plan,
            seat=seat,
            round=state.round,
            hand=state.hands[seat],
            taken=state.taken[seat],
            seen=state.seen[seat],
            commons=all_commons(state) if over else state.commons,
            starters=state.starters[seat],
            archives=tuple(
                () if plan.secret and other != seat else private(plan, state.taken[other])
                for other in range(plan.players if over else 0)
            ),
            moon=state.moons[0] if over and state.moons else None,
            pending=state.pending[seat],
        )

    def imagine(self, view: View, stream: Stream) -> State:
        """Return a state that fits a view; the others have chosen nothing yet in this round."""
        from deckbuilder.games.nightfall.imagining import imagined

        return imagined(view, stream)

    def may_undo(self, before: State, after: State, seat: int) -> bool:
        """Allow it: this is practice, and whoever goes back is glad to see more."""
        return True

    def outcome(self, state: State) -> Outcome | None:
        """Return each seat's archives and starting deck, as orders, when all is chosen."""
        plan = state.plan
        if state.round < plan.rounds:
            return None
        commons = _archives(plan, all_commons(state))
        decks = []
        for seat in range(plan.players):
            deck = {
                step: _archives(plan, (card,))
                for step, card in zip(plan.steps, state.taken[seat], strict=True)
                if step not in (COMMONS, REMOVE)
            }
            deck[COMMONS] = commons
            if starters := state.starters[seat] or plan.starters * plan.starter_copies:
                deck[STARTERS] = tuple(sorted(starters))
            decks.append(deck)
        return Outcome(decks=tuple(decks))


def private(plan: Plan, taken: Sequence[str]) -> Cards:
    """Return those of a seat's cards that are its private archives."""
    return tuple(
        card for step, card in zip(plan.steps, taken, strict=False) if step not in (COMMONS, REMOVE)
    )


def all_commons(state: State) -> Cards:
    """Return the open commons and those that were chosen, without telling who chose them."""
    steps = state.plan.steps
    chosen = [
        card
        for taken in state.taken
        for step, card in zip(steps, taken, strict=False)
        if step == COMMONS
    ]
    return state.commons + tuple(sorted(chosen))


def _archives(plan: Plan, cards: Sequence[str]) -> Cards:
    return tuple(plan.orders[card] for card in cards for _ in range(plan.copies))


def _carry_out(state: State, chosen: Sequence[Option]) -> Result[State]:
    plan = state.plan
    cards = [option.subject for option in chosen]
    taken = tuple((*had, card) for had, card in zip(state.taken, cards, strict=True))
    left = [_without(hand, card) for hand, card in zip(state.hands, cards, strict=True)]
    purpose = plan.steps[state.round]
    events = [
        Event(kind="taken", seat=seat, subjects=(card,), value=purpose, to=(seat,))
        for seat, card in enumerate(cards)
    ]
    state = msgspec.structs.replace(
        state, round=state.round + 1, taken=taken, pending=(None,) * plan.players
    )
    if state.round < len(plan.steps):
        hands = list(left)
        for seat, hand in enumerate(left):
            hands[plan.receiver(seat)] = hand
        events.append(Event(kind="passed", value=plan.passing))
        return (
            msgspec.structs.replace(
                state,
                hands=tuple(hands),
                seen=tuple((*seen, hand) for seen, hand in zip(state.seen, hands, strict=True)),
            ),
            tuple(events),
        )
    state, laid = _clear(state, left)
    return state, (*events, *laid, *_revealed(state))


def _without(hand: Cards, card: str) -> Cards:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def _clear(state: State, left: Sequence[Cards]) -> Result[State]:
    plan = state.plan
    commons, box = state.commons, state.box
    events: tuple[Event, ...] = ()
    if plan.hidden:
        commons, box = box[: plan.commons], box[plan.commons :]
        events = (Event(kind="laid-out", subjects=commons),)
    return (
        msgspec.structs.replace(
            state,
            hands=((),) * plan.players,
            commons=commons,
            box=box + tuple(card for hand in left for card in hand),
        ),
        events,
    )


def _revealed(state: State) -> tuple[Event, ...]:
    plan = state.plan
    events = [Event(kind="commons", subjects=all_commons(state))]
    for seat, taken in enumerate(state.taken):
        if cards := private(plan, taken):
            to = (seat,) if plan.secret else None
            events.append(Event(kind="archives", seat=seat, subjects=cards, to=to))
    if state.moons:
        events.append(Event(kind="moon", subjects=state.moons[:1]))
    return tuple(events)


def _starters(state: State, chosen: Sequence[Option]) -> Result[State]:
    plan = state.plan
    starters = tuple(
        (*cards, option.subject, *option.targets)
        for cards, option in zip(state.starters, chosen, strict=True)
    )
    colour = plan.starter_choices[state.round - len(plan.steps)].colour
    events = tuple(
        Event(kind="starters", seat=seat, subjects=cards[-2:], value=colour, to=(seat,))
        for seat, cards in enumerate(starters)
    )
    return (
        msgspec.structs.replace(
            state, round=state.round + 1, starters=starters, pending=(None,) * plan.players
        ),
        events,
    )
