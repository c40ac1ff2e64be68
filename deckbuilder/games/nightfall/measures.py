"""What drafted archives are, measured without the bots' weights, to compare those who draft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deckbuilder.games.nightfall.card import NightfallCard
from deckbuilder.games.nightfall.link_graph import link_graph
from deckbuilder.games.nightfall.plan import COMMONS, STARTERS
from deckbuilder.games.nightfall.rules import ArchiveRules, State
from deckbuilder.games.parts import Better

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog

BETTER: Mapping[str, Better] = {"links": "high", "archive-links": "high", "colours": "high"}


class ArchiveMeasures:
    """The measures of drafted archives."""

    def measures(
        self, settings: Any, state: State, seat: int, catalog: Catalog
    ) -> dict[str, float]:
        """Return what a seat's deck measures at the end, empty before it."""
        outcome = ArchiveRules().outcome(state)
        return {} if outcome is None else measures_of(outcome.decks[seat], catalog)

    def better(self) -> Mapping[str, Better]:
        """Return the names of the measures, and which values are better."""
        return BETTER


MEASURES = ArchiveMeasures()


def measures_of(deck: Mapping[str, Sequence[str]], catalog: Catalog) -> dict[str, float]:
    """Return the measures of a seat's archives, commons and starting deck: section to orders.

    A link is an order that can follow another (NF-54), each title once; one that is not known
    is none. Without private archives there is nothing of the seat's own to measure (NF-30).
    """
    copies: Counter[NightfallCard] = Counter()
    own: set[NightfallCard] = set()
    for section, orders in deck.items():
        cards = [card for each in orders if isinstance(card := catalog.card(each), NightfallCard)]
        copies.update(cards)
        if section not in (COMMONS, STARTERS):
            own.update(cards)
    graph = link_graph(tuple(copies), tuple(copies.values()))
    links = [
        (graph.orders[earlier], graph.orders[later])
        for earlier, rows in enumerate(graph.following)
        for later in rows
    ]
    found = {"links": float(len(links))}
    if own:
        found["archive-links"] = float(sum(not own.isdisjoint(link) for link in links))
        found["colours"] = float(len({card.colour for card in own} - {None}))
    return found
