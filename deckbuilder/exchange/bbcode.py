"""BBCode for forums: bold headings with totals, the printing in italics."""

from __future__ import annotations

from collections.abc import Sequence

from deckbuilder.decks.deck import Deck
from deckbuilder.exchange.grid import head_pairs
from deckbuilder.exchange.layout import layout, printing_of, size, written_name
from deckbuilder.exchange.targets import Context

_ZERO_WIDTH_SPACE = "\u200b"


def escaped(text: str) -> str:
    """Return a text in which no forum finds a tag; BBCode itself has no way to escape."""
    return text.replace("[", f"[{_ZERO_WIDTH_SPACE}")


def write(decks: Sequence[Deck], context: Context) -> bytes:
    """Return the lists one below the other."""
    return "\n".join(_list(deck) for deck in decks).encode()


def _list(deck: Deck) -> str:
    lines = [f"[b]{escaped(deck.name)}[/b]"] if deck.name else []
    lines.extend(f"{escaped(key)}: {escaped(value)}" for key, value in head_pairs(deck))
    for title, entries in layout(deck):
        lines.extend(("", f"[b]{escaped(title)} ({size(entries)})[/b]"))
        for entry in entries:
            printing = printing_of(entry)
            behind = f" [i]{escaped(printing)}[/i]" if printing else ""
            lines.append(f"{entry.count}x {escaped(written_name(entry))}{behind}")
    return "\n".join(lines) + "\n"
