"""Which row of a sheet stands where: pages, columns and slots of one height."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Literal

import msgspec

from deckbuilder.errors import refusal
from deckbuilder.exchange.registration.sheet import Group, Row, Sheet, sheets_data

POINTS = 72 / 25.4
"""Points a millimetre."""
FIELDS_ACROSS = 3
NARROWEST = 0.6
"""How far a long name may be condensed."""
_PIECES = re.compile(
    r"[\u3000-\u9fff\uff00-\uffef][、。」)]?|\s*[^\s\u3000-\u9fff\uff00-\uffef]+|\s+"
)
"""A word with the space before it, or a Japanese letter with what may not begin a line."""
TEXT, SMALL = 9.5, 9.0
"""Sizes of letters in points."""
PADDING = 2.6
"""What a cell keeps free beside its text, in millimetres."""
MEAN_LETTER = 0.52
"""Width of a Western letter, as a part of its size."""
Kind = Literal["heading", "row", "blank"]


class Slot(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a column: a group's heading with its total, a card, or a line to write on."""

    kind: Kind
    title: str = ""
    total: str = ""
    row: Row | None = None


Page = tuple[tuple[Slot, ...], ...]
"""The slots of each column."""


class Measures(msgspec.Struct, frozen=True, kw_only=True):
    """Millimetres of a sheet on one kind of paper; see `exports/sheets/sheets.yaml`."""

    width: float
    height: float
    margin: float
    band: float
    field: float
    row: float
    wide_row: float
    gap: float
    foot: float
    count: float
    printing: float
    fact: float
    code: float

    def row_height(self, sheet: Sheet) -> float:
        """Return the height of a slot."""
        return self.row if sheet.across > 1 else self.wide_row

    def column_width(self, sheet: Sheet) -> float:
        """Return the width of one of the sheet's columns."""
        inner = self.width - 2 * self.margin
        return (inner - self.gap * (sheet.across - 1)) / sheet.across

    def printing_width(self, sheet: Sheet) -> float:
        """Return the width of set and number; there is more of it in one column.

        Long set names widen it, up to the half, as far as the names leave room.
        """
        if not sheet.printed:
            return 0.0
        least = self.printing * (1.0 if sheet.across > 1 else 1.5)
        rows = [row for group in sheet.groups for row in group.rows]
        printings = max(text_width(row.printing, SMALL) for row in rows) + PADDING
        names = max(text_width(row.name, TEXT) for row in rows) + PADDING
        room = self.column_width(sheet) - self.count - self.fact * len(sheet.columns)
        fair = room * printings / (printings + names)
        return max(least, min(printings, room / 2, max(room - names, fair)))

    def name_width(self, sheet: Sheet) -> float:
        """Return the width that is left for a name."""
        behind = self.fact * len(sheet.columns) + self.printing_width(sheet)
        return self.column_width(sheet) - self.count - behind

    def head(self, sheet: Sheet) -> float:
        """Return the height of all that stands above the rows."""
        lines = -(-len(sheet.fields) // FIELDS_ACROSS)
        return self.band + lines * self.field + 3

    def slots(self, sheet: Sheet) -> int:
        """Return how many slots a column holds, its line of headings taken off."""
        free = self.height - 2 * self.margin - self.head(sheet) - self.foot
        return int(free / self.row_height(sheet)) - 1


def pieces(text: str) -> list[str]:
    """Return what may stand alone on a line, in order: words, and single Japanese letters."""
    found: list[str] = _PIECES.findall(text)
    return found


def text_width(text: str, size: float) -> float:
    """Return the width of a text in millimetres: an estimate on the safe side of any font."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return size / POINTS * (wide + MEAN_LETTER * (len(text) - wide))


def papers() -> tuple[str, ...]:
    """Return the kinds of paper."""
    return tuple(sheets_data()["paper"])


def measures(paper: str) -> Measures:
    """Return the measures on a kind of paper. Raises InputError for an unknown one."""
    data = sheets_data()
    size = data["paper"].get(paper.casefold())
    if size is None:
        raise refusal("sheets.no-paper", paper=paper, known=papers())
    return msgspec.convert(
        {"width": size[0], "height": size[1], **data["page"]}, Measures, strict=False
    )


def pages(sheet: Sheet, measured: Measures, continued: str) -> tuple[Page, ...]:
    """Lay a sheet out; `continued` is put behind a heading that goes on in another column.

    Empty rows for corrections give way before a further page is begun; what is left of the
    last page is filled with them.
    """
    most = max((group.blanks for group in sheet.groups), default=0)
    laid = [_columns(sheet, measured, blanks, continued) for blanks in range(most, -1, -1)]
    columns = min(laid, key=lambda each: -(-len(each) // sheet.across))
    slots = measured.slots(sheet)
    while not columns or len(columns) % sheet.across:
        columns.append([])
    filled = [(*column, *[Slot(kind="blank")] * (slots - len(column))) for column in columns]
    return tuple(
        tuple(filled[at : at + sheet.across]) for at in range(0, len(filled), sheet.across)
    )


def _columns(sheet: Sheet, measured: Measures, blanks: int, continued: str) -> list[list[Slot]]:
    most = measured.slots(sheet)
    columns: list[list[Slot]] = [[]]
    for group in sheet.groups:
        heading = Slot(kind="heading", title=group.title, total=str(group.total))
        if len(columns[-1]) > most - 2:
            columns.append([])
        columns[-1].append(heading)
        for slot in _rows(group, blanks):
            if len(columns[-1]) == most:
                if slot.kind == "blank":
                    break
                columns.append([Slot(kind="heading", title=f"{group.title} {continued}")])
            columns[-1].append(slot)
    return columns


def _rows(group: Group, blanks: int) -> Iterator[Slot]:
    yield from (Slot(kind="row", row=row) for row in group.rows)
    yield from [Slot(kind="blank")] * min(blanks, group.blanks)
