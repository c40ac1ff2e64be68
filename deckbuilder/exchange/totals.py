"""Numbers of cards that a list states beside its cards, held against what the cards come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, takewhile
from typing import NamedTuple

from deckbuilder.decks.deck import Entry, Miscount

HEAD, FOOT, WHOLE = "head", "foot", "whole"
"""A heading above its group, a line below its group, or a line about the list or a part of it."""


class _Note(NamedTuple):
    line: int
    stated: int | None
    place: str
    at: int
    section: str


class Totals:
    """The headings and sums of one list, in their order."""

    def __init__(self) -> None:
        self._notes: list[_Note] = []

    def note(self, line: int, stated: int | None, place: str, at: int, section: str) -> None:
        """Note a heading or a sum; `at` is the number of entries above it."""
        self._notes.append(_Note(line, stated, place, at, section))

    def miscounts(self, entries: Sequence[Entry]) -> tuple[Miscount, ...]:
        """Return the sums that fit neither their group nor their section nor the whole list."""
        return tuple(self._miscounts(entries))

    def _miscounts(self, entries: Sequence[Entry]) -> Iterator[Miscount]:
        notes = self._notes
        upto = [0, *accumulate(entry.count for entry in entries)]
        for row, note in enumerate(notes):
            if note.stated is None:
                continue
            above = notes[row - 1].at if row else 0
            below = notes[row + 1].at if row + 1 < len(notes) else len(entries)
            group = (note.at, below) if note.place == HEAD else (above, note.at)
            have = upto[group[1]] - upto[group[0]]
            # A line such as "50 cards" may stand above the cards or below them.
            whole = note.place == WHOLE
            if (not have and not whole) or note.stated in (have, upto[note.at], upto[-1]):
                continue
            if note.place == HEAD and _summed(notes[: row + 1]) == have:
                continue
            section = sum(each.count for each in entries if each.section == note.section)
            if note.stated not in (section, *((upto[below] - upto[note.at],) if whole else ())):
                yield Miscount(line=note.line, stated=note.stated, have=upto[-1] if whole else have)


def _summed(notes: Sequence[_Note]) -> int:
    """Return what the headings together state that stand at the place of the last one."""
    last = notes[-1]
    alike = takewhile(lambda each: (each.place, each.at) == (HEAD, last.at), reversed(notes))
    return sum(note.stated or 0 for note in alike)
