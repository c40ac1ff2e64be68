"""Primitives that decide between effects."""

from __future__ import annotations

from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.compiling import Spec
from deckbuilder.games.invasion.duel.context import Context
from deckbuilder.games.invasion.duel.damage import Packet, deal
from deckbuilder.games.invasion.duel.operations import Op
from deckbuilder.games.invasion.duel.primitives.damage import packets_of
from deckbuilder.games.invasion.duel.primitives.operands import (
    Words,
)
from deckbuilder.games.invasion.duel.questions import Asking
from deckbuilder.games.invasion.duel.targeting import ask_for, choose_set
from deckbuilder.games.invasion.duel.tasks import Resolve
from deckbuilder.tables.protocol import Option


def branch(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Go on with one list of effects or another."""
    effects = w["then"] if w["if"].most(c) else w["else"]
    if effects:
        binds = tuple(c.binds.items())
        b.agenda.append(
            Resolve(b.book.place_of(effects), 0, c.you, c.source, spec.index, c.x, binds)
        )


def choose_one(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Let each player choose what happens to them; the results are carried out together (Q-22)."""
    leaving: list[int] = []
    corrupted: list[int] = []
    packets: list[Packet] = []
    for seat in c.seats(w["who"]):
        c.chooser = seat
        possible = {
            Option("option", value=row): effects
            for row, effects in enumerate(w["options"], start=1)
            if all(_possible(b, c, op) for op in effects)
        }
        if not possible:
            continue
        for op in possible[ask.choose(seat, "option", tuple(possible))]:
            if op.name == "sacrifice":
                chosen = choose_set(b, ask, c, op.words["sel"], "sacrifice")
                leaving += [ref for ref in chosen if b.pieces[ref].seat == seat]
            elif op.name == "corrupt":
                refs = _corruptible(b, c, op)
                corrupted.append(ask_for(b, ask, seat, "choice", refs) or 0)
            else:
                packets += packets_of(c, op.words, choose_set(b, ask, c, op.words["to"]))
    deal(b, ask, packets)
    for ref in corrupted:
        b.corrupt(ref)
    b.leave(leaving, "sacrificed")


IN_OPTIONS = ("sacrifice", "corrupt", "deal_damage")
"""Primitives that may stand in the options of `choose_one`."""


def _corruptible(b: Board, c: Context, op: Op) -> list[int]:
    refs = b.refs_of(c, op.words["what"])
    return [ref for ref in refs if not b.is_banned(ref, "be_corrupted")]


def _possible(b: Board, c: Context, op: Op) -> bool:
    """Tell whether an effect can be carried out fully."""
    if op.name == "corrupt":
        return bool(_corruptible(b, c, op))
    if op.name == "sacrifice":
        refs = b.refs_of(c, op.words["sel"])
        return any(b.pieces[ref].seat == c.chooser for ref in refs)
    refs = b.refs_of(c, op.words["to"])
    if b.book.switches.doom_divers_burning or op.words["to"].selectors[0].pick is not None:
        return bool(refs)
    # The other reading of Q-25: a burning section cannot take its part.
    return bool(refs) and not any(b.burning[3 * c.chooser : 3 * c.chooser + 3])


def nothing(b: Board, ask: Asking, c: Context, w: Words, spec: Spec) -> None:
    """Do nothing more: an attachment is on its host when it has entered play."""
