"""Kernel: what each choice of a seat of two is worth, one step ahead.

Worth is the share of a win to be expected: 1 for a win, a half for a draw. Where the game goes
on it is looked up in a table of values, by what a choice leaves behind, for every card that the
other seat may hold, and weighed with the belief. A table is indexed by `cell`.
"""

from __future__ import annotations

from collections.abc import Sequence

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


def cell(
    own: int,
    other: int,
    seen_own: int,
    seen_other: int,
    status: int,
    looks: int,
    stage: int,
    nobles: int,
    deck: int,
) -> int:
    """Return the place in a table of values of a moment at the end of the own turn.

    Hands by rank; whether each is known to the other seat; whether the own seat is protected
    (1) or will look by its Sage (2); whether the other one will; the stage of the Boys; Nobles
    not yet discarded; cards in the deck, 1 to 14.
    """
    place = (own - 1) * 10 + other - 1
    place = (place * 2 + seen_own) * 2 + seen_other
    place = (place * 3 + status) * 2 + looks
    place = (place * 3 + stage) * 3 + nobles
    return place * 14 + deck - 1


def after(
    values: Sequence[float],
    own: int,
    other: int,
    seen_own: int,
    seen_other: int,
    status: int,
    looks: int,
    stage: int,
    nobles: int,
    deck: int,
) -> float:
    """Return the worth of the end of the own turn; with an empty deck hands decide (XENO-16)."""
    if deck == 0:
        if own == other:
            return 0.5
        return 1.0 if own > other else 0.0
    return values[cell(own, other, seen_own, seen_other, status, looks, stage, nobles, deck)]


def stage_after(stage: int, rank: int, forced: bool, forced_arms: bool) -> int:
    """Return the stage of the Boys when a card was played, or discarded by force (XENO-R1)."""
    if rank != BOY:
        return stage
    if stage == OPEN and (not forced or forced_arms):
        return ARMED
    return DEAD


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


def plays_worth(
    one: int,
    two: int,
    weight: Table,
    unseen: Sequence[int],
    deck: int,
    sees: int,
    holds: int,
    blocked: bool,
    looks: int,
    stage: int,
    nobles: int,
    forced_arms: bool,
    values: Sequence[float],
    joint: Table,
    reborn: Table,
    now: list[float],
    later: list[float],
) -> int:
    """Fill in the worth of every play of a hand of two, and return how many there are.

    Plays are in the order of the rules engine: by card, then by named card. `now` is the worth
    of what ends the game at once, `later` of what goes on. `deck` counts the cards left, `sees`
    is the own card that the other seat knows and `holds` the card known of it, 0 for none;
    `nobles` are those not yet discarded before this play.
    """
    aimed = deck > 0 and not blocked
    strikes = one in (EMPEROR, REAPER) or two in (EMPEROR, REAPER)
    if aimed and (strikes or (stage == ARMED and (one == BOY or two == BOY))):
        draws_with(weight, unseen, deck, joint, reborn)
    count = 0
    for turn in range(2 if one != two else 1):
        card = min(one, two) if turn == 0 else max(one, two)
        if card == HERO:
            continue
        kept = one + two - card
        seen_own = 1 if sees != 0 and sees != card else 0
        seen_other = 1 if holds != 0 else 0
        new_stage = stage_after(stage, card, False, forced_arms)
        left = nobles - 1 if card == NOBLE else nobles
        if card == SOLDIER:
            count = _names_worth(
                kept, weight, deck, seen_own, seen_other, blocked, looks, new_stage, left, values,
                now, later, count,
            )  # fmt: skip
            continue
        if aimed and (card in (EMPEROR, REAPER) or (card == BOY and stage == ARMED)):
            now[count], later[count] = _strike_worth(
                card, kept, holds, deck - 1, seen_own, looks, new_stage, left, forced_arms, values,
                joint, reborn,
            )  # fmt: skip
        else:
            now[count], later[count] = _quiet_worth(
                card, kept, weight, deck, seen_own, seen_other, blocked, looks, new_stage, left,
                values,
            )  # fmt: skip
        count += 1
    return count


