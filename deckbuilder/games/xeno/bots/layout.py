"""Kernel: where a game lies in arrays, its random numbers and its trace. Runs compiled only."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = Any
"""A NumPy array, or what the compiler makes of one."""

TABLE, CARDS, HAND, LACKS, LEFT, UNSEEN, KNOWN = 0, 1, 2, 3, 4, 5, 7
"""Rows of a board: single numbers, the deck, the hands, ranks that a hand is known not to be,
copies not yet discarded by rank; copies unseen by rank, for each of two seats; and for each of
four seats the cards that it knows in the hands of the others."""

BOARD = (11, 18)
"""Shape of a board."""

DECK, ASIDE, INSIDE, PROTECTED, LOOKS, BOYS, ACTING, TURN, TRACED, VISITED, ENDING, WINNERS = range(
    12
)
"""Places in the row TABLE."""

SPARE, JOINT, REBORN, SCORES = 2, 3, 4, 5
"""Tables of a mind, behind the beliefs of two seats: those that the kernels work in."""

MIND = (6, 11, 11)
"""Shape of a mind."""

RANDOM, CASUAL, DUEL = 0, 1, 2
"""Bots; from DUEL on, entries of the tables of values and habits, at tables of two."""

BY_DUEL, BY_TIE, BY_SOLDIER, BY_EXECUTION, BY_SHOWDOWN, BY_SHARED_SHOWDOWN = range(6)
"""How a game ended."""

POINTS, TURNS, ENDED, DEALT, DRAWN, NEXT, OPENING_KILL = 0, 4, 5, 6, 10, 11, 12
"""Places in a row of results: half points by seat, turns, ending, first card by seat, the first
two cards of the deck, and whether the Emperor executed the Hero on the first turn."""

RESULT = 13
"""Size of a row of results."""

KEEP, PLAY, EXECUTE, PICK, SHUFFLE, MIX = range(1, 7)
"""Kinds of entry in a trace: four kinds of choice, and two things that chance did."""

TIE = 1e-9
"""Choices whose worth differs by no more are as good as each other."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_WIDE = np.uint64(0xD1342543DE82EF95)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


def set_stream(stream: Array, seed: int, number: int, purpose: int) -> None:
    """Begin the stream of random numbers of one game or deal."""
    stream[0] = (np.uint64(seed) * _WIDE + np.uint64(number)) * _WIDE + np.uint64(purpose)
    below(stream, 2)
    below(stream, 2)


def below(stream: Array, bound: int) -> Any:
    """Return a number from 0 to bound - 1 and move the stream on (splitmix64)."""
    stream[0] += _GOLDEN
    word = stream[0]
    word = (word ^ (word >> _S30)) * _FIRST
    word = (word ^ (word >> _S27)) * _SECOND
    word = word ^ (word >> _S31)
    return np.int64(((word >> _S32) * np.uint64(bound)) >> _S32)


def happens(stream: Array, probability: float) -> bool:
    """Tell whether something of this probability happens."""
    return probability > 0.0 and below(stream, 1 << 30) < probability * (1 << 30)


def note(board: Array, trace: Array, kind: int, one: int, two: int, three: int) -> None:
    """Write an entry into the trace, if there is one."""
    if len(trace) > 0:
        place = board[TABLE, TRACED]
        trace[place, 0] = kind
        trace[place, 1] = one
        trace[place, 2] = two
        trace[place, 3] = three
        board[TABLE, TRACED] = place + 1
