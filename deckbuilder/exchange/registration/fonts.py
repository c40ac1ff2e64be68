"""Fonts for what people and cards are called: letter by letter, one that has it.

The PDF's own Helvetica has the letters of Western Europe. Other letters are drawn with font files
of this machine, put into the PDF, or with the Japanese font that PDF viewers bring; a box stands
for a letter that none of them has.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckbuilder.errors import refusal
from deckbuilder.resources import export_data

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

REGULAR, BOLD = "Helvetica", "Helvetica-Bold"
_WESTERN = "cp1252"
_JAPANESE = "shift_jis"
BOX_WIDTH = 0.56
"""Of the box of a letter that no font has, in its size."""


class Run(NamedTuple):
    """Letters of one font one after the other; without a font boxes stand for them."""

    font: str
    text: str


class Fonts:
    """Chooses a font for each letter. `file` is a font of the user, asked before all others."""

    def __init__(self, file: Path | None = None) -> None:
        self._own = _register(file) if file is not None else None
        if file is not None and self._own is None:
            raise refusal("sheets.no-font", where=str(file))
        self._known: dict[tuple[str, bool], tuple[Run, ...]] = {}
        self.missing: dict[str, None] = {}
        """The letters of all texts so far that no font has."""

    def runs(self, text: str, *, bold: bool = False) -> tuple[Run, ...]:
        """Return a text in runs: of the first font that has all of it, else letter by letter.

        The letters that no font has are kept in `missing`, to be told.
        """
        key = (text, bold)
        if key not in self._known:
            self._known[key] = self._chosen(text, bold=bold)
        return self._known[key]

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """Return how wide a text is in points."""
        return sum(run_width(run, size) for run in self.runs(text, bold=bold))

    def _chosen(self, text: str, *, bold: bool) -> tuple[Run, ...]:
        letters = set(text)
        has: list[tuple[str, set[str]]] = []
        for font, own in self._fonts(letters, bold=bold):
            if own == letters:
                return (Run(font, text),) if text else ()
            has.append((font, own))
        fonts: list[str] = []
        for letter in text:
            font = next((font for font, own in has if letter in own), "")
            # What only goes with the letter before it, or is a blank, changes no font.
            goes_along = unicodedata.combining(letter) or letter.isspace()
            if fonts and goes_along and any(fonts[-1] == f and letter in own for f, own in has):
                font = fonts[-1]
            fonts.append(font)
        self.missing.update(
            dict.fromkeys(letter for letter, font in zip(text, fonts, strict=True) if not font)
        )
        pairs = groupby(zip(text, fonts, strict=True), key=lambda pair: pair[1])
        return tuple(Run(font, "".join(letter for letter, _ in each)) for font, each in pairs)

    def _fonts(self, letters: set[str], *, bold: bool) -> Iterator[tuple[str, set[str]]]:
        """Yield the fonts in the order in which they are wanted, and which letters they have."""
        if self._own is not None:
            yield _font_name(self._own), _had(self._own, letters)
        yield BOLD if bold else REGULAR, {each for each in letters if _encodes(each, _WESTERN)}
        for path in font_files(bold=bold):
            font = _register(path)
            if font is not None:
                yield _font_name(font), _had(font, letters)
        japanese = {each for each in letters if _encodes(each, _JAPANESE)}
        if japanese:
            yield _viewers_japanese(), japanese


def run_width(run: Run, size: float) -> float:
    """Return how wide a run is in points."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    if not run.font:
        return len(run.text) * BOX_WIDTH * size
    return float(stringWidth(run.text, run.font, size))


def draw_runs(
    canvas: Canvas, x: float, y: float, runs: Iterable[Run], size: float, scale: float = 1.0
) -> None:
    """Draw runs on the base line `y`, condensed by `scale`."""
    for run in runs:
        if run.font:
            written = canvas.beginText(x, y)
            written.setFont(run.font, size)
            written.setHorizScale(100 * scale)
            written.textOut(run.text)
            canvas.drawText(written)
        for number in range(0 if run.font else len(run.text)):
            _draw_box(canvas, x + number * BOX_WIDTH * size * scale, y, size, scale)
        x += run_width(run, size) * scale


def _draw_box(canvas: Canvas, x: float, y: float, size: float, scale: float) -> None:
    canvas.setLineWidth(size / 20)
    canvas.rect(x + size / 20, y, size * 0.45 * scale, size * 0.7, stroke=1, fill=0)


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
def font_files(*, bold: bool = False) -> tuple[Path, ...]:
    """Return the files of `fonts.yaml` that this machine has, in that order.

    Where a font has a bold file of its own, that one is returned for bold letters.
    """
    wanted = export_data("sheets/fonts.yaml")
    pairs = [
        (each, each) if isinstance(each, str) else (each["regular"], each["bold"])
        for each in wanted["files"]
    ]
    names = {name.casefold() for pair in pairs for name in pair}
    files = dict(_files(wanted["folders"], names))
    chosen = ((strong, plain) if bold else (plain,) for plain, strong in pairs)
    found = (
        next((files[n] for name in each if (n := name.casefold()) in files), None)
        for each in chosen
    )
    return tuple(path for path in found if path is not None)


def _files(folders: Iterable[str], names: set[str]) -> Iterator[tuple[str, Path]]:
    for folder in folders:
        place = Path(os.path.expandvars(folder)).expanduser()
        for below, _, files in os.walk(place):
            for name in sorted(files):
                if name.casefold() in names:
                    yield name.casefold(), Path(below) / name


@cache
def _register(path: Path) -> Any:
    """Return a font file as a font of reportlab, None for a file that is no font."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    from deckbuilder.exchange.registration.outline_fonts import OutlineFont

    name = f"own-{path.stem}"
    try:
        font = TTFont(name, str(path))
    except (TTFError, OSError, ValueError):
        try:
            font = OutlineFont(name, path)
        except (ValueError, OSError):
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
