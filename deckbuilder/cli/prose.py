"""Sentences on a terminal, wrapped between words; as they are where the output is no terminal."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import click

from deckbuilder.catalog.wording import cell_width
from deckbuilder.cli.terminal import Door, unstyled
from deckbuilder.cli.widths import screen_width

_WIDE = "\u3000-\u30ff\u3400-\u9fff\uff00-\uffef"
_PIECE = re.compile(rf" +|[^ {_WIDE}]+|[{_WIDE}][、。）」]*")
"""A run of spaces, a word, or one wide letter with the marks that may not begin a line."""


def tell(text: str, *, err: bool = False, hang: int = 0) -> None:
    """Print a text; on a terminal, lines that are too long go on `hang` columns further in.

    A line's own indentation is kept on the lines that it goes on with.
    """
    stream = sys.stderr if err else sys.stdout
    if stream.isatty():
        width = screen_width()
        text = "\n".join(
            part for line in text.split("\n") for part in wrapped(line, width, hang=hang)
        )
    # Without a door nothing would take the marks of styles for what they are.
    click.echo(text if isinstance(stream, Door) else unstyled(text), err=err)


def wrapped(line: str, width: int, *, hang: int = 0) -> Iterator[str]:
    """Yield a line in parts of at most `width` columns, broken between words.

    Japanese is broken between letters. A word longer than the width stands on a line alone.
    """
    indent = " " * (len(line) - len(line.lstrip(" ")) + hang)
    part, used, pending = "", 0, ""
    for piece in _PIECE.findall(line):
        if piece.isspace() and part.strip():
            pending = piece
            continue
        size = cell_width(unstyled(piece))
        if part.strip() and used + len(pending) + size > width:
            yield part
            part, used, pending = indent + piece, len(indent) + size, ""
        else:
            part += pending + piece
            used += len(pending) + size
            pending = ""
    yield part
