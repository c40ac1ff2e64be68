"""Drawn card faces, from the facts alone: one SVG template a game, 63 x 88 mm."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.coverage import has_fact
from deckbuilder.catalog.wording import cell_width, label, title, value_words, worded
from deckbuilder.templates import render

LETTER_WIDTH = 0.62
"""Mean width of a bold letter, as a share of its size; East Asian letters take two."""

LINE_HEIGHT = 1.12
MAX_LINES = 4


class Fitted(NamedTuple):
    """A text broken into lines, and the letter size at which they fit."""

    size: int
    lines: tuple[str, ...]


class Face:
    """What a template asks of a card: facts in words, and texts that fit their boxes."""

    def __init__(self, card: Card, catalog: Catalog) -> None:
        self._card = card
        self._catalog = catalog
        self.title = title(card)
        name = catalog.sets_by_id[card.set].name
        self.origin = f"{name}, {card.number}" if card.number is not None else name

    def has(self, field: str) -> bool:
        """Tell whether cards of this type have the fact, known or not."""
        return has_fact(self._card, field)

    def says(self, field: str) -> str:
        """Return a fact in words; "?" where it is not known."""
        return worded(self._card, field, self._catalog)

    def value(self, value: str) -> str:
        """Return a single value in words."""
        return value_words(value)

    def sentences(self, fields: Iterable[str]) -> str:
        """Return facts behind their labels, those that the card has, parted by ";"."""
        told = []
        for field in fields:
            value = getattr(self._card, field)
            if value is True:
                told.append(label(field))
            elif value not in (None, False, (), {}):
                several = isinstance(value, tuple | dict)
                told.append(self.says(field) if several else f"{label(field)}: {self.says(field)}")
        return "; ".join(told)

    def join(self, parts: Iterable[str], between: str) -> str:
        """Return the parts that are not empty, joined."""
        return between.join(filter(None, parts))

    def fitted(self, text: str, width: float, height: float, largest: int) -> Fitted:
        """Return the text at the largest size at which it fits a box, on up to MAX_LINES."""
        best = Fitted(0, ())
        for count in range(1, MAX_LINES + 1):
            lines = _broken(text, count)
            widest = max(map(cell_width, lines), default=0) or 1
            size = min(
                largest, int(height / len(lines) / LINE_HEIGHT), int(width / widest / LETTER_WIDTH)
            )
            if size > best.size:
                best = Fitted(size, tuple(lines))
        return best


def draw_face(card: Card, catalog: Catalog) -> str:
    """Return the face of a card as SVG."""
    return render(f"faces/{catalog.game}.svg.j2", card=card, face=Face(card, catalog))


def _broken(text: str, count: int) -> list[str]:
    """Break a text into at most `count` lines of nearly the same width, between words."""
    words = text.split() or [""]
    lines = [words[0]]
    aim = cell_width(text) / count
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if len(lines) < count and cell_width(lines[-1]) + cell_width(word) / 2 > aim:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
