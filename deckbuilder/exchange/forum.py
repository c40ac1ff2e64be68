"""Plain lines as forum posts write them: `Name x3` below headings with totals."""

from __future__ import annotations

from collections.abc import Sequence

from deckbuilder.decks.deck import Deck
from deckbuilder.exchange.grid import head_pairs
from deckbuilder.exchange.layout import layout, size, written_name
from deckbuilder.exchange.targets import Context


def write(decks: Sequence[Deck], context: Context) -> bytes:
    """Return the lists one below the other."""
    return "\n".join(_list(deck) for deck in decks).encode()


def _list(deck: Deck) -> str:
    lines = [deck.name] if deck.name else []
    lines.extend(f"{key}: {value}" for key, value in head_pairs(deck))
    for title, entries in layout(deck):
        lines.extend(("", f"{title} ({size(entries)})"))
        lines.extend(f"{written_name(entry)} x{entry.count}" for entry in entries)
    return "\n".join(lines) + "\n"
