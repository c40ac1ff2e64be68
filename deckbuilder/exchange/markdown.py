"""Markdown: headings with totals, a bullet an entry."""

from __future__ import annotations

import re
from collections.abc import Sequence

from deckbuilder.decks.deck import Deck
from deckbuilder.exchange.grid import head_pairs
from deckbuilder.exchange.layout import layout, printing_of, size, written_name
from deckbuilder.exchange.targets import Context

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")


def escaped(text: str) -> str:
    """Return a text of which Markdown takes no letter for markup."""
    return _SPECIAL.sub(r"\\\1", text)


def write(decks: Sequence[Deck], context: Context) -> bytes:
    """Return the lists one below the other."""
    return "\n---\n\n".join(_list(deck) for deck in decks).encode()


def _list(deck: Deck) -> str:
    parts: list[str] = []
    if deck.name:
        parts.append(f"# {escaped(deck.name)}\n")
    parts.append(
        "".join(f"**{escaped(key)}:** {escaped(value)}  \n" for key, value in head_pairs(deck))
    )
    for title, entries in layout(deck):
        lines = [f"## {escaped(title)} ({size(entries)})\n\n"]
        for entry in entries:
            printing = printing_of(entry)
            behind = f" *{escaped(printing)}*" if printing else ""
            lines.append(f"- {entry.count}x {escaped(written_name(entry))}{behind}\n")
        parts.append("".join(lines))
    return "\n".join(parts)
