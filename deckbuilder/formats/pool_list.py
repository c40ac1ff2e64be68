"""A list file as a pool: counted names, one a line, as the project's own text lists have them."""

from __future__ import annotations

import re
from pathlib import Path

from deckbuilder.errors import Fault, InputError, refusal

_COUNTED = re.compile(r"(?P<count>\d{1,4})\s*[xX×]?\s+(?P<name>\S.*?)(?:\s+\([^()]*\))?")
_PLAIN = re.compile(r"[#;\[].*|[\w ]+:\s.*")
"""Comments, section lines and header lines, which say nothing about a pool."""


def listed_file(name: str, where: str) -> Path:
    """Return the file of a list that the format file `where` names, relative to its folder.

    Raises InputError for a file that lies neither beside the format nor below: a format may
    come from a stranger, and must not show what else is on the disk.
    """
    folder = Path(where).parent
    path = folder / name
    try:
        inside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):
        inside = False
    if not inside:
        raise refusal("formats.list-outside", where=where, field="list", list=name)
    return path


def parse_pool_list(content: bytes, where: str) -> dict[str, int]:
    """Return how many copies of each name the list holds; repeated lines add up.

    Raises InputError with the lines that are no `3x Name`.
    """
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise refusal("sources.not-utf8", where=where) from None
    counts: dict[str, int] = {}
    faults: list[Fault] = []
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if match := _COUNTED.fullmatch(text):
            counts[match["name"]] = counts.get(match["name"], 0) + int(match["count"])
        elif text and not _PLAIN.fullmatch(text):
            faults.append(Fault.of("formats.no-counted-card", where=where, line=number, text=text))
    if faults:
        raise InputError(faults)
    if not counts:
        raise refusal("formats.empty-list", where=where)
    return counts
