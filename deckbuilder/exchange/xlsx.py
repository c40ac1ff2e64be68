"""XLSX: an overview of all lists, then a sheet a list; every sheet but the overview reads back."""

from __future__ import annotations

import io
import re
import tempfile
import zipfile
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from deckbuilder.decks.deck import Deck
from deckbuilder.decks.identity import deck_hash
from deckbuilder.errors import refusal
from deckbuilder.exchange.grid import (
    ENTRY_COLUMNS,
    NOTE_COLUMNS,
    entry_cells,
    head_pairs,
    heading_columns,
    is_counted_row,
    named_column,
    notes_of,
    read_grid,
    title_row,
)
from deckbuilder.exchange.headings import NAME, column_title, header_names
from deckbuilder.exchange.layout import layout
from deckbuilder.exchange.list_builder import refuse_many_lists
from deckbuilder.exchange.targets import Context
from deckbuilder.files import reason
from deckbuilder.sources.spreadsheets import guarded
from deckbuilder.sources.workbooks import read_workbook
from deckbuilder.words import say

if TYPE_CHECKING:
    import pandas
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

_EPOCH = (1980, 1, 1, 0, 0, 0)
_SHEET_NAME = 31
_NOT_IN_SHEET_NAME = re.compile(r"[\[\]:*?/\\'\x00-\x1f]+")
_STAMP = re.compile(rb"(<dcterms:(created|modified)[^>]*>)[^<]*")
_WIDTHS = {"name": 34, "section": 14, "set": 28, "comment": 30, "notes": 30, "id": 34}
_NARROW = 10
_HEAD_FILL = "FFE7E2D6"


def read_xlsx(content: bytes, where: str, game: str | None) -> tuple[Deck, ...]:
    """Read every sheet that holds a list.

    Raises InputError for what is no workbook, is bounded out or holds no list.
    """
    decks: list[Deck] = []
    for title, rows in read_workbook(content, where):
        cells = [row.cells for row in rows]
        headed = any(heading_columns(each) or named_column(each) for each in cells)
        if headed or (cells and all(map(is_counted_row, cells))):
            decks.extend(read_grid(rows, f"{where}[{title}]", game))
            refuse_many_lists(len(decks), where)
    if not decks:
        raise refusal("lists.no-list-in-workbook", where=where)
    return tuple(decks)


def write(decks: Sequence[Deck], context: Context) -> bytes:
    """Return a workbook whose bytes depend on the decks and the language alone."""
    import openpyxl

    labels = _labels(decks)
    book = openpyxl.Workbook()
    book.properties.creator = "deckbuilder"
    overview = book.worksheets[0]
    overview.title = say("exchange.overview")
    fill_table(overview, overview_table(decks, labels))
    taken = {overview.title.casefold()}
    for deck, label in zip(decks, labels, strict=True):
        fill_list(book.create_sheet(sheet_name(label, taken)), deck)
    return saved(book)


def saved(book: Workbook) -> bytes:
    """Return a workbook as bytes. Raises InputError where its scratch files find no room."""
    stream = io.BytesIO()
    try:
        book.save(stream)
    except OSError as error:
        place = tempfile.gettempdir()
        raise refusal("files.unwritable", where=place, reason=reason(error)) from None
    return without_time(stream.getvalue())


def overview_table(decks: Sequence[Deck], labels: Sequence[str]) -> pandas.DataFrame:
    """Return one row a list: its head, its counts by heading, its size and its hash."""
    import pandas

    counts = pandas.DataFrame(
        [
            {"row": row, "heading": heading, "count": entry.count}
            for row, deck in enumerate(decks)
            for heading, entries in layout(deck)
            for entry in entries
        ]
    )
    order = list(dict.fromkeys(counts["heading"]))
    by_heading = counts.pivot_table(
        index="row", columns="heading", values="count", aggfunc="sum", fill_value=0
    )[order]
    heads = pandas.DataFrame(
        [
            {say("exchange.list"): guarded(label), **_head_cells(deck)}
            for deck, label in zip(decks, labels, strict=True)
        ]
    ).fillna("")
    table = pandas.concat([heads, by_heading.astype(int).reset_index(drop=True)], axis=1)
    table[say("exchange.total")] = [deck.size() for deck in decks]
    table[say("exchange.titles")] = [len({e.title for e in deck.entries}) for deck in decks]
    table[say("exchange.hash")] = [deck_hash(deck) for deck in decks]
    return table


