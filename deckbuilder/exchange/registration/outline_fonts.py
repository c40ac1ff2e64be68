"""Fonts of PostScript outlines (OTF, as Noto CJK is) for PDFs, which take TrueType ones only.

Widths and letters are read from the file; of the letters that a PDF uses the outlines are drawn
again as TrueType when it is saved.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from reportlab.pdfbase.pdfmetrics import TypeFace
from reportlab.pdfbase.ttfonts import FF_FORCEBOLD, FF_SYMBOLIC, TTFont, TTFontFace

ERROR = 1.0
"""How far a curve may be off, in units of the font: a thousand make the height of a letter."""
_PREFERRED = " JP"
"""Of the fonts in one file the Japanese one is taken: it has Korean and Chinese letters too."""
_MAC_ROMAN = (1, 0)
_BOLD_WEIGHT = 600


class OutlineFace(TTFontFace):
    """A face as reportlab asks of one. Raises ValueError for a file that is no font."""

    def __init__(self, path: Path) -> None:
        from fontTools.ttLib import TTLibError

        TypeFace.__init__(self, None)
        try:
            font = _opened(path)
            self._glyph_names = font.getBestCmap() or {}
            advances = font["hmtx"].metrics
            per_em = font["head"].unitsPerEm
        except (TTLibError, KeyError, OSError, AssertionError) as error:
            raise ValueError(str(error)) from None
        self._font = font
        self._per_em = per_em

        def scaled(units: float) -> float:
            return float(units * 1000 / per_em)

        self.filename = str(path)
        self.name = str(font["name"].getDebugName(6) or path.stem).encode("ascii", "replace")
        self.subfontNameX = b""
        self.charToGlyph = dict.fromkeys(self._glyph_names, 0)
        self.charWidths = {
            code: scaled(advances[name][0]) for code, name in self._glyph_names.items()
        }
        self.defaultWidth = scaled(advances[".notdef"][0])
        self.ascent, self.descent = scaled(font["hhea"].ascent), scaled(font["hhea"].descent)
        self.capHeight = self.ascent
        head = font["head"]
        self.bbox = [scaled(each) for each in (head.xMin, head.yMin, head.xMax, head.yMax)]
        weight = font["OS/2"].usWeightClass if "OS/2" in font else 400
        self.stemV = 50 + int((weight / 65.0) ** 2)
        self.italicAngle = 0
        self.flags = FF_SYMBOLIC | (FF_FORCEBOLD if weight >= _BOLD_WEIGHT else 0)

    @cached_property
    def _glyphs(self) -> Any:
        return self._font.getGlyphSet()

    def makeSubset(self, subset: Sequence[int]) -> bytes:
        """Return a TrueType font whose code `n` is the letter at place `n` of a subset."""
        from fontTools.fontBuilder import FontBuilder
        from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

        names = [".notdef", *(f"letter{place}" for place in range(len(subset)))]
        drawn = [self._drawn(0), *(self._drawn(code) for code in subset)]
        builder = FontBuilder(self._per_em, isTTF=True)
        builder.setupGlyphOrder(names)
        builder.setupGlyf(dict(zip(names, (glyph for glyph, _ in drawn), strict=True)))
        builder.setupHorizontalMetrics(
            {name: (width, 0) for name, (_, width) in zip(names, drawn, strict=True)}
        )
        builder.setupHorizontalHeader(
            ascent=self._font["hhea"].ascent, descent=self._font["hhea"].descent
        )
        builder.setupMaxp()
        builder.setupPost(keepGlyphNames=False)
        table = CmapSubtable.newSubtable(6)
        table.platformID, table.platEncID = _MAC_ROMAN
        table.language = 0
        table.cmap = dict(enumerate(names[1:]))
        builder.setupCharacterMap({})
        builder.font["cmap"].tables = [table]
        builder.font.recalcTimestamp = False
        head = self._font["head"]
        builder.updateHead(created=head.created, modified=head.modified)
        stream = io.BytesIO()
        builder.save(stream)
        return stream.getvalue()

    def _drawn(self, code: int) -> tuple[Any, int]:
        """Return a letter as TrueType, and its width."""
        from fontTools.pens.cu2quPen import Cu2QuPen
        from fontTools.pens.ttGlyphPen import TTGlyphPen

        glyph = self._glyphs[self._glyph_names.get(code, ".notdef")]
        pen = TTGlyphPen(None)
        glyph.draw(Cu2QuPen(pen, ERROR, reverse_direction=True))
        return pen.glyph(), round(glyph.width)


class OutlineFont(TTFont):
    """A font as reportlab asks of one. Raises ValueError for a file that is no font."""

    def __init__(self, name: str, path: Path) -> None:
        from weakref import WeakKeyDictionary

        from reportlab.pdfbase.ttfonts import TTEncoding

        self.fontName = name
        self.face = OutlineFace(path)
        self.encoding = TTEncoding()
        self.state = WeakKeyDictionary()
        self._asciiReadable = True
        self.shapable = False


def letters_of(path: Path) -> frozenset[int]:
    """Return the letters that a font file has, none where it is no font."""
    from fontTools.ttLib import TTLibError

    try:
        return frozenset(_opened(path).getBestCmap() or ())
    except (TTLibError, KeyError, OSError, AssertionError):
        return frozenset()


def number_in(path: Path) -> int:
    """Return which font of a file is taken, 0 where it has only one."""
    from fontTools.ttLib import TTCollection, TTLibError

    if path.suffix.casefold() not in (".ttc", ".otc"):
        return 0
    try:
        fonts = TTCollection(str(path), lazy=True).fonts
        names = [str(font["name"].getDebugName(1) or "") for font in fonts]
    except (TTLibError, KeyError, OSError, AssertionError):
        return 0
    return next((at for at, name in enumerate(names) if _PREFERRED in f" {name}"), 0)


def _opened(path: Path) -> Any:
    from fontTools.ttLib import TTFont as FontFile

    return FontFile(str(path), fontNumber=number_in(path), lazy=True)
