"""Faces drawn from the facts of cards, many to a picture, for tables that need pictures.

Pictures printed on cards are not ours; a drawn face says the name and what is known.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from deckbuilder.decks.deck import Deck, Entry, title_key
from deckbuilder.exchange.card_lines import card_lines
from deckbuilder.exchange.images import CardImage, Images, Sheet
from deckbuilder.exchange.layout import facts_of
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
    font = _fitting(title, _TITLE, 1, WIDTH - 4 * _MARGIN)[0]
    draw.text((WIDTH / 2, HEIGHT / 2), title, font=font, fill=_PAPER, anchor="mm")
    return back


def _text(draw: ImageDraw, text: str, at: int, size: int, ink: str, *, lines: int) -> int:
    """Write a text in as many lines as it needs; return where the next one may begin."""
    font, broken = _fitting(text, size, lines, WIDTH - 2 * _MARGIN)
    for line in broken:
        draw.text((_MARGIN, at), line, font=font, fill=ink)
        at += int(font.size * 1.2)
    return at


def _fitting(text: str, size: int, lines: int, width: int) -> tuple[FreeTypeFont, list[str]]:
    """Return the largest letters at which a text fits, and its lines."""
    while True:
        font = _font(not text.isascii(), size)
        broken = list(_broken(text, font, width))
        fits = len(broken) <= lines and all(font.getlength(line) <= width for line in broken)
        if fits or size <= _LEAST:
            return font, broken[:lines]
        size -= 2


def _broken(text: str, font: FreeTypeFont, width: int) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and font.getlength(longer) > width:
            yield line
            line = word
        else:
            line = longer
    yield line


@cache
def _font(other_letters: bool, size: int) -> FreeTypeFont:
    """Return the built-in font, or one of this machine for letters that it lacks."""
    from PIL import ImageFont

    from deckbuilder.exchange.registration.fonts import font_files

    if other_letters:
        for path in font_files():
            try:
                return ImageFont.truetype(path, size)
            except OSError:
                continue
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font


def _png(image: Image) -> bytes:
    from PIL.Image import Palette

    stream = io.BytesIO()
    image.convert("P", palette=Palette.ADAPTIVE, colors=_COLOURS).save(stream, "PNG")
    return stream.getvalue()
