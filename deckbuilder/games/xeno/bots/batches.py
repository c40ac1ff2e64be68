"""Kernel: many games one after the other. Runs compiled only."""

from __future__ import annotations

import numpy as np

from deckbuilder.games.xeno.bots.engine import play_game
from deckbuilder.games.xeno.bots.layout import (
    BOARD,
    MIND,
    POINTS,
    TABLE,
    VISITED,
    Array,
    set_stream,
)

MOST_TURNS = 32
"""No game has as many turns."""


def play_many(
    games: int,
    from_game: int,
    seed: int,
    mirrored: bool,
    players: int,
    copies: Array,
    forced_arms: bool,
    bots: Array,
    thumb: Array,
    values: Array,
    habits: Array,
    high: Array,
    noise: float,
    results: Array,
    trace: Array,
    sums: Array,
    counts: Array,
    played: Array,
) -> None:
    """Play games and fill in a row of results each; seat 0 starts.

    Mirrored, every deal is played once for each seat, the bots moved on by one seat each time;
    chance and choices made by lot are the same each time, so that a bot among its like fares
    exactly alike in every seat.
    With `sums` and `counts`, of the size of a table of values, the share of a win of whoever
    ended a turn is added up by cell.
    """
    chance = np.zeros(1, np.uint64)
    choice = np.zeros(1, np.uint64)
    board = np.zeros(BOARD, np.int64)
    mind = np.zeros(MIND, np.float64)
    seated = np.zeros(4, np.int64)
    learning = len(sums) > 0
    visits = np.zeros((MOST_TURNS if learning else 0, 2), np.int64)
    for index in range(games):
        game = from_game + index
        moved_on = game % players if mirrored else 0
        deal = game // players if mirrored else game
        set_stream(chance, seed, deal, 0)
        set_stream(choice, seed, deal, 1)
        for seat in range(players):
            seated[(seat + moved_on) % players] = bots[seat]
        play_game(
            players, copies, forced_arms, seated, thumb, values, habits, high, noise, chance,
            choice, board, mind, results[index], trace, visits, played,
        )  # fmt: skip
        if learning:
            for visit in range(board[TABLE, VISITED]):
                place = visits[visit, 1]
                sums[place] += 0.5 * results[index, POINTS + visits[visit, 0]]
                counts[place] += 1
