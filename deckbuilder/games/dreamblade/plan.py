"""All that a sealed game or a booster draft needs to know, as plain data: a log's head holds it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from deckbuilder.errors import refusal
from deckbuilder.games.procedures import Each, Pile, Seats, SomeEach, settings_of

MOST = 31
"""More players, boosters, picks or starters than this are a slip of the pen."""

Number = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Starters = Annotated[int, msgspec.Meta(ge=0, le=MOST)]


class Slot(msgspec.Struct, frozen=True):
    """So many different miniatures of a rarity in each booster (DRB-42)."""

    rarity: str
    count: Each


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a sealed game or a draft: all but its chance.

    `boosters` names the set of each booster in the order of opening, `supply` holds the
    miniatures of a set by rarity. `starters` is the number of starters a seat, `starter` the
    miniatures in each, drawn from the set of the first booster. `picks` are taken from a booster
    before it is passed; None is sealed. `passing` is gone through booster by booster.
    """

    format: str
    players: Seats
    boosters: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=MOST)]
    slots: Annotated[tuple[Slot, ...], msgspec.Meta(min_length=1, max_length=MOST)]
    supply: dict[str, dict[str, Pile]]
    starters: Starters
    starter: SomeEach
    picks: Number | None
    passing: Annotated[
        tuple[Literal["left", "right"], ...], msgspec.Meta(min_length=1, max_length=MOST)
    ]
    warband: SomeEach
    copies: SomeEach

    def receiver(self, seat: int, booster: int) -> int:
        """Return the seat that gets this seat's booster when boosters are passed."""
        left = self.passing[booster % len(self.passing)] == "left"
        return (seat + (1 if left else -1)) % self.players

    @property
    def booster_size(self) -> int:
        """Number of miniatures in a booster."""
        return sum(slot.count for slot in self.slots)

    @property
    def pool_size(self) -> int:
        """Number of miniatures that each seat has to choose its warband from."""
        return len(self.boosters) * self.booster_size + self.starters * self.starter


def plan_of(settings: Any) -> Plan:
    """Return the plan that settings hold. Raises InputError where they hold none."""
    if isinstance(settings, Plan):
        return settings
    plan = settings_of(settings, Plan)
    usable = all(
        len(plan.supply.get(each, {}).get(slot.rarity, ())) >= slot.count
        for each in plan.boosters
        for slot in plan.slots
    ) and (not plan.starters or any(plan.supply[plan.boosters[0]].values()))
    if not usable:
        raise refusal("dreamblade.settings")
    return plan
