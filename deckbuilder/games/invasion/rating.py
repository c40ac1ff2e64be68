"""What a card is worth to a drafter by its facts alone, in resources beyond its price.

The model is a sum that a player can check by hand; its weights are data
(`formats/invasion/bots/weights.yaml`). An unknown fact adds nothing; a power that varies or is
unknown is the usual one for the cost.
"""

from __future__ import annotations

import msgspec

from deckbuilder.games.invasion.card import InvasionCard


class RatingWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Worths in resources; see the comments of the weights' file."""

    power: dict[str, float]
    usual_power: float
    varies: tuple[str, ...]
    hit_point: float
    powerless: float
    cost: float
    dearest: dict[str, int]
    loyalty: float
    x: float
    type: dict[str, float]
    text: dict[str, float]
    powerless_text: float
    hero_text: float
    fair: float
    bargain: float
    catch: float
    catches: tuple[str, ...]
    tags_of: dict[str, float]
    unknown_effect: dict[str, float]
    most_effect: dict[str, float]
    further_tag: float
    keywords: dict[str, float]
    tags: dict[str, float]


class Rating(msgspec.Struct, frozen=True):
    """The worth of a card and the named parts that it is the sum of."""

    total: float
    parts: tuple[tuple[str, float], ...]


def rate(card: InvasionCard, weights: RatingWeights) -> Rating:
    """Return what a card is worth beyond its price, from its facts."""
    figures = (
        ("type", weights.type.get(card.type, 0.0)),
        ("power", _power(card, weights)),
        ("hit points", _number(card.hit_points) * weights.hit_point),
        ("keywords", _keywords(card, weights)),
        ("cost", _cost(card, weights)),
        ("loyalty", max(0, (card.loyalty or 0) - 1) * weights.loyalty),
    )
    balance = sum(worth for _, worth in figures)
    worths = (
        *figures,
        ("text", _text(card, balance, weights)),
        ("effects", _effects(card, balance, weights)),
    )
    parts = tuple((name, worth) for name, worth in worths if worth)
    return Rating(sum(worth for _, worth in parts), parts)


def _number(fact: int | str | bool | None) -> int:
    """A number as it stands, X and a keyword without a number as 1, the unknown as nothing."""
    if isinstance(fact, int):
        return int(fact)
    return 0 if fact is None else 1


def _cost(card: InvasionCard, weights: RatingWeights) -> float:
    if card.cost == "X":
        return weights.x
    cost = _number(card.cost)
    return min(cost, weights.dearest.get(card.type, cost)) * weights.cost


def _power(card: InvasionCard, weights: RatingWeights) -> float:
    each = weights.power.get(card.type)
    if each is None:
        return 0.0
    if card.type == "legend" and card.power_by_zone is not None:
        zones = card.power_by_zone
        return (zones.kingdom + zones.quest + zones.battlefield) * each
    if isinstance(card.power, int) and (card.power or not _varies(card, weights)):
        return card.power * each if card.power else weights.powerless
    return _number(card.cost) * weights.usual_power * each


def _varies(card: InvasionCard, weights: RatingWeights) -> bool:
    """Whether a printed 0 is where the text starts to count."""
    return card.type == "unit" and any(tag in weights.varies for tag in card.tags)


def _keywords(card: InvasionCard, weights: RatingWeights) -> float:
    return sum(
        weights.keywords.get(keyword, 0.0) * _number(number)
        for keyword, number in card.keywords.items()
    )


def _text(card: InvasionCard, balance: float, weights: RatingWeights) -> float:
    """What the text must be worth, boon or catch, for the price to be what it is."""
    if balance < 0:
        share = weights.text.get(card.type, 0.0)
        if card.power == 0 and card.type != "legend":
            share = weights.powerless_text
        if "one_hero_per_zone" in card.keywords:
            share = max(share, weights.hero_text)
        return -balance * share
    share = weights.catch if _caught(card, weights) else weights.bargain
    return min(0.0, weights.fair - balance) * share


def _caught(card: InvasionCard, weights: RatingWeights) -> bool:
    return any(tag in weights.catches for tag in card.tags)


def _effects(card: InvasionCard, balance: float, weights: RatingWeights) -> float:
    if balance > weights.fair and _caught(card, weights):
        # What the tags tell is then the catch and not a boon.
        return 0.0
    worths = sorted((weights.tags.get(tag, 0.0) for tag in card.tags), reverse=True)
    share, boons, drawbacks = 1.0, 0.0, 0.0
    for worth in worths:
        if worth < 0:
            # A drawback holds in full, however many boons stand beside it.
            drawbacks += worth
        else:
            boons += worth * share
            share *= weights.further_tag
    if not boons and not (card.type == "support" and card.power):
        boons = weights.unknown_effect.get(card.type, 0.0)
    total = (boons + drawbacks) * weights.tags_of.get(card.type, 0.0)
    # The nearer to the most that tags can say of a type, the less a further one says.
    most = weights.most_effect.get(card.type, 0.0)
    return total * most / (most + abs(total)) if total else 0.0
