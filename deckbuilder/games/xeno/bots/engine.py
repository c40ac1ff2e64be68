"""Kernel: whole games of XENO on arrays, for millions of them. Runs compiled only.

The rules are those of `play`, to which a test holds this engine choice by choice. Cards are
ranks and the deck's next card is its last.
"""

from __future__ import annotations

import numpy as np

from deckbuilder.games.xeno.bots.belief import (
    first_belief,
    heard_no,
    other_lost_blindly,
    other_played,
    other_showed,
    other_was_hit,
    saw_card_drawn,
    saw_hand,
    saw_look,
    swapped,
    was_reborn,
)
from deckbuilder.games.xeno.bots.choosing import (
    choose_execution,
    choose_kept,
    choose_play,
    stage_of,
)
from deckbuilder.games.xeno.bots.habits import circumstance
from deckbuilder.games.xeno.bots.layout import (
    ACTING,
    ASIDE,
    BOYS,
    BY_DUEL,
    BY_EXECUTION,
    BY_SHARED_SHOWDOWN,
    BY_SHOWDOWN,
    BY_SOLDIER,
    BY_TIE,
    CARDS,
    DEALT,
    DECK,
    DRAWN,
    DUEL,
    ENDED,
    ENDING,
    EXECUTE,
    HAND,
    INSIDE,
    KEEP,
    KNOWN,
    LACKS,
    LEFT,
    LOOKS,
    MIX,
    NEXT,
    OPENING_KILL,
    PICK,
    PLAY,
    POINTS,
    PROTECTED,
    SHUFFLE,
    SPARE,
    TABLE,
    TRACED,
    TURN,
    TURNS,
    UNSEEN,
    VISITED,
    WINNERS,
    Array,
    below,
    note,
)
from deckbuilder.games.xeno.bots.worth import End, cell
from deckbuilder.games.xeno.ranks import (
    BOY,
    DIVINER,
    EMPEROR,
    HERO,
    MAIDEN,
    NOBLE,
    REAPER,
    SAGE,
    SOLDIER,
    SPIRIT,
)


def play_game(
    players: int,
    copies: Array,
    forced_arms: bool,
    bots: Array,
    thumb: Array,
    values: Array,
    habits: Array,
    high: Array,
    noise: float,
    chance: Array,
    choice: Array,
    board: Array,
    mind: Array,
    result: Array,
    trace: Array,
    visits: Array,
    played: Array,
) -> None:
    """Play one game, which seat 0 starts, and fill in a row of results.

    `copies` counts the cards by rank. `visits` takes (seat, cell) of every end of a turn of two
    seats, `played` plays by circumstance, card and kept card, or they are empty. `noise` is the
    share of choices made at random.
    """
    deal(board, mind, players, copies, bots, chance, result, trace)
    seat = 0
    while True:
        board[TABLE, ACTING] = seat
        bot = bots[seat]
        entry = max(0, bot - DUEL)
        drawn, looked = begin_turn(
            board, mind, bot, values[entry], noise, chance, choice, trace, forced_arms
        )
        card, target, name = choose_play(
            board, mind, bot, drawn, thumb, values[entry], noise, choice, forced_arms, players
        )
        note(board, trace, PLAY, card, target, name)
        if players == 2:
            watch_play(
                board, mind, bots, card, board[HAND, seat] + drawn - card, looked, habits, high,
                played,
            )  # fmt: skip
        lay_down(board, drawn, card, players)
        if target >= 0 and board[TABLE, PROTECTED] >> target & 1 == 0:
            if card in (BOY, REAPER, EMPEROR):
                if board[TABLE, DECK] > 0:
                    make_discard(
                        board, mind, bots, card, target, values[entry], noise, chance, choice,
                        trace, forced_arms, players,
                    )  # fmt: skip
            else:
                carry_out(board, mind, bots, card, target, name, forced_arms, players)
        if is_over(board, target, players):
            break
        if len(visits) > 0:
            visit(board, card, visits)
        board[TABLE, TURN] += 1
        seat = next_seat(board, players)
    write_result(board, players, result)


def lay_down(board: Array, drawn: int, card: int, players: int) -> None:
    """Lay a card of a hand of two down; carry out what works on nobody else."""
    seat = board[TABLE, ACTING]
    board[HAND, seat] += drawn - card
    board[LEFT, card] -= 1
    lose_card(board, seat, card, players)
    if card == BOY:
        board[TABLE, BOYS] += 1
    elif card == MAIDEN:
        board[TABLE, PROTECTED] |= 1 << seat
    elif card == SAGE:
        board[TABLE, LOOKS] |= 1 << seat


