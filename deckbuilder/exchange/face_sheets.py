"""Faces drawn from the facts of cards, many to a picture, for tables that need pictures.

Pictures printed on cards are not ours; a drawn face says the name and what is known.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckbuilder.decks.deck import Deck, Entry, title_key
from deckbuilder.exchange.card_lines import card_lines
from deckbuilder.exchange.images import CardImage, Images, Sheet
from deckbuilder.exchange.layout import facts_of
from deckbuilder.exchange.registration.paging import pieces
from deckbuilder.registry import game as find_game

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

COLUMNS, ROWS = 10, 7
CELLS = COLUMNS * ROWS - 1
"""The last cell of a full sheet is what other players see of a hidden card."""
WIDTH, HEIGHT = 400, 560
_MARGIN = 24
_TITLE, _FACT, _ORIGIN = 46, 30, 24
_LEAST = 18
_INK, _SOFT, _PAPER, _LINE, _BACK = "#1c1a17", "#6b655c", "#fffdf8", "#7a2e1d", "#3d3a35"
_COLOURS = 32
_ASCENT = 0.88
"""Where the base line lies below the top of a line, in its size."""
_WESTERN = frozenset(ord(letter) for letter in bytes(range(32, 256)).decode("cp1252", "ignore"))
"""The letters of Pillow's own font."""


class Drawn(NamedTuple):
    """What the faces are found by, and the pictures by the end of their file's name."""

    images: Images
    pictures: dict[str, bytes]


def without_face(deck: Deck, given: Images) -> dict[str, Entry]:
    """Return an entry of each title for which a user's file of images has no face."""
    if given.blank is not None:
        return {}
    return {
        title_key(entry): entry
        for entry in deck.entries
        if given.of(entry.card, entry.title) is None
    }


