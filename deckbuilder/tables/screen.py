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

    A `detail` is shown when it is asked for; `key` is the letter that asks for it alone, "d"
    for the deck so far, "p" for what was passed.
    """

    title: str
    lines: tuple[str, ...]
    detail: bool = False
    key: str = ""


class Screen(msgspec.Struct, frozen=True, kw_only=True):
    """All that a seat sees at one choice; rows are numbered from 1 in their order.

    `choices` is how many rows are to be chosen one after the other.
    """

    title: str
    prompt: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    panels: tuple[Panel, ...] = ()
    help: str = ""
    choices: int = 1


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A table of facts for people, such as where the cards went that a seat passed."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
