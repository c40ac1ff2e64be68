"""Kernel: how the bots choose, on the arrays of a game. Runs compiled only."""

from __future__ import annotations

import numpy as np

from deckbuilder.games.xeno.bots.casual import casual_execution, casual_worth
from deckbuilder.games.xeno.bots.layout import (
    ACTING,
    BOYS,
    CARDS,
    CASUAL,
    DECK,
    HAND,
    INSIDE,
    JOINT,
    KNOWN,
    LACKS,
    LEFT,
    LOOKS,
    PROTECTED,
    RANDOM,
    REBORN,
    SCORES,
    TABLE,
    TIE,
    UNSEEN,
    Array,
    below,
    happens,
)
from deckbuilder.games.xeno.bots.worth import (
    ARMED,
    DEAD,
    OPEN,
    Moment,
    execution_worth,
    plays_worth,
)
from deckbuilder.games.xeno.ranks import BOY, HERO, MAIDEN, NOBLE, SAGE, SOLDIER


def stage_of(board: Array) -> int:
    """Return the stage of the Boys."""
    if board[LEFT, BOY] == 0:
        return DEAD
    if board[TABLE, BOYS] > 0:
        return ARMED
    return OPEN if board[LEFT, BOY] > 1 else DEAD


def moment_of(board: Array, deck: int, forced_arms: bool) -> Moment:
    """Return what the acting seat of two knows, with so many cards in the deck."""
    seat = board[TABLE, ACTING]
    other = 1 - seat
    return Moment(
        deck,
        board[KNOWN + other, seat],
        board[KNOWN + seat, other],
        (board[TABLE, PROTECTED] >> other & 1) == 1,
        board[TABLE, LOOKS] >> other & 1,
        stage_of(board),
        board[LEFT, NOBLE],
        forced_arms,
    )


def ways_to_play(board: Array, card: int, targets: int) -> int:
    """Return how many options a card gives, with so many targets."""
    if card == HERO:
        return 0
    if card in (MAIDEN, SAGE) or (card == BOY and board[TABLE, BOYS] == 0):
        return 1
    return targets * 10 if card == SOLDIER else targets


def way_to_play(board: Array, card: int, index: int, players: int) -> tuple[int, int]:
    """Return target (-1 for none) and named card (0 for none) of an option of a card."""
    if card in (MAIDEN, SAGE) or (card == BOY and board[TABLE, BOYS] == 0):
        return -1, 0
    name = 0
    if card == SOLDIER:
        name = index % 10 + 1
        index //= 10
    for other in range(players):
        if other != board[TABLE, ACTING] and board[TABLE, INSIDE] >> other & 1:
            if index == 0:
                return other, name
            index -= 1
    return -1, 0


def choose_play(
    board: Array,
    mind: Array,
    bot: int,
    drawn: int,
    thumb: Array,
    values: Array,
    noise: float,
    choice: Array,
    forced_arms: bool,
    players: int,
) -> tuple[int, int, int]:
    """Return card, target (-1 for none) and named card (0 for none)."""
    seat = board[TABLE, ACTING]
    low, high = min(board[HAND, seat], drawn), max(board[HAND, seat], drawn)
    targets = 0
    for other in range(players):
        if other != seat and board[TABLE, INSIDE] >> other & 1:
            targets += 1
    of_low = ways_to_play(board, low, targets)
    total = of_low
    if low != high:
        total += ways_to_play(board, high, targets)
    index = 0
    if total > 1:
        if bot == RANDOM or happens(choice, noise):
            index = below(choice, total)
        elif bot == CASUAL:
            index = casual_index(board, low, high, of_low, total, thumb, choice, players)
        else:
            fill_in_plays(board, mind, low, high, board[TABLE, DECK], values, forced_arms)
            index = best_index(mind[SCORES, 0], mind[SCORES, 1], total, choice)
    card = low
    if index >= of_low:
        card = high
        index -= of_low
    target, name = way_to_play(board, card, index, players)
    return card, target, name


def best_index(now: Array, later: Array, total: int, choice: Array) -> int:
    """Return the place of the best of so many options; those as good as it share the chance."""
    best, ties, picked = -1.0, 0, 0
    for index in range(total):
        value = now[index] + later[index]
        if value > best + TIE:
            best, ties, picked = value, 1, index
        elif value >= best - TIE:
            ties += 1
            if below(choice, ties) == 0:
                picked = index
    return picked


