"""Registration sheets as a page to print from a browser, laid out like the PDF."""

from __future__ import annotations

from collections.abc import Sequence

from deckbuilder.exchange.registration.paging import (
    FIELDS_ACROSS,
    NARROWEST,
    SMALL,
    Measures,
    pages,
    text_width,
)
from deckbuilder.exchange.registration.qr import QUIET, runs
from deckbuilder.exchange.registration.sheet import Sheet
from deckbuilder.templates import render
from deckbuilder.words import language, phrases, say


def sheets_page(sheets: Sequence[Sheet], measured: Measures) -> str:
    """Return one HTML document with all sheets; it loads nothing from elsewhere."""
    across = (measured.width - 2 * measured.margin) / FIELDS_ACROSS
    return render(
        "sheets/sheets.html.j2",
        language=language(),
        words=phrases("reports.sheet"),
        measured=measured,
        across=FIELDS_ACROSS,
        sheets=[
            {
                "sheet": sheet,
                "pages": pages(sheet, measured, say("reports.sheet.continued")),
                "row": measured.row_height(sheet),
                "printed": sheet.printed,
                "printing": measured.printing_width(sheet),
                "name_room": measured.name_width(sheet),
                "hash": say("reports.sheet.hash", hash=sheet.hash),
                "code": _code(sheet),
                "side": len(sheet.qr) + 2 * QUIET if sheet.qr else 0,
            }
            for sheet in sheets
        ],
        squeeze=squeeze,
        field_room=lambda label: across - 5 - text_width(label, SMALL),
        page_of=lambda page, of: say("reports.sheet.page", page=page, pages=of),
    )


def squeeze(text: str, room: float, size: float) -> float:
    """Return how far a text must be condensed to fit `room` millimetres at `size` points.

    A browser's font is not known, so the width is an estimate.
    """
    width = text_width(text, size)
    return 1.0 if width <= room else round(max(NARROWEST, room / width), 2)


def _code(sheet: Sheet) -> str:
    """The dark squares as an SVG path."""
    if sheet.qr is None:
        return ""
    return "".join(
        f"M{column + QUIET} {row + QUIET}h{length}v1h-{length}z"
        for row, column, length in runs(sheet.qr)
    )
