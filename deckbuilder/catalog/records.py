"""Raw records of card files, checked field by field against the classes they become."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, Literal, get_args, get_origin

import msgspec

from deckbuilder.catalog.dates import first_and_last
from deckbuilder.catalog.fields import members
from deckbuilder.catalog.names import fold, nearest
from deckbuilder.catalog.yaml_source import Lines, parse_yaml
from deckbuilder.errors import Fault, InputError, plain_fault, shown

_NOT_SLUG = re.compile(r"[^a-z0-9]+")


class SourceFile:
    """A YAML file with its parsed document, and the faults found in it so far."""

    def __init__(self, where: str, content: bytes) -> None:
        self.where = where
        self.document: Any = None
        self.faults: list[Fault] = []
        self._content = content
        self._lines: Lines | None = None
        try:
            self.document = parse_yaml(content, where)
        except InputError as error:
            self.faults.extend(error.faults)

    def fault(self, what: str, mend: str | None, *place: str | int) -> None:
        """Note a fault at a place in the document: keys and rows on the way to it."""
        field = next((str(step) for step in reversed(place) if isinstance(step, str)), None)
        self.faults.append(
            plain_fault(where=self.where, line=self.line(*place), field=field, what=what, mend=mend)
        )

    def line(self, *place: str | int) -> int | None:
        """Return the line of a place in the document."""
        self._lines = self._lines or Lines(self._content)
        return self._lines.of(*place)


def faulty_fields(
    record: dict[Any, Any], kind: type[msgspec.Struct], *, partial: bool = False
) -> Iterable[tuple[str, str, str]]:
    """Yield (field, what is wrong, how to mend it) for all that does not fit the class.

    With `partial` nothing is missing.
    """
    fields = _fields(kind)
    for name, value in record.items():
        if name not in fields:
            close = ", ".join(nearest(str(name), sorted(fields), least=0))
            yield str(name), f"there is no such field ({shown(value)}).", f"Nearest: {close}."
        elif (wanted := _unfitting(name, value, fields[name].type)) is not None:
            yield name, f"{shown(value)} does not fit.", f"Expected {wanted}."
    for name, field in fields.items():
        if field.required and name not in record and not partial:
            yield name, "this field is missing.", f"Expected {expected(field.type)}."


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    return {field.name: field for field in msgspec.structs.fields(kind)}


def _unfitting(name: str, value: Any, kind: Any) -> str | None:
    """Return what was expected in place of a value, or None when it fits."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return expected(kind)
    if isinstance(value, int) and not isinstance(value, bool) and value < 0:
        return "a whole number from 0 on"
    if isinstance(value, str) and not value.strip():
        return "a text that is not empty"
    if name == "released" and isinstance(value, str) and first_and_last(value) is None:
        return 'a date such as "2011", "2011-06" or "2011-06-24"'
    return None


def expected(kind: Any) -> str:
    """Return in words what values a field takes."""
    parts = []
    for each in members(kind):
        if get_origin(each) is Literal:
            choices = [str(choice) for choice in get_args(each)]
            parts.append(choices[0] if len(choices) == 1 else f"one of {', '.join(choices)}")
        elif get_origin(each) is tuple:
            inner = get_args(each)[0]
            parts.append("a list" if inner is str else f"a list with each {expected(inner)}")
        elif get_origin(each) is dict:
            parts.append("a mapping such as {word: 1} or {word: true}")
        elif isinstance(each, type) and issubclass(each, msgspec.Struct):
            names = ", ".join(field.name for field in msgspec.structs.fields(each))
            parts.append(f"a mapping of {names}")
        elif each is not type(None):
            parts.append({int: "a whole number", bool: "true or false"}.get(each, "a text"))
    return " or ".join(parts)


def card_id(game: str, set_id: str, record: dict[str, Any]) -> str:
    """Return the id of a record that states none."""
    number = record.get("number")
    if isinstance(number, int):
        return f"{game}/{set_id}/{number:03d}"
    return f"{game}/{set_id}/{slug(str(record.get('name', '')))}"


def slug(name: str) -> str:
    """Return a name as the last part of an id."""
    key = fold(name)
    return _NOT_SLUG.sub("-", key).strip("-") or "-".join(key.split())
