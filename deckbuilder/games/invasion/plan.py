"""All that a draft needs to know, as plain data: a log's head holds it, and replays from it."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec

from deckbuilder.errors import misfit, refusal
from deckbuilder.games.invasion.card import DraftEffect
from deckbuilder.games.procedures import MOST_EACH, Cards, Pile, SomeCards, settings_of

TAKE: Literal["take"] = "take"
STRIKE: Literal["strike"] = "strike"
MOST_STEPS = 2 * MOST_EACH
"""Each step of a format's file can be one to take and one to strike."""

SeatName = Annotated[str, msgspec.Meta(pattern="^[a-z0-9][a-z0-9-]{0,39}$")]
"""Lists are written to files of this name."""

T = TypeVar("T")


class Step(msgspec.Struct, frozen=True):
    """One step of a pack: how many cards to take from the own or strike from the other's."""

    action: Literal["take", "strike"]
    count: SomeCards


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a draft for two seats; cards by id, each as often as it is there.

    `shared` is shuffled and `shared_each` cards of it join each pile (INV-20). `effects` says
    what the draft format cards do. `keep` is the number of cards that a deck is cut to at the
    end, None where all are kept. `capitals` are what a seat may choose from (INV-R10).
    `mixed_sides` tells that a deck may hold cards of both sides.
    """

    format: str
    seats: tuple[SeatName, SeatName]
    piles: tuple[Pile, Pile]
    shared: Pile = ()
    shared_each: Cards = 0
    effects: dict[str, DraftEffect] = {}
    packs: SomeCards
    pack_size: SomeCards
    steps: Annotated[tuple[Step, ...], msgspec.Meta(min_length=1, max_length=MOST_STEPS)]
    cards_fewer: SomeCards = 1
    look_at: SomeCards = 5
    add: SomeCards = 1
    extra_strikes: SomeCards = 1
    keep: SomeCards | None = None
    capitals: tuple[Pile, Pile]
    mixed_sides: bool = False


def plan_of(plain: Any) -> Plan:
    """Return the plan that settings hold. Raises InputError where they hold none."""
    plan = settings_of(plain, Plan)
    if plan.seats[0] == plan.seats[1]:
        raise refusal("invasion.same-seats", line=1, field="settings.seats")
    return plan


def convert(plain: Any, kind: type[T], where: str | None, field: str) -> T:
    """Return plain data as a record. Raises InputError saying what does not fit."""
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        found = misfit(error)
        place = field if found.field is None else f"{field}.{found.field}"
        raise refusal("fields.of-data", where=where, field=place, why=found.what) from None
