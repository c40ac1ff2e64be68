"""The file `event.yaml` of an organiser's folder: the event and its players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import yaml

from deckbuilder.catalog.records import SourceFile
from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.exchange.registration.sheet import filing_key
from deckbuilder.files import read_input
from deckbuilder.formats.format_files import is_iso_date
from deckbuilder.words import phrases

EVENT_NAME = "event.yaml"


class Player(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player who is expected.

    `list` is the list's file in the folder; without it the player's name finds the list.
    `received` is when it came in; without it the file's own time counts.
    """

    name: str
    id: str = ""
    team: str = ""
    table: str = ""
    list: str = ""
    received: str = ""


class Event(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event. Empty is not stated; without players every list in the folder is taken."""

    name: str = ""
    date: str = ""
    place: str = ""
    organiser: str = ""
    format: str = ""
    deadline: str = ""
    players: tuple[Player, ...] = ()


def file_in(folder: Path, name: str) -> Path | None:
    """Return a file of a folder, None where it has none.

    Raises InputError for a folder, a pipe or a device of that name.
    """
    path = folder / name
    if not path.exists():
        return None
    if not path.is_file():
        raise refusal("events.no-file", where=str(path))
    return path


def read_event(folder: Path) -> Event:
    """Return the event of a folder, an empty one where it has no event file.

    Raises InputError with every faulty field and its line.
    """
    path = file_in(folder, EVENT_NAME)
    return Event() if path is None else read_event_file(path)


def read_event_file(path: Path) -> Event:
    """Return the event of this file. Raises InputError with every faulty field and its line."""
    reading = _Reading(path)
    head, players = reading.head(), reading.players()
    if reading.faults:
        raise InputError(reading.faults)
    return msgspec.convert({**head, "players": players}, Event)


class _Reading(SourceFile):
    """An event file and the faults found in it; InputError where it is no mapping at all."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path), read_input(path))
        if not self.faults and not isinstance(self.document, dict):
            self.note("events.no-event-file")
        if self.faults:
            raise InputError(self.faults)

    def head(self) -> Any:
        """Return what is said of the event itself."""
        head = _texts({key: value for key, value in self.document.items() if key != "players"})
        for name, fault in faulty_fields(head, Event):
            self.add(fault, name)
        return head

    def players(self) -> list[Player]:
        """Return the players that can be read."""
        rows = self.document.get("players") or []
        if not isinstance(rows, list):
            self.note("events.players-no-list", "players")
            rows = []
        read: dict[int, Player] = {}
        for row, record in enumerate(rows):
            told = _texts({"name": record} if isinstance(record, str) else record)
            wrong = list(faulty_fields(told, Player))
            for name, fault in wrong:
                self.add(fault, "players", row, name)
            if not wrong:
                read[row] = msgspec.convert(told, Player)
        self._compare(read)
        return list(read.values())

    def _compare(self, read: Mapping[int, Player]) -> None:
        for row, repeated in twice_named(read):
            self.note("events.player-twice", "players", row, player=repeated)
        for row, player in _same_list(read):
            self.note("events.same-list", "players", row, "list", list=player.list)


def event_text(event: Event) -> str:
    """Return an event as the text of its file, every field explained."""
    told = phrases("reports.event.comments")
    parts = [f"# {told['file']}"]
    for name in ("name", "date", "place", "organiser", "format", "deadline"):
        parts.append(f"# {told[name]}\n{_dumped({name: getattr(event, name)})}")
    players = [
        {key: value for key, value in msgspec.to_builtins(player).items() if value}
        for player in event.players
    ]
    parts.append(f"# {told['players']}\n{_dumped({'players': players})}")
    return "\n".join(parts) + "\n"


def moment(written: str) -> datetime | None:
    """Return a day and hour as written in an event file, None for what is none.

    Without a time zone it is the machine's own; a day alone means its end.
    """
    if is_iso_date(written):
        written = f"{written}T23:59:59"
    try:
        return datetime.fromisoformat(written).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def _dumped(value: dict[str, Any]) -> str:
    return yaml.safe_dump(value, allow_unicode=True, sort_keys=False, width=1_000).rstrip()


def _texts(record: Any) -> Any:
    """Numbers and nothing as text: a table `7` needs no quotes in a file of a person."""
    if not isinstance(record, dict):
        return record
    return {
        str(key): "" if value is None else str(value) if isinstance(value, int | float) else value
        for key, value in record.items()
    }


def faulty_fields(record: Any, kind: type[Any]) -> Iterable[tuple[str, Fault]]:
    """Yield the fields of an event or a player that cannot be used, and why."""
    if not isinstance(record, dict):
        yield "name", Fault.of("events.no-player")
        return
    known = [field.name for field in msgspec.structs.fields(kind) if field.name != "players"]
    for name, value in record.items():
        if name not in known:
            yield name, Fault.of("events.unknown-field", known=tuple(known))
        elif not isinstance(value, str):
            yield name, Fault.of("events.no-text")
        elif name == "date" and value and not is_iso_date(value):
            yield name, Fault.of("dates.no-day", day=value)
        elif name in ("deadline", "received") and value and moment(value) is None:
            yield name, Fault.of("dates.no-moment", moment=value)
        elif name == "list" and (Path(value).name != value or value.startswith(".")):
            yield name, Fault.of("events.list-elsewhere")
    if kind is Player and not record.get("name"):
        yield "name", Fault.of("events.no-player-name")


def twice_named(players: Mapping[int, Player]) -> Iterable[tuple[int, str]]:
    """Yield the rows and names of players that stand in an earlier row already."""
    seen = set()
    for row, player in players.items():
        key = filing_key(player.name)
        if key in seen:
            yield row, player.name
        seen.add(key)


def _same_list(players: Mapping[int, Player]) -> Iterable[tuple[int, Player]]:
    seen = set()
    for row, player in players.items():
        if player.list and player.list in seen:
            yield row, player
        seen.add(player.list)
