"""Folders in an event's folder, of which no list is read: told, so that none is missed."""

from __future__ import annotations

from pathlib import Path

from deckbuilder.cli.prose import tell
from deckbuilder.words import say


def tell_folders(folder: Path) -> None:
    """Tell of each folder in an event's folder on standard error."""
    from deckbuilder.exchange.event import folders_in

    for name, files in folders_in(folder):
        tell(say("exchange.event.folder", name=name, files=files), err=True)
