"""Tables of strangers as rows of text, bounded: CSV here, the sheets of workbooks beside it."""

from __future__ import annotations

import csv
import io
import re
from typing import NamedTuple

from deckbuilder.errors import InputError, parser_reason, refusal

MAX_ROWS = 60_000
MAX_COLUMNS = 256
MAX_CELLS = 400_000
MAX_LETTERS = 8_000_000
MAX_CELL = 100_000
"""Bounds of a whole table or workbook, all its sheets together."""

_ZIP = b"PK\x03\x04"
_GUARDED = re.compile(r"'*[=+\-@|%\t\r＝＋－＠]")
_QUOTED_GUARD = re.compile(r"'+[=+\-@|%\t\r＝＋－＠]")


class Row(NamedTuple):
    """Cells as text, and the line or row that they stand in."""

    line: int
    cells: list[str]


def guarded(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if _GUARDED.match(text) else text


def unguarded(text: str) -> str:
    """Return the text that `guarded` was given."""
    return text[1:] if _QUOTED_GUARD.match(text) else text


def is_workbook(content: bytes) -> bool:
    """Tell whether this is an XLSX file (or another ZIP archive)."""
    return content.startswith(_ZIP)


def read_table(text: str, where: str, delimiter: str) -> list[Row]:
    """Return the rows of a CSV text; empty cells at the end of a row are left out.

    Raises InputError for broken quotes, and for more than the bounds allow.
    """
    text = text.removeprefix("\ufeff")
    bounds = Bounds(where)
    bounds.letters(len(text))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows: list[Row] = []
    line = 1
    try:
        for cells in reader:
            while cells and not cells[-1]:
                cells.pop()
            bounds.row(line, len(cells))
            if any(len(cell) > MAX_CELL for cell in cells):
                raise refusal("sources.cell-long", where=where, line=line, most=MAX_CELL)
            rows.append(Row(line, cells))
            line = reader.line_num + 1
    except csv.Error as error:
        raise refusal(
            "sources.csv-row", where=where, line=line, reason=parser_reason(str(error))
        ) from None
    return rows


class Bounds:
    """Counts what a table costs, and refuses the rest of it."""

    def __init__(self, where: str) -> None:
        self.where = where
        self._rows = self._cells = self._letters = 0

    def refused(self, code: str, most: int, line: int | None = None) -> InputError:
        """Return the error for a table that is too large."""
        return refusal(code, where=self.where, line=line, most=most)

    def letters(self, number: int) -> None:
        """Count letters. Raises InputError above MAX_LETTERS."""
        self._letters += number
        if self._letters > MAX_LETTERS:
            raise self.refused("sources.too-long", MAX_LETTERS)

    def row(self, line: int, cells: int) -> None:
        """Count a row of so many cells. Raises InputError above the bounds."""
        self._rows += 1
        self._cells += cells
        if self._rows > MAX_ROWS:
            raise self.refused("sources.rows", MAX_ROWS, line)
        if cells > MAX_COLUMNS:
            raise self.refused("sources.columns", MAX_COLUMNS, line)
        if self._cells > MAX_CELLS:
            raise self.refused("sources.cells", MAX_CELLS, line)
