"""What a draft card is worth by its facts; every number is data in formats/bots/nightfall.yaml."""

from __future__ import annotations

from functools import cache

import msgspec

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


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All numbers of the Nightfall bots."""

    rating: Rating
    usual_links: int
    characters: dict[str, Character]


@cache
def model() -> Model:
    """Return the shipped numbers."""
    return numbers_of("nightfall", Model)