def drawn_faces(deck: Deck, url: str, given: Images | None = None) -> Drawn:
    """Return images for a deck; those that the user gave stay.

    `url` is where the pictures will be, but for the end of their names.
    """
    given = given or Images()
    missing = without_face(deck, given)
    sheets, cards, pictures = dict(given.sheets), dict(given.cards), dict[str, bytes]()
    keys = list(missing)
    for number, start in enumerate(range(0, len(keys), CELLS), 1):
        part = keys[start : start + CELLS]
        ending = f"-faces-{number}.png"
        rows = max(2, -(-(len(part) + 1) // COLUMNS))
        sheets[ending] = Sheet(face=f"{url}{ending}", columns=COLUMNS, rows=rows)
        pictures[ending] = _sheet([missing[key] for key in part], deck, rows)
        cards.update({key: CardImage(sheet=ending, index=at) for at, key in enumerate(part)})
    back = given.back
    if back is None:
        pictures["-back.png"] = _png(_back(deck))
        back = f"{url}-back.png"
    return Drawn(Images(back=back, blank=given.blank, sheets=sheets, cards=cards), pictures)


def _sheet(entries: Sequence[Entry], deck: Deck, rows: int) -> bytes:
    from PIL import Image

    sheet = Image.new("RGB", (COLUMNS * WIDTH, rows * HEIGHT), _BACK)
    for at, entry in enumerate(entries):
        row, column = divmod(at, COLUMNS)
        sheet.paste(_face(entry, deck), (column * WIDTH, row * HEIGHT))
    return _png(sheet)


def _face(entry: Entry, deck: Deck) -> Image:
    from PIL import Image, ImageDraw

    face = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    draw = ImageDraw.Draw(face)
    draw.rectangle((6, 6, WIDTH - 7, HEIGHT - 7), outline=_LINE, width=4)
    at = _text(draw, entry.title, _MARGIN, _TITLE, _INK, lines=3)
    draw.line((_MARGIN, at + 8, WIDTH - _MARGIN, at + 8), fill=_LINE, width=2)
    at += 24
    card = entry.card
    for label, value in facts_of(deck, entry):
        if at < HEIGHT - 3 * _FACT:
            at = _text(draw, f"{label}: {value}", at, _FACT, _INK, lines=3) + 6
    if card is not None:
        set_name = card_lines(deck.game).catalog.sets_by_id[card.set].name
        number = f" {card.number}" if card.number is not None else ""
        _text(draw, f"{set_name}{number}", HEIGHT - _MARGIN - _ORIGIN, _ORIGIN, _SOFT, lines=1)
    return face


def _back(deck: Deck) -> Image:
    from PIL import Image, ImageDraw

    back = Image.new("RGB", (WIDTH, HEIGHT), _BACK)
    draw = ImageDraw.Draw(back)
    draw.rectangle((18, 18, WIDTH - 19, HEIGHT - 19), outline=_PAPER, width=3)
    title = find_game(deck.game).title
    size = _fitting(title, _TITLE, 1, WIDTH - 4 * _MARGIN)[0]
    left = (WIDTH - _width(title, size)) / 2
    _line(draw, title, (left, (HEIGHT - size) / 2), size, _PAPER)
    return back


def _text(draw: ImageDraw, text: str, at: int, size: int, ink: str, *, lines: int) -> int:
    """Write a text in as many lines as it needs; return where the next one may begin."""
    size, broken = _fitting(text, size, lines, WIDTH - 2 * _MARGIN)
    for line in broken:
        _line(draw, line, (_MARGIN, at), size, ink)
        at += int(size * 1.2)
    return at


def _line(draw: ImageDraw, text: str, at: tuple[float, float], size: int, ink: str) -> None:
    """Write a line letter by letter, each in a font that has it, on one base line."""
    x, y = at
    base = y + size * _ASCENT
    for number, letters in _runs(text):
        font = _font(number, size)
        draw.text((x, base), letters, font=font, fill=ink, anchor="ls")
        x += font.getlength(letters)


def _width(text: str, size: int) -> float:
    return sum(_font(number, size).getlength(letters) for number, letters in _runs(text))


def _fitting(text: str, size: int, lines: int, width: int) -> tuple[int, list[str]]:
    """Return the largest size at which a text fits, and its lines."""
    while True:
        broken = list(_broken(text, size, width))
        fits = len(broken) <= lines and all(_width(line, size) <= width for line in broken)
        if fits or size <= _LEAST:
            return size, broken[:lines]
        size -= 2


def _broken(text: str, size: int, width: int) -> Iterator[str]:
    line = ""
    for piece in pieces(text):
        longer = line + piece
        if line.strip() and _width(longer.rstrip(), size) > width:
            yield line.strip()
            line = piece
        else:
            line = longer
    yield line.strip()


def _runs(text: str) -> Iterator[tuple[int, str]]:
    """Yield the letters of a text with the number of the first font that has them."""
    for number, letters in groupby(text, key=_number_of):
        yield number, "".join(letters)


@cache
def _number_of(letter: str) -> int:
    code = ord(letter)
    return next((number for number, (_, has) in enumerate(_fonts()) if code in has), 0)


@cache
def _fonts() -> tuple[tuple[Path | None, frozenset[int]], ...]:
    """Return the built-in font, then those of this machine, and the letters that each has."""
    from deckbuilder.exchange.registration.fonts import font_files
    from deckbuilder.exchange.registration.outline_fonts import letters_of

    return ((None, _WESTERN), *((path, letters_of(path)) for path in font_files()))


@cache
def _font(number: int, size: int) -> FreeTypeFont:
    from PIL import ImageFont

    from deckbuilder.exchange.registration.outline_fonts import number_in

    path = _fonts()[number][0]
    if path is not None:
        return ImageFont.truetype(path, size, index=number_in(path))
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font


def _png(image: Image) -> bytes:
    from PIL.Image import Palette

    stream = io.BytesIO()
    image.convert("P", palette=Palette.ADAPTIVE, colors=_COLOURS).save(stream, "PNG")
    return stream.getvalue()
