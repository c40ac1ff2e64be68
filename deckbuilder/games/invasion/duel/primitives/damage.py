"""What primitives do with damage."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.compiling import Spec
from deckbuilder.games.invasion.duel.context import Context
from deckbuilder.games.invasion.duel.damage import Packet, all_sure, deal, share_out
from deckbuilder.games.invasion.duel.names import zone_ref
from deckbuilder.games.invasion.duel.primitives.operands import (
    Words,
    number,
    picked_number,
)
from deckbuilder.games.invasion.duel.questions import Asking
from deckbuilder.games.invasion.duel.state import (
    Assigned,
    Change,
)
from deckbuilder.games.invasion.duel.targeting import choose_set


def deal_damage(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Deal so many points to each object, all at the same time."""
    deal(b, ask, packets_of(c, w, _copies(b, ask, c, w)))


def _copies(b: Board, ask: Asking, c: Context, w: Words) -> list[int]:
    """Return what damage is dealt to; what is named twice takes twice as much."""
    what = w["to"]
    named = [ref for name in what.names for ref in c.refs(name)]
    chosen = choose_set(b, ask, c, what)
    return [*named, *(ref for ref in chosen if ref not in named)]


def packets_of(c: Context, w: Words, refs: list[int]) -> list[Packet]:
    """Return the packets of an effect, one for each object."""
    sure = bool(w.get("uncancellable"))
    packets = []
    for ref in refs:
        c.it = ref
        n = number(c, w["n"])
        packets.append(Packet(ref, 0 if sure else n, "noncombat", n if sure else 0))
    return packets


def deal_indirect_damage(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Let each player share points out over own units and sections, then deal them together."""
    packets: list[Packet] = []
    for seat in c.seats(w["who"]):
        shared = share_out(b, ask, seat, number(c, w["n"]), _own_takers(b, seat))
        packets += [Packet(ref, n, "indirect") for ref, n in shared.items()]
    deal(b, ask, packets)


def _own_takers(b: Board, seat: int) -> Callable[[dict[int, int]], list[tuple[int, int, int]]]:
    caps: dict[int, int] = {}
    cancels = not all_sure(b)
    for ref, piece in b.pieces.items():
        if piece.kind == "unit" and piece.seat == seat:
            caps[ref] = b.remaining(ref) + (b.toughness(ref) if cancels else 0)
    for zone in range(3 * seat, 3 * seat + 3):
        if not b.burning[zone]:
            caps[zone_ref(zone)] = b.remaining(zone_ref(zone))

    def takers(given: dict[int, int]) -> list[tuple[int, int, int]]:
        left = {ref: cap - given.get(ref, 0) for ref, cap in caps.items()}
        return [(ref, cap, 1) for ref, cap in left.items() if cap > 0]

    return takers


def heal(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Take damage tokens off each object."""
    for ref in choose_set(b, ask, c, w["to"]):
        damage = b.damage(ref)
        n = damage if w["n"] == "all" else min(damage, number(c, w["n"]))
        if n > 0:
            b.set_damage(ref, damage - n)
            b.tell("healed", None, b.thing(ref), value=n)


def move_damage(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Move damage tokens; that is no dealing, so nothing cancels or redirects it."""
    sources, targets = choose_set(b, ask, c, w["from"]), choose_set(b, ask, c, w["to"])
    if not sources or not targets:
        return
    source, target = sources[0], targets[0]
    cap = min(b.damage(source), b.remaining(target))
    n = picked_number(b, ask, c, w["n"], cap)
    if n > 0:
        b.set_damage(source, b.damage(source) - n)
        b.set_damage(target, b.damage(target) + n)
        b.tell("damage_moved", None, b.thing(source), b.thing(target), value=n)


def cancel_damage(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Lay a shield over everybody until the end of the turn, for a phase and sorts of damage."""
    scope = w["scope"]
    kinds = scope.get("kinds", ("combat", "noncombat", "indirect"))
    b.add_change(Change("shield", words=(f"phase:{scope.get('phase', b.phase)}", *kinds)))
    b.tell("shielded", c.you)


def redirect_damage(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Move assigned combat damage that is not yet applied to another unit."""
    combat = b.combat
    sources, targets = choose_set(b, ask, c, w["from"]), choose_set(b, ask, c, w["to"])
    if combat is None or not sources or not targets:
        return
    left = number(c, w["n"])
    parts: list[Assigned] = []
    for part in combat.assigned:
        taken = min(left, part.points) if part.to == sources[0] else 0
        left -= taken
        if part.points > taken:
            parts.append(replace(part, points=part.points - taken))
        if taken:
            parts.append(Assigned(targets[0], taken, part.seat))
    b.combat = replace(combat, assigned=tuple(parts))
    b.tell("redirected", c.you, b.thing(sources[0]), b.thing(targets[0]))
