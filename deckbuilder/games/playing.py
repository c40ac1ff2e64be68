"""What a game offers so that it can be played at a table, shown, and explained."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.tables.policy import Policy
from deckbuilder.tables.protocol import Event, Option, Rules
from deckbuilder.tables.screen import Panel, Screen

Told: TypeAlias = Callable[[int], None]


class PlayRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What a user may ask of a game; None and empty mean the game's own.

    `first` is the seat that starts, `games` how many are played for one score, `rules` are
    rulings chosen among those the game leaves open, each `name=value`.
    """

    players: int | None = None
    first: int | None = None
    games: int = 1
    rules: tuple[str, ...] = ()


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


class Play(Protocol):
    """A game that is played. `names` asks for the cards' names in a language, "en" or "ja"."""

    @property
    def rules(self) -> Rules[Any]:
        """What the table runs."""

    def settings(self, catalog: Catalog, request: PlayRequest) -> Any:
        """Return plain data that says all of the table: seats, cards, rulings.

        Raises InputError for a request that the rules forbid, with the rule's number.
        """

    def seat_names(self, settings: Any) -> tuple[str, ...]:
        """Return one name a seat."""

    def bots(self, settings: Any) -> tuple[str, ...]:
        """Return the specs of the bots that can sit at this table, weakest first."""

    def bot(self, spec: str, settings: Any, catalog: Catalog) -> Policy:
        """Return a bot for any seat. Raises InputError for an unknown spec."""

    def batch(
        self,
        settings: Any,
        specs: Sequence[str],
        games: int,
        seed: int,
        from_game: int = 0,
    ) -> Sequence[Sequence[float]] | None:
        """Play mirrored games of bots fast, and return the points of each game by seat.

        Every deal is played once for each seat, the bots moved on by one seat each time. None
        where these bots, or this machine, can play at the table only.
        """

    def learn(
        self, settings: Any, seed: int, rounds: int, games: int, made_by: str, tell: Told
    ) -> bytes:
        """Return the tables that the strongest bot learns from games with itself.

        `tell` hears the number of every round done. Raises InputError where this machine
        cannot.
        """

    def facts(
        self, settings: Any, catalog: Catalog, spec: str, games: int, seed: int
    ) -> tuple[Facts, ...]:
        """Play games with one bot in every seat, and return what they tell of the game."""

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

    def screen(
        self,
        settings: Any,
        view: Any,
        options: Sequence[Option],
        catalog: Catalog,
        names: str | None = None,
    ) -> Screen:
        """Return what a person in a seat is shown."""

    def seen(self, view: Any) -> Sequence[Event]:
        """Return what happened so far before the eyes of the seat of a view, in order."""

    def tell(
        self, settings: Any, event: Event, catalog: Catalog, names: str | None = None
    ) -> str | None:
        """Return a sentence about something that happened, None where nothing is to be said."""

    def tell_choice(self, option: Option, catalog: Catalog, names: str | None = None) -> str:
        """Return a choice in a few words, such as "plays Sage"."""

    def beliefs(
        self, bot: Policy, view: Any, catalog: Catalog, names: str | None = None
    ) -> Panel | None:
        """Return what a bot in the seat of this view believes, None where it keeps no belief."""
