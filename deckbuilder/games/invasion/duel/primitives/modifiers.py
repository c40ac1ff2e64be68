"""Primitives that change something until the end of the turn, or wait."""

from __future__ import annotations

from typing import Any

from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.compiling import Spec
from deckbuilder.games.invasion.duel.context import Context
from deckbuilder.games.invasion.duel.primitives.operands import (
    Words,
    number,
)
from deckbuilder.games.invasion.duel.questions import Asking
from deckbuilder.games.invasion.duel.state import (
    Change,
    Waiting,
)
from deckbuilder.games.invasion.duel.targeting import choose_set


def modify_power(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Change the power of objects until the end of the turn."""
    _modify(b, ask, c, w, "power")


def modify_hp(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Change the hit points of objects until the end of the turn."""
    _modify(b, ask, c, w, "hp")


def _modify(b: Board, ask: Asking, c: Context, w: Words, kind: Any) -> None:
    refs = choose_set(b, ask, c, w["to"])
    n = number(c, w["n"])
    if refs and n:
        b.add_change(Change(kind, tuple(refs), n))
        names = tuple(name for ref in refs for name in b.thing(ref))
        b.tell(f"{kind}_changed", None, names, value=n)


def cannot(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Forbid something of objects until the end of the turn (INV-37)."""
    refs = choose_set(b, ask, c, w["who"])
    if refs:
        b.add_change(Change("ban", tuple(refs), words=tuple(w["verbs"])))
        b.tell("banned", None, tuple(name for ref in refs for name in b.thing(ref)))


def modify_cost(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Change the cost of the next card of a sort that is played this turn."""
    wait = Waiting(c.you, c.source, spec.index, sort=w["sort"], n=number(c, w["n"]))
    b.waiting = (*b.waiting, wait)


def delayed(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Let an effect wait for the end of the turn, or for the next unit to enter play."""
    sort = -1
    if w["at"] == "that_unit_enters_play":
        sort = next(op.words["sort"] for op in spec.effect if "sort" in op.words)
    ops = b.book.place_of(w["eff"])
    binds = tuple(c.binds.items())
    b.waiting = (*b.waiting, Waiting(c.you, c.source, spec.index, ops, binds, sort))
