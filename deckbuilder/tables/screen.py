"""What a seat is shown when it must choose, as data: terminal and web page draw the same."""

from __future__ import annotations

import msgspec

from deckbuilder.tables.protocol import Option


class Column(msgspec.Struct, frozen=True):
    """A column of the table of options."""

    title: str
    right: bool = False


class Row(msgspec.Struct, frozen=True):
    """One option and its cells, one a column."""

    option: Option
    cells: tuple[str, ...]


class Panel(msgspec.Struct, frozen=True):
    """Something to know beside the options: what was taken, what was struck.

    A `detail` is shown when it is asked for.
    """

    title: str
    lines: tuple[str, ...]
    detail: bool = False


class Screen(msgspec.Struct, frozen=True, kw_only=True):
    """All that a seat sees at one choice; rows are numbered from 1 in their order."""

    title: str
    prompt: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    panels: tuple[Panel, ...] = ()
    help: str = ""


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A table of facts for people, such as where the cards went that a seat passed."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
