"""One bot against others: every deal is played once for each seat, the bots moved on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.playing import Play
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


def compare(
    play: Play,
    settings: Any,
    catalog: Catalog,
    bot: str,
    others: str,
    deals: int,
    seed: int,
    tell: Callable[[int], None] | None = None,
    *,
    at_tables: bool = False,
) -> Comparison:
    """Play `bot` in one seat against `others` in all the rest.

    `tell` hears how many games are over. With `at_tables` the batch engine is not used. Raises
    InputError for an unknown bot.
    """
    seats = len(play.seat_names(settings))
    specs = [bot, *[others] * (seats - 1)]
    for spec in (bot, others):
        play.bot(spec, settings, catalog)
    begun = time.perf_counter()
    games = deals * seats
    fast = not at_tables and play.batch(settings, specs, seats, seed) is not None
    if fast:
        rows = _batches(play, settings, specs, games, seed, tell)
    else:
        rows = _tables(play, settings, catalog, specs, games, seed, tell)
    scores: list[float] = []
    wins: list[float] = []
    shared = 0
    for _ in range(deals):
        got = [next(rows)[place] for place in range(seats)]
        scores.append(sum(got) / seats)
        wins.append(sum(points == 1.0 for points in got) / seats)
        shared += sum(0.0 < points < 1.0 for points in got)
    return Comparison(
        bot=bot,
        others=others,
        seats=seats,
        deals=deals,
        games=games,
        seed=seed,
        score=estimate(scores),
        fair=1.0 / seats,
        wins=estimate(wins),
        shared=shared / games,
        seconds=time.perf_counter() - begun,
        fast=fast,
    )


def _batches(
    play: Play,
    settings: Any,
    specs: Sequence[str],
    games: int,
    seed: int,
    tell: Callable[[int], None] | None,
) -> Iterator[Sequence[float]]:
    size = CHUNK - CHUNK % len(specs)
    for start in range(0, games, size):
        chunk = play.batch(settings, specs, min(size, games - start), seed, start)
        assert chunk is not None
        yield from chunk
        if tell is not None:
            tell(min(start + size, games))


def _tables(
    play: Play,
    settings: Any,
    catalog: Catalog,
    specs: Sequence[str],
    games: int,
    seed: int,
    tell: Callable[[int], None] | None,
) -> Iterator[Sequence[float]]:
    policies = {spec: play.bot(spec, settings, catalog) for spec in specs}
    seats = len(specs)
    for game in range(games):
        table_seed = Stream(seed, "deal", game // seats).below(MAX_SEED + 1)
        moved_on = game % seats
        sitting = [policies[specs[(seat - moved_on) % seats]] for seat in range(seats)]
        _, outcome = play_out(play.rules, settings, table_seed, sitting)
        yield outcome.points
        if tell is not None:
            tell(game + 1)
