"""Tables no wider than the terminal: long texts end in "…", or go on below where none may."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from deckbuilder.catalog.wording import UNKNOWN, cell_width
from deckbuilder.cli.prose import wrapped
from deckbuilder.tables.screen import Column
from deckbuilder.words import say

GAP = "  "
_LEAST_TEXT = 8
_LEAST_NAME = 24
_NAME_COUNTS = 4
"""How many other cells a cut name is as bad as."""
_LEAST_PART = 12
"""To which a column shrinks before its words are broken further."""
_UNBROKEN = "\u00a0"
"""Stands between a heading and its number while lines are broken."""
_ELLIPSIS = "…"


def table_lines(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return the lines of a table; where it is too wide, text columns shrink (see `_shrunk`)."""
    grid = [[column.title for column in columns], *rows]
    widths = _shrunk(columns, grid, width - len(GAP) * (len(columns) - 1))
    lines = []
    for row in grid:
        cells = [
            _fitted(cell, size, right=column.right)
            for cell, size, column in zip(row, widths, columns, strict=True)
        ]
        lines.append(GAP.join(cells).rstrip())
    lines.insert(1, GAP.join("─" * size for size in widths))
    return lines


def wrapped_table(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int
) -> list[str]:
    """Return the lines of a table that cuts nothing: what is too wide goes on below its cell.

    Text columns shrink to their longest word; where that is not enough, long words are broken.
    """
    widths = _wrapping(columns, rows, width)
    return [
        *_head(columns, widths),
        *(line for row in rows for line in _wrapped_row(columns, row, widths)),
    ]


def folded_table(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int, *, one_line: bool = False
) -> list[str]:
    """Return the lines of a table whose columns fold by their worth where it is too wide.

    What a folded column says stands on a line below its row, numbers behind their headings; with
    `one_line` it is left out. Where all have folded, texts wrap, the first of them last.
    """
    kept, folded = folded_places(columns, rows, width)
    shown = [columns[place] for place in kept]
    name = next((place for place, column in enumerate(shown) if not column.right), 0)
    widths = _wrapping(shown, [[row[place] for place in kept] for row in rows], width, spared=name)
    indent = sum(widths[:name]) + len(GAP) * name
    lines = _head(shown, widths)
    for row in rows:
        lines += _wrapped_row(shown, [row[place] for place in kept], widths)
        told = [
            f"{columns[place].title} {row[place]}".replace(" ", _UNBROKEN)
            if columns[place].right or row[place] == UNKNOWN
            else row[place]
            for place in folded
            if row[place].strip()
        ]
        if told and not one_line:
            below = f"{' ' * indent}  {say('errors.joints.comma').join(told)}"
            lines += (line.replace(_UNBROKEN, " ") for line in wrapped(below, width))
    return lines


def folded_places(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int
) -> tuple[list[int], list[int]]:
    """Return the places of the columns that stay, and of those that fold, each in their order."""
    kept = list(range(len(columns)))
    folding = sorted((p for p in kept if columns[p].worth), key=lambda p: columns[p].worth)
    while (
        folding
        and natural_width(
            [columns[place] for place in kept], [[row[place] for place in kept] for row in rows]
        )
        > width
    ):
        kept.remove(folding.pop(0))
    return kept, [place for place in range(len(columns)) if place not in kept]


def _wrapping(
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    width: int,
    *,
    spared: int | None = None,
) -> list[int]:
    """Return widths of columns whose texts wrap to fit; the one at `spared` gives way last."""
    grid = [[column.title for column in columns], *rows]
    widths = [max(cell_width(row[place]) for row in grid) for place in range(len(columns))]
    least = [
        size if column.right else max(cell_width(w) for row in grid for w in _words(row[place]))
        for place, (column, size) in enumerate(zip(columns, widths, strict=True))
    ]
    for floor in (least, [min(size, _LEAST_PART) for size in least]):
        while sum(widths) + len(GAP) * (len(widths) - 1) > width:
            wide = [place for place in range(len(widths)) if widths[place] > floor[place]]
            if not wide:
                break
            others = [place for place in wide if place != spared]
            widths[max(others or wide, key=widths.__getitem__)] -= 1
    return widths


def _head(columns: Sequence[Column], widths: Sequence[int]) -> list[str]:
    titles = _wrapped_row(columns, [column.title for column in columns], widths)
    return [*titles, GAP.join("─" * size for size in widths)]


def _wrapped_row(
    columns: Sequence[Column], row: Sequence[str], widths: Sequence[int]
) -> Iterator[str]:
    cells = [list(_parts(cell, size)) for cell, size in zip(row, widths, strict=True)]
    for parts in zip_longest(*cells, fillvalue=""):
        filled = [
            _fitted(part, size, right=column.right)
            for part, size, column in zip(parts, widths, columns, strict=True)
        ]
        yield GAP.join(filled).rstrip()


def _words(text: str) -> Sequence[str]:
    return text.split(" ")


def _parts(text: str, size: int) -> Iterator[str]:
    """Yield a text in parts of at most `size` columns; a word that is wider is broken."""
    for part in wrapped(text, size):
        while cell_width(part) > size:
            cut = size
            while cell_width(part[:cut]) > size:
                cut -= 1
            yield part[:cut]
            part = part[cut:]
        yield part


def natural_width(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> int:
    """Return how wide a table is with all its texts in full."""
    grid = [[column.title for column in columns], *rows]
    widths = (max(cell_width(row[place]) for row in grid) for place in range(len(columns)))
    return sum(widths) + len(GAP) * (len(columns) - 1)


def _shrunk(columns: Sequence[Column], grid: Sequence[Sequence[str]], width: int) -> list[int]:
    """Return the widths of columns, together no more than `width` where texts can give way.

    Letter by letter the column gives way in which the fewest cells are cut: a few long ones
    rather than each of a column. The first one, which names the row, keeps more of itself.
    """
    sizes = [Counter(cell_width(row[place]) for row in grid) for place in range(len(columns))]
    widths = [max(each) for each in sizes]
    texts = [place for place, column in enumerate(columns) if not column.right]
    cut = dict.fromkeys(texts, 0)

    def loss(place: int) -> tuple[int, int]:
        cells = cut[place] + sizes[place][widths[place]]
        return cells * (_NAME_COUNTS if place == 0 else 1), -widths[place]

    for least in (_LEAST_NAME, _LEAST_TEXT):
        while sum(widths) > width:
            wide = [
                place for place in texts if widths[place] > (least if place == 0 else _LEAST_TEXT)
            ]
            if not wide:
                break
            chosen = min(wide, key=loss)
            cut[chosen] += sizes[chosen][widths[chosen]]
            widths[chosen] -= 1
    return widths


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
