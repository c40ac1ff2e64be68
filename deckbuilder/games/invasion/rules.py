"""The pack-and-strike draft of two seats as a pure machine (INV-20 to INV-30, INV-R10).

Both seats choose at once: what a seat chooses waits in its `pending`, seen by nobody else, until
both are done with the step (INV-R1). Then the step is carried out, the draft format cards work,
and the next step is dealt. Last of all the capitals are chosen, by both seats at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from deckbuilder.games.invasion.plan import STRIKE, TAKE, plan_of
from deckbuilder.games.invasion.state import (
    CAPITAL,
    CUT,
    DONE,
    MAY_GO_ON,
    OVER,
    REINFORCE,
    SABOTAGE,
    SEATS,
    Cards,
    Public,
    Seat,
    State,
    View,
)
from deckbuilder.games.invasion.steps import Turn
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.protocol import Event, Option, Outcome, Rules


class InvasionRules(Rules[State, View]):
    """The draft's rules for the table runtime."""

    def start(self, settings: Any, seed: int) -> tuple[State, tuple[Event, ...]]:
        """Build and shuffle the piles, and form the first packs."""
        plan = plan_of(settings)
        shared = Stream(seed, "neutrals").shuffled(plan.shared)
        each = plan.shared_each
        first, second = (
            tuple(
                Stream(seed, f"pile/{name}").shuffled(
                    (*plan.piles[number], *shared[number * each : (number + 1) * each])
                )
            )
            for number, name in enumerate(plan.seats)
        )
        turn = Turn(
            State(
                plan=plan,
                seed=seed,
                public=Public(TAKE, 0, 0, (0, 0), (0, 0), (0, 0)),
                seats=(Seat(), Seat()),
                piles=(first, second),
                aside=tuple(shared[2 * each :]),
            )
        )
        turn.form_packs()
        turn.next_step()
        return turn.state(), tuple(turn.events)

    def seats(self, state: State) -> int:
        """Return 2 (INV-20)."""
        return 2

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seats that have not finished the step."""
        first, second = state.seats
        if first.left:
            return SEATS if second.left else (0,)
        return (1,) if second.left else ()

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        """Return one option a card, whatever its copies, and `done` where that is allowed.

        They stand in the order of the cards' ids, `done` last.
        """
        own = state.seats[seat]
        left = own.left
        if left > 0:
            made = _TO_CHOOSE[state.public.phase]
            return tuple(map(made.__getitem__, dict.fromkeys(own.cards)))
        if left == MAY_GO_ON:
            return (*map(_WITH_SABOTAGE.__getitem__, dict.fromkeys(own.cards)), DONE)
        return ()

    def apply(self, state: State, choices: Mapping[int, Option]) -> tuple[State, tuple[Event, ...]]:
        """Keep the choices; when both seats are done, carry out the step and deal the next."""
        first, second = state.seats
        if 0 in choices:
            first = _choose(state, 0, choices[0])
        if 1 in choices:
            second = _choose(state, 1, choices[1])
        state = State(
            state.plan,
            state.seed,
            state.public,
            (first, second),
            state.piles,
            state.shuffles,
            state.aside,
        )
        if first.left or second.left:
            return state, ()
        turn = Turn(state)
        turn.carry_out()
        return turn.state(), tuple(turn.events)

    def view(self, state: State, seat: int) -> View:
        """Return what the seat knows."""
        return View(seat, state.plan, state.public, state.seats[seat])

    def imagine(self, view: View, stream: Stream) -> State:
        """Return a state that fits a view; the other has chosen nothing yet in this step."""
        from deckbuilder.games.invasion.imagining import imagined

        return imagined(view, stream)

    def may_undo(self, before: State, after: State, seat: int) -> bool:
        """Allow it: this is practice, and whoever goes back is glad to see more."""
        return True

    def outcome(self, state: State) -> Outcome | None:
        """Return the decks; what was cut from them stands in the section `pool`.

        The capital is a section of its own.
        """
        if state.public.phase != OVER:
            return None
        decks = []
        for seat, capital in zip(state.seats, state.public.capitals, strict=True):
            deck = {"main": seat.taken}
            if seat.cut:
                deck["pool"] = seat.cut
            if capital:
                deck["capital"] = (capital,)
            decks.append(deck)
        return Outcome(decks=tuple(decks))

    def pack(self, state: State) -> Any:
        """Return the state as plain data, without its plan and what follows from the rest."""
        return msgspec.to_builtins(
            {
                "public": state.public,
                "seats": state.seats,
                "piles": state.piles,
                "shuffles": state.shuffles,
                "aside": state.aside,
            }
        )


class _Made(dict[str, Option]):
    """The options of one action by card; equal ones are made once a process.

    Their value tells those that are bought with a Sabotage.
    """

    def __init__(self, action: str, value: str | None) -> None:
        super().__init__()
        self._action = action
        self._value = value

    def __missing__(self, card: str) -> Option:
        self[card] = option = Option(self._action, card, (), self._value)
        return option


_TO_CHOOSE: dict[str, _Made] = {
    phase: _Made(phase, None) for phase in (TAKE, STRIKE, REINFORCE, CUT, CAPITAL)
}
_WITH_SABOTAGE = _Made(STRIKE, SABOTAGE)


def _choose(state: State, number: int, option: Option) -> Seat:
    """Return the seat with one more choice pending."""
    own = state.seats[number]
    card, left, used = option.subject, own.left, own.used
    if not card:
        return replace(own, left=0)
    place = own.cards.index(card)
    cards = own.cards[:place] + own.cards[place + 1 :]
    if left > 1 and cards:
        left -= 1
    elif state.public.phase == STRIKE:
        left, used = _left_after_a_strike(state, number, cards)
    else:
        left = 0
    return Seat(
        cards,
        left,
        (*own.pending, card),
        used,
        own.taken,
        own.pack,
        own.cut,
        own.discarded,
    )


def _left_after_a_strike(state: State, number: int, cards: Cards) -> tuple[int, int]:
    """Return what a seat must still choose after its last strike, and the Sabotages used."""
    own, used, left = state.seats[number], state.seats[number].used, 0
    if own.left == MAY_GO_ON:
        used += 1
        left = state.plan.extra_strikes - 1 if cards else 0
    if left == 0 and cards and used < state.public.sabotage[number]:
        left = MAY_GO_ON
    return left, used
