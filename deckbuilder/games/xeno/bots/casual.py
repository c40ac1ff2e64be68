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
        return worth + named_appeal(name, holds, lacks, unseen, sure, exposed)
    if card == NOBLE:
        return worth + duel_appeal(kept, holds, sure, duel)
    if card == SPIRIT:
        return worth + exchange * (holds - kept if holds != 0 else 5.5 - kept)
    if card == EMPEROR and holds == HERO:
        return worth + sure
    if card == DIVINER and holds != 0:
        return worth - wasted
    if card in (REAPER, EMPEROR, BOY):
        return worth + 0.01 * holds
    return worth


def named_appeal(
    name: int, holds: int, lacks: int, unseen: Sequence[int], sure: float, exposed: float
) -> float:
    """Return how much naming a card appeals: one that may well be held, never one that is not."""
    if holds != 0:
        if name != holds:
            return -sure
        return exposed if holds == HERO else sure
    if unseen[name] == 0 or lacks >> name & 1:
        return -sure
    return 0.01 * (10 * unseen[name] + name)


def duel_appeal(kept: int, holds: int, sure: float, duel: float) -> float:
    """Return how much a duel appeals, by the hand that is known or else by the kept card."""
    if holds == 0:
        return duel * (kept - 5.5)
    if kept == holds:
        return 0.0
    return sure if kept > holds else -sure


def casual_execution(card: int, other: int, by: int) -> float:
    """Return how much discarding one of two open cards appeals: the Hero for good, or the higher.

    A Hero that would be reborn gains its player a fresh card, so the other is no worse.
    """
    if card == HERO:
        return 100.0 if by == EMPEROR else other - 0.5
    return float(card)
