"""Primitives on the chain and on the attack."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from deckbuilder.games.invasion.duel.announcing import COPIED
from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.combat import redirect_attack
from deckbuilder.games.invasion.duel.compiling import Spec
from deckbuilder.games.invasion.duel.context import Context
from deckbuilder.games.invasion.duel.primitives.operands import (
    Words,
    zone_meant,
)
from deckbuilder.games.invasion.duel.questions import Asking
from deckbuilder.games.invasion.duel.state import (
    Source,
)
from deckbuilder.games.invasion.duel.targeting import choose_set, still_legal
from deckbuilder.games.invasion.duel.tasks import Resolve


def cancel_effect(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Let an item on the chain do nothing when its turn comes."""
    for ref in choose_set(b, ask, c, w["what"]):
        item = b.item(ref)
        if item is not None:
            b.set_item(replace(item, cancelled=True))
            b.tell("cancelled", c.you, (b.name(ref), b.book.cards[item.card].id))


def copy_effect(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Carry out the effect of a tactic on the chain once more, as if the copier had played it."""
    for ref in choose_set(b, ask, c, w["what"]):
        item = b.item(ref)
        if item is None:
            continue
        copied = b.book.abilities[item.ability]
        inner = Context(b, c.you, item.source)
        binds = {
            name.removeprefix(COPIED): refs
            for name, refs in c.binds.items()
            if name.startswith(COPIED)
        }
        if still_legal(inner, copied.targets, binds):
            b.agenda.append(begin_effect(copied, c.you, item.source, tuple(inner.binds.items()), 0))


def begin_effect(spec: Spec, seat: int, source: Source, binds: Any, x: int) -> Resolve:
    """Return the task that carries out an ability from its choices on."""
    return Resolve(spec.ops, -1 if spec.choices else 0, seat, source, spec.index, x, binds)


def attack_another_zone(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Send the attack to another zone."""
    zone = zone_meant(c, w["to"])
    if zone >= 0 and b.combat is not None:
        redirect_attack(b, zone)