def _head_cells(deck: Deck) -> dict[str, str]:
    cells: dict[str, str] = {}
    for key, value in head_pairs(deck):
        cells.setdefault(guarded(key), guarded(value))
    return cells


def fill_table(sheet: Worksheet, table: pandas.DataFrame) -> None:
    """Put a table on a sheet, its headings and its first column frozen, with filters."""
    _put_row(sheet, 1, list(table.columns), heading=True)
    for number, values in enumerate(table.itertuples(index=False), 2):
        _put_row(sheet, number, list(values))
    sheet.freeze_panes = "B2"
    sheet.auto_filter.ref = sheet.dimensions
    for index, column in enumerate(table.columns):
        longest = max(len(str(value)) for value in [column, *table.iloc[:, index]])
        _width(sheet, index, min(max(_NARROW, longest + 3), 40))


def fill_list(sheet: Worksheet, deck: Deck) -> None:
    """Put a deck on a sheet: its head, then its cards below frozen headings with filters."""
    head = [(header_names(NAME)[0], deck.name)] if deck.name else []
    head.extend(head_pairs(deck))
    for column in NOTE_COLUMNS:
        if notes := notes_of(deck, column):
            head.append((column_title(column), "\n".join(notes)))
    row = 1
    for key, value in head:
        _put_row(sheet, row, [guarded(key), guarded(value)])
        _bold(sheet, row, 1)
        row += 1
    row += 1
    _put_row(sheet, row, title_row(), heading=True)
    first = row
    for entry in (*deck.entries, *deck.beside):
        row += 1
        _put_row(sheet, row, entry_cells(deck, entry))
    sheet.freeze_panes = f"A{first + 1}"
    last = sheet.cell(row=row, column=len(ENTRY_COLUMNS)).coordinate
    sheet.auto_filter.ref = f"A{first}:{last}"
    _put_row(sheet, row + 1, [deck.size(), say("exchange.total")])
    _bold(sheet, row + 1, 1)
    _bold(sheet, row + 1, 2)
    for index, column in enumerate(ENTRY_COLUMNS):
        _width(sheet, index, _WIDTHS.get(column, _NARROW))


def _put_row(sheet: Worksheet, row: int, values: Sequence[Any], *, heading: bool = False) -> None:
    from openpyxl.styles import Alignment, Font, PatternFill

    for column, value in enumerate(values, 1):
        if value is None or value == "":
            continue
        number = not isinstance(value, str)
        if number:
            value = float(value) if float(value) % 1 else int(value)
        cell = sheet.cell(row=row, column=column, value=value)
        if not number:
            cell.data_type = "s"
        cell.alignment = Alignment(vertical="top", wrap_text=not number and "\n" in str(value))
        if heading:
            cell.font = Font(bold=True)
            cell.fill = PatternFill("solid", start_color=_HEAD_FILL)


def _bold(sheet: Worksheet, row: int, column: int) -> None:
    from openpyxl.styles import Font

    sheet.cell(row=row, column=column).font = Font(bold=True)


def _width(sheet: Worksheet, index: int, width: int) -> None:
    from openpyxl.utils import get_column_letter

    sheet.column_dimensions[get_column_letter(index + 1)].width = width


def _labels(decks: Sequence[Deck]) -> list[str]:
    return [
        deck.name or deck.header("Player") or say("exchange.list-number", number=number)
        for number, deck in enumerate(decks, 1)
    ]


def sheet_name(label: str, taken: set[str]) -> str:
    """Return a name that a workbook takes and that is not yet taken; it is added to `taken`."""
    base = " ".join(_NOT_IN_SHEET_NAME.sub(" ", label).split())[:_SHEET_NAME].strip() or "1"
    name, number = base, 1
    while name.casefold() in taken or name.casefold() == "history":
        number += 1
        name = f"{base[: _SHEET_NAME - len(str(number)) - 3].strip()} ({number})"
    taken.add(name.casefold())
    return name


def without_time(content: bytes) -> bytes:
    """Return the same workbook without the hour at which it was made."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as made,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for name in made.namelist():
            part = made.read(name)
            if name == "docProps/core.xml":
                part = _STAMP.sub(rb"\g<1>1980-01-01T00:00:00Z", part)
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 0
            archive.writestr(entry, part)
    return stream.getvalue()
