"""Names only: one line a copy, nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from deckbuilder.decks.deck import Deck
from deckbuilder.exchange.layout import written_name
from deckbuilder.exchange.targets import Context


def write(decks: Sequence[Deck], context: Context) -> bytes:
    """Return the printed names, a blank line between two lists."""
    lists = (
        "".join(f"{written_name(entry)}\n" * entry.count for entry in deck.entries)
        for deck in decks
    )
    return "\n".join(lists).encode()
