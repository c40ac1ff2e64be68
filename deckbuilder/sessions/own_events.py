"""The events of somebody who organises them on the page: folders as `deckbuilder event` has them.

Each is a folder of the data folder, with its `event.yaml` and the lists as they came in.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from deckbuilder.decks.deck import Deck
from deckbuilder.errors import refusal
from deckbuilder.exchange.event import NOT_LISTS
from deckbuilder.exchange.text import write_text
from deckbuilder.files import read_input, replace, write_whole
from deckbuilder.reports.event_file import EVENT_NAME, Event, event_text, read_event
from deckbuilder.reports.lock import read_lock
from deckbuilder.reports.registrations import Registration, law_of, registrations, with_lists
from deckbuilder.resources import user_folder
from deckbuilder.sessions.own_decks import file_stem

ORIGINALS = ".originals"
"""The folder beside the lists that keeps those that were changed or taken out, as they came."""
_NAME = re.compile(r"[\w-]{1,80}")
_FILE = re.compile(r"[^\x00-\x1f/\\:*?\"<>|]{1,150}")
_lock = threading.RLock()


def events_folder() -> Path:
    """Return the folder of one's own events (not created here)."""
    return user_folder() / "events"


def event_names() -> tuple[str, ...]:
    """Return the names of one's own events, the one changed last first."""
    with suppress(OSError):
        found = [
            path
            for path in events_folder().iterdir()
            if _NAME.fullmatch(path.name) and (path / EVENT_NAME).is_file()
        ]
        found.sort(key=lambda path: path.stat().st_mtime_ns, reverse=True)
        return tuple(path.name for path in found)
    return ()


def event_folder(name: str) -> Path:
    """Return the folder of an event. Raises InputError where there is none of this name."""
    if name not in event_names():
        raise refusal("events.unknown", name=name)
    return events_folder() / name


def new_event(event: Event) -> str:
    """Make the folder of an event, named after it. Raises InputError for a format that is none."""
    with _lock:
        law_of(event, events_folder(), None)
        stem = file_stem(event.name or "event")
        there = {path.name.casefold() for path in _folders()}
        name = next(
            each
            for each in (stem, *(f"{stem}-{number}" for number in range(2, len(there) + 3)))
            if each.casefold() not in there
        )
        write_whole(events_folder() / name / EVENT_NAME, event_text(event).encode())
        return name


def _folders() -> list[Path]:
    with suppress(OSError):
        return list(events_folder().iterdir())
    return []


def registered_in(folder: Path) -> tuple[Event, tuple[Registration, ...]]:
    """Return an event and who has handed in what: only its players where there is no list.

    Raises InputError for an event file that cannot be used.
    """
    event = read_event(folder)
    if not any(_is_list(path) for path in folder.iterdir()):
        missing = (Registration(player=each, marks=("missing",)) for each in event.players)
        return event, tuple(missing)
    return event, registrations(folder, event, law_of(event, folder, None), read_lock(folder))


def change_event(folder: Path, change: Callable[[Event], Event]) -> None:
    """Change what is said of an event. Raises InputError for a format that is none."""
    with _lock:
        event = change(read_event(folder))
        law_of(event, folder, None)
        replace(folder / EVENT_NAME, event_text(event).encode())


def hand_in(folder: Path, name: str, content: bytes) -> str:
    """Keep a list as it came, under its name; another one of that name is told apart by number.

    Players who have no list yet get those that are called by a part of their names. Returns the
    name of the file. Raises InputError for names of files that are no lists, and for a list that
    is here already under this name.
    """
    name = _file_name(name)
    with _lock:
        path = folder / name
        number = 2
        while path.exists():
            if read_input(path) == content:
                raise refusal("events.here-already", name=path.name)
            path = folder / f"{Path(name).stem}-{number}{Path(name).suffix}"
            number += 1
        write_whole(path, content)
        event = read_event(folder)
        if event.players and (players := with_lists(folder, event.players)) != event.players:
            changed = msgspec.structs.replace(event, players=players)
            replace(folder / EVENT_NAME, event_text(changed).encode())
        return path.name


def _file_name(name: str) -> str:
    name = name.strip().lstrip("~$.")
    if not _FILE.fullmatch(name):
        name = f"{file_stem(Path(name).stem)}{Path(name).suffix[:8]}"
    if Path(name).suffix.casefold() in NOT_LISTS:
        raise refusal("events.no-list-name", name=name, endings=NOT_LISTS)
    return name


def list_path(folder: Path, name: str) -> Path:
    """Return the file of a list. Raises InputError where there is none of this name."""
    with suppress(OSError):
        for path in folder.iterdir():
            if path.name == name and _is_list(path):
                return path
    raise refusal("events.no-such-list", name=name)


def _is_list(path: Path) -> bool:
    return (
        path.is_file()
        and not path.name.startswith((".", "~$"))
        and path.suffix.casefold() not in NOT_LISTS
    )


def replace_list(folder: Path, name: str, deck: Deck) -> str:
    """Write a changed list in the place of one; that is kept among the originals.

    Returns the name of its file, which is one of plain text now.
    """
    with _lock:
        path = list_path(folder, name)
        _keep(path)
        new = path.with_suffix(".txt")
        replace(new, write_text(deck).encode())
        if new != path:
            path.unlink()
            _rename(folder, path.name, new.name)
        return new.name


def take_out(folder: Path, name: str) -> None:
    """Take a list out of an event; it is kept among the originals."""
    with _lock:
        path = list_path(folder, name)
        _keep(path)
        path.unlink()
        _rename(folder, name, "")


def _keep(path: Path) -> None:
    kept = path.parent / ORIGINALS
    kept.mkdir(exist_ok=True)
    target, number = kept / path.name, 2
    while target.exists():
        target = kept / f"{path.stem}-{number}{path.suffix}"
        number += 1
    replace(target, read_input(path))


def _rename(folder: Path, old: str, new: str) -> None:
    """Let the player whose list a file was have another one, or none."""
    event = read_event(folder)
    players = tuple(
        msgspec.structs.replace(each, list=new) if each.list == old else each
        for each in event.players
    )
    if players != event.players:
        changed = msgspec.structs.replace(event, players=players)
        replace(folder / EVENT_NAME, event_text(changed).encode())


def assign(folder: Path, name: str, player: str, received: str) -> None:
    """Say whose list a file is, and when it came in; "" is nobody's, or as its file says.

    Raises InputError for a player who is not expected.
    """

    def change(event: Event) -> Event:
        if player and player not in {each.name for each in event.players}:
            raise refusal("events.no-such-player", player=player)
        players = []
        for each in event.players:
            if each.name == player:
                each = msgspec.structs.replace(each, list=name, received=received)
            elif each.list == name:
                each = msgspec.structs.replace(each, list="", received="")
            players.append(each)
        return msgspec.structs.replace(event, players=tuple(players))

    list_path(folder, name)
    change_event(folder, change)
