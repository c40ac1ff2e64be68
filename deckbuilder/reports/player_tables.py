"""The players of an event from a table: CSV or the first sheet of a workbook."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from deckbuilder.catalog.names import squeeze
from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.exchange.headings import player_columns
from deckbuilder.reports.event_file import Player, faulty_fields, twice_named
from deckbuilder.sources.encodings import decode
from deckbuilder.sources.spreadsheets import Row, is_workbook, read_table, unguarded

_DELIMITERS = ",;\t"


def read_players(content: bytes, where: str) -> tuple[Player, ...]:
    """Return the players of a table, one a row, in its order.

    Its columns are headed as the fields of players are, or in words that `exports/headings.yaml`
    has; a table of one column without a heading is one of names. Raises InputError with every
    faulty row, and for columns that say nothing.
    """
    rows = [row for row in _rows(content, where) if any(map(str.strip, row.cells))]
    if not rows:
        raise refusal("events.no-names", where=where)
    known = player_columns()
    fields = tuple(known.get(squeeze(cell), "") for cell in rows[0].cells)
    if "name" in fields:
        head, rows = rows[0], rows[1:]
        unknown = tuple(
            cell for cell, field in zip(head.cells, fields, strict=True) if cell and not field
        )
        if unknown:
            raise refusal("events.unknown-columns", where=where, line=head.line, columns=unknown)
    elif max(len(row.cells) for row in rows) == 1:
        fields = ("name",)
    else:
        raise refusal("events.no-names", where=where, line=rows[0].line)
    return _players(rows, fields, where)


def _rows(content: bytes, where: str) -> Sequence[Row]:
    if is_workbook(content):
        from deckbuilder.sources.workbooks import read_workbook

        return next((sheet.rows for sheet in read_workbook(content, where) if sheet.rows), [])
    text = decode(content, where)
    first = next((line for line in text.splitlines() if line.strip()), "")
    return read_table(text, where, max(_DELIMITERS, key=first.count))


def _players(rows: Sequence[Row], fields: Sequence[str], where: str) -> tuple[Player, ...]:
    faults: list[Fault] = []
    players: dict[int, Player] = {}
    for row in rows:
        cells = [unguarded(cell.strip()) for cell in row.cells]
        told = {field: cell for field, cell in zip(fields, cells, strict=False) if field and cell}
        wrong = list(faulty_fields(told, Player))
        faults += [fault.at(where=where, line=row.line, field=name) for name, fault in wrong]
        if not wrong:
            players[row.line] = msgspec.convert(told, Player)
    for line, repeated in twice_named(players):
        fault = Fault.of("events.player-twice", player=repeated)
        faults.append(fault.at(where=where, line=line))
    if faults:
        raise InputError(faults)
    return tuple(players.values())
