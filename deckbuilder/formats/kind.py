"""A kind of rule: the parameters that a format states for it, and the check that it makes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar

import msgspec

from deckbuilder.errors import misfit
from deckbuilder.formats.context import Context
from deckbuilder.formats.problem import Problem
from deckbuilder.formats.tally import Tally

Check = Callable[[Tally], Iterable[Problem]]


class Parameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a rule of some kind may state."""

    def wording(self) -> tuple[str, dict[str, Any]]:
        """Return which sentence explains the rule (`rules.<kind>.<this>`) and what fills it."""
        return "text", msgspec.structs.asdict(self)

    def faults(self) -> Iterable[tuple[str, str]]:
        """Yield fields and what is wrong with them beyond their types."""
        return ()


class SectionParameters(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a rule may state that can look at some `sections` of a deck only, together."""

    sections: tuple[str, ...] = ()


P = TypeVar("P", bound=Parameters)


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of rule. `check` binds parameters to cards and gives the check of a deck.

    `codes` are the problems that it can find.
    """

    name: str
    parameters: type[Parameters]
    check: Callable[[Any, Context], Check]
    codes: tuple[str, ...]


def kind(
    name: str, parameters: type[P], codes: tuple[str, ...]
) -> Callable[[Callable[[P, Context], Check]], Kind]:
    """Make a kind of rule of the function that binds its parameters."""

    def make(check: Callable[[P, Context], Check]) -> Kind:
        return Kind(name=name, parameters=parameters, check=check, codes=codes)

    return make


def faulty_fields(raw: dict[str, Any], record: type[msgspec.Struct]) -> Iterable[tuple[str, str]]:
    """Yield every field of a raw mapping that does not fit a record, and what was expected."""
    fields = _fields(record)
    for name, value in raw.items():
        if name not in fields:
            yield str(name), f"there is no such field; known are {', '.join(sorted(fields))}."
            continue
        try:
            msgspec.convert(value, fields[name].type)
        except msgspec.ValidationError as error:
            found = misfit(error)
            place = f" (at {found.field})" if found.field else ""
            yield str(name), f"{_shown(value)} does not fit: {found.what}{place}."
    for name, field in fields.items():
        if field.required and name not in raw:
            yield name, "this field is missing."


def _shown(value: Any) -> str:
    """Return a value as its file writes it."""
    return json.dumps(value, ensure_ascii=False, default=str)


@cache
def _fields(record: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    return {field.name: field for field in msgspec.structs.fields(record)}
