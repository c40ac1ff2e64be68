"""Who can follow whom in a chain: the link graph of a set of orders (NF-7, NF-54, NF-56)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from deckbuilder.games.nightfall.card import NightfallCard

LONGEST = 5
MOST_WALKS = 1_000_000
"""Chains of a length are counted while the walks of that length stay below this."""


class LinkGraph(msgspec.Struct, frozen=True, kw_only=True):
    """Orders and their copies; `following[i]` are the rows of the orders that can follow i."""

    orders: tuple[NightfallCard, ...]
    copies: tuple[int, ...]
    following: tuple[tuple[int, ...], ...]


def link_graph(orders: Sequence[NightfallCard], copies: Sequence[int]) -> LinkGraph:
    """Return which order can be linked to which: its colour is a link colour (NF-54).

    An order of which there is one copy does not follow itself.
    """
    following = tuple(
        tuple(
            row
            for row, later in enumerate(orders)
            if later.colour is not None
            and later.colour in earlier.links
            and (row != at or copies[at] > 1)
        )
        for at, earlier in enumerate(orders)
    )
    return LinkGraph(orders=tuple(orders), copies=tuple(copies), following=following)


def count_chains(graph: LinkGraph) -> dict[int, int | None]:
    """Count the chains of 2 to LONGEST orders; no order stands in one more often than copies.

    Chains are sequences of titles: two copies of a title are the same. None from the length
    on at which there are too many to count.
    """
    walks = [1] * len(graph.orders)
    counts: dict[int, int | None] = {}
    for length in range(2, LONGEST + 1):
        walks = [sum(walks[row] for row in rows) for rows in graph.following]
        if sum(walks) > MOST_WALKS:
            counts.update(dict.fromkeys(range(length, LONGEST + 1)))
            break
        counts[length] = _count(graph, length)
    return counts


def _count(graph: LinkGraph, length: int) -> int:
    left = list(graph.copies)

    def further(row: int, missing: int) -> int:
        if not missing:
            return 1
        left[row] -= 1
        total = sum(further(later, missing - 1) for later in graph.following[row] if left[later])
        left[row] += 1
        return total

    return sum(further(row, length - 1) for row in range(len(left)) if left[row])


def kicker_met_by(graph: LinkGraph, row: int) -> tuple[int, ...]:
    """Return the orders that this one can be linked to with its kicker carried out (NF-56)."""
    colour = graph.orders[row].kicker_colour
    if colour is None:
        return ()
    return tuple(
        earlier
        for earlier, later in enumerate(graph.following)
        if row in later and graph.orders[earlier].colour == colour
    )
