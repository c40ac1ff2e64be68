"""A deck as its list says it: headers, sections, counted cards, and where each one stood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.names import fold

MAIN = "main"
"""The section of a deck that has only one."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One line of a list: how many of what, in which section.

    `card` is None when no catalogue knows the name. `line` counts from 1 in the list's file
    (a row in a spreadsheet). `comment` stood behind the card, `notes` on lines of their own
    above it. `contradicted` is the printing that the line states and the card does not have, and
    `numbered` the title that the line's set and number mean where no card has its name.
    `by_name` marks the name of two cards without a word which one it is: a format's pool decides.
    """

    count: int
    name: str
    section: str = MAIN
    card: Card | None = None
    line: int | None = None
    comment: str = ""
    notes: tuple[str, ...] = ()
    contradicted: str = ""
    numbered: str = ""
    by_name: bool = False

    @property
    def title(self) -> str:
        """The name that copies are counted by: the printed one where the card is known."""
        return self.card.name if self.card else self.name


class Miscount(msgspec.Struct, frozen=True, kw_only=True):
    """A number of cards that a line of the list states, and what the cards come to."""

    line: int
    stated: int
    have: int


class Remark(msgspec.Struct, frozen=True, kw_only=True):
    """What reading made of a part of a list that its writer may have meant otherwise.

    `code` names the sentence among the problems, `text` is what it quotes, `other` what that was
    taken for, `have` the number of cards that it is about.
    """

    code: str
    lines: tuple[int, ...] = ()
    text: str = ""
    other: str = ""
    have: int | None = None


class Deck(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A list of cards for one game.

    `format` is what the list's header names, as written. `headers` are the further header
    lines in their order (`Capital`, `Player`), `notes` the comments above all else. `beside` are
    cards that the list names and that are not in the deck: a sideboard, a maybeboard, tokens.
    `miscounts` are the sums in the list that do not fit its cards, `remarks` what reading made
    of the rest.
    """

    game: str
    entries: tuple[Entry, ...] = ()
    beside: tuple[Entry, ...] = ()
    name: str = ""
    format: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    end_notes: tuple[str, ...] = ()
    miscounts: tuple[Miscount, ...] = ()
    remarks: tuple[Remark, ...] = ()

    def header(self, key: str) -> str | None:
        """Return the value of a header line, its key in any case."""
        wanted = key.casefold()
        return next((value for name, value in self.headers if name.casefold() == wanted), None)

    @cached_property
    def sections(self) -> tuple[str, ...]:
        """Ids of the sections that hold cards, in order of appearance."""
        return tuple(dict.fromkeys(entry.section for entry in self.entries))

    def with_beside(self, *sections: str) -> Deck:
        """Return the deck with the cards beside it counted in that stand in these sections."""
        taken = tuple(entry for entry in self.beside if entry.section in sections)
        if not taken:
            return self
        return msgspec.structs.replace(
            self,
            entries=(*self.entries, *taken),
            beside=tuple(entry for entry in self.beside if entry.section not in sections),
        )

    def section(self, section: str) -> Iterator[Entry]:
        """Yield the entries of one section."""
        return (entry for entry in self.entries if entry.section == section)

    def size(self, *sections: str) -> int:
        """Return the number of cards in these sections, in all without any."""
        return sum(
            entry.count for entry in self.entries if not sections or entry.section in sections
        )


def title_key(entry: Entry) -> str:
    """Return what identifies a title: all printings of a name are one (INV-R8)."""
    return fold(entry.title)


def copies(entries: Iterable[Entry]) -> dict[str, tuple[int, tuple[Entry, ...]]]:
    """Add up the copies of each title: folded title to total and the lines that name it."""
    totals: Counter[str] = Counter()
    lines: dict[str, tuple[Entry, ...]] = {}
    for entry in entries:
        key = title_key(entry)
        totals[key] += entry.count
        lines[key] = (*lines.get(key, ()), entry)
    return {key: (total, lines[key]) for key, total in totals.items()}
