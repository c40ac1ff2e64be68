"""Games between bots one after the other, each told by its points and how it went.

A bout says all that a game needs, as plain data, so that another process can play it as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.duels import Course
from deckbuilder.games.table_game import TableGame
from deckbuilder.registry import game
from deckbuilder.tables.policy import Policy
from deckbuilder.tables.protocol import Event
from deckbuilder.tables.table import Onlooker, play_out


class Bout(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is to be played: its settings, its seed, and a bot for each seat."""

    settings: Any
    seed: int
    bots: tuple[str, ...]


class Thought(msgspec.Struct):
    """How long choices took, in seconds: all of them, and the slowest."""

    choices: int = 0
    seconds: float = 0.0
    slowest: float = 0.0

    @property
    def mean(self) -> float:
        """Seconds a choice, 0 without any."""
        return self.seconds / max(1, self.choices)

    def chose(self, seconds: float) -> None:
        """Note a choice."""
        self.merge(Thought(1, seconds, seconds))

    def merge(self, more: Thought) -> None:
        """Note the choices of another record."""
        self.choices += more.choices
        self.seconds += more.seconds
        self.slowest = max(self.slowest, more.slowest)


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """A game that was played: points, how long the choices of each seat took, how it went."""

    points: tuple[float, ...]
    thought: tuple[Thought, ...]
    course: Course | None = None


class Watching(Onlooker):
    """Keeps what happens at a table, where that is asked for, and how long choices take."""

    def __init__(self, seats: int, *, keeps: bool = False) -> None:
        self.thought = tuple(Thought() for _ in range(seats))
        self.events: list[Event] = []
        self._keeps = keeps

    def saw(self, events: tuple[Event, ...]) -> None:
        """Keep what has happened."""
        if self._keeps:
            self.events += events

    def chose(self, seat: int, seconds: float) -> None:
        """Note how long a choice took."""
        self.thought[seat].chose(seconds)


_MOST_READY = 64
"""Bots that are kept ready."""


class Player:
    """Plays bouts of a game at its table, with bots made ready once for the same settings."""

    def __init__(self, table: TableGame[Any, Any], catalog: Catalog) -> None:
        self._table = table
        self._catalog = catalog
        self._ready: dict[tuple[int, str], tuple[Any, Policy]] = {}

    def play(self, bout: Bout, *, keeps: bool = False) -> tuple[Ended, Watching]:
        """Play a bout. Raises InputError for an unknown bot."""
        watching = Watching(len(bout.bots), keeps=keeps)
        sitting = [self._bot(spec, bout.settings) for spec in bout.bots]
        _, outcome = play_out(self._table.rules, bout.settings, bout.seed, sitting, watching)
        return Ended(points=outcome.points, thought=watching.thought), watching

    def _bot(self, spec: str, settings: Any) -> Policy:
        # Settings are kept beside their bots: no others can come to have their number.
        key = (id(settings), spec)
        if key not in self._ready:
            if len(self._ready) >= _MOST_READY:
                self._ready.clear()
            self._ready[key] = (settings, self._table.bot(spec, settings, self._catalog))
        return self._ready[key][1]


def played(game_id: str, bouts: Iterable[Bout]) -> Iterator[Ended]:
    """Yield how each bout went, as soon as it is over."""
    home = game(game_id)
    assert home.play is not None
    player = Player(home.play(), home.catalog())
    courses = None if home.courses is None else home.courses()
    for bout in bouts:
        ended, watching = player.play(bout, keeps=courses is not None)
        if courses is not None:
            ended = msgspec.structs.replace(ended, course=courses.course(watching.events))
        yield ended
