"""The draft of Regatta: every seat takes a card of its hand, and the hands go to the left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from deckbuilder.games.procedures import Pile, Seats, SomeEach, settings_of
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.protocol import Event, Option, Outcome, Result, Rules

TAKE = "take"
Cards = tuple[str, ...]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """All that is settled before the draft: who sits, what is in the box, how many are dealt."""

    format: str
    players: Seats
    hand: SomeEach
    box: Pile


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Hands, fleets, and what has been chosen (REG-5) but not yet shown; hands are sorted."""

    plan: Plan
    hands: tuple[Cards, ...]
    chosen: tuple[str | None, ...]
    fleets: tuple[Cards, ...]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat knows: its hand and its fleet, and what it has chosen."""

    plan: Plan
    seat: int
    hand: Cards
    chosen: str | None
    fleet: Cards


class RegattaRules(Rules[State, View]):
    """The rules of the draft, for the table."""

    def start(self, settings: Any, seed: int) -> Result[State]:
        """Deal the hands (REG-4)."""
        plan = settings_of(settings, Plan)
        cards = Stream(seed, "box").shuffled(plan.box)
        hands = tuple(
            tuple(sorted(cards[seat * plan.hand : (seat + 1) * plan.hand]))
            for seat in range(plan.players)
        )
        nothing: tuple[Cards, ...] = ((),) * plan.players
        return State(plan=plan, hands=hands, chosen=(None,) * plan.players, fleets=nothing), ()

    def seats(self, state: State) -> int:
        """Return the number of seats."""
        return state.plan.players

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seats that have not chosen yet."""
        return tuple(
            seat
            for seat, (hand, chosen) in enumerate(zip(state.hands, state.chosen, strict=True))
            if hand and chosen is None
        )

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        """Return one option for each different card of the hand, by their ids."""
        return tuple(Option(TAKE, card) for card in sorted({*state.hands[seat]}))

    def apply(self, state: State, choices: Mapping[int, Option]) -> Result[State]:
        """Note choices; when all have chosen, the cards are taken and the hands passed (REG-5)."""
        chosen = list(state.chosen)
        for seat, option in choices.items():
            chosen[seat] = option.subject
        state = msgspec.structs.replace(state, chosen=tuple(chosen))
        return (state, ()) if self.to_act(state) else _passed(state)

    def view(self, state: State, seat: int) -> View:
        """Return what this seat knows."""
        return View(
            plan=state.plan,
            seat=seat,
            hand=state.hands[seat],
            chosen=state.chosen[seat],
            fleet=state.fleets[seat],
        )

    def imagine(self, view: View, stream: Stream) -> State:
        """Return a state that fits a view: the others hold anything else of the box."""
        left = Counter(view.plan.box) - Counter(view.hand) - Counter(view.fleet)
        cards = stream.shuffled(sorted(left.elements()))
        hands, fleets = [], []
        for seat in range(view.plan.players):
            own = seat == view.seat
            hand, cards = (view.hand, cards) if own else _dealt(cards, len(view.hand))
            fleet, cards = (view.fleet, cards) if own else _dealt(cards, len(view.fleet))
            hands.append(hand)
            fleets.append(fleet)
        chosen = [view.chosen if seat == view.seat else None for seat in range(view.plan.players)]
        return State(plan=view.plan, hands=tuple(hands), chosen=tuple(chosen), fleets=tuple(fleets))

    def outcome(self, state: State) -> Outcome | None:
        """Return the fleets when the hands are empty."""
        if any(state.hands):
            return None
        return Outcome(decks=tuple({"main": tuple(sorted(fleet))} for fleet in state.fleets))


def _dealt(cards: list[str], count: int) -> tuple[Cards, list[str]]:
    return tuple(sorted(cards[:count])), cards[count:]


def _passed(state: State) -> Result[State]:
    taken = [card for card in state.chosen if card is not None]
    left = []
    for hand, card in zip(state.hands, taken, strict=True):
        rest = list(hand)
        rest.remove(card)
        left.append(tuple(rest))
    events = tuple(
        Event(kind="taken", seat=seat, subjects=(card,), to=(seat,))
        for seat, card in enumerate(taken)
    )
    passed = State(
        plan=state.plan,
        hands=(left[-1], *left[:-1]),
        chosen=(None,) * state.plan.players,
        fleets=tuple((*fleet, card) for fleet, card in zip(state.fleets, taken, strict=True)),
    )
    return passed, events
