"""The kinds of rule that every game shares, by name."""

from __future__ import annotations

from deckbuilder.formats.kind import Kind
from deckbuilder.formats.kinds import amounts, copies, groups, lists, pools

KINDS: dict[str, Kind] = {
    each.name: each
    for module in (amounts, copies, pools, groups, lists)
    for each in vars(module).values()
    if isinstance(each, Kind)
}
"""Kind by the name that format files use."""
