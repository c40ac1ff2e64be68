"""What a deck needs and its player does not own."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from deckbuilder.catalog.card import Card
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


def shortages(deck: Deck, owned: Owned, beside: Iterable[Card] = ()) -> tuple[Shortage, ...]:
    """Return every title that is not owned often enough, or in unknown number, by name.

    Names that no catalogue knows are no cards that could be owned. `beside` are cards that the
    deck needs and does not hold, such as its capital board.
    """
    needs = [
        (entries[0].title, need)
        for need, entries in copies(each for each in deck.entries if each.card).values()
    ]
    needs += [(card.name, 1) for card in beside]
    found = []
    for title, need in needs:
        have = owned.copies(title)
        if have is None or have < need:
            found.append(Shortage(title, have, need))
    return tuple(sorted(found, key=lambda each: each.title))
