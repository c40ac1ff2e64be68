"""The facts of a Dreamblade miniature (DRB-10, DRB-44)."""

from __future__ import annotations

from typing import ClassVar, Literal

from deckbuilder.catalog.card import Card

Aspect = Literal["valor", "madness", "fear", "passion"]


class Miniature(Card, frozen=True, kw_only=True, omit_defaults=True, eq=False):
    """A miniature: a creature or a location.

    `aspects` is None where unknown and empty where the miniature has none. `aspect_cost` is one
    entry for each aspect symbol of the cost (DRB-10), None where unknown. `power` is "*" where
    it varies.
    """

    types: ClassVar[tuple[str, ...]] = ("creature", "location", "miniature")
    short_forms: ClassVar[dict[str, str]] = {
        **Card.short_forms,
        "a": "aspects",
        "r": "rarity",
        "l": "lineage",
        "k": "abilities",
        "ability": "abilities",
        "c": "spawn_cost",
        "cost": "spawn_cost",
        "p": "power",
        "d": "defense",
        "defence": "defense",
    }
    columns: ClassVar[tuple[str, ...]] = (
        "name", "set", "type", "aspects", "spawn_cost", "power", "defense", "life", "rarity",
    )  # fmt: skip
    folding: ClassVar[tuple[str, ...]] = (
        "set", "rarity", "type", "aspects", "life", "defense", "power",
    )  # fmt: skip
    facts: ClassVar[dict[str, tuple[str, ...]]] = {
        "type": (),
        "number": (),
        "aspects": (),
        "spawn_cost": (),
        "aspect_cost": (),
        "power": ("creature", "miniature"),
        "defense": ("creature", "miniature"),
        "life": ("creature", "miniature"),
        "lineage": (),
        "rarity": (),
        "unique": (),
        "abilities": (),
    }
    unknown_values: ClassVar[dict[str, str]] = {"type": "miniature", "set": "unknown-set"}

    type: Literal["creature", "location", "miniature"] = "miniature"
    """`miniature` where it is not known which of the two it is."""
    aspects: tuple[Aspect, ...] | None = None
    spawn_cost: int | None = None
    aspect_cost: tuple[Aspect, ...] | None = None
    power: int | Literal["*"] | None = None
    defense: int | None = None
    life: int | None = None
    lineage: str | None = None
    rarity: Literal["common", "uncommon", "rare"] | None = None
    unique: bool | None = None
    abilities: tuple[str, ...] | None = None
    """Names of abilities; None where unknown, empty where it has none."""
