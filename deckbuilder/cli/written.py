"""What is told of files that were written."""

from __future__ import annotations

from pathlib import Path

from deckbuilder.cli.prose import tell
from deckbuilder.words import say


def tell_written(path: Path) -> None:
    """Say that a file was written."""
    tell(say("exchange.written", path=path), err=True)
