"""What a miniature is worth by its facts; every number is in formats/dreamblade/bots."""

from __future__ import annotations

from functools import cache

import msgspec

from deckbuilder.catalog.card import Card
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

    def parts(self, miniature: Miniature) -> tuple[tuple[str, float], ...]:
        """Return the named parts of what a miniature is worth, in points."""
        symbols = None if miniature.aspect_cost is None else len(miniature.aspect_cost)
        return (
            ("type", self.location if miniature.type == "location" else 0.0),
            ("spawn cost", self.spawn_cost.of(miniature.spawn_cost)),
            ("aspects", self.symbol.of(symbols)),
            ("power", self.power.of(known_power(miniature))),
            ("defense", self.defense.of(miniature.defense)),
            ("life", self.life.of(miniature.life)),
            ("abilities", self.ability * len(miniature.abilities or ())),
            ("rarity", self.rarities.get(miniature.rarity or "", 0.0)),
        )

    def of(self, miniature: Miniature) -> float:
        """Return what a miniature is worth, in points."""
        return sum(worth for _, worth in self.parts(miniature))


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


def rated(card: Card) -> tuple[float, tuple[tuple[str, float], ...]] | None:
    """Return what a miniature is worth, and the parts."""
    if not isinstance(card, Miniature):
        return None
    parts = model().rating.parts(card)
    return sum(worth for _, worth in parts), tuple(part for part in parts if part[1])
