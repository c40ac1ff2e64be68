"""Results as files: CSV, XLSX, Parquet or JSON by the ending of the name, row by row.

CSV and Parquet have a file a table: `drafts.csv` the cards, `drafts.seats.csv` the seats and so
on. The same results give the same bytes.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from deckbuilder.errors import refusal
from deckbuilder.files import MAX_BYTES, read_input, refuse_existing, writing
from deckbuilder.simulation.tables import Cell, ResultTable
from deckbuilder.sources.parquet import arrow, read_parquet
from deckbuilder.sources.spreadsheets import guarded, unguarded

MAIN = "cards"
NEEDED = ("seats", "measures", "changes", "run")
"""What a report reads besides."""
OF_DUELS = ("duels", "relations")
"""What it reads where duels were played."""
SHEET_ROWS = 1_048_575
"""Rows of a sheet of a workbook, without its headings."""
GROUP = 65_536
"""Rows of a Parquet file that are held at a time."""

TEXTS = {
    *("card", "name", "bot", "seat", "measure", "better"),
    *("key", "value", "about", "which"),
}
"""Columns of words; all others are of numbers."""

Rows = list[dict[str, Any]]


def ending_of(path: Path) -> str:
    """Return the form that a file's name asks for. Raises InputError for another."""
    ending = path.suffix.casefold()
    if ending not in _WRITERS:
        raise refusal("files.no-form", where=str(path), endings=tuple(_WRITERS))
    return ending


def refuse_results(path: Path, tables: Sequence[str], decks: int, *, force: bool) -> None:
    """Raise InputError for results that could not be written in the end.

    `decks` is the number of rows of the largest table.
    """
    ending = ending_of(path)
    if ending == ".parquet":
        arrow()
    if ending == ".xlsx" and decks > SHEET_ROWS:
        raise refusal("simulate.many-rows", where=str(path), rows=decks, most=SHEET_ROWS)
    for name in tables:
        refuse_existing(file_of(path, name), force=force)


def file_of(path: Path, table: str) -> Path:
    """Return the file that a table of results stands in."""
    if table == MAIN or ending_of(path) in (".xlsx", ".json"):
        return path
    return path.with_name(f"{path.stem}.{table}{path.suffix}")


def write_results(path: Path, tables: Sequence[ResultTable], *, force: bool) -> None:
    """Write tables, each file whole or not at all. Raises InputError."""
    _WRITERS[ending_of(path)](path, tables, force)


def read_results(path: Path) -> dict[str, Rows]:
    """Return the tables that a report tells of, by name, rows as they were written.

    Raises InputError for what are no results.
    """
    found = _READERS[ending_of(path)](path)
    for name in (MAIN, *NEEDED, *(name for name in OF_DUELS if name in found)):
        if name not in found or not all(map(_FITS[name], found[name])):
            raise refusal("simulate.no-results", where=str(path), table=name)
    told = {row["key"]: row["value"] for row in found["run"]}
    if not told.keys() >= RUN_KEYS or not told["drafts"].isdecimal():
        raise refusal("simulate.no-results", where=str(path), table="run")
    return found


def _fits(texts: str, numbers: str) -> Callable[[dict[str, Any]], bool]:
    """Return what tells whether a row has texts and numbers of these names; numbers may lack."""

    def fits(row: dict[str, Any]) -> bool:
        return all(isinstance(row.get(name), str) for name in texts.split()) and all(
            name in row and isinstance(row[name], int | float | None) for name in numbers.split()
        )

    return fits


_FITS = {
    "cards": _fits(
        "card name",
        "offered taken taken_share taken_share_low taken_share_high pick pick_deviation"
        " pick_margin struck came_back decks deck_share shared",
    ),
    "seats": _fits("card bot", "offered taken"),
    "measures": _fits("measure better bot seat", "mean margin"),
    "changes": _fits("card name", "drafts changed cards margin"),
    "run": _fits("key value", ""),
    "duels": _fits("about which", "games won low high"),
    "relations": _fits(
        "measure better", "pairs correlation low high within within_low within_high"
    ),
}
RUN_KEYS = {"game", "format", "drafts", "bots", "seed", "version"}


def _write_csv(path: Path, tables: Sequence[ResultTable], force: bool) -> None:
    for table in tables:
        with writing(file_of(path, table.name), force=force) as stream:
            text = io.TextIOWrapper(stream, "utf-8", newline="")
            rows = csv.writer(text, lineterminator="\n")
            rows.writerow(table.columns)
            rows.writerows([_guarded(cell) for cell in row] for row in table.rows())
            # Flushes, and leaves the stream open for whoever gave it.
            text.detach()