def is_over(board: Array, target: int, players: int) -> bool:
    """Tell whether the turn ended the game (XENO-16), and note who won."""
    inside = board[TABLE, INSIDE]
    if inside & (inside - 1) == 0:
        last = 1 << board[TABLE, ACTING] | 1 << target
        board[TABLE, WINNERS] = inside if inside != 0 else last
        return True
    if board[TABLE, DECK] == 0:
        showdown(board, players)
        return True
    return False


def next_seat(board: Array, players: int) -> int:
    """Return the seat whose turn comes, clockwise."""
    seat = (board[TABLE, ACTING] + 1) % players
    while board[TABLE, INSIDE] >> seat & 1 == 0:
        seat = (seat + 1) % players
    return int(seat)


def deal(
    board: Array,
    mind: Array,
    players: int,
    copies: Array,
    bots: Array,
    chance: Array,
    result: Array,
    trace: Array,
) -> None:
    """Shuffle, deal a card each and lay one aside (XENO-10)."""
    count = 0
    for rank in range(1, 11):
        board[LEFT, rank] = copies[rank]
        for _ in range(copies[rank]):
            board[CARDS, count] = rank
            count += 1
    board[TABLE, TRACED] = 0
    shuffle(board, count, chance, trace)
    for seat in range(players):
        count -= 1
        board[HAND, seat] = board[CARDS, count]
        result[DEALT + seat] = board[CARDS, count]
    result[DRAWN] = board[CARDS, count - 2]
    result[NEXT] = board[CARDS, count - 3]
    board[TABLE, DECK] = count - 1
    board[TABLE, ASIDE] = board[CARDS, count - 1]
    board[TABLE, INSIDE] = (1 << players) - 1
    for place in (PROTECTED, LOOKS, BOYS, TURN, VISITED):
        board[TABLE, place] = 0
    for seat in range(players):
        board[LACKS, seat] = 0
        for other in range(players):
            board[KNOWN + seat, other] = 0
        if bots[seat] >= DUEL:
            for rank in range(1, 11):
                board[UNSEEN + seat, rank] = copies[rank]
            board[UNSEEN + seat, board[HAND, seat]] -= 1
            first_belief(mind[seat], board[UNSEEN + seat])


def shuffle(board: Array, count: int, chance: Array, trace: Array) -> None:
    """Shuffle the first cards of the deck."""
    for last in range(count - 1, 0, -1):
        other = below(chance, last + 1)
        swap = board[CARDS, last]
        board[CARDS, last] = board[CARDS, other]
        board[CARDS, other] = swap
    for place in range(count if len(trace) > 0 else 0):
        note(board, trace, SHUFFLE, board[CARDS, place], place, 0)


def begin_turn(
    board: Array,
    mind: Array,
    bot: int,
    values: Array,
    noise: float,
    chance: Array,
    choice: Array,
    trace: Array,
    forced_arms: bool,
) -> tuple[int, bool]:
    """Draw, or look and keep (XENO-23); return the card and whether it was a look."""
    seat = board[TABLE, ACTING]
    bit = 1 << seat
    board[TABLE, PROTECTED] &= ~bit
    board[LACKS, seat] = 0
    top = board[TABLE, DECK] - 1
    if board[TABLE, LOOKS] & bit == 0:
        drawn = board[CARDS, top]
        if bot >= DUEL:
            saw_card_drawn(mind[seat], board[UNSEEN + seat], drawn)
        board[TABLE, DECK] = top
        return drawn, False
    board[TABLE, LOOKS] &= ~bit
    bottom = max(0, top - 2)
    if bot >= DUEL:
        looked: Array = np.zeros(11, np.int64)
        for place in range(bottom, top + 1):
            looked[board[CARDS, place]] += 1
        saw_look(mind[seat], board[UNSEEN + seat], looked)
    place, options = choose_kept(board, mind, bot, bottom, values, noise, choice, forced_arms)
    drawn = board[CARDS, place]
    note(board, trace, KEEP, drawn, options, 0)
    board[CARDS, place] = board[CARDS, top]
    board[TABLE, DECK] = top
    shuffle(board, top, chance, trace)
    if bot >= DUEL:
        board[UNSEEN + seat, drawn] -= 1
    return drawn, True


def watch_play(
    board: Array,
    mind: Array,
    bots: Array,
    card: int,
    kept: int,
    looked: bool,
    habits: Array,
    high: Array,
    played: Array,
) -> None:
    """Let the other seat of two take in a play, and count it."""
    seat = board[TABLE, ACTING]
    other = 1 - seat
    if bots[other] < DUEL and len(played) == 0:
        return
    place = circumstance(
        (board[TABLE, PROTECTED] >> other & 1) == 1,
        board[TABLE, BOYS] > 0,
        board[KNOWN + seat, other],
        board[TABLE, DECK],
    )
    if len(played) > 0:
        played[place, card, kept] += 1
    if bots[other] >= DUEL:
        entry = bots[other] - DUEL
        other_played(
            mind[other],
            mind[SPARE],
            board[UNSEEN + other],
            card,
            habits[entry, place],
            looked,
            high[entry],
        )


