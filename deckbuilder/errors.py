"""Input that cannot be used: one kind of error, which says where, what and how to mend it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec


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
            place = f"{place}: {self.field}" if place else self.field
        text = f"{place}: {self.what}" if place else self.what
        return f"{text} {self.mend}" if self.mend else text


class InputError(Exception):
    """Input cannot be used; carries every fault found. The command line exits with status 2."""

    def __init__(self, faults: Fault | Iterable[Fault]) -> None:
        self.faults = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


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
