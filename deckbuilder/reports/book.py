"""An event's book: a cover with every player, then all sheets by family name, as one PDF."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

import msgspec

from deckbuilder.decks.identity import deck_hash
from deckbuilder.exchange.registration.fonts import Fonts
from deckbuilder.exchange.registration.paging import SMALL, TEXT, Measures, pages
from deckbuilder.exchange.registration.pdf import (
    LARGE,
    THICK,
    THIN,
    TITLE,
    Pen,
    draw_sheet,
    new_canvas,
)
from deckbuilder.exchange.registration.sheet import Sheet, make_sheet
from deckbuilder.reports.event_file import Event
from deckbuilder.reports.event_words import about_of, counts_of
from deckbuilder.reports.registrations import Registration
from deckbuilder.words import say

ROW = 6.2
HEAD = 34
"""Height of all that stands above the cover's table on its first page."""
COLUMNS = (("player", 0.25), ("deck", 0.22), ("cards", 0.08), ("list", 0.13), ("verdict", 0.32))
"""Columns of the cover and their shares of its width."""


class _Line(msgspec.Struct, frozen=True):
    """A row of the cover; `page` is where the player's sheet begins."""

    cells: tuple[str, ...]
    clean: bool
    page: str


def event_book(
    event: Event, registered: Sequence[Registration], measured: Measures, fonts: Fonts
) -> bytes:
    """Return the book; the same bytes for the same lists."""
    made = [
        make_sheet(each.deck, each.details(event), each.verdict, each.mark_words)
        if each.deck
        else None
        for each in registered
    ]
    per_page, first = _room(measured)
    covers = 1 + max(0, -(-(len(registered) - first) // per_page))
    lines = list(_lines(registered, made, measured, covers))
    continued = say("reports.sheet.continued")
    sizes = [len(pages(sheet, measured, continued)) if sheet else 0 for sheet in made]
    total = covers + sum(sizes)
    stream = io.BytesIO()
    title = event.name or say("reports.event.book")
    canvas = new_canvas(stream, measured, title, about_of(event))
    pen = Pen(canvas, measured.height, fonts)
    starts = [0, *range(first, len(lines), per_page)]
    for number, start in enumerate(starts, 1):
        shown = lines[start : start + (first if number == 1 else per_page)]
        top = measured.margin
        if number == 1:
            _title(pen, event, registered, measured)
            top += HEAD
        _table(pen, shown, measured, top)
        told = say("reports.sheet.page", page=number, pages=total)
        x, y = measured.width - measured.margin, measured.height - measured.margin
        pen.text(x, y, told, SMALL, align="right")
        canvas.showPage()
    at = covers + 1
    for sheet, size in zip(made, sizes, strict=True):
        if sheet is not None:
            draw_sheet(canvas, sheet, measured, fonts, first=at, of=total)
            at += size
    canvas.save()
    return stream.getvalue()


def _room(measured: Measures) -> tuple[int, int]:
    """Rows of the cover's later pages, and of its first."""
    free = measured.height - 2 * measured.margin - ROW - 8
    return int(free / ROW), int((free - HEAD) / ROW)


def _lines(
    registered: Sequence[Registration],
    made: Sequence[Sheet | None],
    measured: Measures,
    covers: int,
) -> Iterator[_Line]:
    at = covers + 1
    for each, sheet in zip(registered, made, strict=True):
        deck = each.deck
        yield _Line(
            cells=(
                each.player.name,
                (deck.name if deck else "") or each.where,
                str(deck.size()) if deck else "",
                deck_hash(deck) if deck else "",
                each.verdict_words,
            ),
            clean=not each.marks,
            page=str(at) if sheet else "",
        )
        if sheet is not None:
            at += len(pages(sheet, measured, say("reports.sheet.continued")))


def _title(pen: Pen, event: Event, registered: Sequence[Registration], measured: Measures) -> None:
    left, top = measured.margin, measured.margin
    room = measured.width - 2 * measured.margin
    pen.text(left, top + 6, event.name or say("reports.event.book"), TITLE, bold=True, room=room)
    pen.text(left, top + 13, about_of(event), LARGE, room=room)
    pen.text(left, top + 20, counts_of(registered), LARGE, bold=True, room=room)
    pen.text(left, top + 26, say("reports.event.hash-note"), SMALL, room=room)


def _table(pen: Pen, lines: Sequence[_Line], measured: Measures, top: float) -> None:
    left, width = measured.margin, measured.width - 2 * measured.margin
    last = 18.0
    edges = [left]
    for _, share in COLUMNS:
        edges.append(edges[-1] + share * (width - last))
    base = top + ROW - 1.8
    for (name, _), start, end in zip(COLUMNS, edges, edges[1:], strict=False):
        pen.text(
            start + 1,
            base,
            say(f"reports.event.columns.{name}"),
            SMALL,
            bold=True,
            room=end - start - 2,
        )
    pen.text(left + width, base, say("reports.event.columns.page"), SMALL, bold=True, align="right")
    pen.line(left, top + ROW, left + width, top + ROW, THICK)
    for at, line in enumerate(lines, 1):
        y = top + at * ROW
        if not line.clean:
            pen.shade(left, y + 0.2, width, ROW - 0.4)
        for cell, start, end in zip(line.cells, edges, edges[1:], strict=False):
            pen.text(
                start + 1, y + ROW - 1.8, cell, TEXT, bold=not line.clean, room=end - start - 2
            )
        pen.text(left + width, y + ROW - 1.8, line.page, TEXT, align="right")
        pen.line(left, y + ROW, left + width, y + ROW, THIN)
