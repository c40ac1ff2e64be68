"""Input that cannot be used: one kind of error, which says where, what and how to mend it.

Code names a fault by its code and its fields. The sentences stand by code in the word files of
the topic `errors` and are said when somebody reads them, in the language then in force.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from deckbuilder.resources import shown_path
from deckbuilder.sanitizing import MOST_SHOWN, cut, printable
from deckbuilder.words import Phrase, phrase, say, says

MOST_TOLD = 1500
"""Letters of a sentence above this are what an input put into it."""
MOST_FAULTS = 50


class Fault(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that is wrong in an input: its place, its code, and the fields of its sentences."""

    code: str
    fields: dict[str, Any] = {}
    where: str | None = None
    line: int | None = None
    field: str | None = None

    @classmethod
    def of(
        cls,
        code: str,
        /,
        *,
        where: str | None = None,
        line: int | None = None,
        field: str | None = None,
        **fields: Any,
    ) -> Fault:
        """Build a fault from its code, its place and what its sentences show."""
        return cls(code=code, fields=fields, where=where, line=line, field=field)

    def at(
        self, *, where: str | None = None, line: int | None = None, field: str | None = None
    ) -> Fault:
        """Return the same fault at another place; what is not given stays."""
        return Fault(
            code=self.code,
            fields=self.fields,
            where=self.where if where is None else where,
            line=self.line if line is None else line,
            field=self.field if field is None else field,
        )

    def found_from(
        self, *, where: str | None, line: int | None = None, field: str | None = None
    ) -> Fault:
        """Return the fault at the place that led to it; its own place is told as well."""
        if self.where is None:
            return self.at(where=where, line=line, field=field)
        return Fault.of("place.elsewhere", where=where, line=line, field=field, inner=self)

    @property
    def what(self) -> str:
        """What is wrong, in the language in force."""
        return cut(say(f"errors.{self.code}.what", **self.fields), MOST_TOLD)

    @property
    def mend(self) -> str:
        """How to mend it, in the language in force; empty where there is nothing to say."""
        key = f"errors.{self.code}.mend"
        return cut(say(key, **self.fields).strip(), MOST_TOLD) if says(key) else ""

    @property
    def place(self) -> str:
        """Where it is: file, line and field, as far as they are known."""
        place = shown_path(self.where or "")
        if self.line is not None:
            place = f"{place}:{self.line}" if place else say("errors.place.line", line=self.line)
        if self.field is not None:
            field = cut(self.field, MOST_SHOWN)
            place = f"{place}: {field}" if place else field
        return printable(place)

    def as_data(self) -> dict[str, Any]:
        """Return the fault for JSON: its code and place, and its sentences."""
        parts = {
            "code": self.code,
            "where": None if self.where is None else shown_path(self.where),
            "line": self.line,
            "field": self.field,
            "what": self.what,
            "mend": self.mend or None,
        }
        return {name: part for name, part in parts.items() if part is not None}

    def __str__(self) -> str:
        place, mend = self.place, self.mend
        text = f"{place}: {self.what}" if place else self.what
        return printable(say("errors.place.sentences", what=text, mend=mend) if mend else text)


class InputError(Exception):
    """Input cannot be used; carries the faults found. The command line exits with status 2.

    Above MOST_FAULTS the last fault says how many more there are.
    """

    def __init__(self, faults: Fault | Iterable[Fault]) -> None:
        self.faults = (faults,) if isinstance(faults, Fault) else _bounded(tuple(faults))
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)


def _bounded(faults: tuple[Fault, ...]) -> tuple[Fault, ...]:
    if len(faults) <= MOST_FAULTS + 1:
        return faults
    more = len(faults) - MOST_FAULTS
    return (*faults[:MOST_FAULTS], Fault.of("place.more", where=faults[0].where, more=more))


def refusal(
    code: str,
    /,
    *,
    where: str | None = None,
    line: int | None = None,
    field: str | None = None,
    **fields: Any,
) -> InputError:
    """Build the error for a single fault."""
    return InputError(Fault.of(code, where=where, line=line, field=field, **fields))


@contextmanager
def within(where: str) -> Iterator[None]:
    """Name the input in every fault that is raised inside without a place."""
    try:
        yield
    except InputError as error:
        raise InputError(
            fault if fault.where else fault.at(where=where) for fault in error.faults
        ) from None


def parser_reason(text: str) -> Phrase:
    """Return in the reader's words what a reader of YAML, XML or CSV complains of in English."""
    key = f"errors.parsers.{text}"
    return phrase(key) if says(key) else phrase("errors.parsers.other", text=text)


_MISFIT = re.compile(r"(?P<what>.*?)(?: - at (?P<key>`key` in )?`(?P<place>[^`]*)`)?", re.DOTALL)
_EXPECTED = re.compile(
    r"Expected `([^`]*)`(?: (of length )?([<>]=? )?([\d.]+))?(?:, got `?([^`]*)`?)?"
)
_FIELD = re.compile(r"Object (missing required|contains unknown) field `([^`]*)`")
_FORM = re.compile(r"Expected `str` matching regex (.*)", re.DOTALL)
_CHOICE = re.compile(r"Invalid (?:enum )?value (.*)", re.DOTALL)
_MALFORMED = re.compile(r"JSON is malformed: .*\(byte (\d+)\)")
_TYPES = frozenset({"int", "float", "bool", "str", "array", "object", "null"})
_BOUNDS = {">=": "from", ">": "above", "<=": "up-to", "<": "below", "": "exactly"}


class Misfit(msgspec.Struct, frozen=True):
    """Why data are no record: what was expected in plain words, and at which field within."""

    what: Phrase
    field: str | None


def misfit(error: Exception) -> Misfit:
    """Return in plain words what msgspec complains of where data are no record."""
    parts = _MISFIT.fullmatch(str(error))
    what, place = (parts["what"], parts["place"]) if parts else (str(error), None)
    told = _plain(what)
    if parts and parts["key"]:
        told = phrase("errors.misfit.before-colon", what=told)
    return Misfit(told, (place or "").removeprefix("$").lstrip(".") or None)


def _plain(what: str) -> Phrase:
    if field := _FIELD.fullmatch(what):
        missing = field[1].startswith("missing")
        return phrase("errors.misfit.missing" if missing else "errors.misfit.extra", name=field[2])
    if types := _EXPECTED.fullmatch(what):
        return _unexpected(types)
    if form := _FORM.fullmatch(what):
        return phrase("errors.misfit.form", form=form[1])
    if choice := _CHOICE.fullmatch(what):
        return phrase("errors.misfit.choice", value=choice[1])
    if malformed := _MALFORMED.fullmatch(what):
        return phrase("errors.misfit.malformed", byte=int(malformed[1]))
    if what == "Input data was truncated":
        return phrase("errors.misfit.truncated")
    return phrase("errors.misfit.other", text=what)


def _unexpected(types: re.Match[str]) -> Phrase:
    """Return what was expected, and what stands there instead."""
    names = [name for name in types[1].split(" | ") if name != "null"] or ["null"]
    wanted = phrase("errors.misfit.types", types=tuple(_type(name) for name in names))
    if types[4]:
        what = "lengths" if types[2] else "bounds"
        bound = _BOUNDS[(types[3] or "").strip()]
        wanted = phrase(f"errors.misfit.{what}.{bound}", wanted=wanted, bound=types[4])
    if types[5]:
        return phrase("errors.misfit.instead", wanted=wanted, got=_type(types[5]))
    return phrase("errors.misfit.wanted", wanted=wanted)


def _type(name: str) -> Phrase | str:
    return phrase(f"errors.misfit.type.{name}") if name in _TYPES else name
