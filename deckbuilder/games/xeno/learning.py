"""How `expert` learned: tables of values and habits out of games of bots with themselves.

Rounds of self-play, each with the values of the rounds before, start from the sum that
`counter` goes by. A cell's value is the mean share of a win of those who left it behind, older
rounds counting less and the start counting as a few games. Habits are how often each card of
two was played in the last rounds, by circumstance, leaning on the wider circumstances where
few games tell.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from deckbuilder.games.parts import HearsRounds, Learning
from deckbuilder.games.xeno.batch import Manner, play_batch
from deckbuilder.games.xeno.bots.crowd_mind import pack_mind
from deckbuilder.games.xeno.bots.numbers import Brain, counter_brain, pack_brain
from deckbuilder.games.xeno.crowd_learning import learn_crowd
from deckbuilder.games.xeno.ranks import HERO, RANKS
from deckbuilder.games.xeno.setup import Setup, setup_for

NOISE = 0.05
"""Share of choices made at random, so that every moment is met."""
FADING = 0.7
"""What a round counts for beside the one after it."""
START_GAMES = 20
"""The start counts as this many visits of each cell."""
FEW_PLAYS = 50
"""Plays at which circumstances count as much as the wider ones that they are among."""
HIGH = 0.9
"""How likely the highest card of a look is to be kept."""

Floats = npt.NDArray[np.float64]


class XenoLearning(Learning):
    """The tables of `expert`."""

    def learn(
        self, settings: Any, seed: int, rounds: int, games: int, made_by: str, tell: HearsRounds
    ) -> bytes:
        """Return the tables for the seats of these settings, as the content of a file."""
        setup = setup_for(msgspec.structs.replace(setup_for(settings).settings, first=0))
        if setup.players > 2:
            return pack_mind(learn_crowd(setup, seed, rounds, games, made_by, tell))
        return pack_brain(learn(setup, seed, rounds, games, tell), made_by)


LEARNING = XenoLearning()


def learn(setup: Setup, seed: int, rounds: int, games: int, tell: HearsRounds) -> Brain:
    """Return the brain after rounds of so many games each; `tell` hears of every round done.

    Raises InputError where Numba is missing.
    """
    start = np.array(counter_brain().values)
    even = counter_brain().habits
    values = start
    sums, counts = np.zeros_like(start), np.zeros_like(start)
    played = np.zeros((len(even), 11, 11))
    for number in range(rounds):
        brain = Brain(values.tolist(), even, 0.0)
        batch = play_batch(
            setup,
            [brain, brain],
            games,
            seed,
            Manner(from_game=number * games, noise=NOISE, learn=True),
        )
        sums = FADING * sums + batch.sums
        counts = FADING * counts + batch.counts
        played = FADING * played + batch.played
        values = (sums + START_GAMES * start) / (counts + START_GAMES)
        tell(number + 1)
    return Brain(values.tolist(), habits_of(played).tolist(), HIGH)


def habits_of(played: Floats) -> Floats:
    """Return habits from counts of plays by circumstance, card and kept card."""
    by_part = played.reshape(3, 2, 2, 11, 11, 11)
    usual = _shares(played.sum(axis=0), np.full((11, 11), 0.5))
    blind = _shares(by_part.sum(axis=3), usual)
    habits = _shares(by_part, blind[:, :, :, None]).reshape(played.shape)
    for rank in RANKS:
        habits[:, rank, rank] = 1.0
        habits[:, rank, HERO] = 1.0
        habits[:, HERO, rank] = 0.0
    return habits


def _shares(played: Floats, wider: Floats) -> Floats:
    """Return how often the first of two cards was the one played, leaning on `wider`."""
    both: Floats = played + np.swapaxes(played, -1, -2)
    return (played + FEW_PLAYS * wider) / (both + FEW_PLAYS)
