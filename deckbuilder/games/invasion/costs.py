"""What a card costs with its loyalty (INV-31), and the capital that makes a deck cheapest."""

from __future__ import annotations

from collections.abc import Iterable

from deckbuilder.games.invasion.card import InvasionCard


def total_cost(card: InvasionCard, own_symbols: int) -> int | None:
    """Return printed cost plus the loyalty icons above the own symbols of the card's race.

    None where the card has no cost, costs X or its loyalty is unknown.
    """
    if not isinstance(card.cost, int) or card.loyalty is None:
        return None
    return card.cost + loyalty_cost(card.loyalty, own_symbols)


def loyalty_cost(loyalty: int, own_symbols: int) -> int:
    """Return what loyalty adds to a cost; never less than nothing."""
    return max(0, loyalty - own_symbols)


def cost_at_start(card: InvasionCard, capital_race: str | None) -> int | None:
    """Return the total cost while the capital is the only symbol in play (INV-14)."""
    return total_cost(card, 1 if card.race == capital_race else 0)


def mean_cost_at_start(cards: Iterable[InvasionCard], capital_race: str | None) -> float | None:
    """Return the mean of the total costs at the start that are known, None where none is."""
    costs = [cost for card in cards if (cost := cost_at_start(card, capital_race)) is not None]
    return sum(costs) / len(costs) if costs else None


def loyalty_at_start(cards: Iterable[InvasionCard], capital_race: str | None) -> int:
    """Return what loyalty adds to a deck while the capital is the only symbol in play (INV-14).

    An unknown loyalty adds nothing.
    """
    return sum([card.loyalty - (card.race == capital_race) for card in cards if card.loyalty])


def cheapest_capital(
    cards: Iterable[InvasionCard], capitals: Iterable[InvasionCard]
) -> InvasionCard | None:
    """Return the capital under which a deck costs least at the start (INV-14, INV-R10).

    The first of equals; None where there is none to choose from.
    """
    deck = list(cards)
    return min(capitals, key=lambda capital: loyalty_at_start(deck, capital.race), default=None)
