"""Engines that must be prepared before their first run, and who hears how far that is.

A game only tells; whoever runs it for a person listens and shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

Hears: TypeAlias = Callable[[int, int], None]
"""Is told how many steps of the preparation are done, and how many there are."""

_hearing: ContextVar[Hears | None] = ContextVar("hearing", default=None)


@contextmanager
def heard_by(hears: Hears) -> Iterator[None]:
    """Let somebody hear of the preparations that are made inside."""
    token = _hearing.set(hears)
    try:
        yield
    finally:
        _hearing.reset(token)


def tell_preparation(done: int, steps: int) -> None:
    """Tell whoever hears it how far a preparation is."""
    if (hears := _hearing.get()) is not None:
        hears(done, steps)