def visit(board: Array, card: int, visits: Array) -> None:
    """Note the cell of a table of values that the acting seat of two leaves behind."""
    seat = board[TABLE, ACTING]
    other = 1 - seat
    place = board[TABLE, VISITED]
    visits[place, 0] = seat
    end = End(
        board[HAND, seat],
        1 if board[KNOWN + other, seat] != 0 else 0,
        1 if board[KNOWN + seat, other] != 0 else 0,
        1 if card == MAIDEN else 2 if card == SAGE else 0,
        board[TABLE, LOOKS] >> other & 1,
        stage_of(board),
        board[LEFT, NOBLE],
        board[TABLE, DECK],
    )
    visits[place, 1] = cell(end, board[HAND, other])
    board[TABLE, VISITED] = place + 1


def carry_out(
    board: Array,
    mind: Array,
    bots: Array,
    card: int,
    target: int,
    name: int,
    forced_arms: bool,
    players: int,
) -> None:
    """Carry out an effect for which nobody draws, on a target that is not protected."""
    seat = board[TABLE, ACTING]
    held = board[HAND, target]
    if card == SOLDIER:
        if held != name:
            board[LACKS, target] |= 1 << name
            if bots[seat] >= DUEL:
                heard_no(mind[seat], name)
        elif name == HERO:
            be_reborn(board, mind, bots, target, 0, forced_arms, players)
        else:
            drop_out(board, target, held, forced_arms, players)
            board[TABLE, ENDING] = BY_SOLDIER
    elif card == DIVINER:
        board[KNOWN + seat, target] = held
        if bots[seat] >= DUEL:
            saw_hand(mind[seat], held)
    elif card == NOBLE:
        duel(board, target, forced_arms, players)
    elif card == SPIRIT:
        exchange(board, mind, bots, target, players)


def duel(board: Array, target: int, forced_arms: bool, players: int) -> None:
    """Compare hands; the lower drops out, or both (XENO-24)."""
    seat = board[TABLE, ACTING]
    own, held = board[HAND, seat], board[HAND, target]
    if own <= held:
        drop_out(board, seat, own, forced_arms, players)
    if held <= own:
        drop_out(board, target, held, forced_arms, players)
    if own > held:
        board[LACKS, seat] |= (1 << held + 1) - 1
    elif held > own:
        board[LACKS, target] |= (1 << own + 1) - 1
    board[TABLE, ENDING] = BY_TIE if own == held else BY_DUEL


def exchange(board: Array, mind: Array, bots: Array, target: int, players: int) -> None:
    """Swap hands; what was known of a card follows it (XENO-22)."""
    seat = board[TABLE, ACTING]
    own, held = board[HAND, seat], board[HAND, target]
    board[HAND, seat] = held
    board[HAND, target] = own
    lacks = board[LACKS, seat]
    board[LACKS, seat] = board[LACKS, target]
    board[LACKS, target] = lacks
    for other in range(players):
        known = board[KNOWN + other, seat]
        board[KNOWN + other, seat] = board[KNOWN + other, target]
        board[KNOWN + other, target] = known
    board[KNOWN + seat, seat] = board[KNOWN + target, target] = 0
    board[KNOWN + seat, target] = own
    board[KNOWN + target, seat] = held
    if bots[seat] >= DUEL:
        swapped(mind[seat], board[UNSEEN + seat], own, held)
    if bots[target] >= DUEL:
        swapped(mind[target], board[UNSEEN + target], held, own)