def _strike_worth(
    card: int,
    kept: int,
    holds: int,
    deck: int,
    seen_own: int,
    looks: int,
    stage: int,
    nobles: int,
    forced_arms: bool,
    values: Sequence[float],
    joint: Table,
    reborn: Table,
) -> tuple[float, float]:
    """Return what a play is worth for which the other seat draws, now and later."""
    if card == REAPER:
        return _blind_worth(
            kept, holds, deck, seen_own, looks, stage, nobles, forced_arms, values, joint, reborn
        )
    return _execution_plan(
        kept, card, deck, seen_own, looks, stage, nobles, forced_arms, values, joint, reborn
    )


def _quiet_worth(
    card: int,
    kept: int,
    weight: Table,
    deck: int,
    seen_own: int,
    seen_other: int,
    blocked: bool,
    looks: int,
    stage: int,
    nobles: int,
    values: Sequence[float],
) -> tuple[float, float]:
    """Return what a play is worth that draws and names nothing, now and later."""
    if card == NOBLE and not blocked:
        return _duel_worth(kept, weight), 0.0
    status = 1 if card == MAIDEN else 2 if card == SAGE else 0
    if card == DIVINER and not blocked:
        seen_other = 1
    total = 0.0
    for held in range(1, 11):
        chance = _marginal(weight, held)
        if chance > 0.0:
            if card == SPIRIT and not blocked:
                worth = after(values, held, kept, 1, 1, status, looks, stage, nobles, deck)
            else:
                worth = after(
                    values, kept, held, seen_own, seen_other, status, looks, stage, nobles, deck
                )
            total += chance * worth
    if deck == 0:
        return total, 0.0
    return 0.0, total


def _duel_worth(kept: int, weight: Table) -> float:
    """Return the chance of a duel, one that ends even counting half."""
    total = 0.0
    for held in range(1, 11):
        chance = _marginal(weight, held)
        if kept > held:
            total += chance
        elif kept == held:
            total += 0.5 * chance
    return total


def _marginal(weight: Table, held: int) -> float:
    total = 0.0
    for aside in range(11):
        total += weight[held][aside]
    return total


def _names_worth(
    kept: int,
    weight: Table,
    deck: int,
    seen_own: int,
    seen_other: int,
    blocked: bool,
    looks: int,
    stage: int,
    nobles: int,
    values: Sequence[float],
    now: list[float],
    later: list[float],
    count: int,
) -> int:
    """Fill in the worth of naming each rank (XENO-28); a Hero that is hit is reborn."""
    total = 0.0
    for held in range(1, 11):
        chance = _marginal(weight, held)
        if chance > 0.0:
            total += chance * after(
                values, kept, held, seen_own, seen_other, 0, looks, stage, nobles, deck
            )
    for name in range(1, 11):
        hit, going_on = 0.0, total
        chance = 0.0 if blocked else _marginal(weight, name)
        if chance > 0.0:
            going_on -= chance * after(
                values, kept, name, seen_own, seen_other, 0, looks, stage, nobles, deck
            )
            if name != HERO:
                hit = chance
            else:
                for aside in range(1, 11):
                    if weight[HERO][aside] > 0.0:
                        going_on += weight[HERO][aside] * after(
                            values, kept, aside, seen_own, 0, 0, looks, stage, nobles, deck
                        )
        if deck == 0:
            now[count], later[count] = hit + going_on, 0.0
        else:
            now[count], later[count] = hit, going_on
        count += 1
    return count


