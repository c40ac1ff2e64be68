"""The facts of a Warhammer: Invasion card (INV-1 to INV-9)."""

from __future__ import annotations

from typing import ClassVar, Literal, get_args

import msgspec

from deckbuilder.catalog.card import Card

Race = Literal["dwarf", "empire", "high-elf", "orc", "chaos", "dark-elf", "neutral"]
Side = Literal["order", "destruction"]
CapitalRace = Literal[
    "dwarf", "empire", "high-elf", "orc", "chaos", "dark-elf",
    "lizardmen", "wood-elf", "skaven", "undead", "bretonnia", "khemri",
]  # fmt: skip
NEUTRAL = "neutral"
RACES = tuple(race for race in get_args(Race) if race != NEUTRAL)
_PLAYED = ("legend", "unit", "support", "quest", "tactic")
DraftEffect = Literal["cut-supply-lines", "reinforcements", "sabotage", "shifting-tides"]


class ZonePower(msgspec.Struct, frozen=True, kw_only=True):
    """Power in each zone, of a capital board (INV-52) or a legend."""

    kingdom: int
    quest: int
    battlefield: int


class InvasionCard(Card, frozen=True, kw_only=True, omit_defaults=True, eq=False):
    """A card, capital board or draft format card of Warhammer: Invasion.

    `side` is None for cards that go into decks of either side (INV-2, INV-3). `loyalty` is
    the number of loyalty icons (INV-31), 0 for neutral cards, None where unknown. `keywords`
    maps a keyword to its number, or to True where it has none (INV-9).
    """

    types: ClassVar[tuple[str, ...]] = (
        "capital", "legend", "unit", "support", "quest", "tactic", "fulcrum", "draft",
    )  # fmt: skip
    short_forms: ClassVar[dict[str, str]] = {
        **Card.short_forms,
        "r": "race",
        "k": "keywords",
        "c": "cost",
        "l": "loyalty",
        "p": "power",
        "hp": "hit_points",
    }
    names_set: ClassVar[tuple[str, ...]] = ("set", "box")
    columns: ClassVar[tuple[str, ...]] = (
        "name", "set", "number", "type", "race", "cost", "loyalty", "power", "hit_points",
    )  # fmt: skip
    also_asked: ClassVar[tuple[str, ...]] = ("side", "traits", "keywords")
    folding: ClassVar[tuple[str, ...]] = (
        "number", "set", "race", "type", "loyalty", "hit_points", "power",
    )  # fmt: skip
    facts: ClassVar[dict[str, tuple[str, ...]]] = {
        "number": (*_PLAYED, "fulcrum", "draft"),
        "quantity": (),
        "race": (),
        "cost": _PLAYED,
        "loyalty": (*_PLAYED, "fulcrum"),
        "power": ("legend", "unit", "support"),
        "hit_points": ("legend", "unit"),
        "power_by_zone": ("capital", "legend"),
        "unique": _PLAYED,
    }

    type: Literal["capital", "legend", "unit", "support", "quest", "tactic", "fulcrum", "draft"]
    race: Race | CapitalRace = "neutral"
    side: Side | None = None
    cost: int | Literal["X"] | None = None
    loyalty: int | None = None
    power: int | Literal["X"] | None = None
    power_by_zone: ZonePower | None = None
    hit_points: int | Literal["X"] | None = None
    unique: bool | None = None
    traits: tuple[str, ...] = ()
    keywords: dict[str, int | bool | str] = msgspec.field(default_factory=dict)
    capital_only: CapitalRace | None = None
    not_capital: CapitalRace | None = None
    draft_effect: DraftEffect | None = None
    starts_in_play: bool = False
    box: str | None = None
    """Id of the set that a capital board came in."""
    quantity_first_print: int | None = None
    """Copies in a pack of the first printing, where it is known; `quantity` is the latest."""
