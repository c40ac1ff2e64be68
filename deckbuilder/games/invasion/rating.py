"""What a card is worth to a drafter by its facts alone, in resources beyond its price.

The model is a sum that a player can check by hand; its weights are data
(`formats/bots/invasion.yaml`). An unknown fact adds nothing.
"""

from __future__ import annotations

import msgspec

from deckbuilder.games.invasion.card import InvasionCard


class RatingWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Worths in resources; see the comments of the weights' file."""

    power: dict[str, float]
    hit_point: float
    powerless: float
    cost: float
    loyalty: float
    x: float
    type: dict[str, float]
    tags_of: dict[str, float]
    least_effect: float
    unknown_effect: float
    further_tag: float
    keywords: dict[str, float]
    tags: dict[str, float]


class Rating(msgspec.Struct, frozen=True):
    """The worth of a card and the named parts that it is the sum of."""

    total: float
    parts: tuple[tuple[str, float], ...]


def rate(card: InvasionCard, weights: RatingWeights) -> Rating:
    """Return what a card is worth beyond its price, from its facts."""
    worths = (
        ("type", weights.type.get(card.type, 0.0)),
        ("power", _power(card, weights)),
        ("hit points", _number(card.hit_points) * weights.hit_point),
        ("keywords", _keywords(card, weights)),
        ("effects", _effects(card, weights)),
        ("cost", weights.x if card.cost == "X" else _number(card.cost) * weights.cost),
        ("loyalty", max(0, (card.loyalty or 0) - 1) * weights.loyalty),
    )
    parts = tuple((name, worth) for name, worth in worths if worth)
    return Rating(sum(worth for _, worth in parts), parts)


def _number(fact: int | str | bool | None) -> int:
    """A number as it stands, X and a keyword without a number as 1, the unknown as nothing."""
    if isinstance(fact, int):
        return int(fact)
    return 0 if fact is None else 1


def _power(card: InvasionCard, weights: RatingWeights) -> float:
    each = weights.power.get(card.type)
    if each is None or card.power is None:
        return 0.0
    return _number(card.power) * each if card.power else weights.powerless


def _keywords(card: InvasionCard, weights: RatingWeights) -> float:
    return sum(
        weights.keywords.get(keyword, 0.0) * _number(number)
        for keyword, number in card.keywords.items()
    )


def _effects(card: InvasionCard, weights: RatingWeights) -> float:
    worths = sorted((weights.tags.get(tag, 0.0) for tag in card.tags), reverse=True)
    share, total = 1.0, 0.0
    for worth in worths:
        if worth < 0:
            # A drawback holds in full, however many boons stand beside it.
            total += worth
        else:
            total += worth * share
            share *= weights.further_tag
    total *= weights.tags_of.get(card.type, 0.0)
    if card.type in ("tactic", "quest"):
        least = weights.least_effect if worths else weights.unknown_effect
        return max(total, least * _number(card.cost))
    return total
