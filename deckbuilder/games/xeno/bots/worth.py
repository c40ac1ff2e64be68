"""Kernel: what each choice of a seat of two is worth, one step ahead.

Worth is the share of a win to be expected: 1 for a win, a half for a draw. Where the game goes
on it is looked up in a table of values, by what a choice leaves behind, for every card that the
other seat may hold, and weighed with the belief. A table is indexed by `cell`.

Loops over ranks, because they run plain on lists and compiled on arrays alike. Numbers that go
together are passed in records: of numbers alone these cost the compiler nothing, while records
of arrays make it take several times as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from deckbuilder.games.xeno.bots.belief import Table, left_in_deck
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

CELLS = 10 * 10 * 2 * 2 * 3 * 2 * 3 * 3 * 14
"""Size of a table of values."""

OPEN, ARMED, DEAD = 0, 1, 2
"""Stages of the Boys (XENO-29): none played, the next one works, none will work any more."""


class Moment(NamedTuple):
    """What a seat that is to choose knows, beside its hand and its belief.

    Cards left in the deck; the own card that the other seat knows and the card known of it, 0
    for none; whether the other seat is protected, and whether a Sage of it is at work; the stage
    of the Boys; Nobles not yet discarded; whether a Boy discarded by force counts (XENO-R1).
    """

    deck: int
    sees: int
    holds: int
    blocked: bool
    looks: int
    stage: int
    nobles: int
    forced_arms: bool


class End(NamedTuple):
    """What a choice leaves behind at the end of the own turn, the other hand apart.

    The own card; whether it is known to the other seat, and the other hand to the own one;
    whether the own seat is protected (1) or will look by its Sage (2); whether the other one
    will; the stage of the Boys; Nobles not yet discarded; cards in the deck.
    """

    own: int
    exposed: int
    knows: int
    status: int
    looks: int
    stage: int
    nobles: int
    deck: int


def cell(end: End, other: int) -> int:
    """Return the place in a table of values of an end with 1 to 14 cards in the deck."""
    place = (end.own - 1) * 10 + other - 1
    place = (place * 2 + end.exposed) * 2 + end.knows
    place = (place * 3 + end.status) * 2 + end.looks
    place = (place * 3 + end.stage) * 3 + end.nobles
    return place * 14 + end.deck - 1


def after(values: Sequence[float], end: End, other: int) -> float:
    """Return the worth of the end of the own turn; with an empty deck hands decide (XENO-16)."""
    if end.deck > 0:
        return values[cell(end, other)]
    if end.own == other:
        return 0.5
    return 1.0 if end.own > other else 0.0


def stage_after(stage: int, rank: int, forced: bool, forced_arms: bool) -> int:
    """Return the stage of the Boys when a card was played, or discarded by force (XENO-R1)."""
    if rank != BOY:
        return stage
    if stage == OPEN and (not forced or forced_arms):
        return ARMED
    return DEAD


def end_of_play(moment: Moment, card: int, kept: int) -> End:
    """Return what a play leaves behind that changes no hand."""
    return End(
        kept,
        1 if moment.sees != 0 and moment.sees != card else 0,
        1 if moment.holds != 0 or (card == DIVINER and not moment.blocked) else 0,
        1 if card == MAIDEN else 2 if card == SAGE else 0,
        moment.looks,
        stage_after(moment.stage, card, False, moment.forced_arms),
        moment.nobles - 1 if card == NOBLE else moment.nobles,
        moment.deck,
    )


def end_of_loss(moment: Moment, end: End, gone: int, knows: int) -> End:
    """Return the end when the other seat drew and lost a card by force."""
    return End(
        end.own,
        end.exposed,
        knows,
        0,
        end.looks,
        stage_after(end.stage, gone, True, moment.forced_arms),
        end.nobles - 1 if gone == NOBLE else end.nobles,
        end.deck,
    )


def draws_with(
    weight: Table, unseen: Sequence[int], deck: int, joint: Table, reborn: Table
) -> None:
    """Fill in how likely the other seat is to hold a card and be made to draw another.

    `joint[h][d]`; and `reborn[x][s]`: it has the Hero and x, either way round, and s aside.
    """
    share = 1.0 / deck
    for one in range(1, 11):
        for two in range(11):
            joint[one][two] = 0.0
            reborn[one][two] = 0.0
    for held in range(1, 11):
        for aside in range(11):
            chance = weight[held][aside] * share
            if chance > 0.0:
                for drawn in range(1, 11):
                    left = left_in_deck(unseen, drawn, held, aside)
                    if left > 0:
                        joint[held][drawn] += chance * left
                        if held == HERO:
                            reborn[drawn][aside] += chance * left
                        elif drawn == HERO:
                            reborn[held][aside] += chance * left


def makes_draw(moment: Moment, card: int) -> bool:
    """Tell whether a card makes the other seat draw now (XENO-15)."""
    if moment.blocked or moment.deck == 0:
        return False
    return card in (EMPEROR, REAPER) or (card == BOY and moment.stage == ARMED)


def plays_worth(
    moment: Moment,
    one: int,
    two: int,
    weight: Table,
    unseen: Sequence[int],
    values: Sequence[float],
    joint: Table,
    reborn: Table,
    now: list[float],
    later: list[float],
) -> int:
    """Fill in the worth of every play of a hand of two, and return how many there are.

    Plays are in the order of the rules engine: by card, then by named card. `now` is the worth
    of what ends the game at once, `later` of what goes on; `joint` and `reborn` are tables to
    work in.
    """
    if makes_draw(moment, one) or makes_draw(moment, two):
        draws_with(weight, unseen, moment.deck, joint, reborn)
    count = 0
    for turn in range(2 if one != two else 1):
        card = min(one, two) if turn == 0 else max(one, two)
        if card == HERO:
            continue
        end = end_of_play(moment, card, one + two - card)
        if card == SOLDIER:
            names_worth(moment, end, weight, values, now, later, count)
            count += 10
            continue
        if makes_draw(moment, card):
            now[count], later[count] = draw_worth(moment, card, end, values, joint, reborn)
        elif card == NOBLE and not moment.blocked:
            now[count], later[count] = duel_worth(weight, end.own), 0.0
        else:
            swaps = card == SPIRIT and not moment.blocked
            worth = going_on(end, weight, values, swaps)
            now[count] = worth if end.deck == 0 else 0.0
            later[count] = 0.0 if end.deck == 0 else worth
        count += 1
    return count


def marginal(weight: Table, held: int) -> float:
    """Return how likely the other seat is to hold a card."""
    total = 0.0
    for aside in range(11):
        total += weight[held][aside]
    return total


def going_on(end: End, weight: Table, values: Sequence[float], swaps: bool) -> float:
    """Return the worth of an end whatever the other hand is, or if hands are swapped (XENO-22)."""
    total = 0.0
    for held in range(1, 11):
        chance = marginal(weight, held)
        if chance > 0.0:
            if swaps:
                swapped_end = End(
                    held, 1, 1, end.status, end.looks, end.stage, end.nobles, end.deck
                )
                total += chance * after(values, swapped_end, end.own)
            else:
                total += chance * after(values, end, held)
    return total


def duel_worth(weight: Table, own: int) -> float:
    """Return the worth of a duel (XENO-24)."""
    total = 0.5 * marginal(weight, own)
    for held in range(1, own):
        total += marginal(weight, held)
    return total


def names_worth(
    moment: Moment,
    end: End,
    weight: Table,
    values: Sequence[float],
    now: list[float],
    later: list[float],
    count: int,
) -> None:
    """Fill in the worth of naming each rank (XENO-28); a Hero that is hit is reborn."""
    total = going_on(end, weight, values, False)
    unknown = end_of_loss(moment, end, HERO, 0)
    for name in range(1, 11):
        hit, going = 0.0, total
        chance = 0.0 if moment.blocked else marginal(weight, name)
        if chance > 0.0:
            going -= chance * after(values, end, name)
            if name != HERO:
                hit = chance
            else:
                for aside in range(1, 11):
                    if weight[HERO][aside] > 0.0:
                        going += weight[HERO][aside] * after(values, unknown, aside)
        now[count] = hit + going if end.deck == 0 else hit
        later[count] = 0.0 if end.deck == 0 else going
        count += 1


def draw_worth(
    moment: Moment, card: int, end: End, values: Sequence[float], joint: Table, reborn: Table
) -> tuple[float, float]:
    """Return the worth of making the other seat draw and discard: at once, and later."""
    drawn = End(end.own, end.exposed, end.knows, 0, end.looks, end.stage, end.nobles, end.deck - 1)
    won, going = 0.0, 0.0
    if card == REAPER:
        going = blind_worth(moment, drawn, values, joint, reborn)
    else:
        won, going = execution_plan(moment, card, drawn, values, joint, reborn)
    if drawn.deck == 0:
        return won + going, 0.0
    return won, going


def execution_plan(
    moment: Moment, by: int, end: End, values: Sequence[float], joint: Table, reborn: Table
) -> tuple[float, float]:
    """Return the worth of an execution, whichever two cards come to light (XENO-21, XENO-29)."""
    now, later = 0.0, 0.0
    for high in range(1, 11):
        for low in range(1, high + 1):
            chance = joint[high][low]
            if low != high:
                chance += joint[low][high]
            if chance <= 0.0:
                continue
            if high == HERO and by == EMPEROR:
                now += chance
                continue
            drop_low = chance * after(values, end_of_loss(moment, end, low, 1), high)
            if high != HERO:
                drop_high = chance * after(values, end_of_loss(moment, end, high, 1), low)
            else:
                drop_high = rebirth_worth(moment, end, low, values, reborn)
            later += max(drop_low, drop_high)
    return now, later


def blind_worth(
    moment: Moment, end: End, values: Sequence[float], joint: Table, reborn: Table
) -> float:
    """Return the worth of a Reaper: either card goes with even chance (XENO-25)."""
    total = 0.0
    for held in range(1, 11):
        for drawn in range(1, 11):
            chance = 0.5 * joint[held][drawn]
            if chance <= 0.0:
                continue
            known = 1 if moment.holds != 0 and drawn != held else 0
            if drawn != HERO:
                total += chance * after(values, end_of_loss(moment, end, drawn, known), held)
            if held != HERO:
                total += chance * after(values, end_of_loss(moment, end, held, 0), drawn)
    for low in range(1, 10):
        total += 0.5 * rebirth_worth(moment, end, low, values, reborn)
    return total


def rebirth_worth(
    moment: Moment, end: End, low: int, values: Sequence[float], reborn: Table
) -> float:
    """Return the worth, times its probability, when the Hero and `low` are discarded."""
    unknown = end_of_loss(moment, end, low, 0)
    total = 0.0
    for aside in range(1, 11):
        if reborn[low][aside] > 0.0:
            total += reborn[low][aside] * after(values, unknown, aside)
    return total


def execution_worth(
    moment: Moment,
    own: int,
    by: int,
    gone: int,
    stays: int,
    weight: Table,
    unseen: Sequence[int],
    values: Sequence[float],
) -> float:
    """Return the worth of discarding `gone` of two open cards.

    The belief is that from before the other seat drew, all else is from after it.
    """
    exposed = 1 if moment.sees != 0 else 0
    end = End(own, exposed, 1, 0, moment.looks, moment.stage, moment.nobles, moment.deck)
    if gone != HERO:
        return after(values, end_of_loss(moment, end, gone, 1), stays)
    if by == EMPEROR:
        return 1.0
    unknown = end_of_loss(moment, end, stays, 0)
    total, worth = 0.0, 0.0
    for aside in range(1, 11):
        chance = weight[HERO][aside] * max(0, left_in_deck(unseen, stays, HERO, aside))
        chance += weight[stays][aside] * max(0, left_in_deck(unseen, HERO, stays, aside))
        total += chance
        if chance > 0.0:
            worth += chance * after(values, unknown, aside)
    return worth / total
