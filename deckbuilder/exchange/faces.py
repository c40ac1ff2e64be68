"""Drawn card faces, from the facts alone: one SVG template a game or a plain one, 63 x 88 mm."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.coverage import has_fact
from deckbuilder.catalog.wording import cell_width, label, title, value_words, worded
from deckbuilder.exchange.xml_source import sound
from deckbuilder.registry import game
from deckbuilder.resources import export_of
from deckbuilder.templates import render

LETTER_WIDTH = 0.68
"""Width of a bold letter, as a share of its size, on the safe side; East Asian ones are square."""

LINE_HEIGHT = 1.12
MAX_LINES = 4
_WIDE = r"\u3040-\u30ff\u3400-\u9fff"
_PIECE = re.compile(
    rf"[{_WIDE}][\u3001\u3002\u300d\uff01-\uff0f\uff1a!?ー]*\s*|[^\s{_WIDE}-]+-?\s*|\s+|-"
)
"""One East Asian letter with the marks behind it, a word, or the space between."""


class Fitted(NamedTuple):
    """A text broken into lines, and the letter size at which they fit."""

    size: int
    lines: tuple[str, ...]


class Face:
    """What a template asks of a card: facts in words, and texts that fit their boxes."""

    def __init__(self, card: Card, catalog: Catalog) -> None:
        self.card = card
        self._catalog = catalog
        self.title = title(card)
        name = catalog.sets_by_id[card.set].name
        self.origin = f"{name}, {card.number}" if card.number is not None else name

    def named(self, field: str) -> Face:
        """Return the face of the card that a field names; this one where it names none."""
        name = getattr(self.card, field)
        found = self._catalog.find(name, self.card.set) if name else None
        return Face(found, self._catalog) if found else self

    def has(self, field: str) -> bool:
        """Tell whether cards of this type have the fact, known or not."""
        return has_fact(self.card, field)

    def says(self, field: str) -> str:
        """Return a fact in words; "?" where it is not known."""
        return worded(self.card, field, self._catalog)

    def label(self, field: str) -> str:
        """Return the name of a field in words."""
        return label(field)

    def value(self, value: str) -> str:
        """Return a single value in words."""
        return value_words(value)

    def sentences(self, fields: Iterable[str]) -> str:
        """Return facts behind their labels, those that the card has, parted by ";"."""
        told = []
        for field in fields:
            value = getattr(self.card, field)
            if value is True:
                told.append(label(field))
            elif value not in (None, False, (), {}):
                several = isinstance(value, tuple | dict)
                told.append(self.says(field) if several else f"{label(field)}: {self.says(field)}")
        return "; ".join(told)

    def join(self, parts: Iterable[str], between: str) -> str:
        """Return the parts that are not empty, joined."""
        return between.join(filter(None, parts))

    def fitted(
        self, text: str, width: float, height: float, largest: int, most: int = MAX_LINES
    ) -> Fitted:
        """Return the text at the largest size at which it fits a box, on up to `most` lines."""
        return fitted(text, width, height, largest, most)

    def texts(self) -> str:
        """Return what the card does in a duel, "" where that is not known or nothing."""
        part = game(self._catalog.game).card_texts
        return " ".join((part and part()(self.card, self._catalog)) or ())


def fitted(text: str, width: float, height: float, largest: int, most: int = MAX_LINES) -> Fitted:
    """Return a text at the largest size at which it fits a box, on up to `most` lines."""
    best = Fitted(0, ())
    for count in range(1, most + 1):
        lines = _broken(text, count)
        widest = max(map(_width, lines)) or 1
        size = min(largest, int(height / len(lines) / LINE_HEIGHT), int(width / widest))
        if size > best.size:
            best = Fitted(size, tuple(lines))
    return best


def draw_face(card: Card, catalog: Catalog) -> str:
    """Return the face of a card as SVG."""
    template = export_of(catalog.game, "face.svg.j2") or "faces/plain.svg.j2"
    return render(template, card=card, face=Face(card, catalog))


def draw_name(name: str) -> str:
    """Return a face with a name alone as SVG, for a card that no catalogue knows."""
    return render("faces/name.svg.j2", name=sound(name), fitted=fitted)


def _width(text: str) -> float:
    """Return the width of a text in letter sizes."""
    wide = cell_width(text) - len(text)
    return wide + (len(text) - wide) * LETTER_WIDTH


def _broken(text: str, count: int) -> list[str]:
    """Break a text into at most `count` lines of nearly the same width.

    Lines end between words, behind dashes, and anywhere between East Asian letters.
    """
    pieces = _PIECE.findall(text)
    limit = _width(text) / count
    while len(lines := _filled(pieces, limit)) > count:
        limit *= 1.05
    return lines


def _filled(pieces: list[str], limit: float) -> list[str]:
    """Fill lines from the top; a line is longer than the limit only with a single piece."""
    lines: list[str] = []
    line = ""
    for piece in pieces:
        if line and _width(line + piece.rstrip()) > limit:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return [*lines, line.rstrip()]
