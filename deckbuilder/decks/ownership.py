"""What a deck needs and its player does not own."""

from __future__ import annotations

import msgspec

from deckbuilder.catalog.collection import Owned
from deckbuilder.decks.deck import Deck, copies


class Shortage(msgspec.Struct, frozen=True):
    """A title of which fewer copies are owned than the deck holds; `have` is None if unknown."""

    title: str
    have: int | None
    need: int

    @property
    def missing(self) -> int:
        """The copies that are certainly missing."""
        return 0 if self.have is None else self.need - self.have


def shortages(deck: Deck, owned: Owned) -> tuple[Shortage, ...]:
    """Return every title that is not owned often enough, or in unknown number, by name.

    Names that no catalogue knows are no cards that could be owned.
    """
    found = []
    for need, entries in copies(each for each in deck.entries if each.card).values():
        title = entries[0].title
        have = owned.copies(title)
        if have is None or have < need:
            found.append(Shortage(title, have, need))
    return tuple(sorted(found, key=lambda each: each.title))
