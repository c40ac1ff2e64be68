"""Tables and panels on a terminal of any width; plain where the output is no terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from deckbuilder.catalog.wording import cell_width
from deckbuilder.cli import plain
from deckbuilder.cli.narrow_tables import folded_table
from deckbuilder.cli.prose import tell, wrapped
from deckbuilder.cli.terminal import behind, styled
from deckbuilder.cli.widths import NARROW, screen_width
from deckbuilder.sanitizing import printable

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
        width=None if stream.isatty() else screen_width(),
    )


def print_table(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], *, one_line: bool = False
) -> None:
    """Print rows under their headings, as wide as needed and no wider than the console.

    Columns fold by their worth where it is too narrow; on a very narrow one they are left out
    with `one_line`, where what they say can be asked for. In plain mode a row is a line: its
    first cells, then each fact behind its heading.
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
    width = screen_width()
    for line in folded_table(columns, rows, width, one_line=one_line and width < NARROW):
        tell(line)


def print_screen(screen: Screen) -> None:
    """Print what a seat is shown: panels, then the numbered options, then the prompt."""
    left = screen_width() - cell_width(screen.title) - 1
    if plain.chosen() or left < 0:
        _draw(screen.title, bold=True)
    else:
        tell(f"{styled(screen.title, 'bold')} {'─' * left}".rstrip())
    print_panels(screen, details=False)
    print_rows(screen)


def print_panels(screen: Screen, *, details: bool, key: str = "") -> None:
    """Print what there is to know beside the options; with `details` all, or that of a key."""
    for panel in screen.panels:
        if (panel.detail and not details) or (key and panel.key != key):
            continue
        _draw(panel.title, bold=True)
        for line in panel.lines:
            _draw(f"  {line}")


def print_rows(screen: Screen) -> None:
    """Print the numbered options and the prompt."""
    from deckbuilder.tables.screen import Column

    print_table(
        (Column("#", right=True), *screen.columns),
        [(str(number), *row.cells) for number, row in enumerate(screen.rows, start=1)],
        one_line=screen.cards,
    )
    _draw(screen.prompt, bold=True)


def _draw(text: str, *, bold: bool = False) -> None:
    """Print a text, wrapped to the width there is whoever reads it."""
    for line in text.split("\n"):
        for part in wrapped(line, screen_width()):
            tell(styled(part, "bold") if bold else part)
