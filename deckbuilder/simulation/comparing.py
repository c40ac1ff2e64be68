"""One bot against others: every deal is played once for each seat, the bots moved on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.parts import Batch
from deckbuilder.games.table_game import TableGame
from deckbuilder.simulation.intervals import Estimate, Moments
from deckbuilder.simulation.workers import Batch as Deals
from deckbuilder.simulation.workers import InProcess, Workers, batches, gathered
from deckbuilder.tables.chance import MAX_SEED, Stream
from deckbuilder.tables.table import play_out

CHUNK = 20_000
"""Games in a batch where they are played many at once."""
AT_TABLES = 8
"""Games in a batch where they are played one by one."""


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


class Tally(msgspec.Struct):
    """Deals that were played: shares of a win and wins a deal, and the games that were shared."""

    score: Moments = msgspec.field(default_factory=Moments)
    wins: Moments = msgspec.field(default_factory=Moments)
    shared: int = 0

    def merge(self, more: Tally) -> None:
        """Count the deals of another tally."""
        self.score.merge(more.score)
        self.wins.merge(more.wins)
        self.shared += more.shared


def compare(
    match: Match,
    deals: int,
    tell: Callable[[int], None] | None = None,
    workers: Workers | None = None,
) -> Comparison:
    """Play deals of a match. `tell` hears how many games are over.

    After an interruption it is told how the deals went that were played until then. Raises
    InputError for an unknown bot, and KeyboardInterrupt where nothing was played yet.
    """
    seats = match.seats
    for spec in (match.bot, match.others):
        match.table.bot(spec, match.settings, match.catalog)
    begun = time.perf_counter()
    fast = match.fast
    size = max(1, (CHUNK if fast else AT_TABLES) // seats)
    found = Tally()
    parts = (workers or InProcess()).results(play_deals, match, batches(deals, size))
    played = gathered(parts, found.merge, None if tell is None else lambda at: tell(at * seats))
    games = played * seats
    return Comparison(
        bot=match.bot,
        others=match.others,
        seats=seats,
        deals=played,
        games=games,
        seed=match.seed,
        score=found.score.estimate(),
        fair=1.0 / seats,
        wins=found.wins.estimate(),
        shared=found.shared / games,
        seconds=time.perf_counter() - begun,
        fast=fast,
    )


def play_deals(match: Match, deals: Deals) -> Tally:
    """Play deals of a match, each once for every seat."""
    seats = match.seats
    rows = iter(_many(match, deals) if match.fast else _tables(match, deals))
    found = Tally()
    for _ in deals.numbers:
        got = [next(rows)[place] for place in range(seats)]
        found.score.add(sum(got) / seats)
        found.wins.add(sum(points == 1.0 for points in got) / seats)
        found.shared += sum(0.0 < points < 1.0 for points in got)
    return found


def _many(match: Match, deals: Deals) -> Sequence[Sequence[float]]:
    assert match.batch is not None
    seats = match.seats
    rows = match.batch.batch(
        match.settings, match.specs, deals.count * seats, match.seed, deals.start * seats
    )
    assert rows is not None
    return rows


def _tables(match: Match, deals: Deals) -> Iterator[Sequence[float]]:
    specs = match.specs
    policies = {spec: match.table.bot(spec, match.settings, match.catalog) for spec in specs}
    seats = len(specs)
    for deal in deals.numbers:
        table_seed = Stream(match.seed, "deal", deal).below(MAX_SEED + 1)
        for moved_on in range(seats):
            sitting = [policies[specs[(seat - moved_on) % seats]] for seat in range(seats)]
            _, outcome = play_out(match.table.rules, match.settings, table_seed, sitting)
            yield outcome.points
