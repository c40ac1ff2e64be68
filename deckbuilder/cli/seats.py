"""Seats by name or number, as a person types them."""

from __future__ import annotations

from collections.abc import Sequence

from deckbuilder.errors import unusable


def seat_number(wanted: str, names: Sequence[str]) -> int:
    """Return the seat, from 0, with this name or number from 1. Raises InputError."""
    if wanted.casefold() in names:
        return names.index(wanted.casefold())
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    raise unusable(
        f"there is no seat '{wanted}'.",
        mend=f"Seats: {', '.join(names)}, or a number from 1 to {len(names)}.",
    )