def _execution_plan(
    kept: int,
    by: int,
    deck: int,
    seen_own: int,
    looks: int,
    stage: int,
    nobles: int,
    forced_arms: bool,
    values: Sequence[float],
    joint: Table,
    reborn: Table,
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
            drop_low = chance * _without(
                kept, high, low, deck, seen_own, 1, looks, stage, nobles, forced_arms, values
            )
            if high != HERO:
                drop_high = chance * _without(
                    kept, low, high, deck, seen_own, 1, looks, stage, nobles, forced_arms, values
                )
            else:
                drop_high = _rebirth_worth(
                    kept, low, deck, seen_own, looks, stage, nobles, forced_arms, values, reborn
                )
            later += max(drop_low, drop_high)
    if deck == 0:
        return now + later, 0.0
    return now, later


def _blind_worth(
    kept: int,
    holds: int,
    deck: int,
    seen_own: int,
    looks: int,
    stage: int,
    nobles: int,
    forced_arms: bool,
    values: Sequence[float],
    joint: Table,
    reborn: Table,
) -> tuple[float, float]:
    """Return the worth of a Reaper: either card goes with even chance (XENO-25)."""
    total = 0.0
    for held in range(1, 11):
        for drawn in range(1, 11):
            chance = 0.5 * joint[held][drawn]
            if chance <= 0.0:
                continue
            known = 1 if holds != 0 and drawn != held else 0
            if drawn != HERO:
                total += chance * _without(
                    kept,
                    held,
                    drawn,
                    deck,
                    seen_own,
                    known,
                    looks,
                    stage,
                    nobles,
                    forced_arms,
                    values,
                )
            if held != HERO:
                total += chance * _without(
                    kept,
                    drawn,
                    held,
                    deck,
                    seen_own,
                    0,
                    looks,
                    stage,
                    nobles,
                    forced_arms,
                    values,
                )
    for low in range(1, 10):
        total += 0.5 * _rebirth_worth(
            kept, low, deck, seen_own, looks, stage, nobles, forced_arms, values, reborn
        )
    if deck == 0:
        return total, 0.0
    return 0.0, total


def _without(
    kept: int,
    holds: int,
    gone: int,
    deck: int,
    seen_own: int,
    seen_other: int,
    looks: int,
    stage: int,
    nobles: int,
    forced_arms: bool,
    values: Sequence[float],
) -> float:
    """Return the worth when the other seat holds `holds` and had to discard `gone`."""
    new_stage = stage_after(stage, gone, True, forced_arms)
    left = nobles - 1 if gone == NOBLE else nobles
    return after(values, kept, holds, seen_own, seen_other, 0, looks, new_stage, left, deck)


def _rebirth_worth(
    kept: int,
    low: int,
    deck: int,
    seen_own: int,
    looks: int,
    stage: int,
    nobles: int,
    forced_arms: bool,
    values: Sequence[float],
    reborn: Table,
) -> float:
    """Return the worth, times its probability, when the Hero and `low` are discarded."""
    new_stage = stage_after(stage, low, True, forced_arms)
    left = nobles - 1 if low == NOBLE else nobles
    total = 0.0
    for aside in range(1, 11):
        if reborn[low][aside] > 0.0:
            total += reborn[low][aside] * after(
                values, kept, aside, seen_own, 0, 0, looks, new_stage, left, deck
            )
    return total


def execution_worth(
    kept: int,
    by: int,
    gone: int,
    stays: int,
    weight: Table,
    unseen: Sequence[int],
    deck: int,
    sees: int,
    looks: int,
    stage: int,
    nobles: int,
    forced_arms: bool,
    values: Sequence[float],
) -> float:
    """Return the worth of discarding `gone` of two open cards.

    The belief is that from before the other seat drew; `deck`, `stage` and `nobles` are those
    of after the play, `sees` tells whether the kept card is known.
    """
    seen_own = 1 if sees != 0 else 0
    if gone != HERO:
        return _without(
            kept, stays, gone, deck, seen_own, 1, looks, stage, nobles, forced_arms, values
        )
    if by == EMPEROR:
        return 1.0
    new_stage = stage_after(stage, stays, True, forced_arms)
    left = nobles - 1 if stays == NOBLE else nobles
    total, worth = 0.0, 0.0
    for aside in range(1, 11):
        chance = weight[HERO][aside] * max(0, left_in_deck(unseen, stays, HERO, aside))
        chance += weight[stays][aside] * max(0, left_in_deck(unseen, HERO, stays, aside))
        total += chance
        if chance > 0.0:
            worth += chance * after(
                values, kept, aside, seen_own, 0, 0, looks, new_stage, left, deck
            )
    return worth / total
