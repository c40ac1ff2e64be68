"""The parts that only some games have beside their tables; each is optional."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.tables.policy import Policy
from deckbuilder.tables.protocol import Option
from deckbuilder.tables.screen import Board, Panel
from deckbuilder.tables.table import Step

Better = Literal["high", "low", "neither"]
"""Which values of a measure are better."""
HearsRounds: TypeAlias = Callable[[int], None]
Rated: TypeAlias = tuple[float, tuple[tuple[str, float], ...]]
"""A card's worth to the bots, and the named parts of it."""


class Rate(Protocol):
    """Rates single cards as the bots do."""

    def __call__(self, card: Card) -> Rated | None:
        """Return what a card is worth, None for one that bots never rate."""


class Effects(Protocol):
    """Tells what cards do in play."""

    def __call__(self, catalog: Catalog) -> Mapping[str, Sequence[Any]]:
        """Return the abilities of each card whose effect is known, by the card's id.

        Raises InputError with every fault of the files that say it.
        """


class CardTexts(Protocol):
    """Tells in sentences what a card does in play."""

    def __call__(self, card: Card, catalog: Catalog) -> Sequence[str] | None:
        """Return a sentence for each ability of a card, None where its effect is not known.

        Raises InputError with every fault of the files that say it.
        """


class Measures(Protocol):
    """Figures of a drafted deck that do not come from the scores of a bot."""

    def measures(self, settings: Any, state: Any, seat: int, catalog: Catalog) -> dict[str, float]:
        """Return what a seat's deck measures at the end, by the names that `better` has.

        One that the facts do not tell is left out.
        """

    def better(self) -> Mapping[str, Better]:
        """Return the names of the measures in their order, and which values are better."""


class History(Protocol):
    """What a whole draft tells a seat afterwards."""

    def history(
        self, settings: Any, steps: Sequence[Step], seat: int, catalog: Catalog
    ) -> tuple[Board, ...]:
        """Return what the steps of a draft tell a seat afterwards, hidden things too.

        What it passed and where that went, what was struck from it, what came back, and how
        its deck grew; each game shows what its draft has.
        """


class Batch(Protocol):
    """An engine that plays many games of bots at once."""

    def batch(
        self, settings: Any, specs: Sequence[str], games: int, seed: int, from_game: int = 0
    ) -> Sequence[Sequence[float]] | None:
        """Play mirrored games of bots fast, and return the points of each game by seat.

        Every deal is played once for each seat, the bots moved on by one seat each time. None
        where these bots, or this machine, can play at the table only.
        """


class Learning(Protocol):
    """Tables that a bot learns from games with itself."""

    def learn(
        self, settings: Any, seed: int, rounds: int, games: int, made_by: str, tell: HearsRounds
    ) -> bytes:
        """Return the tables that the strongest bot learns from games with itself.

        `tell` hears the number of every round done. Raises InputError where this machine
        cannot.
        """


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of many games as sums, for a mean and its interval; `exact` is the true mean.

    `percent` tells that the mean is a share.
    """

    label: str
    count: int
    total: float
    squares: float
    percent: bool = True
    exact: str | None = None


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """Samples that belong together, and what must be known to read them."""

    title: str
    samples: tuple[Sample, ...]
    note: str = ""


class GameFacts(Protocol):
    """What many games of bots tell of a game."""

    def facts(
        self, settings: Any, catalog: Catalog, spec: str, games: int, seed: int
    ) -> tuple[Facts, ...]:
        """Play games with one bot in every seat, and return what they tell of the game."""


class Mix(msgspec.Struct, frozen=True):
    """What an equilibrium chooses at one moment: each option with its share, if any."""

    hand: tuple[str, ...]
    options: tuple[tuple[Option, float], ...]


class Solved(msgspec.Struct, frozen=True, kw_only=True):
    """A position solved: its worth to the seat that is to act, between two exact bounds.

    `exploitability` is half of what lies between them. `first` has what is chosen at the first
    moment, by hand; `bots` what an opponent who plays at its best gains on each bot there, on
    average of the two seats.
    """

    worth: float
    low: float
    high: float
    exploitability: float
    nodes: int
    moments: int
    rounds: int
    first: tuple[Mix, ...]
    bots: tuple[tuple[str, float], ...]


class Solving(Protocol):
    """An exact solution of the end of a game."""

    def solve(
        self,
        settings: Any,
        catalog: Catalog,
        left: Sequence[str],
        played: Sequence[str],
        near: float,
    ) -> Solved:
        """Solve the end of a game from the cards left, by id, to this exploitability.

        `played` are cards played before, where they tell. Raises InputError for cards that
        cannot be left, and for too many.
        """


class Beliefs(Protocol):
    """What a bot believes of hidden cards."""

    def beliefs(
        self, bot: Policy, view: Any, feed: Sequence[Any], catalog: Catalog
    ) -> Panel | None:
        """Return what a bot in the seat of this view believes, None where it keeps no belief."""
