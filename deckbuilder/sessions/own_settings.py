"""What somebody states once for all commands: a small file in the user's folder."""

from __future__ import annotations

from pathlib import Path

import msgspec

from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.files import read_input, write_whole
from deckbuilder.resources import user_folder
from deckbuilder.sanitizing import printable, shown
from deckbuilder.words import languages

FILE = "settings.yaml"
PAPERS = ("a4", "letter")
LONGEST = 200


class OwnSettings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Settings; what is "" is not stated.

    `name`, `team` and `event` go onto sheets where neither an option, an event's file nor the
    list says otherwise; `paper` is that of sheets and books. `language` is that of sentences.
    `bots` draft the other seats.
    """

    name: str = ""
    team: str = ""
    event: str = ""
    paper: str = ""
    language: str = ""
    bots: str = ""


NAMES = OwnSettings.__struct_fields__


def settings_path() -> Path:
    """Return the file of the settings; it need not exist."""
    return user_folder() / FILE


def read_settings() -> OwnSettings:
    """Return what is stated. Raises InputError with every fault of the file."""
    path = settings_path()
    if not path.exists():
        return OwnSettings()
    # What few have is imported for them only.
    from deckbuilder.sources.yaml_source import parse_with_lines

    document, lines = parse_with_lines(read_input(path), str(path))
    if document is None:
        return OwnSettings()
    if not isinstance(document, dict):
        raise refusal("settings.no-mapping", where=str(path))
    stated = {str(name): "" if value is None else str(value) for name, value in document.items()}
    faults = [
        fault.at(where=str(path), line=lines.of(name), field=name)
        for name, value in stated.items()
        for fault in _faults(name, value)
    ]
    if faults:
        raise InputError(faults)
    return OwnSettings(**stated)


def changed_settings(settings: OwnSettings, changes: dict[str, str]) -> OwnSettings:
    """Return settings after changes. Raises InputError with every change that cannot be."""
    faults = [
        fault.at(where=name) for name, value in changes.items() for fault in _faults(name, value)
    ]
    if faults:
        raise InputError(faults)
    return msgspec.structs.replace(settings, **changes)


def write_settings(settings: OwnSettings) -> Path:
    """Write the file, whole, and return its path."""
    path = settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    stated = msgspec.to_builtins(settings)
    text = "".join(f"{name}: {_quoted(value)}\n" for name, value in stated.items())
    write_whole(path, text.encode(), force=True)
    return path


def _faults(name: str, value: str) -> list[Fault]:
    """Return what is wrong with a setting."""
    if name not in NAMES:
        return [Fault.of("settings.unknown", name=shown(name), known=NAMES)]
    if len(value) > LONGEST or printable(value) != value:
        return [Fault.of("settings.no-text", value=shown(value), most=LONGEST)]
    choices = {"paper": PAPERS, "language": languages()}.get(name)
    if value and choices is not None and value not in choices:
        return [Fault.of("settings.no-choice", value=shown(value), choices=choices)]
    return []


def _quoted(value: str) -> str:
    """Return a text as YAML, quoted so that it is read as it is."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
