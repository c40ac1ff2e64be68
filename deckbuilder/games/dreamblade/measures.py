"""What a drafted warband is, measured without the bots' weights, to compare those who draft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Any

from deckbuilder.games.dreamblade.card import Miniature
from deckbuilder.games.dreamblade.rules import WARBAND, BoosterRules, State
from deckbuilder.games.dreamblade.spawning import price_at_best
from deckbuilder.games.parts import Better

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog

BETTER: Mapping[str, Better] = {
    "aspects": "low",
    "main-aspect": "high",
    "unmet-symbols": "low",
    "spawn-cost": "neither",
}


class WarbandMeasures:
    """The measures of a drafted warband."""

    def measures(
        self, settings: Any, state: State, seat: int, catalog: Catalog
    ) -> dict[str, float]:
        """Return what a seat's deck measures at the end, empty before it."""
        outcome = BoosterRules().outcome(state)
        return {} if outcome is None else measures_of(outcome.decks[seat][WARBAND], catalog)

    def better(self) -> Mapping[str, Better]:
        """Return the names of the measures, and which values are better."""
        return BETTER


MEASURES = WarbandMeasures()


def measures_of(warband: Sequence[str], catalog: Catalog) -> dict[str, float]:
    """Return the measures of a warband of ids; what no miniature tells is left out.

    A symbol is unmet when the rest of the warband together does not meet it (DRB-11).
    """
    cards = [card for each in warband if isinstance(card := catalog.card(each), Miniature)]
    aspects = Counter(aspect for card in cards for aspect in card.aspects or ())
    found: dict[str, float] = {}
    if any(card.aspects is not None for card in cards):
        found["aspects"] = float(len(aspects))
    if aspects:
        found["main-aspect"] = max(aspects.values()) / aspects.total()
    unmet = []
    for at, card in enumerate(cards):
        best = price_at_best(card, cards[:at] + cards[at + 1 :])
        if best is not None and card.spawn_cost is not None:
            unmet.append(best - card.spawn_cost)
    if unmet:
        found["unmet-symbols"] = float(sum(unmet))
    costs = [card.spawn_cost for card in cards if card.spawn_cost is not None]
    if costs:
        found["spawn-cost"] = fmean(costs)
    return found
