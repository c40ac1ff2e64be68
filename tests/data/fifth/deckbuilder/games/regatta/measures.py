"""What a drafted fleet measures: its speed."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean
from typing import Any

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.parts import Better
from deckbuilder.games.regatta.bots import rated
from deckbuilder.games.regatta.rules import State


class FleetMeasures:
    """The mean speed of a fleet."""

    def measures(
        self, settings: Any, state: State, seat: int, catalog: Catalog
    ) -> dict[str, float]:
        """Return the mean speed."""
        worths = [rated(catalog.card(card)) for card in state.fleets[seat]]
        return {"speed": fmean(worth[0] for worth in worths if worth is not None)}

    def better(self) -> Mapping[str, Better]:
        """Return that faster is better."""
        return {"speed": "high"}


MEASURES = FleetMeasures()
