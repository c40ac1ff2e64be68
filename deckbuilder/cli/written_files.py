"""What is told of files that were written, and the option that opens them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from deckbuilder.cli.error_messages import misuse
from deckbuilder.cli.prose import tell
from deckbuilder.words import say

F = TypeVar("F", bound=Callable[..., Any])

SHOWN = (".html", ".pdf", ".svg")
"""Endings of files that people look at."""


def open_option(function: F) -> F:
    """Add the flag `--open`, passed on as `opens`."""
    return click.option(
        "--open", "opens", is_flag=True, help="Open the page or PDF once it is written."
    )(function)


def tell_written(path: Path) -> None:
    """Say that a file was written."""
    tell(say("exchange.written", path=path), err=True)


def refuse_to_open(path: Path | None) -> None:
    """Raise Misuse for a file that nobody looks at, and where there is none."""
    if path is None or path.suffix.casefold() not in SHOWN:
        raise misuse("usage.opens", endings=SHOWN)


def open_written(path: Path) -> None:
    """Open a file with the program that the machine has for it, and say where none is found."""
    if click.launch(str(path.resolve())) != 0:
        tell(say("exchange.not-opened", path=path), err=True)
