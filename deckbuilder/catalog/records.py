"""Raw records of card files, checked field by field against the classes they become."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Literal, get_args, get_origin

import msgspec

from deckbuilder.catalog.dates import first_and_last
from deckbuilder.catalog.fields import members
from deckbuilder.catalog.names import fold, nearest
from deckbuilder.errors import MOST_FAULTS, Fault, InputError
from deckbuilder.sanitizing import shown
from deckbuilder.sources.yaml_source import Lines, parse_with_lines
from deckbuilder.words import Phrase, phrase

_NOT_SLUG = re.compile(r"[^a-z0-9]+")
_PLAIN_TYPES = {int: "int", bool: "bool"}


class SourceFile:
    """A YAML file with its parsed document, and the faults found in it so far."""

    def __init__(self, where: str, content: bytes) -> None:
        self.where = where
        self.document: Any = None
        self.faults: list[Fault] = []
        self._lines: Lines | None = None
        try:
            self.document, self._lines = parse_with_lines(content, where)
        except InputError as error:
            self.faults.extend(error.faults)

    def note(self, code: str, *place: str | int, **fields: Any) -> None:
        """Note a fault at a place in the document: keys and rows on the way to it."""
        self.add(Fault.of(code, **fields), *place)

    def add(self, fault: Fault, *place: str | int) -> None:
        """Note a fault that was found elsewhere at a place in the document."""
        if len(self.faults) > MOST_FAULTS:
            # Only their number is told.
            self.faults.append(fault)
            return
        field = next((str(step) for step in reversed(place) if isinstance(step, str)), None)
        self.faults.append(fault.found_from(where=self.where, line=self.line(*place), field=field))

    def line(self, *place: str | int) -> int | None:
        """Return the line of a place in the document, None where it could not be read."""
        return None if self._lines is None else self._lines.of(*place)


def faulty_fields(
    record: dict[Any, Any], kind: type[msgspec.Struct], *, partial: bool = False
) -> Iterator[tuple[str, Fault]]:
    """Yield the field and what is wrong with it, for all that does not fit the class.

    With `partial` nothing is missing.
    """
    fields = _fields(kind)
    for name, value in record.items():
        if name not in fields:
            close = nearest(str(name), sorted(fields), least=0)
            yield str(name), Fault.of("fields.unknown", value=shown(value), nearest=close)
        elif (wanted := _unfitting(name, value, fields[name].type)) is not None:
            yield name, Fault.of("fields.misfit", value=shown(value), expected=wanted)
    for name, field in fields.items():
        if field.required and name not in record and not partial:
            yield name, Fault.of("fields.missing", expected=expected(field.type))


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    return {field.name: field for field in msgspec.structs.fields(kind)}


def _unfitting(name: str, value: Any, kind: Any) -> Phrase | None:
    """Return what was expected in place of a value, or None when it fits."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return expected(kind)
    if isinstance(value, int) and not isinstance(value, bool) and value < 0:
        return phrase("errors.expected.from-zero")
    if isinstance(value, str) and not value.strip():
        return phrase("errors.expected.not-empty")
    if name == "released" and isinstance(value, str) and first_and_last(value) is None:
        return phrase("errors.expected.date")
    return None


def expected(kind: Any) -> Phrase:
    """Return in words what values a field takes."""
    kinds = [each for each in members(kind) if each is not type(None)]
    return phrase("errors.expected.any", kinds=tuple(_expected(each) for each in kinds))


def _expected(kind: Any) -> Phrase | str:
    if get_origin(kind) is Literal:
        choices = [str(choice) for choice in get_args(kind)]
        return choices[0] if len(choices) == 1 else one_of(choices)
    if get_origin(kind) is tuple:
        inner = get_args(kind)[0]
        if inner is str:
            return phrase("errors.misfit.type.array")
        return phrase("errors.expected.list", inner=expected(inner))
    if get_origin(kind) is dict:
        return phrase("errors.expected.mapping")
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        names = tuple(field.name for field in msgspec.structs.fields(kind))
        return phrase("errors.expected.fields", names=names)
    return phrase(f"errors.misfit.type.{_PLAIN_TYPES.get(kind, 'str')}")


def one_of(choices: Sequence[str]) -> Phrase:
    """Return in words that one of these is expected."""
    return phrase("errors.expected.one-of", choices=tuple(choices))


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