def _write_parquet(path: Path, tables: Sequence[ResultTable], force: bool) -> None:
    pyarrow, parquet = arrow()
    kinds = {"text": pyarrow.string(), "whole": pyarrow.int64(), "number": pyarrow.float64()}
    for table in tables:
        schema = pyarrow.schema([(name, kinds[kind]) for name, kind in table.columns.items()])
        with writing(file_of(path, table.name), force=force) as stream, ExitStack() as stack:
            writer = stack.enter_context(parquet.ParquetWriter(stream, schema))
            for group in _groups(table):
                columns = zip(*group, strict=True)
                arrays = [
                    pyarrow.array(column, kind)
                    for column, kind in zip(columns, schema.types, strict=True)
                ]
                writer.write_table(pyarrow.table(arrays, schema=schema))


def _groups(table: ResultTable) -> Iterator[list[tuple[Cell, ...]]]:
    rows = iter(table.rows())
    while group := [*islice(rows, GROUP)]:
        yield group


def _write_xlsx(path: Path, tables: Sequence[ResultTable], force: bool) -> None:
    import openpyxl

    from deckbuilder.exchange.xlsx import saved

    book = openpyxl.Workbook(write_only=True)
    book.properties.creator = "deckbuilder"
    for table in tables:
        sheet = book.create_sheet(table.name)
        sheet.freeze_panes = "B2"
        sheet.append(list(table.columns))
        for row in table.rows():
            sheet.append([_guarded(cell) for cell in row])
    content = saved(book)
    with writing(path, force=force) as stream:
        stream.write(content)


def _write_json(path: Path, tables: Sequence[ResultTable], force: bool) -> None:
    with writing(path, force=force) as stream:
        for number, table in enumerate(tables):
            stream.write(b",\n" if number else b"{\n")
            stream.write(msgspec.json.encode(table.name) + b": ")
            if table.name == "run":
                stream.write(msgspec.json.encode({row[0]: row[1] for row in table.rows()}))
            else:
                _write_rows(stream, table)
        stream.write(b"\n}\n")


def _write_rows(stream: BinaryIO, table: ResultTable) -> None:
    names = tuple(table.columns)
    separator = b"[\n"
    for row in table.rows():
        stream.write(separator + msgspec.json.encode(dict(zip(names, row, strict=True))))
        separator = b",\n"
    stream.write(b"[]" if separator == b"[\n" else b"\n]")


def _guarded(cell: Cell) -> Cell:
    return guarded(cell) if isinstance(cell, str) else cell


def _read_csv(path: Path) -> dict[str, Rows]:
    from deckbuilder.sources.encodings import decode
    from deckbuilder.sources.spreadsheets import read_table

    def read(name: str) -> Rows:
        file = file_of(path, name)
        text = decode(read_input(file), str(file))
        return _rows([row.cells for row in read_table(text, str(file), ",")])

    return _read_tables(read)


def _read_parquet(path: Path) -> dict[str, Rows]:
    return _read_tables(lambda name: read_parquet(file_of(path, name)))


def _read_tables(read: Callable[[str], Rows]) -> dict[str, Rows]:
    """Return the tables of the run; files of an earlier one may lie beside them."""
    found = {name: read(name) for name in (MAIN, *NEEDED)}
    duels = next((row.get("value") for row in found["run"] if row.get("key") == "duels"), "0")
    if duels != "0":
        found |= {name: read(name) for name in OF_DUELS}
    return found


def _read_xlsx(path: Path) -> dict[str, Rows]:
    from deckbuilder.sources.workbooks import read_workbook

    content = _small_enough(path)
    return {
        title: _rows([row.cells for row in rows])
        for title, rows in read_workbook(content, str(path))
    }


def _read_json(path: Path) -> dict[str, Rows]:
    from deckbuilder.sources.json_source import parse_json

    kind = dict[str, list[dict[str, str | int | float | None]] | dict[str, str]]
    found: dict[str, Any] = parse_json(_small_enough(path), str(path), kind)
    run = found.get("run", {})
    if isinstance(run, dict):
        found["run"] = [{"key": key, "value": value} for key, value in run.items()]
    return found


def _small_enough(path: Path) -> bytes:
    """Read a file that has all tables in it, the decks too."""
    try:
        large = path.stat().st_size > MAX_BYTES
    except (OSError, ValueError):
        large = False
    if large:
        raise refusal("simulate.large-results", where=str(path), most=MAX_BYTES // (1024 * 1024))
    return read_input(path)


def _rows(cells: Sequence[Sequence[str]]) -> Rows:
    """Return rows of text under headings as they were: numbers as numbers, nothing as None."""
    if not cells:
        return []
    columns = cells[0]
    return [
        {
            name: _read(name, cell)
            for name, cell in zip(columns, [*row, *[""] * len(columns)], strict=False)
        }
        for row in cells[1:]
    ]


def _read(column: str, cell: str) -> str | float | None:
    if column in TEXTS:
        return unguarded(cell)
    try:
        return int(cell) if cell.lstrip("-").isdecimal() else float(cell)
    except ValueError:
        return None


_WRITERS = {
    ".csv": _write_csv,
    ".xlsx": _write_xlsx,
    ".parquet": _write_parquet,
    ".json": _write_json,
}
_READERS = {
    ".csv": _read_csv,
    ".xlsx": _read_xlsx,
    ".parquet": _read_parquet,
    ".json": _read_json,
}
