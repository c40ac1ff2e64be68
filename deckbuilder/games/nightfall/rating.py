"""What a draft card is worth by its facts; every number is data in formats/nightfall/bots."""

from __future__ import annotations

from functools import cache

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.games.characters import Character, Measure, numbers_of
from deckbuilder.games.nightfall.card import NightfallCard


class Rating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The model that values a card by itself."""

    types: dict[str, float]
    cost: Measure
    strength: Measure
    health: Measure
    keyword: float
    tags: dict[str, float]

    def parts(self, card: NightfallCard) -> tuple[tuple[str, float], ...]:
        """Return the named parts of what a card is worth, in points."""
        return (
            ("type", self.types.get(card.type, 0.0)),
            ("cost", self.cost.of(card.cost)),
            ("strength", self.strength.of(card.strength)),
            ("health", self.health.of(card.health)),
            ("keywords", self.keyword * len(card.keywords)),
            ("effects", sum(self.tags.get(tag, 0.0) for tag in card.tags)),
        )

    def of(self, card: NightfallCard) -> float:
        """Return what a card is worth, in points."""
        return sum(worth for _, worth in self.parts(card))


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All numbers of the Nightfall bots."""

    rating: Rating
    usual_links: int
    characters: dict[str, Character]


@cache
def model() -> Model:
    """Return the shipped numbers."""
    return numbers_of("nightfall", Model)


def rated(card: Card) -> tuple[float, tuple[tuple[str, float], ...]] | None:
    """Return what an order is worth, and the parts; None for what is no order."""
    if not isinstance(card, NightfallCard) or card.type not in model().rating.types:
        return None
    parts = model().rating.parts(card)
    return sum(worth for _, worth in parts), tuple(part for part in parts if part[1])
