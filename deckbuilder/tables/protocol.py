"""What a draft or a game must offer to sit at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

import msgspec

State = TypeVar("State")


class Option(msgspec.Struct, frozen=True, order=True, omit_defaults=True, gc=False):
    """Something a seat may choose: an action, and what it is done to.

    `card` is a card id. `target` is a seat. `value` is any further word or number. Two options
    that differ in nothing are the same option, so the place of a card in a pack has no meaning.
    """

    action: str
    card: str = ""
    target: int | None = None
    value: str = ""


class Event(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, gc=False):
    """Something that happened. `to` lists the seats that see it; None means everybody."""

    kind: str
    seat: int | None = None
    cards: tuple[str, ...] = ()
    target: int | None = None
    value: str = ""
    to: tuple[int, ...] | None = None


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The end of a table: what each seat has (`decks`, section to card ids) and scored."""

    decks: tuple[dict[str, tuple[str, ...]], ...] = ()
    points: tuple[float, ...] = ()


class Rules(Protocol[State]):
    """A draft or a game as a pure machine: states are immutable and can be written as JSON.

    Seats count from 0. Settings are plain data that say everything the machine needs, so that
    a log with its settings and seed can be replayed without the files they came from.
    """

    def start(self, settings: Any, seed: int) -> State:
        """Return the first state."""

    def seats(self, state: State) -> int:
        """Return the number of seats."""

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seats that must choose now; several choose without seeing each other."""

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        """Return what this seat may choose now, without repeats."""

    def apply(self, state: State, choices: Mapping[int, Option]) -> tuple[State, tuple[Event, ...]]:
        """Carry out choices of seats that must act (any of them) and return what happened.

        Raises ValueError for a seat that is not to act and an option that it does not have.
        """

    def view(self, state: State, seat: int) -> Any:
        """Return what this seat may know, as immutable data, and nothing else."""

    def outcome(self, state: State) -> Outcome | None:
        """Return the end, or None while the table goes on."""

    def pack(self, state: State) -> Any:
        """Return the state as plain data for JSON; equal states give equal data."""
