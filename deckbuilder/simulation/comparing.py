"""One bot against others: every deal is played once for each seat, the bots moved on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.parts import Batch
from deckbuilder.games.table_game import TableGame
from deckbuilder.simulation.bouts import Bout, Player, Thought
from deckbuilder.simulation.intervals import Estimate, Moments, share_ends
from deckbuilder.simulation.workers import Batch as Deals
from deckbuilder.simulation.workers import InProcess, Workers, batches, gathered
from deckbuilder.tables.chance import MAX_SEED, Stream

CHUNK = 20_000
"""Games in a batch where they are played many at once."""
AT_TABLES = 8
"""Games in a batch where they are played one by one."""


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds for all games, and how long the choices of the bot and of the others took.

    `thought` is None where choices are made many at once.
    """

    seconds: float
    thought: tuple[Thought, Thought] | None


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """How a bot fared against others.

    `score` is its share of a win, wins plus shared wins in parts, as a mean over deals; `fair`
    is what each seat would get among equals; `interval` are the ends of the score's 95 % interval.
    `wins` and `shared` are shares of all games.
    `tables` is how many settings were played in turn. `fast` tells that the games were played by
    the game's batch engine; `pace` is how long they took on this machine, which no seed decides.
    """

    bot: str
    others: str
    seats: int
    deals: int
    games: int
    tables: int
    seed: int
    score: Estimate
    interval: tuple[float, float]
    fair: float
    wins: Estimate
    shared: float
    fast: bool
    pace: Pace


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """What is played by whom: `bot` in one seat, `others` in all the rest.

    `batch` is an engine that plays many games at once, None where games are played at the table.
    `further` are settings that are played in turn with `settings`, a deal each.
    """

    table: TableGame[Any, Any]
    batch: Batch | None
    settings: Any
    further: tuple[Any, ...] = ()
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
        if self.batch is None or self.further:
            return False
        return self.batch.batch(self.settings, self.specs, self.seats, self.seed) is not None


class Tally(msgspec.Struct):
    """Deals that were played: shares of a win and wins a deal, and the games that were shared.

    `thought` is how long the choices of the bot and of the others took.
    """

    score: Moments = msgspec.field(default_factory=Moments)
    wins: Moments = msgspec.field(default_factory=Moments)
    shared: int = 0
    thought: tuple[Thought, Thought] = msgspec.field(default_factory=lambda: (Thought(), Thought()))

    def merge(self, more: Tally) -> None:
        """Count the deals of another tally."""
        self.score.merge(more.score)
        self.wins.merge(more.wins)
        self.shared += more.shared
        for own, other in zip(self.thought, more.thought, strict=True):
            own.merge(other)


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
        tables=1 + len(match.further),
        seed=match.seed,
        score=found.score.estimate(),
        interval=share_ends(found.score.estimate(), games),
        fair=1.0 / seats,
        wins=found.wins.estimate(),
        shared=found.shared / games,
        fast=fast,
        pace=Pace(seconds=time.perf_counter() - begun, thought=None if fast else found.thought),
    )


def play_deals(match: Match, deals: Deals) -> Tally:
    """Play deals of a match, each once for every seat."""
    seats = match.seats
    found = Tally()
    rows = iter(_many(match, deals) if match.fast else _tables(match, deals, found))
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


def _tables(match: Match, deals: Deals, found: Tally) -> Iterator[Sequence[float]]:
    """Yield the points of each game; `found` learns how long choices took."""
    specs = match.specs
    seats = len(specs)
    settings = (match.settings, *match.further)
    player = Player(match.table, match.catalog)
    for deal in deals.numbers:
        table_seed = Stream(match.seed, "deal", deal).below(MAX_SEED + 1)
        for moved_on in range(seats):
            places = [(seat - moved_on) % seats for seat in range(seats)]
            bout = Bout(
                settings=settings[deal % len(settings)],
                seed=table_seed,
                bots=tuple(specs[place] for place in places),
            )
            ended, _ = player.play(bout)
            for place, thought in zip(places, ended.thought, strict=True):
                found.thought[min(place, 1)].merge(thought)
            yield ended.points
