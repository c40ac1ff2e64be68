"""What a drafted deck is, measured without the bots' weights, to compare those who draft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from deckbuilder.games.characters import numbers_of
from deckbuilder.games.invasion.capitals import invasion_cards
from deckbuilder.games.invasion.card import NEUTRAL, InvasionCard
from deckbuilder.games.invasion.costs import cost_at_start, mean_cost_at_start
from deckbuilder.games.invasion.rules import InvasionRules
from deckbuilder.games.invasion.state import State
from deckbuilder.games.parts import Better

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog

BETTER: Mapping[str, Better] = {
    "races": "low",
    "main-race": "high",
    "cost": "low",
    "curve": "low",
    "units": "high",
    "power": "high",
    "hit-points": "high",
}


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the data file; see its comments."""

    curve: Annotated[tuple[int, ...], msgspec.Meta(min_length=1)]


@cache
def numbers() -> Numbers:
    """Return the shipped numbers. Raises InputError where the file is not as it should be."""
    return numbers_of("invasion", Numbers, of="measures")


class InvasionMeasures:
    """The measures of a drafted deck."""

    def measures(
        self, settings: Any, state: State, seat: int, catalog: Catalog
    ) -> dict[str, float]:
        """Return what a seat's deck measures at the end, empty before it."""
        outcome = InvasionRules().outcome(state)
        if outcome is None:
            return {}
        deck = outcome.decks[seat]
        return measures_of(deck["main"], deck.get("capital", ()), catalog)

    def better(self) -> Mapping[str, Better]:
        """Return the names of the measures, and which values are better."""
        return BETTER


MEASURES = InvasionMeasures()


def measures_of(deck: Sequence[str], capital: Sequence[str], catalog: Catalog) -> dict[str, float]:
    """Return the measures of a deck of card ids under its capital (none or one).

    Costs are total costs at the start (INV-31, INV-14). What no card tells is left out.
    """
    cards = invasion_cards(deck, catalog)
    race = next((board.race for board in invasion_cards(capital, catalog)), None)
    if not cards:
        return {}
    races = Counter(card.race for card in cards if card.race != NEUTRAL)
    strong = [card for card in cards if card.type in ("unit", "support", "legend")]
    found = {
        "races": float(len(races)),
        "main-race": max(races.values()) / races.total() if races else None,
        "cost": mean_cost_at_start(cards, race),
        "curve": _curve_distance(cards, race),
        "units": sum(card.type == "unit" for card in cards) / len(cards),
        "power": _per_cost(((card, card.power) for card in strong), race),
        "hit-points": _per_cost(((card, card.hit_points) for card in strong), race),
    }
    return {name: value for name, value in found.items() if value is not None}


def _curve_distance(cards: Iterable[InvasionCard], race: str | None) -> float | None:
    """Return the share of a deck that would need another cost to have the curve wanted."""
    wanted = numbers().curve
    costs = [cost for card in cards if (cost := cost_at_start(card, race)) is not None]
    if not costs:
        return None
    have = Counter(min(cost, len(wanted) - 1) for cost in costs)
    return sum(
        abs(have[cost] / len(costs) - count / sum(wanted)) / 2 for cost, count in enumerate(wanted)
    )


def _per_cost(
    amounts: Iterable[tuple[InvasionCard, int | str | None]], race: str | None
) -> float | None:
    """Return the sum of the known amounts for each resource that these cards cost at the start."""
    total = spent = 0
    for card, amount in amounts:
        cost = cost_at_start(card, race)
        if cost is not None and isinstance(amount, int):
            total += amount
            spent += cost
    return total / spent if spent else None
