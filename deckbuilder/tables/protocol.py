"""What a draft or a game must offer to sit at the table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec

from deckbuilder.tables.chance import Stream

State = TypeVar("State")
View = TypeVar("View")

Value = int | str | None

MOST_SEATS = 31
_SEATS = tuple(f"seat/{seat}" for seat in range(MOST_SEATS))
_SEAT_NUMBERS = {name: seat for seat, name in enumerate(_SEATS)}


def seat_id(seat: int) -> str:
    """Return the id by which options and events name a seat: `seat/0` for the first."""
    return _SEATS[seat]


def seat_number(name: str) -> int:
    """Return the seat, counted from 0, that an id names. Raises KeyError for what is no seat."""
    return _SEAT_NUMBERS[name]


class Option(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something a seat may choose: an action, what it is done with, and to what, in order.

    `subject` and `targets` are ids that are unique in the state (`unit/17`, `seat/1`,
    `zone/0/quest`), or a card id where copies are alike; `value` is a number or a word beside
    them. Two options that differ in nothing are the same option, so the place of a card in a
    pack has no meaning.
    """

    action: str
    subject: str = ""
    targets: tuple[str, ...] = ()
    value: Value = None


class Event(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, gc=False):
    """Something that happened, its objects named as those of an option.

    `seat` is who did it or whom it happened to. `to` lists the seats that see it; None means
    everybody.
    """

    kind: str
    seat: int | None = None
    subjects: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    value: Value = None
    to: tuple[int, ...] | None = None


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The end of a table: what each seat has (`decks`, section to card ids) and scored."""

    decks: tuple[dict[str, tuple[str, ...]], ...] = ()
    points: tuple[float, ...] = ()


Result = tuple[State, tuple[Event, ...]]
"""A state, and what happened on the way to it."""


class Rules(ABC, Generic[State, View]):
    """A draft or a game as a pure machine: states are immutable and can be written as JSON.

    Seats count from 0. Settings are plain data that say everything the machine needs, so that
    a log with its settings and seed can be replayed without the files they came from.
    """

    @abstractmethod
    def start(self, settings: Any, seed: int) -> Result[State]:
        """Return the first state, and what happened before the first choice."""

    @abstractmethod
    def seats(self, state: State) -> int:
        """Return the number of seats."""

    @abstractmethod
    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seats that must choose now; several choose without seeing each other."""

    @abstractmethod
    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        """Return what this seat may choose now, without repeats and in one canonical order.

        The order depends on nothing that the seat does not know.
        """

    @abstractmethod
    def apply(self, state: State, choices: Mapping[int, Option]) -> Result[State]:
        """Carry out choices of seats that must act (any of them) and return what happened.

        The choices are trusted: whoever calls has made sure that each is one of the seat's
        options.
        """

    @abstractmethod
    def view(self, state: State, seat: int) -> View:
        """Return what this seat may know, as immutable data, and nothing else."""

    @abstractmethod
    def imagine(self, view: View, stream: Stream) -> State:
        """Return a state that fits a view; what its seat does not know is drawn at random.

        The view of that seat in the state is the view given.
        """

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """Return the end, or None while the table goes on."""

    def may_undo(self, before: State, after: State, seat: int) -> bool:
        """Tell whether a seat may go back from `after` to its own choice at `before`.

        Only bots have acted since. The base answer is no: a game allows it where the seat has
        learnt nothing in between that it did not know.
        """
        return False

    def pack(self, state: State) -> Any:
        """Return the state as plain data for JSON; equal states give equal data."""
        return msgspec.to_builtins(state)
