"""What a seat is shown when it must choose, as data: terminal and web page draw the same."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from deckbuilder.tables.protocol import Option
from deckbuilder.words import say


class Column(msgspec.Struct, frozen=True):
    """A column of the table of options.

    Where a table is too wide, the columns with the lowest `worth` fold first: what they say goes
    on a line below its row. One of worth 0 never folds.
    """

    title: str
    right: bool = False
    worth: int = 0


class Row(msgspec.Struct, frozen=True):
    """One option and its cells, one a column.

    Where choosing goes on, `then` is the screen that is shown next, a card's targets for
    instance, and the row itself has no option. `cards` are the ids of the cards that the row
    is about, where the option does not name one.
    """

    option: Option | None
    cells: tuple[str, ...]
    then: Screen | None = None
    cards: tuple[str, ...] = ()

    def options(self) -> Iterator[Option]:
        """Yield every option that can be reached from this row."""
        if self.option is not None:
            yield self.option
        if self.then is not None:
            yield from self.then.options()


class Panel(msgspec.Struct, frozen=True):
    """Something to know beside the options: what was taken, what was struck.

    A `detail` is shown when it is asked for; `key` is the letter that asks for it alone, "d"
    for the deck so far, "p" for what was passed.
    """

    title: str
    lines: tuple[str, ...]
    detail: bool = False
    key: str = ""


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A card or an object that lies on a table.

    `card` is the id of its card, "" where the seat does not know it; `ref` is what options call
    it. `facts` are told as they are now, `marks` say what is unusual; a `spent` one can do
    nothing. `under` lie at it, attachments for instance.
    """

    name: str
    card: str = ""
    ref: str = ""
    facts: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    spent: bool = False
    under: tuple[Token, ...] = ()


class Region(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a table: a zone, a hand, a pile. `meter` is a value and the most that it may be.

    `ref` is what options call the region itself, `stack` tells that its first one comes first.
    """

    title: str
    facts: tuple[str, ...] = ()
    meter: tuple[int, int] | None = None
    marks: tuple[str, ...] = ()
    tokens: tuple[Token, ...] = ()
    ref: str = ""
    stack: bool = False


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """What lies before a seat, or in the middle of the table."""

    title: str
    regions: tuple[Region, ...]
    facts: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


class Screen(msgspec.Struct, frozen=True, kw_only=True):
    """All that a seat sees at one choice; rows are numbered from 1 in their order.

    `choices` is how many rows are to be chosen one after the other; with `fewer` at most so many.
    `cards` says that the rows are cards, so that their facts can be asked for and need not all be
    in the table. `sides` are the table as it can be drawn, from the far side to the own; the
    panels tell the same in words.
    """

    title: str
    prompt: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    panels: tuple[Panel, ...] = ()
    help: str = ""
    choices: int = 1
    fewer: bool = False
    cards: bool = False
    sides: tuple[Side, ...] = ()

    def options(self) -> Iterator[Option]:
        """Yield every option that can be reached from here, through nested screens too."""
        for row in self.rows:
            yield from row.options()


def named_options(screen: Screen) -> Iterator[tuple[Option, str]]:
    """Yield what can be chosen from a screen, named by the rows on the way to it."""
    for row in screen.rows:
        yield from options_of(row)


def options_of(row: Row) -> Iterator[tuple[Option, str]]:
    """Yield what can be reached from a row, named by the rows on the way to it."""
    if row.option is not None:
        yield row.option, row.cells[0]
    if row.then is not None:
        for option, name in named_options(row.then):
            yield option, say("table.nested", row=row.cells[0], inner=name)


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A table of facts for people, such as where the cards went that a seat passed."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
