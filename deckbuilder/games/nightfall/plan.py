"""All that an archive draft needs to know, as plain data: a log's head holds it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from deckbuilder.errors import refusal
from deckbuilder.games.procedures import (
    MOST_EACH,
    MOST_SEATS,
    Cards,
    Each,
    Pile,
    Seats,
    SomeEach,
    settings_of,
)

COMMONS = "commons"
REMOVE = "remove"
STARTERS = "starters"
Purpose = Annotated[str, msgspec.Meta(pattern="^(private-[12]|commons|remove)$")]


class StarterChoice(msgspec.Struct, frozen=True):
    """The starters of one colour that a seat may choose from (NF-11)."""

    colour: str
    cards: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=MOST_EACH)]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of an archive draft: all but its chance.

    `cards` are the draft cards in the box, `orders` the order that each stands for. `steps`
    says what each choice is for: `private-1`, `private-2`, `commons` or `remove`. `commons`
    counts those laid out face up, after the draft when `hidden`. `copies` is the size of an
    archive. `starters` is everybody's starting deck, `starter_choices` what is chosen in its
    place; a starter comes in `starter_copies`. `moons` are the moon phase cards to draw from.
    """

    format: str
    sets: tuple[str, ...]
    variants: tuple[str, ...] = ()
    players: Seats
    cards: Pile
    orders: dict[str, str]
    hand: SomeEach
    commons: Cards
    steps: Annotated[tuple[Purpose, ...], msgspec.Meta(min_length=1, max_length=MOST_EACH)]
    copies: SomeEach
    passing: Literal["left", "right"] = "left"
    hidden: bool = False
    secret: bool = False
    teams: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS)] = 0
    starters: Pile = ()
    starter_copies: Each = 0
    starter_choices: Annotated[tuple[StarterChoice, ...], msgspec.Meta(max_length=MOST_EACH)] = ()
    moons: Pile = ()
    face_up_wounds: Cards = 0

    def receiver(self, seat: int) -> int:
        """Return the seat that gets this seat's hand when hands are passed."""
        return (seat + (1 if self.passing == "left" else -1)) % self.players

    def team(self, seat: int) -> int | None:
        """Return the number of this seat's team; mates sit opposite each other (NF-34)."""
        return seat % self.teams if self.teams else None

    def step(self, number: int) -> str:
        """Return what choice `number` (from 0) is for; `starters` behind the archive draft."""
        return self.steps[number] if number < len(self.steps) else STARTERS

    @property
    def rounds(self) -> int:
        """Number of choices of each seat."""
        return len(self.steps) + len(self.starter_choices)


def plan_of(settings: Any) -> Plan:
    """Return the plan that settings hold. Raises InputError where they hold none."""
    if isinstance(settings, Plan):
        return settings
    plan = settings_of(settings, Plan)
    need = plan.commons + plan.players * plan.hand
    usable = (
        len(plan.steps) <= plan.hand
        and need <= len(plan.cards)
        and set(plan.cards) <= set(plan.orders)
    )
    if not usable:
        raise refusal("nightfall.settings", need=need, have=len(plan.cards))
    return plan
