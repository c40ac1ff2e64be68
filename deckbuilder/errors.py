"""Input that cannot be used: one kind of error, which says where, what and how to mend it."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
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


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is wrong in an input: the place, what is wrong, what to do."""

    what: str
    where: str | None = None
    line: int | None = None
    field: str | None = None
    mend: str | None = None

    def __str__(self) -> str:
        place = self.where or ""
        if self.line is not None:
            place = f"{place}:{self.line}" if place else f"line {self.line}"
        if self.field is not None:
            field = _cut(self.field, MOST_SHOWN)
            place = f"{place}: {field}" if place else field
        what = _cut(self.what, MOST_TOLD)
        text = f"{place}: {what}" if place else what
        return printable(f"{text} {_cut(self.mend, MOST_TOLD)}" if self.mend else text)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


MOST_TOLD = 1500
"""Letters of a sentence above this are what an input put into it."""
MOST_FAULTS = 50


class InputError(Exception):
    """Input cannot be used; carries the faults found. The command line exits with status 2.

    Above MOST_FAULTS the last fault says how many more there are.
    """

    def __init__(self, faults: Fault | Iterable[Fault]) -> None:
        self.faults = (faults,) if isinstance(faults, Fault) else _bounded(tuple(faults))
        super().__init__("\n".join(str(fault) for fault in self.faults))


def _bounded(faults: tuple[Fault, ...]) -> tuple[Fault, ...]:
    if len(faults) <= MOST_FAULTS + 1:
        return faults
    more = len(faults) - MOST_FAULTS
    last = Fault(where=faults[-1].where, what=f"and {more} more faults.", mend="Mend these first.")
    return (*faults[:MOST_FAULTS], last)


def unusable(
    what: str,
    *,
    where: str | None = None,
    line: int | None = None,
    field: str | None = None,
    mend: str | None = None,
) -> InputError:
    """Build the error for a single fault."""
    return InputError(Fault(what=what, where=where, line=line, field=field, mend=mend))


_MISFIT = re.compile(r"(?P<what>.*?)(?: - at (?P<key>`key` in )?`(?P<place>[^`]*)`)?", re.DOTALL)
_EXPECTED = re.compile(
    r"Expected `([^`]*)`(?: (of length )?([<>]=? )?([\d.]+))?(?:, got `?([^`]*)`?)?"
)
_FIELD = re.compile(r"Object (missing required|contains unknown) field `([^`]*)`")
_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "str": "a text",
    "array": "a list",
    "object": "a mapping (field: value)",
    "null": "nothing",
}
_FORM = re.compile(r"Expected `str` matching regex (.*)", re.DOTALL)
_CHOICE = re.compile(r"Invalid enum value (.*)", re.DOTALL)
_BOUNDS = {">=": "from {} on", ">": "above {}", "<=": "up to {}", "<": "below {}"}
_LENGTHS = {">=": "of {} or more", "<=": "of up to {}", "": "of {}"}


class Misfit(msgspec.Struct, frozen=True):
    """Why data are no record: what was expected in plain words, and at which field within."""

    what: str
    field: str | None


def misfit(error: Exception) -> Misfit:
    """Return in plain words what msgspec complains of where data are no record."""
    parts = _MISFIT.fullmatch(str(error))
    what, place = (parts["what"], parts["place"]) if parts else (str(error), None)
    if field := _FIELD.fullmatch(what):
        missing = field[1].startswith("missing")
        what = f"the field '{field[2]}' is {'missing' if missing else 'not known'}"
    elif types := _EXPECTED.fullmatch(what):
        names = [name for name in types[1].split(" | ") if name != "null"] or ["null"]
        what = " or ".join(_TYPES.get(name, name) for name in names)
        if types[4]:
            bounds = _LENGTHS if types[2] else _BOUNDS
            what = f"{what} {bounds[(types[3] or '').strip()].format(types[4])}"
        what = f"{what} is expected"
        if types[5]:
            what = f"{what}, not {_TYPES.get(types[5], types[5])}"
    elif form := _FORM.fullmatch(what):
        what = f"a text of the form {form[1]} is expected"
    elif choice := _CHOICE.fullmatch(what):
        what = f"{choice[1]} is none of the words that can stand here"
    elif not what[:2].isupper():
        what = f"{what[:1].lower()}{what[1:]}"
    if parts and parts["key"]:
        what = f"before the colon {what}"
    return Misfit(what, (place or "").removeprefix("$").lstrip(".") or None)


@contextmanager
def within(where: str) -> Iterator[None]:
    """Name the input in every fault that is raised inside without a place."""
    try:
        yield
    except InputError as error:
        raise InputError(
            fault if fault.where else msgspec.structs.replace(fault, where=where)
            for fault in error.faults
        ) from None
