"""CSV: one row an entry, the deck's own facts repeated in every row, so that rows may be sorted."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence

from deckbuilder.catalog.names import squeeze
from deckbuilder.decks.deck import Deck
from deckbuilder.exchange.grid import (
    NOTE_COLUMNS,
    entry_cells,
    head_pairs,
    heading_columns,
    is_counted_row,
    is_header_heading,
    named_column,
    notes_of,
    read_grid,
    title_row,
)
from deckbuilder.exchange.headings import PLAYER, column_title, columns, header_names
from deckbuilder.exchange.targets import Context
from deckbuilder.sources.spreadsheets import guarded, read_table

DELIMITERS = ",;\t|"
_LINES_LOOKED_AT = 40
_RULE = re.compile(r"[-:| ]+")
_OF_TEXT = re.compile(r"\d|#|/|.*:\s*\S")
"""How lines of plain text begin that have a comma or two in them, and headings never."""


def delimiter_of(text: str) -> str | None:
    """Return what separates the cells of a text, None when it is no table."""
    present = [delimiter for delimiter in DELIMITERS if delimiter in text]
    if not present:
        return None
    counted = dict.fromkeys(DELIMITERS, 0)
    lines = [line for line in text[:20_000].splitlines() if line.strip()][:_LINES_LOOKED_AT]
    for number, line in enumerate(lines):
        for delimiter in present:
            if delimiter not in line:
                continue
            cells = _cells(line, delimiter)
            below = lines[number + 1] if number + 1 < len(lines) else ""
            if _are_headings(cells, _cells(below, delimiter)):
                return delimiter
            # A count, a tab and a name are a line of text; a third cell makes it a table.
            counted[delimiter] += is_counted_row(cells) and (delimiter != "\t" or len(cells) > 2)
    best = max(DELIMITERS, key=counted.__getitem__)
    return best if lines and counted[best] == len(lines) else None


def _cells(line: str, delimiter: str) -> list[str]:
    if delimiter == "|":
        line = line.strip("\ufeff| ")
    return [cell.strip(" \"'\ufeff") for cell in line.split(delimiter)]


def _are_headings(cells: Sequence[str], below: Sequence[str]) -> bool:
    """Tell whether cells are the headings of a table, given the cells of the line below."""
    known = columns()
    if _OF_TEXT.match(cells[0]) or not any(squeeze(cell) in known for cell in cells):
        return False
    return bool(heading_columns(cells)) or (bool(named_column(cells)) and len(below) >= len(cells))


def read_csv(text: str, where: str, game: str | None, delimiter: str) -> tuple[Deck, ...]:
    """Read the decks of a table whose cells `delimiter` separates. Raises InputError."""
    if delimiter == "|":
        text = "\n".join(_without_frame(line) for line in text.splitlines())
    return read_grid(read_table(text, where, delimiter), where, game)


def _without_frame(line: str) -> str:
    """Return a row of a Markdown table without the lines drawn around its cells."""
    if _RULE.fullmatch(line.strip()):
        return ""
    return "|".join(cell.strip() for cell in line.strip().strip("|").split("|"))


def write(decks: Sequence[Deck], context: Context) -> bytes:
    """Return the rows of all decks, the columns of their headers behind those of the cards."""
    keys = list(dict.fromkeys(key for deck in decks for key in _keyed_head(deck)))
    noted = [column for column in NOTE_COLUMNS if any(notes_of(deck, column) for deck in decks)]
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(
        [
            *title_row(),
            column_title("deck"),
            *(guarded(_heading(key)) for key, _ in keys),
            *(column_title(column) for column in noted),
        ]
    )
    for deck, name in zip(decks, _names(decks), strict=True):
        values = _keyed_head(deck)
        about = [
            guarded(name),
            *(guarded(values.get(key, "")) for key in keys),
            *(guarded("\n".join(notes_of(deck, column))) for column in noted),
        ]
        entries = (*deck.entries, *deck.beside)
        writer.writerows([*entry_cells(deck, entry), *about] for entry in entries)
    text = stream.getvalue()
    # Excel takes a CSV for UTF-8 only with the mark; other programs do better without it.
    return text.encode("utf-8" if text.isascii() else "utf-8-sig")


def _names(decks: Sequence[Deck]) -> list[str]:
    """Return the decks' names, numbered where the rows of two would run together."""
    taken: set[tuple[str, ...]] = set()
    names: list[str] = []
    for number, deck in enumerate(decks, 1):
        name = deck.name
        about = (deck.game, deck.format or "", deck.header(header_names(PLAYER)[0]) or "")
        if len(decks) > 1 and (name, *about) in taken:
            name = f"{name} {number}".strip()
        taken.add((name, *about))
        names.append(name)
    return names


def _keyed_head(deck: Deck) -> dict[tuple[str, int], str]:
    """Return the head of a deck by key and occurrence, for a key may come twice."""
    times: Counter[str] = Counter()
    found: dict[tuple[str, int], str] = {}
    for key, value in head_pairs(deck):
        found[key, times[key]] = value
        times[key] += 1
    return found


def _heading(key: str) -> str:
    """Return the heading of a header's column; a colon marks those that are not well known."""
    return key if is_header_heading(key) else f"{key}:"
