"""Primitives that take objects out of play, corrupt them, and move them."""

from __future__ import annotations

from deckbuilder.games.invasion.duel.announcing import has_hero
from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.compiling import Spec
from deckbuilder.games.invasion.duel.context import Context
from deckbuilder.games.invasion.duel.primitives.operands import (
    Words,
    zone_meant,
)
from deckbuilder.games.invasion.duel.questions import Asking
from deckbuilder.games.invasion.duel.targeting import choose_set


def destroy(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Destroy objects together."""
    b.leave(choose_set(b, ask, c, w["what"]), "destroyed")


def sacrifice(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Let each player put own objects into the discard pile, all together (INV-37)."""
    b.leave(_sacrificed(b, ask, c, w), "sacrificed")


def _sacrificed(b: Board, ask: Asking, c: Context, w: Words) -> list[int]:
    refs: list[int] = []
    for seat in c.seats(w["who"]):
        c.chooser = seat
        chosen = choose_set(b, ask, c, w["sel"], "sacrifice")
        refs += [ref for ref in chosen if ref in b.pieces and b.pieces[ref].seat == seat]
    return refs


def return_to_hand(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Return objects to their owner's hand."""
    b.leave(choose_set(b, ask, c, w["what"]), "returned")


# Corruption and places


def corrupt(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Corrupt units."""
    for ref in choose_set(b, ask, c, w["what"]):
        b.corrupt(ref)


def restore(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Restore units."""
    for ref in choose_set(b, ask, c, w["what"]):
        b.restore(ref)


def move_zone(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Move objects to another zone of their controller."""
    zone = zone_meant(c, w["to"])
    for ref in choose_set(b, ask, c, w["what"]):
        piece = b.pieces[ref]
        if zone // 3 != piece.zone // 3:
            continue
        if piece.kind == "unit" and has_hero(b, zone, b.spec(piece), ref):
            continue
        b.move(ref, zone)
