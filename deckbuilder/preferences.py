"""What somebody chose for what they see and read: language, own cards, names, plainness.

Preferences are passed to a session, or put together from a command's options. They hold for
what runs inside `in_force()` in the same thread or task and nowhere else, so that two sessions
with two languages in one process do not disturb each other.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path

_looks = itertools.count()


@dataclass(frozen=True)
class Preferences:
    """Choices of one person.

    `language` is that of sentences, `card_names` that of names of cards where it differs; None
    leaves both to the locale. `own_cards` are files and folders of cards besides those in the
    user's folder. `plain` leaves out boxes, for screen readers.

    `look` is new for every set of preferences: the user's folder is looked at once for each.
    """

    language: str | None = None
    card_names: str | None = None
    own_cards: tuple[Path, ...] = ()
    plain: bool = False
    look: int = field(init=False, compare=False, default_factory=_looks.__next__)

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """Let these preferences hold for what runs inside."""
        token = _in_force.set(self)
        try:
            yield
        finally:
            _in_force.reset(token)


_in_force: ContextVar[Preferences] = ContextVar("preferences", default=Preferences())  # noqa: B039


def preferences() -> Preferences:
    """Return the preferences that hold here."""
    return _in_force.get()