def make_discard(
    board: Array,
    mind: Array,
    bots: Array,
    card: int,
    target: int,
    values: Array,
    noise: float,
    chance: Array,
    choice: Array,
    trace: Array,
    forced_arms: bool,
    players: int,
) -> None:
    """Let the target draw and discard one of its two cards (XENO-21, XENO-25, XENO-29)."""
    seat = board[TABLE, ACTING]
    board[TABLE, DECK] -= 1
    held, drawn = board[HAND, target], board[CARDS, board[TABLE, DECK]]
    board[LACKS, target] = 0
    if bots[target] >= DUEL:
        saw_card_drawn(mind[target], board[UNSEEN + target], drawn)
    if card == REAPER:
        mixed = below(chance, 2)
        note(board, trace, MIX, drawn if mixed else held, held if mixed else drawn, 0)
        place = below(choice, 2)
        note(board, trace, PICK, place + 1, 0, 0)
        lost = held if place == mixed else drawn
    else:
        lost = choose_execution(
            board, mind, bots[seat], card, target, min(held, drawn), max(held, drawn), values,
            noise, choice, forced_arms,
        )  # fmt: skip
        note(board, trace, EXECUTE, lost, 0, 0)
    kept = held + drawn - lost
    lose_card(board, target, lost, players)
    if lost != HERO:
        discard(board, lost, forced_arms)
        board[HAND, target] = kept
        if card == REAPER:
            if bots[seat] >= DUEL:
                other_lost_blindly(mind[seat], mind[SPARE], board[UNSEEN + seat], lost)
            return
        if bots[seat] >= DUEL:
            other_showed(mind[seat], mind[SPARE], board[UNSEEN + seat], held, drawn, kept)
        for other in range(players):
            if other != target and board[TABLE, INSIDE] >> other & 1:
                board[KNOWN + other, target] = kept
    elif card == EMPEROR:
        discard(board, kept, forced_arms)
        drop_out(board, target, HERO, forced_arms, players)
        board[TABLE, ENDING] = BY_EXECUTION
    else:
        be_reborn(board, mind, bots, target, kept, forced_arms, players)


def be_reborn(
    board: Array,
    mind: Array,
    bots: Array,
    target: int,
    along: int,
    forced_arms: bool,
    players: int,
) -> None:
    """Discard the Hero, and the card along with it if any, for the card aside (XENO-20)."""
    seat = board[TABLE, ACTING]
    discard(board, HERO, forced_arms)
    if along != 0:
        discard(board, along, forced_arms)
    board[HAND, target] = board[TABLE, ASIDE]
    if bots[target] >= DUEL:
        was_reborn(mind[target], board[UNSEEN + target], board[TABLE, ASIDE])
    if bots[seat] >= DUEL:
        if along != 0:
            other_showed(mind[seat], mind[SPARE], board[UNSEEN + seat], HERO, along, 0)
        else:
            other_was_hit(mind[seat], mind[SPARE], board[UNSEEN + seat])
    board[TABLE, ASIDE] = 0
    forget(board, target, players)


def discard(board: Array, card: int, forced_arms: bool) -> None:
    """Discard a card by force."""
    board[LEFT, card] -= 1
    if card == BOY and forced_arms:
        board[TABLE, BOYS] += 1


def drop_out(board: Array, seat: int, card: int, forced_arms: bool, players: int) -> None:
    """Discard the hand of a seat that is out (XENO-13)."""
    discard(board, card, forced_arms)
    bit = ~(1 << seat)
    board[TABLE, INSIDE] &= bit
    board[TABLE, PROTECTED] &= bit
    board[TABLE, LOOKS] &= bit
    forget(board, seat, players)
    for other in range(players):
        board[KNOWN + seat, other] = 0


def forget(board: Array, seat: int, players: int) -> None:
    """Nothing is known of the hand of this seat any more."""
    for other in range(players):
        board[KNOWN + other, seat] = 0
    board[LACKS, seat] = 0


def lose_card(board: Array, seat: int, card: int, players: int) -> None:
    """A card left a hand of two; whoever knew it knows nothing of the other."""
    for other in range(players):
        if board[KNOWN + other, seat] == card:
            board[KNOWN + other, seat] = 0


def showdown(board: Array, players: int) -> None:
    """Compare the hands of all who are in (XENO-16)."""
    best, winners, count = 0, 0, 0
    for seat in range(players):
        if board[TABLE, INSIDE] >> seat & 1:
            if board[HAND, seat] > best:
                best, winners, count = board[HAND, seat], 1 << seat, 1
            elif board[HAND, seat] == best:
                winners |= 1 << seat
                count += 1
    board[TABLE, WINNERS] = winners
    board[TABLE, ENDING] = BY_SHOWDOWN if count == 1 else BY_SHARED_SHOWDOWN


def write_result(board: Array, players: int, result: Array) -> None:
    """Fill in what a game came to (XENO-R3)."""
    winners = 0
    for seat in range(players):
        winners += board[TABLE, WINNERS] >> seat & 1
    for seat in range(players):
        result[POINTS + seat] = 2 // winners if board[TABLE, WINNERS] >> seat & 1 else 0
    result[TURNS] = board[TABLE, TURN] + 1
    result[ENDED] = board[TABLE, ENDING]
    first = board[TABLE, TURN] == 0 and board[TABLE, ENDING] == BY_EXECUTION
    result[OPENING_KILL] = 1 if first else 0
