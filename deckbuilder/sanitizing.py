"""Texts from outside as messages show them: bounded, and without letters that steer a terminal."""

from __future__ import annotations

import re
import reprlib
from typing import Any

_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef]"
)
MOST_SHOWN = 80


def printable(text: str) -> str:
    """Return a text in which nothing steers a terminal: control letters are shown as "?".

    Letters that turn the direction of writing and halves of letters are among them.
    """
    return _CONTROL.sub("?", text)


def shown(value: Any) -> str:
    """Return a value from an input as a message shows it: bounded, however large it is."""
    short = reprlib.Repr()
    short.maxlevel = 2
    short.maxlist = short.maxtuple = short.maxdict = 4
    short.maxstring = short.maxother = MOST_SHOWN
    return printable(short.repr(value))


def cut(text: str, most: int = MOST_SHOWN) -> str:
    """Return a text with no more letters than `most`."""
    return text if len(text) <= most else f"{text[: most - 3]}..."
