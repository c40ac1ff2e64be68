"""Packs that go round a table, imagined: what may have become of one that a seat passed on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from deckbuilder.tables.chance import Stream
from deckbuilder.words import say

Cards = tuple[str, ...]


def numbered_seats(players: int) -> tuple[str, ...]:
    """Return what people call the seats of such a table, in the language in force."""
    return tuple(say("draft.numbered-seat", number=seat + 1) for seat in range(players))


def imagined_course(
    first: Sequence[str],
    looks: Mapping[int, Cards],
    own: Mapping[int, Cards],
    takes: Sequence[int],
    stream: Stream,
) -> tuple[list[Cards], list[Cards]]:
    """Return a pack as it came at each stop, and what was taken from it at each.

    `first` is the whole pack. `looks` has the pack at the stops where the seat that imagines
    looked at it, `own` what it took there; `takes` how many are taken at each stop. What others
    took before a look is among what is missing then, and anything where no look follows. There
    is one pack more than there are stops: what is left at last.
    """
    packs, taken = [tuple(sorted(first))], []
    for stop, count in enumerate(takes):
        pack = packs[-1]
        gone = own.get(stop)
        if gone is None:
            later = min((look for look in looks if look > stop), default=None)
            there = Counter(pack) - Counter(() if later is None else looks[later])
            gone = tuple(stream.shuffled(sorted(there.elements()))[:count])
        taken.append(gone)
        packs.append(tuple(sorted((Counter(pack) - Counter(gone)).elements())))
    return packs, taken
