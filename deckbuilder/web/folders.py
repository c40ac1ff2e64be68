"""Folders of their own for what is begun on the page."""

from __future__ import annotations

from itertools import count
from pathlib import Path


def new_folder(home: Path, stem: str) -> Path:
    """Return a folder that is not there yet, named by a stem and a number where that is needed."""
    names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    return next(folder for name in names if not (folder := home / name).exists())
