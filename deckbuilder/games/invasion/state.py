"""The state of a draft of two seats: what both know, and what each knows alone (INV-R16)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeVar

import msgspec

from deckbuilder.games.invasion.plan import TAKE, Plan
from deckbuilder.tables.protocol import Option, seat_id

REINFORCE: Literal["reinforce"] = "reinforce"
CUT: Literal["cut"] = "cut"
CAPITAL: Literal["capital"] = "capital"
OVER: Literal["over"] = "over"
DONE = Option("done")
"""Ends a strike without a further Sabotage (INV-R12)."""

CUT_SUPPLY_LINES = "cut-supply-lines"
REINFORCEMENTS = "reinforcements"
SABOTAGE = "sabotage"
SHIFTING_TIDES = "shifting-tides"
MAY_GO_ON = -1
"""In `left`: nothing has to be chosen, but a Sabotage may be sacrificed."""

SEATS = (0, 1)
SEAT_IDS = (seat_id(0), seat_id(1))
T = TypeVar("T")
Phase = Literal["take", "strike", "reinforce", "cut", "capital", "over"]
Cards = tuple[str, ...]


class Effect(msgspec.Struct, frozen=True, gc=False):
    """A draft format card that still has to work; `pack` is whose pack it lay in, if in one."""

    seat: int
    card: str
    pack: int | None


class Public(msgspec.Struct, frozen=True, gc=False):
    """What both players know (INV-R16). Pairs are by seat; packs and steps count from 1.

    Sizes are those at the start of the step. `lines` are the Cut Supply Lines beside a seat's
    own pile, `sabotage` the cards that it keeps. `struck` are seat and card, the last
    `struck_now` of them in the last step; `shown` seat, card and how it came: "taken",
    "struck" or "found". `queue` holds the draft format cards still to be resolved in this step.

    `seen` is the other's pack as a seat last looked at it, `known` what was gone from it at the
    next look: the other took it. The last `known_now` of these were missed in this step. Whose
    pack was looked at knows that as well. `cut_sizes` count what was cut from each deck at the
    end; `capitals` are "" until they are chosen, and where there are none.
    """

    phase: Phase
    pack: int
    step: int
    pack_sizes: tuple[int, int]
    pile_sizes: tuple[int, int]
    deck_sizes: tuple[int, int]
    lines: tuple[int, int] = (0, 0)
    sabotage: tuple[int, int] = (0, 0)
    struck: tuple[tuple[int, str], ...] = ()
    struck_now: int = 0
    shown: tuple[tuple[int, str, str], ...] = ()
    queue: tuple[Effect, ...] = ()
    seen: tuple[Cards, Cards] = ((), ())
    known: tuple[Cards, Cards] = ((), ())
    known_now: tuple[int, int] = (0, 0)
    cut_sizes: tuple[int, int] = (0, 0)
    capitals: tuple[str, str] = ("", "")


class Seat(msgspec.Struct, frozen=True, gc=False):
    """What one side of the table knows alone. A pack is sorted, its order means nothing.

    `cards` is what the seat chooses from now, without what is pending; `left` how many it must
    still choose (MAY_GO_ON: it need not). `used` counts the Sabotages announced in this step.
    """

    cards: Cards = ()
    left: int = 0
    pending: Cards = ()
    used: int = 0
    taken: Cards = ()
    pack: Cards = ()
    cut: Cards = ()
    discarded: Cards = ()


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole table: what both know, what each seat knows alone, and what nobody knows.

    `piles` have their tops first; `shuffles` counts how often each was shuffled anew; `aside`
    are the shared cards that went to no pile.
    """

    plan: Plan
    seed: int
    public: Public
    seats: tuple[Seat, Seat]
    piles: tuple[Cards, Cards]
    shuffles: tuple[int, int] = (0, 0)
    aside: Cards = ()


class View(msgspec.Struct, frozen=True, gc=False):
    """What one seat knows (INV-R16): no hidden order, no choice of the other seat."""

    seat: int
    plan: Plan
    public: Public
    own: Seat

    @property
    def cards(self) -> Cards:
        """What the seat chooses from."""
        return self.own.cards

    @property
    def pack(self) -> Cards:
        """The own pack, without what is pending."""
        return self.own.cards if self.public.phase == TAKE else self.own.pack

    @property
    def seen(self) -> Cards:
        """The other's pack as this seat last looked at it."""
        return self.public.seen[self.seat]

    @property
    def known(self) -> Cards:
        """What the other is known to have taken."""
        return self.public.known[self.seat]

    @property
    def known_now(self) -> int:
        """How many of `known`, the last ones, were missed in this step."""
        return self.public.known_now[self.seat]


def changed(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """Return what there is for each seat, with another value for one of them."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def without(cards: Cards, gone: Iterable[str]) -> Cards:
    """Return cards in their order without one copy of each that is gone."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def packs(state: State) -> tuple[Cards, ...]:
    """Return the pack of each seat (INV-22)."""
    taking = state.public.phase == TAKE
    return tuple(seat.cards if taking else seat.pack for seat in state.seats)
