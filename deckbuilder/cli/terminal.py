"""The one door to the terminal: nothing that comes from outside steers it.

While a command runs, standard output and standard error are doors. Whatever is written to them,
by whichever module or library, has its control letters taken out; what the program itself
styles is marked by letters that no text has, and becomes bold or coloured behind the door.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Literal, TextIO, cast

from deckbuilder.sanitizing import printable

Style = Literal["bold", "red", "yellow"]

ROUND = 20
"""A rate from here on is shown as a whole number."""

_END = "\ufdd0"
_MARKS: dict[Style, str] = {"bold": "\ufdd1", "red": "\ufdd2", "yellow": "\ufdd3"}
"""Letters that Unicode keeps out of all texts; `printable` takes them out of what is shown."""
_SEQUENCES = {_END: "\x1b[0m", "\ufdd1": "\x1b[1m", "\ufdd2": "\x1b[31m", "\ufdd3": "\x1b[33m"}
_EMPTY = "\x1b[2J\x1b[3J\x1b[H"
_ANY_MARK = re.compile(f"([{''.join(_SEQUENCES)}])")


def styled(text: str, style: Style) -> str:
    """Return a text that is shown in a style where the terminal can."""
    return f"{_MARKS[style]}{printable(text)}{_END}"


def unstyled(text: str) -> str:
    """Return a text without its styles."""
    return _ANY_MARK.sub("", text)


class Door:
    """A text stream that passes on what is written to it, cleaned."""

    def __init__(self, stream: TextIO) -> None:
        self.behind = stream
        # https://no-color.org: any value but none at all asks for no colours.
        self._coloured = stream.isatty() and not os.environ.get("NO_COLOR")

    def write(self, text: str) -> int:
        """Write a text, cleaned."""
        pieces = _ANY_MARK.split(text)
        # The pieces are texts and marks by turns.
        pieces[::2] = map(printable, pieces[::2])
        pieces[1::2] = [_SEQUENCES[mark] if self._coloured else "" for mark in pieces[1::2]]
        self.behind.write("".join(pieces))
        return len(text)

    def writelines(self, lines: Any) -> None:
        """Write several texts, cleaned."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Send on what was written."""
        self.behind.flush()

    def isatty(self) -> bool:
        """Tell whether a person sees it."""
        return self.behind.isatty()

    def fileno(self) -> int:
        """Return the number of the file behind it."""
        return self.behind.fileno()

    @property
    def encoding(self) -> str:
        """How letters become bytes."""
        return self.behind.encoding

    @property
    def errors(self) -> str | None:
        """What becomes of letters that the encoding lacks."""
        return self.behind.errors


@contextlib.contextmanager
def doors() -> Iterator[None]:
    """Put doors before standard output and standard error."""
    before = sys.stdout, sys.stderr
    sys.stdout = cast(TextIO, Door(sys.stdout))
    sys.stderr = cast(TextIO, Door(sys.stderr))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


@contextlib.contextmanager
def paged() -> Iterator[None]:
    """Show what is printed inside by the reader's pager, where it is longer than the terminal.

    Only where a person sees standard output: what is read by programs goes there at once.
    """
    door = sys.stdout
    if not isinstance(door, Door) or not door.isatty():
        yield
        return
    terminal, kept = door.behind, _Kept(door.behind)
    door.behind = cast(TextIO, kept)
    try:
        yield
    finally:
        door.behind = terminal
        text = "".join(kept.texts)
        if text.count("\n") < shutil.get_terminal_size().lines:
            terminal.write(text)
            terminal.flush()
        else:
            _by_pager(text)


def _by_pager(text: str) -> None:
    import click

    # Colours as they are, an end of its own where all fits, nothing wiped off at the end.
    os.environ.setdefault("LESS", "FRX")
    click.echo_via_pager(text.rstrip("\n"), color=True)


class _Kept:
    """Keeps what is written to a terminal, as wide and as coloured as that is."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal
        self.texts: list[str] = []

    def write(self, text: str) -> int:
        self.texts.append(text)
        return len(text)

    def flush(self) -> None:
        """Wait for the end."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._terminal, name)


def behind(stream: TextIO) -> TextIO:
    """Return the stream behind a door, for tools that draw, and clean what they are given."""
    return stream.behind if isinstance(stream, Door) else stream


def clear() -> None:
    """Empty the screen and all that can be scrolled back to, where a person sees it."""
    if sys.stdout.isatty():
        stream = behind(sys.stdout)
        stream.write(_EMPTY)
        stream.flush()


@contextlib.contextmanager
def progress(length: int, label: str = "", begin: int = 0) -> Iterator[Callable[[int], None]]:
    """Draw a bar on standard error where a person sees it; yield what moves it to a place.

    It shows how many are done a second, and the time left. `begin` is where an earlier run
    stopped.
    """
    import time

    import click

    from deckbuilder.words import say

    begun = time.perf_counter()

    def speed(done: int | None) -> str | None:
        if done is None or done <= begin:
            return None
        a_second = (done - begin) / (time.perf_counter() - begun)
        minutes, seconds = divmod(round((length - done) / a_second), 60)
        left = f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
        digits = 0 if a_second >= ROUND else 1
        return say("simulate.speed", rate=f"{a_second:,.{digits}f}", left=left)

    with click.progressbar(
        length=length,
        label=label,
        file=behind(sys.stderr),
        hidden=not sys.stderr.isatty(),
        show_eta=False,
        item_show_func=speed,
    ) as bar:
        bar.update(begin)
        yield lambda done: bar.update(done - bar.pos, done)


def binary_output() -> BinaryIO:
    """Return standard output for bytes, for files that are written to it as they are."""
    sys.stdout.flush()
    return behind(sys.stdout).buffer


def open_closed_streams() -> None:
    """Put something in the place of streams that were closed before the start.

    Otherwise the next file that is opened gets their number, and what is meant for the terminal
    is written into it. Closed input stays none, so that reading from it is told.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        if number == 1 and sys.stdout is None:
            sys.stdout = open(number, "w", closefd=False)  # noqa: SIM115  # to the end
        elif number == 2 and sys.stderr is None:
            sys.stderr = open(number, "w", closefd=False)  # noqa: SIM115  # to the end
    os.close(number)


def give_up(stream: TextIO) -> None:
    """Let what a stream still holds vanish: whoever read it went away, or its disk is full."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
