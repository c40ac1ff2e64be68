"""Primitives on resources and tokens."""

from __future__ import annotations

from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.compiling import Spec
from deckbuilder.games.invasion.duel.context import Context
from deckbuilder.games.invasion.duel.primitives.operands import (
    Words,
    number,
)
from deckbuilder.games.invasion.duel.questions import Asking
from deckbuilder.games.invasion.duel.targeting import choose_set


def gain_resources(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Give resources from the pool."""
    for seat in c.seats(w["who"]):
        b.gain(seat, number(c, w["n"]))


def lose_resources(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Return resources to the pool."""
    for seat in c.seats(w["who"]):
        b.gain(seat, -number(c, w["n"]))


def transfer_resources(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Take resources from one player for the other."""
    source, target = c.seats(w["from"])[0], c.seats(w["to"])[0]
    n = min(number(c, w["n"]), b.resources[source])
    b.gain(source, -n)
    b.gain(target, n)


def place_tokens(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Put tokens from the pool on objects; damage put so is not dealt."""
    n = number(c, w["n"])
    for ref in choose_set(b, ask, c, w["onto"]):
        if w["kind"] == "damage":
            b.set_damage(ref, b.damage(ref) + n)
        else:
            b.mark(ref, tokens=b.pieces[ref].tokens + n)
        b.tell("tokens", None, b.thing(ref), value=n)
