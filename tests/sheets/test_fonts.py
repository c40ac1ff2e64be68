"""Letters on sheets: fonts of both outline kinds, letter by letter; long names are never cut."""

from __future__ import annotations

import io

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont

from deckbuilder.exchange.registration import fonts as fonts_at_hand
from deckbuilder.exchange.registration.fonts import REGULAR, Fonts, run_width
from deckbuilder.exchange.registration.outline_fonts import OutlineFont, letters_of
from deckbuilder.exchange.registration.paging import measures
from deckbuilder.exchange.registration.pdf import Pen, new_canvas

LETTERS = {"A": 600, "髙": 1000, "﨑": 1000, "김": 920}


def square(width):
    pen = T2CharStringPen(width, None)
    pen.moveTo((50, 0))
    pen.lineTo((50, 700))
    pen.curveTo((200, 760), (400, 760), (width - 50, 700))
    pen.lineTo((width - 50, 0))
    pen.closePath()
    return pen.getCharString()


@pytest.fixture
def outlines(tmp_path, monkeypatch):
    """A font of PostScript outlines with four letters; what this machine has is left out."""
    monkeypatch.setattr(fonts_at_hand, "font_files", lambda *, bold=False: ())
    names = {letter: f"uni{ord(letter):04X}" for letter in LETTERS}
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap({ord(letter): name for letter, name in names.items()})
    widths = {".notdef": 500, **{names[letter]: width for letter, width in LETTERS.items()}}
    builder.setupCFF("Own-Regular", {}, {name: square(width) for name, width in widths.items()}, {})
    builder.setupHorizontalMetrics({name: (width, 50) for name, width in widths.items()})
    builder.setupHorizontalHeader(ascent=880, descent=-120)
    builder.setupNameTable({"familyName": "Own", "styleName": "Regular", "psName": "Own-Regular"})
    builder.setupOS2()
    builder.setupPost()
    path = tmp_path / "own.otf"
    builder.save(path)
    return path


def test_a_font_of_postscript_outlines_is_drawn_as_truetype(outlines):
    font = OutlineFont("own", outlines)
    subset = [0, 32, ord("髙"), ord("A")]
    made = TTFont(io.BytesIO(font.face.makeSubset(subset)))
    assert "glyf" in made
    assert "CFF " not in made
    # The code of a letter is its place in the subset.
    names = made["cmap"].getcmap(1, 0).cmap
    widths = [made["hmtx"][names[code]][0] for code in range(4)]
    assert widths == [500, 500, 1000, 600]
    box = made["glyf"][names[2]]
    assert (box.xMin, box.xMax, box.yMin) == (50, 950, 0)
    assert 700 < box.yMax <= 760


def test_the_hour_is_not_in_a_font_that_was_drawn_again(outlines, monkeypatch):
    font = OutlineFont("own", outlines)
    made = []
    for now in (3_800_000_000, 3_900_000_000):
        monkeypatch.setattr("fontTools.fontBuilder.timestampNow", lambda now=now: now)
        made.append(font.face.makeSubset([0, ord("髙")]))
    assert made[0] == made[1]


def test_widths_and_letters_are_those_of_the_file(outlines):
    font = OutlineFont("own", outlines)
    assert font.stringWidth("髙A", 10) == pytest.approx(16.0)
    assert letters_of(outlines) == {ord(letter) for letter in LETTERS}


def test_a_file_that_is_no_font_is_told(tmp_path):
    path = tmp_path / "x.otf"
    path.write_bytes(b"OTTO" + b"\0" * 40)
    with pytest.raises(ValueError, match=r".*"):
        OutlineFont("x", path)
    assert letters_of(path) == frozenset()


def test_each_letter_has_a_font_that_has_it(outlines):
    fonts = Fonts(outlines)
    whole = fonts.runs("髙﨑")
    assert [run.text for run in whole] == ["髙﨑"]
    mixed = fonts.runs("Ann 髙")
    assert "".join(run.text for run in mixed) == "Ann 髙"
    assert mixed[-1].font == whole[0].font
    assert REGULAR in {run.font for run in mixed}
    assert not fonts.missing
    assert fonts.width("髙﨑", 10) == pytest.approx(20.0)


def test_a_pdf_with_such_letters_carries_them(outlines):
    measured, fonts, stream = measures("a4"), Fonts(outlines), io.BytesIO()
    canvas = new_canvas(stream, measured, "髙﨑", "about")
    Pen(canvas, measured.height, fonts).text(20, 20, "髙﨑 김 Ann")
    canvas.save()
    content = stream.getvalue()
    assert b"/FontFile2" in content
    assert b"+Own-Regular" in content
    assert b"/DisplayDocTitle true" in content
    assert b"/Lang" in content


LONG = [
    "Maximilian Alexander von Hohenzollern-Sigmaringen zu Württemberg the Third of His Name",
    "W" * 300,
    "a b " * 100,
    "じゅげむじゅげむごこうのすりきれかいじゃりすいぎょのすいぎょうまつうんらいまつふうらいまつ"
    * 2,
]


@pytest.mark.parametrize("text", LONG)
@pytest.mark.parametrize("room", [15.0, 40.0])
def test_long_names_become_smaller_and_wrap_but_are_never_cut(text, room):
    measured, fonts = measures("a4"), Fonts()
    pen = Pen(new_canvas(io.BytesIO(), measured, "x"), measured.height, fonts)
    lines, size = pen._fitted(text, 9.5, room, bold=False)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert len(lines) * size <= 2.1 * 9.5
    assert pen.text(10, 10, text, room=room) <= room + 1e-6


def test_a_short_name_keeps_its_size():
    measured, fonts = measures("a4"), Fonts()
    pen = Pen(new_canvas(io.BytesIO(), measured, "x"), measured.height, fonts)
    assert pen._fitted("Ann Smith", 9.5, 60, bold=False) == (["Ann Smith"], 9.5)
    assert run_width(fonts.runs("Ann")[0], 10) > 0
