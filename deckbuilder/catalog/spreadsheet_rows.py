"""Spreadsheets as rows: CSV with any delimiter, or XLSX; columns in any order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from deckbuilder.errors import refusal
from deckbuilder.sources.encodings import decode
from deckbuilder.sources.spreadsheets import Row, is_workbook, read_table, unguarded
from deckbuilder.sources.workbooks import read_workbook

HEADING_ROWS = 20
"""Headings are looked for in this many rows from the top."""
_DELIMITERS = ",;\t|"


class SpreadsheetRow(msgspec.Struct, frozen=True):
    """One row below the headings: its line, and the text of each cell by heading."""

    line: int
    cells: dict[str, str]


def read_rows(
    content: bytes, where: str, is_heading: Callable[[Sequence[str]], bool]
) -> list[SpreadsheetRow]:
    """Return the rows below the first line that `is_heading` accepts; of all sheets, in XLSX.

    Empty cells are left out. Raises InputError when there is no such line, and for content
    that is no spreadsheet.
    """
    found: list[SpreadsheetRow] = []
    heading_seen = False
    for sheet in _sheets(content, where):
        headings: list[str] | None = None
        for row in sheet:
            cells = [_clean(cell) for cell in row.cells]
            if headings is None:
                if is_heading(cells):
                    headings, heading_seen = cells, True
                elif row.line >= HEADING_ROWS:
                    break
                continue
            filled = {head: cell for head, cell in zip(headings, cells, strict=False) if cell}
            if filled:
                found.append(SpreadsheetRow(row.line, filled))
    if not heading_seen:
        raise refusal("cards.no-headings", where=where, line=1)
    return found


def _sheets(content: bytes, where: str) -> list[list[Row]]:
    if is_workbook(content):
        return [sheet.rows for sheet in read_workbook(content, where)]
    text = decode(content, where)
    first = next((line for line in text.splitlines() if line.strip()), "")
    return [read_table(text, where, max(_DELIMITERS, key=first.count))]


def _clean(text: str) -> str:
    """Return a cell without blanks around it and the quote that guards it against formulas."""
    return unguarded(text.replace("\u00a0", " ").strip())
