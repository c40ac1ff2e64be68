"""Fonts for what people and cards are called: the built-in ones, or one that has the letters.

The PDF's own Helvetica has the letters of Western Europe. Other letters are drawn with a font
file of this machine, put into the PDF, or with the Japanese font that PDF viewers bring.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckbuilder.errors import refusal
from deckbuilder.resources import export_data

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

REGULAR, BOLD = "Helvetica", "Helvetica-Bold"
_WESTERN = "cp1252"
_JAPANESE = "shift_jis"


ROOM_OF_BOX = "  "
"""Blanks that leave the room of a letter: in it the box is drawn."""


class Fitted(NamedTuple):
    """A text as it is drawn: its font, and where the boxes stand for letters that it lacks."""

    font: str
    text: str
    boxes: tuple[int, ...]


class Fonts:
    """Chooses a font for each text. `file` is a font of the user, used for all of it."""

    def __init__(self, file: Path | None = None) -> None:
        self._own = _register(file) if file is not None else None
        if file is not None and self._own is None:
            raise refusal("sheets.no-font", where=str(file))
        self._known: dict[tuple[str, bool], Fitted] = {}
        self.missing: dict[str, None] = {}
        """The letters of all texts so far that no font has."""

    def name(self, text: str, *, bold: bool = False) -> str:
        """Return the name of the font that a text is drawn with."""
        return self.fit(text, bold=bold).font

    def fit(self, text: str, *, bold: bool = False) -> Fitted:
        """Return a text with the font that has most of its letters, boxes for the others.

        The letters that no font has are kept in `missing`, to be told.
        """
        key = (text, bold)
        if key not in self._known:
            self._known[key] = self._choose(text, bold=bold)
        return self._known[key]

    def _choose(self, text: str, *, bold: bool) -> Fitted:
        best, most, has = "", -1, set[str]()
        for font, letters in self._fonts(set(text), bold=bold):
            if len(letters) > most:
                best, most, has = font, len(letters), letters
            if letters == set(text):
                return Fitted(best, text, ())
        self.missing.update(dict.fromkeys(letter for letter in text if letter not in has))
        drawn, boxes = "", []
        for letter in text:
            if letter in has:
                drawn += letter
            else:
                boxes.append(len(drawn))
                drawn += ROOM_OF_BOX
        return Fitted(best, drawn, tuple(boxes))

    def _fonts(self, letters: set[str], *, bold: bool) -> Iterator[tuple[str, set[str]]]:
        """Yield the fonts in the order in which they are wanted, and which letters they have."""
        if self._own is not None:
            yield _font_name(self._own), _had(self._own, letters)
        yield BOLD if bold else REGULAR, {each for each in letters if _encodes(each, _WESTERN)}
        for font in _found():
            yield _font_name(font), _had(font, letters)
        japanese = {each for each in letters if _encodes(each, _JAPANESE)}
        if japanese:
            yield _viewers_japanese(), japanese


def draw_box(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Draw the box of a letter that no font has, on the base line."""
    canvas.setLineWidth(size / 20)
    canvas.rect(x + size / 20, y, size * 0.45, size * 0.7, stroke=1, fill=0)


def _encodes(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _had(font: Any, letters: set[str]) -> set[str]:
    return {letter for letter in letters if ord(letter) in font.face.charToGlyph}


def _font_name(font: Any) -> str:
    return str(font.fontName)


@cache
def font_files() -> tuple[Path, ...]:
    """Return the files of `fonts.yaml` that this machine has, in that order."""
    wanted = export_data("sheets/fonts.yaml")
    files = dict(_files(wanted["folders"], {name.casefold() for name in wanted["files"]}))
    return tuple(files[n] for name in wanted["files"] if (n := name.casefold()) in files)


@cache
def _found() -> tuple[Any, ...]:
    """The fonts of `font_files` that a PDF can take."""
    fonts = map(_register, font_files())
    return tuple(font for font in fonts if font is not None)


def _files(folders: Iterable[str], names: set[str]) -> Iterator[tuple[str, Path]]:
    for folder in folders:
        place = Path(os.path.expandvars(folder)).expanduser()
        for below, _, files in os.walk(place):
            for name in sorted(files):
                if name.casefold() in names:
                    yield name.casefold(), Path(below) / name


@cache
def _register(path: Path) -> Any:
    """Return a font file as a font of reportlab, None when it is none that a PDF can take."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    try:
        font = TTFont(f"own-{path.stem}", str(path))
    except (TTFError, OSError, ValueError):
        return None
    pdfmetrics.registerFont(font)
    return font


@cache
def _viewers_japanese() -> str:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont

    font = UnicodeCIDFont("HeiseiKakuGo-W5")
    pdfmetrics.registerFont(font)
    return str(font.fontName)
