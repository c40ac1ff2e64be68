"""Drafts judged by duels: two bots draft the same packs, and their decks play each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.game_settings import SettingValue
from deckbuilder.games.duels import Share
from deckbuilder.games.table_game import DraftGame, Request, TableGame
from deckbuilder.registry import game
from deckbuilder.simulation.bouts import Bout, Player
from deckbuilder.simulation.intervals import share_of
from deckbuilder.simulation.workers import Batch, InProcess, Workers, batches, gathered
from deckbuilder.tables.chance import MAX_SEED, Stream
from deckbuilder.tables.table import play_out

SEATS = 2
DRAFTS_AT_ONCE = 1
"""Drafts in a batch: their duels take far longer than they do."""


class DraftedDuels(msgspec.Struct, frozen=True, kw_only=True):
    """What a drafting bot's decks won of those of another; a sample is a seed with its duels.

    `wins` is its share of all duels, a draw counted half; `seats` the same by the seat in which
    it drafted. `player` is the bot that played both decks.
    """

    bot: str
    others: str
    format: str
    player: str
    drafts: int
    duels: int
    drawn_duels: int
    seed: int
    wins: Share
    seats: Mapping[str, Share]


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """Two bots that draft, and who plays their decks with which settings of the game."""

    game: str
    format: str
    draft: DraftGame[Any, Any]
    settings: Any
    catalog: Catalog
    bot: str
    others: str
    player: str
    options: Mapping[str, SettingValue]
    seed: int


Points = tuple[tuple[float, ...], ...]
"""What the first bot scored with the packs of a seed: by its seat, then by the duel."""


def judge_by_duels(
    trial: Trial,
    drafts: int,
    tell: Callable[[int], None] | None = None,
    workers: Workers | None = None,
) -> DraftedDuels:
    """Draft the packs of each seed with the bots in either seat, and let the decks play.

    Two decks of one table play twice, either seat beginning; so that packs, side and first turn
    tell for neither bot. `tell` hears how many seeds are done. After an interruption it is told
    of those that were done until then. Raises InputError for decks that cannot be played, and
    KeyboardInterrupt where nothing was done yet.
    """
    found: list[Points] = []
    parts = (workers or InProcess()).results(duel_seeds, trial, batches(drafts, DRAFTS_AT_ONCE))
    gathered(parts, found.extend, tell)
    every = [points for seed in found for seat in seed for points in seat]
    names = trial.draft.seat_names(trial.settings)
    return DraftedDuels(
        bot=trial.bot,
        others=trial.others,
        format=trial.format,
        player=trial.player,
        drafts=len(found),
        duels=len(every),
        drawn_duels=sum(points not in (0.0, 1.0) for points in every),
        seed=trial.seed,
        wins=share_of([points for seat in seed for points in seat] for seed in found),
        seats={name: share_of(seed[seat] for seed in found) for seat, name in enumerate(names)},
    )


def duel_seeds(trial: Trial, seeds: Batch) -> list[Points]:
    """Draft and play the packs of some seeds, by their numbers behind the seed of the trial."""
    home = game(trial.game)
    assert home.play is not None
    table = home.play()
    player = Player(table, trial.catalog)
    bots = [
        trial.draft.bot(spec, trial.settings, trial.catalog) for spec in (trial.bot, trial.others)
    ]
    found = []
    for number in seeds.numbers:
        table_seed = Stream(trial.seed, "deal", number).below(MAX_SEED + 1)
        by_seat = []
        for seat in range(SEATS):
            sitting = [bots[each != seat] for each in range(SEATS)]
            end, _ = play_out(trial.draft.rules, trial.settings, table_seed, sitting)
            bouts = _bouts(trial, table, end, number)
            by_seat.append(tuple(player.play(bout)[0].points[seat] for bout in bouts))
        found.append(tuple(by_seat))
    return found


def _bouts(trial: Trial, table: TableGame[Any, Any], end: Any, number: int) -> Iterator[Bout]:
    """Yield the duels between the decks of one table, one for each seat to begin."""
    decks = trial.draft.decks(trial.settings, end, trial.catalog)
    wishes = Request(decks=decks, options=trial.options, seed=trial.seed)
    seeds = [
        Stream(trial.seed, f"duel/{first}", number).below(MAX_SEED + 1) for first in range(SEATS)
    ]
    return bouts_between(table, wishes, trial.catalog, trial.player, seeds)


def bouts_between(
    table: TableGame[Any, Any], wishes: Request, catalog: Catalog, bot: str, seeds: Sequence[int]
) -> Iterator[Bout]:
    """Yield a duel between the wished decks for each seed; the seats begin by turns.

    Raises InputError for decks that cannot be played.
    """
    settings = table.settings(wishes, catalog)
    begun = [table.begun_by(settings, first) for first in range(SEATS)]
    for number, seed in enumerate(seeds):
        yield Bout(settings=begun[number % SEATS], seed=seed, bots=(bot,) * SEATS)
