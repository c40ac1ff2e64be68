"""The cards that a list may be built from: one printing a title, and how many copies there are."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.collection import Owned
from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck, copies
from deckbuilder.errors import Fault, InputError


class Supply(msgspec.Struct, frozen=True):
    """Titles to choose from, by folded name; a title without `copies` is there in any number."""

    cards: dict[str, Card]
    copies: dict[str, int]

    def left(self, title: str, used: int) -> int | None:
        """Return how many more copies of a title there are, None for any number."""
        if title not in self.cards:
            return 0
        there = self.copies.get(title)
        return None if there is None else there - used


def supply_of(cards: Iterable[Card], catalog: Catalog) -> Supply:
    """Return the titles of these printings; the one that the name alone means goes first."""
    found: dict[str, Card] = {}
    for card in cards:
        title = fold(card.name)
        if not card.never_in_deck and (title not in found or catalog.find(card.name) == card):
            found[title] = card
    return Supply(found, {})


def supply_of_list(pool: Deck, where: str) -> Supply:
    """Return the cards of a list, each as often as it is there.

    Raises InputError with every name that no catalogue knows.
    """
    faults = [
        Fault.of("cards.unknown", where=where, line=entry.line, name=entry.name)
        for entry in pool.entries
        if entry.card is None
    ]
    if faults:
        raise InputError(faults)
    counted = copies(pool.entries)
    found = {title: entries[0].card for title, (_, entries) in counted.items()}
    return Supply(
        {title: card for title, card in found.items() if card is not None},
        {title: count for title, (count, _) in counted.items()},
    )


def owned_part(supply: Supply, owned: Owned) -> Supply:
    """Return what a player owns of a supply; an unknown number of copies counts as one."""
    cards: dict[str, Card] = {}
    counts: dict[str, int] = {}
    for title, card in supply.cards.items():
        have = owned.copies(card.name)
        have = 1 if have is None else have
        if have > 0:
            cards[title] = card
            counts[title] = min(have, supply.copies.get(title, have))
    return Supply(cards, counts)
