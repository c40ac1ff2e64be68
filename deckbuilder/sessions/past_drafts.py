"""The drafts that were begun on this machine: one line each in the user's data folder."""

from __future__ import annotations

import contextlib
import datetime
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.files import read_input
from deckbuilder.resources import user_folder
from deckbuilder.sessions.seating import Seating
from deckbuilder.sources.json_source import parse_json
from deckbuilder.tables.log import read_log

FILE = "drafts.jsonl"


class PastDraft(msgspec.Struct, frozen=True, kw_only=True):
    """A draft as it was begun; how it ended stands in its log.

    `seat` is that of the person, called `title` in the language it was begun in; None without.
    """

    begun: str
    format: str
    seed: int
    seat: str | None
    bots: str
    code: str | None
    folder: str
    log: str
    title: str | None = None


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """How far the log of a draft goes; `faults` are those of one that cannot be read."""

    state: Literal["open", "over", "gone", "broken"]
    choices: int = 0
    faults: tuple[Fault, ...] = ()


def progress_of(draft: PastDraft) -> Progress:
    """Return how far a draft went."""
    if not Path(draft.log).exists():
        return Progress(state="gone")
    try:
        log = read_log(draft.log)
    except InputError as error:
        return Progress(state="broken", faults=error.faults)
    return Progress(state="over" if log.end else "open", choices=len(log.choices))


def remember(seating: Seating, folder: Path, log: Path) -> None:
    """Add a draft to the list. A data folder that cannot be written to stops no draft."""
    people = seating.people
    draft = PastDraft(
        begun=now(),
        format=seating.head.table,
        seed=seating.head.seed,
        seat=seating.names[people[0]] if people else None,
        title=seating.titles[people[0]] if people else None,
        bots=", ".join(seating.bots),
        code=seating.code,
        folder=absolute(folder),
        log=absolute(log),
    )
    with contextlib.suppress(OSError):
        user_folder().mkdir(parents=True, exist_ok=True)
        with (user_folder() / FILE).open("ab+") as stream:
            if stream.tell():
                # A line that was cut off ends here, not in the middle of this one.
                stream.seek(-1, os.SEEK_END)
                if stream.read(1) != b"\n":
                    stream.write(b"\n")
            stream.write(msgspec.json.encode(draft) + b"\n")


def past_drafts() -> Iterator[PastDraft]:
    """Yield the drafts in the order in which they were begun; broken lines are left out."""
    with contextlib.suppress(InputError):
        for line in read_input(user_folder() / FILE).splitlines():
            with contextlib.suppress(InputError):
                yield parse_json(line, FILE, PastDraft)


def newest_first() -> list[PastDraft]:
    """Return the drafts, the last one begun first: as `drafts` numbers them from 1."""
    return list(past_drafts())[::-1]


def log_named(name: str | None) -> Path:
    """Return a log by its path, or by its number among the drafts, 1 for the last one begun.

    None is the last one. Raises InputError where there is no such draft.
    """
    if name is not None and (Path(name).exists() or not name.isdecimal()):
        return Path(name)
    drafts = newest_first()
    number = 1 if name is None else int(name)
    if not 1 <= number <= len(drafts):
        if not drafts:
            raise refusal("past.none")
        raise refusal("past.unknown", number=number, most=len(drafts))
    return Path(drafts[number - 1].log)


def now() -> str:
    """Return the local time to the second, as ISO 8601."""
    return datetime.datetime.now().astimezone().isoformat(timespec="seconds")


def absolute(path: Path) -> str:
    """Return a path that stays right when the working folder changes."""
    return str(path.absolute())
