"""Spreadsheets as rows: CSV with any delimiter, or XLSX; columns in any order."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from deckbuilder.errors import InputError, unusable

MAX_ROWS = 50_000
MAX_UNPACKED_BYTES = 128 * 1024 * 1024
HEADING_ROWS = 20
"""Headings are looked for in this many rows from the top."""

_ZIP = b"PK\x03\x04"
_GUARD = re.compile(r"'+[=+@-]")
_DELIMITERS = ",;\t|"


class SheetRow(msgspec.Struct, frozen=True):
    """One row below the headings: its line, and the text of each cell by heading."""

    line: int
    cells: dict[str, str]


def is_workbook(content: bytes) -> bool:
    """Tell whether this is an XLSX file (or another ZIP archive)."""
    return content.startswith(_ZIP)


def read_rows(
    content: bytes, where: str, is_heading: Callable[[Sequence[str]], bool]
) -> list[SheetRow]:
    """Return the rows below the first line that `is_heading` accepts; of all sheets, in XLSX.

    Empty cells are left out. Raises InputError when there is no such line, and for content
    that is no spreadsheet.
    """
    sheets = _workbook(content, where) if is_workbook(content) else [_lines(content, where)]
    found: list[SheetRow] = []
    heading_seen = False
    for sheet in sheets:
        headings: list[str] | None = None
        for line, cells in enumerate(sheet, start=1):
            if headings is None:
                if is_heading(cells):
                    headings, heading_seen = cells, True
                elif line >= HEADING_ROWS:
                    break
                continue
            filled = {head: cell for head, cell in zip(headings, cells, strict=False) if cell}
            if filled:
                found.append(SheetRow(line, filled))
            if len(found) > MAX_ROWS:
                raise unusable(f"there are more than {MAX_ROWS} rows.", where=where)
    if not heading_seen:
        raise unusable(
            "no line of headings was found.",
            where=where,
            line=1,
            mend="The first line names the columns; one of them is `name`.",
        )
    return found


def _lines(content: bytes, where: str) -> Iterator[list[str]]:
    text = _decode(content, where)
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(_DELIMITERS, key=first.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    while True:
        try:
            cells = next(rows, None)
        except csv.Error as error:
            raise unusable(
                f"the line cannot be read: {error}.",
                where=where,
                line=rows.line_num,
                mend="Check its quotation marks.",
            ) from None
        if cells is None:
            return
        yield [_unguarded(cell.replace("\u00a0", " ").strip()) for cell in cells]


def _decode(content: bytes, where: str) -> str:
    if b"\0" in content and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise unusable(
            "this is neither a CSV nor an XLSX file.",
            where=where,
            mend="Save the sheet as CSV (UTF-8) or XLSX.",
        )
    encodings = ("utf-16",) if content.startswith((b"\xff\xfe", b"\xfe\xff")) else ()
    for encoding in (*encodings, "utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise unusable("this is not text.", where=where, mend="Save the sheet as CSV (UTF-8).")


def _workbook(content: bytes, where: str) -> Iterable[Iterable[list[str]]]:
    broken = unusable(
        "the workbook cannot be read.", where=where, mend="Save it again as XLSX, or as CSV."
    )
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(part.file_size for part in archive.infolist()) > MAX_UNPACKED_BYTES:
                raise unusable("the workbook unpacks to too much.", where=where)
        import openpyxl

        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        return [
            [[_text(value) for value in row] for row in sheet.iter_rows(values_only=True)]
            for sheet in book.worksheets
        ]
    except InputError:
        raise
    except Exception:  # openpyxl raises nearly anything for a broken archive
        raise broken from None


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if hasattr(value, "date"):
        return str(value.date())
    return _unguarded(str(value).strip())


def _unguarded(text: str) -> str:
    """Return a text without the quote that keeps spreadsheets from taking it for a formula."""
    return text[1:] if _GUARD.match(text) else text
