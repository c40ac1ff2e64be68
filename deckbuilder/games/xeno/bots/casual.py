"""Kernel: `casual` plays like a person who knows some rules of thumb and counts little."""

from __future__ import annotations

from collections.abc import Sequence

from deckbuilder.games.xeno.ranks import (
    BOY,
    DIVINER,
    EMPEROR,
    HERO,
    NOBLE,
    REAPER,
    SOLDIER,
    SPIRIT,
)


def casual_worth(
    card: int,
    kept: int,
    target: int,
    name: int,
    holds: int,
    blocked: bool,
    lacks: int,
    sees: int,
    unseen: Sequence[int],
    thumb: Sequence[float],
) -> float:
    """Return how much a play appeals; only the order of the numbers means anything.

    `target` is -1 for none. `holds`, `blocked` and `lacks` are what is known of the target,
    `sees` is the own card that somebody knows. `thumb` has the ease of playing each rank, and
    behind them the rules of thumb: a sure hit, a card that others know, a blocked play, a duel
    and an exchange for each rank that the kept card is above or below the middle.
    """
    sure, exposed, wasted, duel, exchange = thumb[11], thumb[12], thumb[13], thumb[14], thumb[15]
    worth = thumb[card]
    if sees == card:
        worth += exposed
    if target < 0:
        return worth
    if blocked:
        return worth - wasted
    if card == SOLDIER:
        if holds != 0:
            if name != holds:
                return worth - sure
            return worth + (exposed if holds == HERO else sure)
        if unseen[name] == 0 or lacks >> name & 1:
            return worth - sure
        return worth + 0.01 * (10 * unseen[name] + name)
    if card == NOBLE:
        if holds != 0:
            if kept == holds:
                return worth
            return worth + (sure if kept > holds else -sure)
        return worth + duel * (kept - 5.5)
    if card == SPIRIT:
        if holds != 0:
            return worth + exchange * (holds - kept)
        return worth + exchange * (5.5 - kept)
    if card == EMPEROR and holds == HERO:
        return worth + sure
    if card == DIVINER and holds != 0:
        return worth - wasted
    if card in (REAPER, EMPEROR, BOY):
        return worth + 0.01 * holds
    return worth


def casual_execution(card: int, other: int, by: int) -> float:
    """Return how much discarding one of two open cards appeals: the Hero for good, or the higher.

    A Hero that would be reborn gains its player a fresh card, so the other is no worse.
    """
    if card == HERO:
        return 100.0 if by == EMPEROR else other - 0.5
    return float(card)
