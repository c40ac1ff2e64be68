"""Decks changed by a card at a time."""

from __future__ import annotations

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.decks.deck import Deck, Entry

MOST_COPIES = 999


def copies_of(deck: Deck, card: Card, section: str) -> int:
    """Return how many copies of a printing a section holds."""
    return sum(entry.count for entry in deck.section(section) if entry.card == card)


def with_copies(deck: Deck, card: Card, section: str, count: int) -> Deck:
    """Return the deck with so many copies of a printing in a section, all else as it was.

    A line that is there keeps its place and its remarks; further ones of the printing go.
    """
    count = min(max(count, 0), MOST_COPIES)
    kept: list[Entry] = []
    left = count
    for entry in deck.entries:
        if entry.card != card or entry.section != section:
            kept.append(entry)
        elif left:
            kept.append(msgspec.structs.replace(entry, count=left, line=None))
            left = 0
    if left:
        kept.append(Entry(count=left, name=card.name, card=card, section=section))
    return msgspec.structs.replace(deck, entries=tuple(kept), miscounts=(), remarks=())


def with_header(deck: Deck, header: str, value: str) -> Deck:
    """Return the deck with a header line in the place of those of its name; "" leaves it out."""
    others = tuple(pair for pair in deck.headers if pair[0].casefold() != header.casefold())
    line = ((header, value),) if value else ()
    return msgspec.structs.replace(deck, headers=(*line, *others))
