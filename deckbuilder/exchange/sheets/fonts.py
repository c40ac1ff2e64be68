"""Fonts for what people and cards are called: the built-in ones, or one that has the letters.

The PDF's own Helvetica has the letters of Western Europe. Other letters are drawn with a font
file of this machine, put into the PDF, or with the Japanese font that PDF viewers bring.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from deckbuilder.errors import refusal
from deckbuilder.resources import export_data

REGULAR, BOLD = "Helvetica", "Helvetica-Bold"
_WESTERN = "cp1252"
_JAPANESE = "shift_jis"


class Fonts:
    """Chooses a font for each text. `file` is a font of the user, used for all of it."""

    def __init__(self, file: Path | None = None) -> None:
        self._own = _register(file) if file is not None else None
        if file is not None and self._own is None:
            raise refusal("sheets.no-font", where=str(file))
        self._known: dict[tuple[str, bool], str] = {}

    def name(self, text: str, *, bold: bool = False) -> str:
        """Return the name of a font that has every letter of a text.

        Raises InputError with the letters when no font has them.
        """
        key = (text, bold)
        if key not in self._known:
            self._known[key] = self._choose(text, bold=bold)
        return self._known[key]

    def _choose(self, text: str, *, bold: bool) -> str:
        if self._own is not None and _has(self._own, text):
            return _font_name(self._own)
        if _encodes(text, _WESTERN):
            return BOLD if bold else REGULAR
        for font in _found():
            if _has(font, text):
                return _font_name(font)
        if _encodes(text, _JAPANESE):
            return _viewers_japanese()
        missing = "".join(sorted({letter for letter in text if not _encodes(letter, _WESTERN)}))
        raise refusal("sheets.letters", letters=missing, text=text)


def _encodes(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _has(font: Any, text: str) -> bool:
    return all(ord(letter) in font.face.charToGlyph for letter in text)


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
