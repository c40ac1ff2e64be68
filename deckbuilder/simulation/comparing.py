"""One bot against others: every deal is played once for each seat, the bots moved on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.parts import Batch
from deckbuilder.games.table_game import TableGame
from deckbuilder.simulation.intervals import Estimate, estimate
from deckbuilder.tables.chance import MAX_SEED, Stream
from deckbuilder.tables.table import play_out

CHUNK = 20_000
"""Games that are played before progress is told."""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """How a bot fared against others.

    `score` is its share of a win, wins plus shared wins in parts, as a mean over deals; `fair`
    is what each seat would get among equals. `wins` and `shared` are shares of all games.
    `fast` tells that the games were played by the game's batch engine.
    """

    bot: str
    others: str
    seats: int
    deals: int
    games: int
    seed: int
    score: Estimate
    fair: float
    wins: Estimate
    shared: float
    seconds: float
    fast: bool


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """What is played by whom: `bot` in one seat, `others` in all the rest.

    `batch` is an engine that plays many games at once, None where games are played at the table.
    """

    table: TableGame[Any, Any]
    batch: Batch | None
    settings: Any
    catalog: Catalog
    bot: str
    others: str
    seed: int

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.table.seat_names(self.settings))

    @property
    def specs(self) -> list[str]:
        """The bots of the first deal, by seat."""
        return [self.bot, *[self.others] * (self.seats - 1)]

    @property
    def fast(self) -> bool:
        """Whether the batch engine plays these bots."""
        if self.batch is None:
            return False
        return self.batch.batch(self.settings, self.specs, self.seats, self.seed) is not None


def compare(match: Match, deals: int, tell: Callable[[int], None] | None = None) -> Comparison:
    """Play deals of a match. `tell` hears how many games are over.

    Raises InputError for an unknown bot.
    """
    seats = match.seats
    for spec in (match.bot, match.others):
        match.table.bot(spec, match.settings, match.catalog)
    begun = time.perf_counter()
    games = deals * seats
    fast = match.fast
    rows = _batches(match, games, tell) if fast else _tables(match, games, tell)
    scores: list[float] = []
    wins: list[float] = []
    shared = 0
    for _ in range(deals):
        got = [next(rows)[place] for place in range(seats)]
        scores.append(sum(got) / seats)
        wins.append(sum(points == 1.0 for points in got) / seats)
        shared += sum(0.0 < points < 1.0 for points in got)
    return Comparison(
        bot=match.bot,
        others=match.others,
        seats=seats,
        deals=deals,
        games=games,
        seed=match.seed,
        score=estimate(scores),
        fair=1.0 / seats,
        wins=estimate(wins),
        shared=shared / games,
        seconds=time.perf_counter() - begun,
        fast=fast,
    )


def _batches(
    match: Match, games: int, tell: Callable[[int], None] | None
) -> Iterator[Sequence[float]]:
    assert match.batch is not None
    size = CHUNK - CHUNK % match.seats
    for start in range(0, games, size):
        chunk = match.batch.batch(
            match.settings, match.specs, min(size, games - start), match.seed, start
        )
        assert chunk is not None
        yield from chunk
        if tell is not None:
            tell(min(start + size, games))


def _tables(
    match: Match, games: int, tell: Callable[[int], None] | None
) -> Iterator[Sequence[float]]:
    specs = match.specs
    policies = {spec: match.table.bot(spec, match.settings, match.catalog) for spec in specs}
    seats = len(specs)
    for game in range(games):
        table_seed = Stream(match.seed, "deal", game // seats).below(MAX_SEED + 1)
        moved_on = game % seats
        sitting = [policies[specs[(seat - moved_on) % seats]] for seat in range(seats)]
        _, outcome = play_out(match.table.rules, match.settings, table_seed, sitting)
        yield outcome.points
        if tell is not None:
            tell(game + 1)