def fill_in_plays(
    board: Array,
    mind: Array,
    one: int,
    two: int,
    deck: int,
    values: Array,
    forced_arms: bool,
) -> int:
    """Fill in the worth of every play of a hand, and return how many there are."""
    seat = board[TABLE, ACTING]
    return plays_worth(
        moment_of(board, deck, forced_arms),
        one,
        two,
        mind[seat],
        board[UNSEEN + seat],
        values,
        mind[JOINT],
        mind[REBORN],
        mind[SCORES, 0],
        mind[SCORES, 1],
    )


def casual_index(
    board: Array,
    low: int,
    high: int,
    of_low: int,
    total: int,
    thumb: Array,
    choice: Array,
    players: int,
) -> int:
    """Return the place of the play that appeals most to a casual player."""
    seat = board[TABLE, ACTING]
    unseen = board[LEFT].copy()
    unseen[low] -= 1
    unseen[high] -= 1
    sees = 0
    for other in range(players):
        if board[TABLE, INSIDE] >> other & 1:
            sees = max(sees, board[KNOWN + other, seat])
    best, ties, picked = -1e9, 0, 0
    for index in range(total):
        card, way = (low, index) if index < of_low else (high, index - of_low)
        target, name = way_to_play(board, card, way, players)
        holds, blocked, lacks = 0, False, 0
        if target >= 0:
            holds = board[KNOWN + seat, target]
            blocked = (board[TABLE, PROTECTED] >> target & 1) == 1
            lacks = board[LACKS, target]
        value = casual_worth(
            card, low + high - card, target, name, holds, blocked, lacks, sees, unseen, thumb
        )
        if value > best + TIE:
            best, ties, picked = value, 1, index
        elif value >= best - TIE:
            ties += 1
            if below(choice, ties) == 0:
                picked = index
    return picked


def choose_kept(
    board: Array,
    mind: Array,
    bot: int,
    bottom: int,
    values: Array,
    noise: float,
    choice: Array,
    forced_arms: bool,
) -> tuple[int, int]:
    """Return the place in the deck of the card kept of a look, and how many ranks were seen.

    The look is the deck from the place `bottom` on.
    """
    place_of = np.full(11, -1, np.int64)
    options = 0
    for place in range(bottom, board[TABLE, DECK]):
        if place_of[board[CARDS, place]] < 0:
            options += 1
        place_of[board[CARDS, place]] = place
    if options == 1 or bot == RANDOM or happens(choice, noise):
        return place_of[np.flatnonzero(place_of >= 0)[below(choice, options)]], options
    best, ties, kept = -1.0, 0, 0
    for rank in range(1, 11):
        if place_of[rank] < 0:
            continue
        value = float(rank)
        if bot != CASUAL:
            value = kept_worth(board, mind, rank, values, forced_arms)
        if value > best + TIE:
            best, ties, kept = value, 1, rank
        elif value >= best - TIE:
            ties += 1
            if below(choice, ties) == 0:
                kept = rank
    return place_of[kept], options


def kept_worth(board: Array, mind: Array, rank: int, values: Array, forced_arms: bool) -> float:
    """Return the worth of the best play beside a card of a look."""
    seat = board[TABLE, ACTING]
    board[UNSEEN + seat, rank] -= 1
    count = fill_in_plays(
        board, mind, board[HAND, seat], rank, board[TABLE, DECK] - 1, values, forced_arms
    )
    board[UNSEEN + seat, rank] += 1
    best = 0.0
    for play in range(count):
        best = max(best, mind[SCORES, 0, play] + mind[SCORES, 1, play])
    return best


def choose_execution(
    board: Array,
    mind: Array,
    bot: int,
    by: int,
    target: int,
    low: int,
    high: int,
    values: Array,
    noise: float,
    choice: Array,
    forced_arms: bool,
) -> int:
    """Return which of two open cards is discarded."""
    if low == high:
        return low
    if bot == RANDOM or happens(choice, noise):
        return low if below(choice, 2) == 0 else high
    if bot == CASUAL:
        without_low = casual_execution(low, high, by)
        without_high = casual_execution(high, low, by)
    else:
        without_low = execution_value(board, mind, by, target, low, high, values, forced_arms)
        without_high = execution_value(board, mind, by, target, high, low, values, forced_arms)
    if abs(without_low - without_high) <= TIE:
        return low if below(choice, 2) == 0 else high
    return low if without_low > without_high else high


def execution_value(
    board: Array,
    mind: Array,
    by: int,
    target: int,
    lost: int,
    stays: int,
    values: Array,
    forced_arms: bool,
) -> float:
    """Return the worth of discarding one of two open cards."""
    seat = board[TABLE, ACTING]
    return execution_worth(
        moment_of(board, board[TABLE, DECK], forced_arms),
        board[HAND, seat],
        by,
        lost,
        stays,
        mind[seat],
        board[UNSEEN + seat],
        values,
    )
