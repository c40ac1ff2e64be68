"""What a miniature is worth by its facts; every number is in formats/bots/dreamblade.yaml."""

from __future__ import annotations

from functools import cache

import msgspec

from deckbuilder.games.characters import Character, Measure, numbers_of
from deckbuilder.games.dreamblade.card import Miniature


class Rating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The model that values a miniature by itself."""

    spawn_cost: Measure
    symbol: Measure
    power: Measure
    defense: Measure
    life: Measure
    ability: float
    location: float
    rarities: dict[str, float]

    def of(self, miniature: Miniature) -> float:
        """Return what a miniature is worth, in points."""
        symbols = None if miniature.aspect_cost is None else len(miniature.aspect_cost)
        return (
            self.spawn_cost.of(miniature.spawn_cost)
            + self.symbol.of(symbols)
            + self.power.of(known_power(miniature))
            + self.defense.of(miniature.defense)
            + self.life.of(miniature.life)
            + self.ability * len(miniature.abilities or ())
            + (self.location if miniature.type == "location" else 0.0)
            + self.rarities.get(miniature.rarity or "", 0.0)
        )


class Curve(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Spawn costs up to `cheap` are cheap, from `dear` on dear; the share wanted of the cheap."""

    cheap: int
    dear: int
    cheap_share: float


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All numbers of the Dreamblade bots."""

    rating: Rating
    curve: Curve
    characters: dict[str, Character]


def known_power(miniature: Miniature) -> int | None:
    """Return the printed power, None where it is unknown or varies."""
    return miniature.power if isinstance(miniature.power, int) else None


@cache
def model() -> Model:
    """Return the shipped numbers."""
    return numbers_of("dreamblade", Model)
