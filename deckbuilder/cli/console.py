"""Tables and panels on a terminal of any width; plain where the output is no terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from deckbuilder.cli import plain
from deckbuilder.cli.prose import tell
from deckbuilder.cli.terminal import behind
from deckbuilder.cli.widths import PLAIN_WIDTH
from deckbuilder.showing import printable

if TYPE_CHECKING:
    from rich.console import Console

    from deckbuilder.tables.screen import Column, Screen

PLAIN_NAMES = 2
"""In plain mode, so many cells of a row go without their headings: number and name."""


def console(*, errors: bool = False) -> Console:
    """Return a console on standard output, or standard error."""
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    class Clean(Console):
        """Cleans what it draws; its own sequences go behind the door."""

        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterable[Segment]:
            for text, style, control in super().render(renderable, options):
                yield Segment(text if control else printable(text), style, control)

    stream = behind(sys.stderr if errors else sys.stdout)
    return Clean(
        file=stream,
        highlight=False,
        emoji=False,
        markup=False,
        soft_wrap=False,
        width=None if stream.isatty() else PLAIN_WIDTH,
    )


def print_table(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    """Print rows under their headings, as wide as needed and no wider than the console.

    In plain mode a row is a line: its first cells, then each fact behind its heading.
    """
    if plain.chosen():
        for row in rows:
            told = [
                cell if place < PLAIN_NAMES else f"{column.title} {cell}"
                for place, (column, cell) in enumerate(zip(columns, row, strict=True))
                if cell
            ]
            tell(f"{told[0]}. {', '.join(told[1:])}" if told else "")
        return
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for column in columns:
        table.add_column(
            column.title,
            justify="right" if column.right else "left",
            no_wrap=column.right,
            overflow="fold",
        )
    for row in rows:
        table.add_row(*row)
    console().print(table)


def print_screen(screen: Screen) -> None:
    """Print what a seat is shown: panels, then the numbered options, then the prompt."""
    from rich.rule import Rule

    if plain.chosen():
        tell(screen.title)
    else:
        console().print(Rule(screen.title, align="left", style="bold"))
    print_panels(screen, details=False)
    print_rows(screen)


def print_panels(screen: Screen, *, details: bool, key: str = "") -> None:
    """Print what there is to know beside the options; with `details` all, or that of a key."""
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    for panel in screen.panels:
        if (panel.detail and not details) or (key and panel.key != key):
            continue
        out.print(Text(panel.title, style="bold"))
        for line in panel.lines:
            out.print(Padding(Text(line), (0, 0, 0, 2), expand=False))


def print_rows(screen: Screen) -> None:
    """Print the numbered options and the prompt."""
    from rich.text import Text

    from deckbuilder.tables.screen import Column

    print_table(
        (Column("#", right=True), *screen.columns),
        [(str(number), *row.cells) for number, row in enumerate(screen.rows, start=1)],
    )
    console().print(Text(screen.prompt, style="bold"))
