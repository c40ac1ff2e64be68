"""The kinds of rule that only Invasion has, by the name that format files use."""

from __future__ import annotations

from deckbuilder.formats.kind import Kind
from deckbuilder.games.invasion.capital_checks import capital, sides
from deckbuilder.games.invasion.capital_law import capital_as_card
from deckbuilder.games.invasion.loyalty_checks import capital_only, legend, loyalty

KINDS: dict[str, Kind] = {
    each.name: each for each in (capital, sides, capital_only, legend, loyalty, capital_as_card)
}
"""Kind by the name that format files use."""
