"""What still has to happen, as records on the agenda; `machine.py` says what each does.

`answers` are the choices that the task has been given so far.
"""

from __future__ import annotations

import msgspec

from deckbuilder.games.invasion.duel.state import Binds, Source
from deckbuilder.games.invasion.duel.triggers import Caught
from deckbuilder.tables.protocol import Option

Answers = tuple[Option, ...]


class Mulligan(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag=True):
    """A seat may change its opening hand once (INV-32)."""

    seat: int
    answers: Answers = ()


class TurnStep(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag=True):
    """The next step of the turn, by its place in `turn.STEPS`."""

    step: int
    answers: Answers = ()


class Window(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag=True):
    """An action window: who may act, and how many have passed in a row (INV-49)."""

    seat: int
    passes: int = 0
    answers: Answers = ()


class Chain(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag=True):
    """The chain resolves, last in first out, down to its `bottom` item (INV-37)."""

    bottom: int = 0
    answers: Answers = ()


class Finish(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag=True):
    """An item has been carried out and leaves the chain."""

    item: int
    answers: Answers = ()


class Resolve(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag=True):
    """A list of effects is carried out from `place` on; -1 are its choices."""

    ops: int
    place: int
    seat: int
    source: Source
    ability: int
    x: int = 0
    binds: Binds = ()
    unit: int = 0
    number: int = 0
    answers: Answers = ()


class Begin(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag=True):
    """An ability that was set off begins: its condition, its targets, their price."""

    caught: Caught
    answers: Answers = ()


class Batch(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag=True):
    """Abilities that were set off together and wait for their turn."""

    caught: tuple[Caught, ...]
    answers: Answers = ()


class PlayFound(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag=True):
    """A player may play found tactics of the other's hand, one after the other."""

    seat: int
    owner: int
    source: Source
    ability: int
    cards: tuple[int, ...]
    answers: Answers = ()


class Tolls(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag=True):
    """The attacker may pay so that attackers keep their power against these supports."""

    copies: tuple[int, ...]
    answers: Answers = ()


class Strikes(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag=True):
    """Counterstrikes that are owed: units and their numbers (INV-43)."""

    owed: tuple[tuple[int, int], ...]
    answers: Answers = ()


class Assign(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag=True):
    """A side assigns its combat damage (INV-35)."""

    seat: int
    points: int
    answers: Answers = ()
