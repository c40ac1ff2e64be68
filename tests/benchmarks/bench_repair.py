"""Lists mended and built: the repair search at work on 50-card lists.

The broken lists are those of the benchmark of lists with their last quarter taken over from a
list of another race: sides are mixed, and most are too small without what has to go.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from bench_lists import FORMAT, lists
from measure import seconds

LISTS = 60
CLOCK = time.process_time
"""Seconds of the processor: other work on the machine is none of this program's."""


def broken() -> list[bytes]:
    """Return the same broken texts in every run."""
    texts = [content.decode().splitlines() for content in lists()[: LISTS + 1]]
    found = []
    for text, other in pairwise(texts):
        cut = len(text) * 3 // 4
        found.append("\n".join([*text[:cut], *other[cut:], ""]).encode())
    return found


def benchmarks() -> Iterator[tuple[str, float, float, str, bool]]:
    """Yield the longest time that a list takes, of those mended and of those built."""
    from deckbuilder.catalog.query import select
    from deckbuilder.decks.deck import Deck
    from deckbuilder.exchange.reading import read_deck
    from deckbuilder.formats.legality import checker
    from deckbuilder.formats.loading import load_format
    from deckbuilder.formats.mending import mend
    from deckbuilder.games.building import Order, build
    from deckbuilder.games.supply import supply_of

    law = checker(load_format(FORMAT))
    decks = [read_deck(content, "list") for content in broken()]
    mended = [mend(deck, law) for deck in decks]
    assert all(each.proven and not each.left for each in mended)
    longest = max(seconds(lambda deck=deck: mend(deck, law), CLOCK) for deck in decks)
    yield ("a 50-card list mended by the least change, at the longest", longest, 0.5, "s", True)

    catalog = law.catalog
    supply = supply_of(select(catalog, ""), catalog)

    def built(seed: int) -> None:
        part = Deck(game=catalog.game)
        build(Order(format=law.format, catalog=catalog, supply=supply, seed=seed, part=part))

    built(0)
    longest = max(seconds(lambda seed=seed: built(seed), CLOCK) for seed in range(1, 11))
    yield ("a list built from all cards, at the longest", longest, 0.5, "s", True)
