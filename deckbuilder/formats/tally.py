"""A deck added up once, for all rules: sizes, copies of titles, and which cards there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck, Entry, title_key


class Tally:
    """The sums over some entries of a deck.

    `cards` maps ids to the known cards, `copies` folded titles to their number over all
    printings (INV-R8), `unknown` holds the entries that no catalogue knows.
    """

    __slots__ = ("_parts", "cards", "copies", "deck", "entries", "size", "unknown")

    def __init__(self, deck: Deck, entries: Sequence[Entry]) -> None:
        cards: dict[str, Card] = {}
        copies: dict[str, int] = {}
        unknown: list[Entry] = []
        size = 0
        for entry in entries:
            card, count = entry.card, entry.count
            size += count
            if card is None:
                unknown.append(entry)
                title = fold(entry.name)
            else:
                cards[card.id] = card
                title = fold(card.name)
            if title in copies:
                copies[title] += count
            else:
                copies[title] = count
        self.deck = deck
        self.entries = entries
        self.size = size
        self.cards = cards
        self.copies = copies
        self.unknown = unknown
        self._parts: dict[tuple[str, ...], Tally] = {}

    def of(self, sections: tuple[str, ...]) -> Tally:
        """Return the sums over these sections only; over everything for none."""
        if not sections:
            return self
        part = self._parts.get(sections)
        if part is None:
            chosen = [entry for entry in self.entries if entry.section in sections]
            part = self if len(chosen) == len(self.entries) else Tally(self.deck, chosen)
            self._parts[sections] = part
        return part

    def named(self, title: str) -> list[Entry]:
        """Return the entries of a folded title."""
        return [entry for entry in self.entries if title_key(entry) == title]

    def written(self, title: str) -> str:
        """Return a folded title as the list's first entry of it prints it."""
        return self.named(title)[0].title

    def section_of(self, entries: Iterable[Entry]) -> str | None:
        """Return the section that all these entries share in a deck of several, else None."""
        shared = {entry.section for entry in entries}
        return shared.pop() if len(shared) == 1 and len(self.deck.sections) > 1 else None


def lines_of(entries: Iterable[Entry]) -> tuple[int, ...]:
    """Return the lines of a list where these entries stand, in order."""
    return tuple(sorted({entry.line for entry in entries if entry.line is not None}))
