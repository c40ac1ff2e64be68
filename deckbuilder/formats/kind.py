"""A kind of rule: the parameters that a format states for it, and the check that it makes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar

import msgspec

from deckbuilder.errors import Fault, misfit
from deckbuilder.formats.context import Context
from deckbuilder.formats.counting import Counts, Headers
from deckbuilder.formats.problem import Problem
from deckbuilder.formats.quick import Clean, Ledger
from deckbuilder.formats.tally import Tally
from deckbuilder.sanitizing import MOST_SHOWN, printable, shown

_STEP = re.compile(r"[^.\[\]]+")
Check = Callable[[Tally], Iterable[Problem]]


class Parameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a rule of some kind may state."""

    def wording(self) -> tuple[str, dict[str, Any]]:
        """Return which sentence explains the rule (`rules.<kind>.<this>`) and what fills it."""
        return "text", msgspec.structs.asdict(self)

    def faults(self) -> Iterable[tuple[str, Fault]]:
        """Yield fields and what is wrong with them beyond their types."""
        return ()


class SectionParameters(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a rule may state that can look at some `sections` of a deck only, together."""

    sections: tuple[str, ...] = ()


P = TypeVar("P", bound=Parameters)


Lines = Callable[[Tally], Iterable[Headers]]
"""The header lines that a deck could have with one line changed, the likeliest first."""


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of rule. `check` binds parameters to cards and gives the check of a deck.

    `codes` are the problems that it can find. `counts` binds them too and gives what the rule
    asks for in numbers, for the repair search; without it the search learns from the problems
    that are found, and cannot prove that its change is the least. `headings` are the header
    lines that it looks at, by folded key, and `lines` offers others in their place. `quick` tells
    a ledger what the rule asks of cards, so that most clean decks need no check; without it every
    deck is checked.
    """

    name: str
    parameters: type[Parameters]
    check: Callable[[Any, Context], Check]
    codes: tuple[str, ...]
    counts: Callable[[Any, Context], Counts] | None = None
    headings: frozenset[str] = frozenset()
    lines: Callable[[Any, Context], Lines] | None = None
    quick: Callable[[Any, Context, Ledger], Clean | None] | None = None


def kind(
    name: str,
    parameters: type[P],
    codes: tuple[str, ...],
    counts: Callable[[P, Context], Counts] | None = None,
    headings: frozenset[str] = frozenset(),
    lines: Callable[[P, Context], Lines] | None = None,
    quick: Callable[[P, Context, Ledger], Clean | None] | None = None,
) -> Callable[[Callable[[P, Context], Check]], Kind]:
    """Make a kind of rule of the function that binds its parameters."""

    def make(check: Callable[[P, Context], Check]) -> Kind:
        return Kind(
            name=name,
            parameters=parameters,
            check=check,
            codes=codes,
            counts=counts,
            headings=headings,
            lines=lines,
            quick=quick,
        )

    return make


def faulty_fields(raw: dict[str, Any], record: type[msgspec.Struct]) -> Iterable[tuple[str, Fault]]:
    """Yield every field of a raw mapping that does not fit a record, and what was expected."""
    for (name, *_), fault in faulty_parts(raw, record):
        yield str(name), fault


def faulty_parts(
    raw: dict[str, Any], record: type[msgspec.Struct]
) -> Iterable[tuple[tuple[str | int, ...], Fault]]:
    """Yield what does not fit a record as `faulty_fields` does, each with the way to it."""
    fields = _fields(record)
    for name, value in raw.items():
        if name not in fields:
            yield (str(name),), Fault.of("fields.none-of", known=sorted(fields))
            continue
        try:
            msgspec.convert(value, fields[name].type)
        except msgspec.ValidationError as error:
            found = misfit(error)
            way = _steps(found.field or "")
            within = (found.field or "").replace("[...]", "").lstrip(".")
            code = "fields.unfit-within" if within else "fields.unfit"
            stated = _shown(_part(value, way))
            yield (name, *way), Fault.of(code, value=stated, why=found.what, within=within)
    for name, field in fields.items():
        if field.required and name not in raw:
            yield (name,), Fault.of("fields.absent")


def _steps(place: str) -> tuple[str | int, ...]:
    """Return the way to a place such as `[2].name`, as far as it can be told."""
    known = place.partition("[...]")[0]
    return tuple(int(step) if step.isdecimal() else step for step in _STEP.findall(known))


def _part(value: Any, way: Iterable[str | int]) -> Any:
    """Return what stands at the end of a way, as far as it can be gone."""
    for step in way:
        try:
            value = value[step]
        except (LookupError, TypeError):
            break
    return value


def _shown(value: Any) -> str:
    """Return a value as its file writes it, bounded."""
    if isinstance(value, str | int | float | None):
        text = json.dumps(value, ensure_ascii=False)
        if len(text) <= MOST_SHOWN:
            return printable(text)
    return shown(value)


@cache
def _fields(record: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    return {field.encode_name: field for field in msgspec.structs.fields(record)}
