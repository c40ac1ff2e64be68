"""Registration sheets as PDF, black on white, the same bytes for the same sheets."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from deckbuilder.exchange.registration.fonts import Fonts, draw_runs
from deckbuilder.exchange.registration.paging import (
    FIELDS_ACROSS,
    NARROWEST,
    POINTS,
    SMALL,
    TEXT,
    Measures,
    Page,
    Slot,
    pages,
    pieces,
)
from deckbuilder.exchange.registration.qr import QUIET, runs
from deckbuilder.exchange.registration.sheet import Sheet
from deckbuilder.words import language, say

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

LARGE, TITLE, INITIAL = 11.0, 16.0, 30.0
"""Sizes of letters in points, beside those of paging."""
SPACING = 3.7
"""Of lines of small letters."""
SHADE = 0.9
LEAD, RISE = 1.02, 0.55
"""Between the base lines of a text that is broken, and how much of that lies above its own."""
SHARES = (0.72, 0.52)
"""How large letters are in a text of two lines and of three, of its size on one."""
SMALLEST = 1.0
"""Below this nobody makes letters smaller."""
THIN, LINE, THICK = 0.3, 0.6, 1.2


class Pen:
    """Draws in millimetres from the top left corner, with letters that fit their place."""

    def __init__(self, canvas: Canvas, height: float, fonts: Fonts) -> None:
        self.canvas = canvas
        self.fonts = fonts
        self._height = height

    def line(self, x1: float, y1: float, x2: float, y2: float, weight: float = LINE) -> None:
        """Draw a line."""
        self.canvas.setLineWidth(weight)
        self.canvas.line(x1 * POINTS, self._y(y1), x2 * POINTS, self._y(y2))

    def box(self, x: float, y: float, width: float, height: float, weight: float = LINE) -> None:
        """Draw a frame from its upper left corner."""
        self.canvas.setLineWidth(weight)
        self.canvas.rect(
            x * POINTS, self._y(y + height), width * POINTS, height * POINTS, stroke=1, fill=0
        )

    def shade(self, x: float, y: float, width: float, height: float, grey: float = SHADE) -> None:
        """Fill an area."""
        self.canvas.setFillGray(grey)
        self.canvas.rect(
            x * POINTS, self._y(y + height), width * POINTS, height * POINTS, stroke=0, fill=1
        )
        self.canvas.setFillGray(0)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = TEXT,
        *,
        bold: bool = False,
        room: float | None = None,
        align: str = "left",
    ) -> float:
        """Write a text on the base line `y` so that it fits `room`; return its width.

        It is condensed first; what is longer still is broken into lines of smaller letters, up to
        three of them, and then made smaller: nothing of it is ever left out.
        """
        if not text:
            return 0.0
        lines, size = self._fitted(text, size, room, bold=bold)
        lead = size * LEAD / POINTS
        top = y - (len(lines) - 1) * lead * RISE
        widest = 0.0
        for number, line in enumerate(lines):
            width = self.fonts.width(line, size, bold=bold) / POINTS
            scale = 1.0 if room is None or width <= room else room / width
            width *= scale
            widest = max(widest, width)
            start = x if align == "left" else x - width if align == "right" else x - width / 2
            runs = self.fonts.runs(line, bold=bold)
            place = self._y(top + number * lead)
            draw_runs(self.canvas, start * POINTS, place, runs, size, scale)
        return widest

    def _fitted(
        self, text: str, size: float, room: float | None, *, bold: bool
    ) -> tuple[list[str], float]:
        """Return lines and the size of letters at which a text fits, condensed by NARROWEST."""
        if room is None or self._fits([text], size, room, bold=bold):
            return [text], size
        for number, share in enumerate(SHARES, 2):
            lines = wrapped(self, text, room / NARROWEST, size * share, bold=bold)
            if len(lines) <= number and self._fits(lines, size * share, room, bold=bold):
                return lines, size * share
        smaller = size * SHARES[-1]
        while True:
            smaller *= 0.9
            lines = wrapped(self, text, room / NARROWEST, smaller, bold=bold)
            fits = self._fits(lines, smaller, room, bold=bold)
            if (fits and len(lines) <= len(SHARES) + 1) or smaller < SMALLEST:
                return lines, smaller

    def _fits(self, lines: Sequence[str], size: float, room: float, *, bold: bool) -> bool:
        return all(
            self.fonts.width(line, size, bold=bold) * NARROWEST <= room * POINTS for line in lines
        )

    def _y(self, y: float) -> float:
        return (self._height - y) * POINTS


def sheets_pdf(sheets: Sequence[Sheet], measured: Measures, fonts: Fonts) -> bytes:
    """Return the sheets one after the other as a PDF."""
    stream = io.BytesIO()
    games = dict.fromkeys(sheet.game for sheet in sheets)
    canvas = new_canvas(stream, measured, _title(sheets), ", ".join(games))
    for sheet in sheets:
        draw_sheet(canvas, sheet, measured, fonts)
    canvas.save()
    return stream.getvalue()


def _title(sheets: Sequence[Sheet]) -> str:
    """Return what the sheets are, and of which deck where there is one."""
    title = say("reports.sheet.title")
    if len(sheets) != 1:
        return title
    name = dict(sheets[0].fields).get(say("reports.sheet.deck-name"))
    return f"{title}: {name}" if name else title


def new_canvas(stream: io.BytesIO, measured: Measures, title: str, subject: str = "") -> Canvas:
    """Return an empty PDF without the hour and without chance, with its title and language."""
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(
        stream,
        pagesize=(measured.width * POINTS, measured.height * POINTS),
        invariant=1,
        pageCompression=1,
        lang=language(),
    )
    canvas.setTitle(title)
    canvas.setSubject(subject)
    canvas.setCreator("deckbuilder")
    canvas.setAuthor("")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    return canvas


def draw_sheet(
    canvas: Canvas,
    sheet: Sheet,
    measured: Measures,
    fonts: Fonts,
    *,
    first: int = 1,
    of: int | None = None,
) -> None:
    """Draw one sheet, a page or more, counted from `first` among `of` of a book."""
    laid = pages(sheet, measured, say("reports.sheet.continued"))
    pen = Pen(canvas, measured.height, fonts)
    for number, page in enumerate(laid, first):
        _head(pen, sheet, measured)
        _rows(pen, sheet, page, measured)
        _foot(pen, sheet, measured)
        x, y = measured.width - measured.margin, measured.height - measured.margin
        told = say("reports.sheet.page", page=number, pages=of or len(laid))
        pen.text(x, y, told, SMALL, align="right")
        canvas.showPage()


def _head(pen: Pen, sheet: Sheet, measured: Measures) -> None:
    left, right, top = measured.margin, measured.width - measured.margin, measured.margin
    side = measured.band - 2
    pen.text(left, top + 6, say("reports.sheet.title"), TITLE, bold=True)
    pen.text(left, top + 12, sheet.game, LARGE)
    pen.box(right - side, top, side, side, THICK)
    pen.text(right - side / 2, top + side - 3.4, sheet.initial, INITIAL, bold=True, align="centre")
    told = say("reports.sheet.initial")
    pen.text(right - side - 2.5, top + 4, told, SMALL, align="right")
    across = (right - left) / FIELDS_ACROSS
    for at, (label, value) in enumerate(sheet.fields):
        x = left + across * (at % FIELDS_ACROSS)
        y = top + measured.band + measured.field * (at // FIELDS_ACROSS + 1) - 1.6
        end = x + across - (0 if at % FIELDS_ACROSS == FIELDS_ACROSS - 1 else 4)
        start = x + pen.text(x, y, label, SMALL, room=across / 2) + 1.5
        pen.line(start, y + 0.9, end, y + 0.9, THIN)
        pen.text(start + 0.5, y, value, LARGE - 1, bold=True, room=end - start - 0.5)


def _rows(pen: Pen, sheet: Sheet, page: Page, measured: Measures) -> None:
    height, width = measured.row_height(sheet), measured.column_width(sheet)
    for column, slots in enumerate(page):
        x = measured.margin + column * (width + measured.gap)
        top = measured.margin + measured.head(sheet)
        edges = _edges(sheet, measured)
        base = top + height - height * 0.28
        names = [
            say("reports.sheet.quantity"),
            say("reports.sheet.name"),
            *sheet.columns,
            *([say("reports.sheet.printing")] if sheet.printed else []),
        ]
        for (start, end), name in zip(edges, names, strict=True):
            pen.text(x + start + 1, base, name, SMALL, bold=True, room=end - start - 1)
        pen.line(x, top + height, x + width, top + height, THICK)
        for at, slot in enumerate(slots, 1):
            y = top + at * height
            _slot(pen, slot, x, y, edges, height, width)
        bottom = top + (len(slots) + 1) * height
        pen.line(x, bottom, x + width, bottom, LINE)


def _edges(sheet: Sheet, measured: Measures) -> list[tuple[float, float]]:
    """Where the cells of a row begin and end: quantity, name, facts, printing."""
    widths = [measured.count, measured.name_width(sheet), *[measured.fact] * len(sheet.columns)]
    if sheet.printed:
        widths.append(measured.printing_width(sheet))
    ends = list(accumulate(widths))
    return list(zip([0.0, *ends], ends, strict=False))


def _slot(
    pen: Pen,
    slot: Slot,
    x: float,
    y: float,
    edges: Sequence[tuple[float, float]],
    height: float,
    width: float,
) -> None:
    base = y + height - height * 0.28
    if slot.kind == "heading":
        pen.shade(x, y, width, height)
        room = pen.text(x + width - 1, base, slot.total, TEXT, bold=True, align="right")
        pen.text(x + 1, base, slot.title, TEXT, bold=True, room=width - room - 4)
        return
    pen.line(x, y + height, x + width, y + height, THIN)
    for start, _ in edges[1:]:
        pen.line(x + start, y, x + start, y + height, THIN)
    if slot.row is None:
        return
    row = slot.row
    pen.text(x + edges[0][1] - 2, base, str(row.count), TEXT, bold=True, align="right")
    cells = (row.name, *row.facts, row.printing)
    for (start, end), cell in zip(edges[1:], cells, strict=False):
        pen.text(
            x + start + 1,
            base,
            cell,
            TEXT if start == edges[1][0] else SMALL,
            room=end - start - 1.6,
        )


def _foot(pen: Pen, sheet: Sheet, measured: Measures) -> None:
    left, right = measured.margin, measured.width - measured.margin
    top = measured.height - measured.margin - measured.foot + 3
    side = measured.code
    official = right - 66
    _verdict(pen, sheet, left, top, official - side - 8 - left)
    if sheet.qr is not None:
        _code(pen, sheet, official - side - 4, top, side)
    else:
        pen.text(official - side - 4, top + 4, say("reports.sheet.no-code"), SMALL, room=side)
    _official(pen, official, top, right - official, side)
    y = measured.height - measured.margin - 5
    middle = left + (right - left) * 0.62
    _written(pen, left, y, middle - 4, say("reports.sheet.signature"))
    _written(pen, middle, y, right, say("reports.sheet.signed-on"))
    pen.text(left, measured.height - measured.margin, sheet.tool, SMALL)


def _verdict(pen: Pen, sheet: Sheet, x: float, top: float, room: float) -> None:
    y = top + 3.5
    for line in _wrapped(pen, sheet.verdict, room, bold=True)[:3]:
        pen.text(x, y, line, TEXT, bold=True, room=room)
        y += 4.2
    if sheet.marks:
        for line in _wrapped(pen, sheet.marks, room, bold=True):
            pen.text(x, y, line, TEXT, bold=True, room=room)
            y += 4.2
    told = (*filter(None, [sheet.restricted]), *sheet.problems)
    lines = [line for problem in told for line in _wrapped(pen, problem, room)]
    floor = top + 33
    most = int((floor - 8 - y) / SPACING) + 1
    shown = lines if len(lines) <= most else lines[: most - 1]
    for line in shown:
        pen.text(x, y, line, SMALL, room=room)
        y += SPACING
    if len(lines) > len(shown):
        pen.text(x, y, say("reports.sheet.more-problems", number=len(sheet.problems)), SMALL)
    pen.text(x, floor - 4, sheet.total, TEXT, bold=True, room=room)
    pen.text(x, floor, say("reports.sheet.hash", hash=sheet.hash), TEXT, room=room)


def _wrapped(pen: Pen, text: str, room: float, *, bold: bool = False) -> list[str]:
    return wrapped(pen, text, room, TEXT if bold else SMALL, bold=bold)


def wrapped(pen: Pen, text: str, room: float, size: float, *, bold: bool) -> list[str]:
    """Break a text into lines: between words, and between Japanese letters."""
    lines = [""]
    for piece in pieces(text):
        longer = lines[-1] + piece
        if not lines[-1] or pen.fonts.width(longer, size, bold=bold) <= room * POINTS:
            lines[-1] = longer
        else:
            lines.append(piece.lstrip())
    return [line.strip() for line in lines]


def _code(pen: Pen, sheet: Sheet, x: float, y: float, side: float) -> None:
    assert sheet.qr is not None
    square = side / (len(sheet.qr) + 2 * QUIET)
    for row, column, length in runs(sheet.qr):
        pen.shade(
            x + (column + QUIET) * square,
            y + (row + QUIET) * square,
            length * square,
            square,
            grey=0,
        )


def _official(pen: Pen, x: float, y: float, width: float, height: float) -> None:
    pen.box(x, y, width, height)
    pen.shade(x + 0.1, y + 0.1, width - 0.2, 5)
    pen.text(x + 1.5, y + 3.8, say("reports.sheet.official"), SMALL, bold=True, room=width - 3)
    names = ("round", "status", "judge")
    third = (width - 3) / len(names)
    for line in range(2):
        for at, name in enumerate(names):
            start = x + 1.5 + third * at
            base = y + 9 + line * 10
            pen.text(start, base, say(f"reports.sheet.{name}"), SMALL, room=third - 1)
            pen.line(start, base + 5, start + third - 1.5, base + 5, THIN)
    _written(pen, x + 1.5, y + height - 3, x + width / 2 - 1, say("reports.sheet.counted"))
    _written(pen, x + width / 2 + 1, y + height - 3, x + width - 1.5, say("reports.sheet.received"))


def _written(pen: Pen, x: float, y: float, end: float, label: str) -> None:
    """A label with a line behind it to write on."""
    start = x + pen.text(x, y, label, SMALL, room=(end - x) * 0.6) + 1.5
    pen.line(start, y + 0.9, end, y + 0.9, THIN)
