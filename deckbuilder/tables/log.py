"""The log of a table: settings, seed and every choice, a JSON line each, written as they fall.

Between the choices stands where a person wants to be asked no more, or again.

The first line is the head, the last the end with a hash of the head and the final state. A
process that is killed loses nothing that was chosen; at worst the last line is cut, which
reading reports.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Literal

import msgspec

import deckbuilder
from deckbuilder.errors import InputError, refusal
from deckbuilder.files import lock, read_input
from deckbuilder.sources.json_source import parse_json
from deckbuilder.tables.protocol import Option, Value

VERSION = 2
MAX_LINES = 200_000
LOG_START = b'{"log":'
"""The first bytes of every log."""
PERSON = "person"
"""Who sits in a seat without a bot, in a log's head."""


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: all that is needed to run the table again.

    `table` is the format or game that was sat down to; `seats` names who sat where, a bot's
    spec or PERSON. `settings` is plain data of the game's own.
    """

    log: int = VERSION
    program: str = deckbuilder.__version__
    kind: Literal["draft", "play"] = "draft"
    game: str
    table: str
    seed: int
    seats: tuple[str, ...]
    settings: Any


class ChoiceLine(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One choice of one seat."""

    seat: int
    action: str
    subject: str = ""
    targets: tuple[str, ...] = ()
    value: Value = None

    @property
    def option(self) -> Option:
        """What was chosen."""
        return Option(self.action, self.subject, self.targets, self.value)


class StopLine(msgspec.Struct, frozen=True, kw_only=True):
    """Where a seat is asked from here on, or lets things pass by themselves."""

    stop: str
    seat: int
    asked: bool


class Log(msgspec.Struct, frozen=True, kw_only=True):
    """A log as read. `end` is the hash of the final state, None while the table goes on.

    `head_line` is the first line as it stands in the file; `end` is hashed over it too.
    `choices` are those that stand, without what was taken back; `lines` has the line of each.
    `stops` are the stops that were switched, by the line; taking back leaves them as they are.
    `cut` tells that the last line was broken off and left out; `size` is the number of bytes
    up to the last whole line, of `bytes_read` in all.
    """

    where: str
    head: Head
    head_line: bytes
    choices: tuple[ChoiceLine, ...]
    lines: tuple[int, ...]
    last_line: int
    stops: dict[int, StopLine] = {}
    end: str | None = None
    cut: bool = False
    size: int = 0
    bytes_read: int = 0


def end_hash(head: bytes, packed: Any) -> str:
    """Return the hash over a log's first line and its final state, packed as plain data."""
    content = msgspec.json.encode(packed, order="deterministic")
    return hashlib.sha256(head + b"\n" + content).hexdigest()[:16]


class LogWriter:
    """Appends to a log, flushing line by line. Use as a context manager.

    Raises InputError where the file cannot be made or a line cannot be written.
    """

    def __init__(self, path: Path, *, going_on: Log | None = None) -> None:
        """Open a new log, or go on with one that was read; no other process may write to it."""
        self.path = path
        self._head = b"" if going_on is None else going_on.head_line
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if going_on is None:
                self._stream: BinaryIO = path.open("xb")
                lock(self._stream)
            else:
                self._stream = path.open("r+b")
                lock(self._stream)
                if self._stream.seek(0, os.SEEK_END) != going_on.bytes_read:
                    raise BlockingIOError
                self._stream.truncate(going_on.size)
                self._stream.seek(going_on.size)
        except BlockingIOError:
            raise refusal("log.in-use", where=str(path)) from None
        except FileExistsError:
            raise refusal("log.exists", where=str(path)) from None
        except OSError as error:
            raise self._failed(error) from None

    def __enter__(self) -> LogWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; what was written stands."""
        with contextlib.suppress(OSError):
            self._stream.close()

    def head(self, head: Head) -> None:
        """Write the first line; where that fails there is no log."""
        self._head = msgspec.json.encode(head)
        try:
            self._write(head)
        except InputError:
            with contextlib.suppress(OSError):
                self.path.unlink()
            raise

    def choice(self, seat: int, option: Option) -> None:
        """Write one choice."""
        self._write(
            ChoiceLine(
                seat=seat,
                action=option.action,
                subject=option.subject,
                targets=option.targets,
                value=option.value,
            )
        )

    def undo(self, count: int) -> None:
        """Write that the last `count` choices that stand are taken back."""
        self._write({"undo": count})

    def stop(self, seat: int, stop: str, *, asked: bool) -> None:
        """Write that a seat is asked at a stop from now on, or no more."""
        self._write(StopLine(stop=stop, seat=seat, asked=asked))

    def end(self, packed: Any) -> None:
        """Write the last line, which proves the head and the final state."""
        self._write({"end": end_hash(self._head, packed)})

    def _write(self, record: Any) -> None:
        try:
            self._stream.write(msgspec.json.encode(record) + b"\n")
            self._stream.flush()
        except OSError as error:
            raise self._failed(error) from None

    def _failed(self, error: OSError) -> InputError:
        return refusal("log.unwritable", where=str(self.path), reason=error.strerror or str(error))


def read_log(path: str | Path) -> Log:
    """Read a log; a last line that was cut off is left out and marked.

    Raises InputError naming the line for anything else that is not as it should be.
    """
    where = str(path)
    content = read_input(path)
    if content.count(b"\n") > MAX_LINES:
        raise refusal("log.too-long", where=where, most=MAX_LINES)
    whole, _, rest = content.rpartition(b"\n")
    lines = whole.split(b"\n") if whole else []
    if not lines:
        raise refusal("log.no-line", where=where)
    head = read_head(lines[0], where)
    choices: list[tuple[int, ChoiceLine]] = []
    stops: dict[int, StopLine] = {}
    end: str | None = None
    for number, line in enumerate(lines[1:], start=2):
        if end is not None:
            raise refusal("log.behind-end", where=where, line=number)
        if line.startswith(b'{"end"'):
            end = _decode(line, dict[str, str], where, number)["end"]
        elif line.startswith(b'{"undo"'):
            count = _decode(line, dict[str, int], where, number)["undo"]
            if not 1 <= count <= len(choices):
                raise refusal("log.undo", where=where, line=number, count=count)
            del choices[-count:]
        elif line.startswith(b'{"stop"'):
            stops[number] = _decode(line, StopLine, where, number)
        else:
            choices.append((number, _decode(line, ChoiceLine, where, number)))
    return Log(
        where=where,
        head=head,
        head_line=lines[0],
        choices=tuple(choice for _, choice in choices),
        lines=tuple(number for number, _ in choices),
        last_line=len(lines),
        stops=stops,
        end=end,
        cut=bool(rest),
        size=len(content) - len(rest),
        bytes_read=len(content),
    )


def read_head(content: bytes, where: str) -> Head:
    """Return the head of a log's content. Raises InputError for what is none."""
    line = content.split(b"\n", 1)[0]
    version: _Version = _decode(line, _Version, where, 1)
    if version.log != VERSION:
        raise refusal("log.version", where=where, line=1, version=version.log, known=VERSION)
    head: Head = _decode(line, Head, where, 1)
    return head


class _Version(msgspec.Struct, frozen=True):
    log: int


def _decode(line: bytes, kind: Any, where: str, number: int) -> Any:
    return parse_json(line, where, kind, line=number, code="sources.log-line")
