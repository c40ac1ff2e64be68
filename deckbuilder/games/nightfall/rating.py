"""What a draft card is worth by its facts; every number is data in formats/bots/nightfall.yaml."""

from __future__ import annotations

from functools import cache

import msgspec

from deckbuilder.games.nightfall.card import NightfallCard
from deckbuilder.resources import formats_folder


class Measure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points for each step above what is usual."""

    usual: float
    points: float

    def of(self, value: int | None) -> float:
        """Return the points of a value, 0 for an unknown one."""
        return 0.0 if value is None else (value - self.usual) * self.points


class Rating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The model that values a card by itself."""

    types: dict[str, float]
    cost: Measure
    strength: Measure
    health: Measure
    keyword: float
    tags: dict[str, float]

    def of(self, card: NightfallCard) -> float:
        """Return what a card is worth, in points."""
        return (
            self.types.get(card.type, 0.0)
            + self.cost.of(card.cost)
            + self.strength.of(card.strength)
            + self.health.of(card.health)
            + self.keyword * len(card.keywords)
            + sum(self.tags.get(tag, 0.0) for tag in card.tags)
        )


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot's weights by part of its score, and what it likes: type, tag or keyword to points."""

    weights: dict[str, float]
    taste: dict[str, float] = {}


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All numbers of the Nightfall bots."""

    rating: Rating
    usual_links: int
    characters: dict[str, Character]


@cache
def model() -> Model:
    """Return the shipped numbers."""
    from deckbuilder.catalog.yaml_source import parse_yaml

    path = formats_folder() / "bots" / "nightfall.yaml"
    return msgspec.convert(parse_yaml(path.read_bytes(), str(path)), Model)
