"""Tables with one line a row, no wider than the terminal; long texts end in "…"."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

from deckbuilder.catalog.wording import cell_width
from deckbuilder.tables.screen import Column

PLAIN_WIDTH = 80
GAP = "  "
_LEAST_TEXT = 8
_ELLIPSIS = "…"


def screen_width() -> int:
    """Return the width of the terminal, PLAIN_WIDTH where there is none."""
    return shutil.get_terminal_size((PLAIN_WIDTH, 24)).columns


def table_lines(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return the lines of a table; where it is too wide, text columns but the first shrink."""
    grid = [[column.title for column in columns], *rows]
    widths = [max(cell_width(row[place]) for row in grid) for place in range(len(columns))]
    texts = [place for place, column in enumerate(columns) if not column.right]
    for shrinking in (texts[1:], texts[:1]):
        while sum(widths) + len(GAP) * (len(widths) - 1) > width:
            wide = [place for place in shrinking if widths[place] > _LEAST_TEXT]
            if not wide:
                break
            widths[max(wide, key=widths.__getitem__)] -= 1
    lines = []
    for row in grid:
        cells = [
            _fitted(cell, size, right=column.right)
            for cell, size, column in zip(row, widths, columns, strict=True)
        ]
        lines.append(GAP.join(cells).rstrip())
    lines.insert(1, GAP.join("─" * size for size in widths))
    return lines


def column_groups(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int
) -> list[list[int]]:
    """Return places of columns in groups that fit side by side, the first one in each."""
    grid = [[column.title for column in columns], *rows]
    widths = [max(cell_width(row[place]) for row in grid) for place in range(len(columns))]
    groups, left = [[0]], width - widths[0]
    for place in range(1, len(columns)):
        needed = len(GAP) + widths[place]
        if needed > left and len(groups[-1]) > 1:
            groups.append([0])
            left = width - widths[0]
        groups[-1].append(place)
        left -= needed
    return groups


def _fitted(text: str, size: int, *, right: bool) -> str:
    if cell_width(text) > size:
        while text and cell_width(text) > size - 1:
            text = text[:-1]
        text = text.rstrip() + _ELLIPSIS
    filling = " " * (size - cell_width(text))
    return filling + text if right else text + filling
