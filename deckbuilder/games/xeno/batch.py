"""XENO by the million: games of bots on arrays, compiled (needs the extra `fast`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

import msgspec
import numpy as np

from deckbuilder.errors import refusal
from deckbuilder.games.compiling import compiled
from deckbuilder.games.parts import Batch
from deckbuilder.games.xeno.bots import (
    batches,
    belief,
    casual,
    choosing,
    engine,
    habits,
    layout,
    worth,
)
from deckbuilder.games.xeno.bots.numbers import Brain, counter_brain, numbers
from deckbuilder.games.xeno.bots.policies import compiled_bot
from deckbuilder.games.xeno.setup import Setup, setup_for

KERNELS = (belief, casual, habits, worth, layout, choosing, engine, batches)


class Played(msgspec.Struct, frozen=True):
    """Many games: a row of results each (see `layout`), and what was asked for to learn from."""

    results: Any
    trace: Any
    sums: Any
    counts: Any
    played: Any


class Manner(msgspec.Struct, frozen=True, kw_only=True):
    """How many games are played: from which on, and what is noted.

    Mirrored, each deal is played once for each seat with the bots moved on. A share `noise` of
    the choices is made at random. `trace` notes the choices of the last game, `learn` what can
    be learned from all.
    """

    from_game: int = 0
    mirrored: bool = False
    noise: float = 0.0
    learn: bool = False
    trace: bool = False


def play_batch(
    setup: Setup,
    bots: Sequence[str | Brain],
    games: int,
    seed: int,
    manner: Manner = Manner(),  # noqa: B008  # it is frozen
) -> Played:
    """Play games of bots: "random", "casual", or a brain at tables of two.

    Raises InputError where Numba is missing or a bot cannot sit here.
    """
    codes = {"random": layout.RANDOM, "casual": layout.CASUAL}
    brains = [bot for bot in bots if isinstance(bot, Brain)]
    if setup.players != len(bots) or (brains and setup.players != 2):
        raise refusal("xeno.bots-unfit")
    seats = [
        layout.DUEL + brains.index(bot) if isinstance(bot, Brain) else codes[bot] for bot in bots
    ]
    results = np.zeros((games, layout.RESULT), np.int64)
    notes = np.zeros((256 if manner.trace else 0, 4), np.int64)
    size = worth.CELLS if manner.learn else 0
    sums, counts = np.zeros(size), np.zeros(size, np.int64)
    played = np.zeros((habits.CIRCUMSTANCES if manner.learn else 0, 11, 11), np.int64)
    compiled("play_many", *KERNELS, allocates=True)(
        games,
        manner.from_game,
        seed,
        manner.mirrored,
        setup.players,
        np.array([setup.deck.count(rank) for rank in range(11)]),
        setup.settings.boys == "discarded",
        np.array(seats),
        np.array(numbers().casual.thumb()),
        *_tables(tuple(brains) or (counter_brain(),)),
        manner.noise,
        results,
        notes,
        sums,
        counts,
        played,
    )
    return Played(results, notes, sums, counts, played)


@lru_cache(maxsize=4)
def _tables(brains: tuple[Brain, ...]) -> tuple[Any, Any, Any]:
    """Return the values, habits and liking for high cards of brains, each as one array."""
    return (
        np.array([brain.values for brain in brains]),
        np.array([brain.habits for brain in brains]),
        np.array([brain.high for brain in brains]),
    )


class XenoBatch(Batch):
    """Games of bots by the million."""

    def batch(
        self, settings: Any, specs: Sequence[str], games: int, seed: int, from_game: int = 0
    ) -> Sequence[Sequence[float]] | None:
        """Play mirrored games compiled; None without Numba and for bots at larger tables."""
        setup = setup_for(settings)
        bots = [bot for spec in specs if (bot := compiled_bot(spec, setup)) is not None]
        if find_spec("numba") is None or len(bots) < len(specs):
            return None
        played = play_batch(setup, bots, games, seed, Manner(from_game=from_game, mirrored=True))
        return points_of(played, setup.players)


BATCH = XenoBatch()


def points_of(batch: Played, players: int) -> Sequence[Sequence[float]]:
    """Return the points of every game by seat."""
    halves = batch.results[:, layout.POINTS : layout.POINTS + players]
    points: list[list[float]] = (halves / 2.0).tolist()
    return points
