"""The procedure in a format's file and the settings in a log's head, as a game's own records."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec

from deckbuilder.errors import InputError, misfit, refusal

if TYPE_CHECKING:
    from deckbuilder.formats.format import Format
    from deckbuilder.games.table_game import Request

MOST_CARDS = 5000
"""A pile above this is a slip of the pen, and would only make the program slow."""
MOST_SEATS = 31
MOST_EACH = 100
"""More choices, copies or cards than this for one seat are a slip of the pen too."""

Cards = Annotated[int, msgspec.Meta(ge=0, le=MOST_CARDS)]
SomeCards = Annotated[int, msgspec.Meta(ge=1, le=MOST_CARDS)]
Each = Annotated[int, msgspec.Meta(ge=0, le=MOST_EACH)]
SomeEach = Annotated[int, msgspec.Meta(ge=1, le=MOST_EACH)]
Seats = Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)]
Pile = Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_CARDS)]

T = TypeVar("T")
R = TypeVar("R", bound=msgspec.Struct)


def format_of(request: Request) -> Format:
    """Return the format that is drafted. Raises InputError where a request names none."""
    if request.format is None:
        raise refusal("draft.needs-format")
    return request.format


def procedure_of(draft_format: Format, kind: type[R]) -> R:
    """Return the draft part of a format. Raises InputError with every fault, file and line."""
    from deckbuilder.formats.kind import faulty_parts
    from deckbuilder.formats.loading import draft_fault

    stated = draft_format.draft or {}
    faults = [draft_fault(draft_format, what, *way) for way, what in faulty_parts(stated, kind)]
    if faults:
        raise InputError(sorted(faults, key=lambda fault: (fault.where or "", fault.line or 0)))
    return msgspec.convert(stated, kind)


def settings_of(plain: Any, kind: type[T]) -> T:
    """Return the settings that a log's head, its first line, holds.

    Raises InputError naming what does not fit.
    """
    if isinstance(plain, kind):
        return plain
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        found = misfit(error)
        field = "settings" if found.field is None else f"settings.{found.field}"
        raise refusal("fields.of-log", line=1, field=field, why=found.what) from None


@contextmanager
def faults_at(draft_format: Format, *place: str | int) -> Iterator[None]:
    """Give every fault inside the file and line of a field of the draft part."""
    from deckbuilder.formats.loading import draft_fault

    try:
        yield
    except InputError as error:
        raise InputError(
            fault if fault.line is not None else draft_fault(draft_format, fault, *place)
            for fault in error.faults
        ) from None
