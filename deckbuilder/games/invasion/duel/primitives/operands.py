"""The words of a primitive as they are when it is carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.compiling import Spec
from deckbuilder.games.invasion.duel.context import Context
from deckbuilder.games.invasion.duel.names import ref_zone
from deckbuilder.games.invasion.duel.operations import Amount
from deckbuilder.games.invasion.duel.questions import Asking
from deckbuilder.tables.protocol import Option

Words = dict[str, Any]
Primitive = Callable[[Board, Asking, Context, Words, Spec], bool | None]


def number(context: Context, amount: Amount) -> int:
    """Return a number of an effect as it is now."""
    return int(amount.most(context))


def picked_number(board: Board, ask: Asking, context: Context, amount: Amount, cap: int) -> int:
    """Return a number of an effect, up to a cap, picked by the controller where it is a range."""
    most = min(cap, number(context, amount))
    if amount.least is None:
        return max(0, most)
    least = int(amount.least(context))
    options = [Option("number", value=count) for count in range(least, most + 1)]
    if not options:
        return 0
    return int(ask.choose(context.you, "number", options).value or 0)


def zone_meant(context: Context, word: str) -> int:
    """Return the zone that here or a chosen name means; -1 is none."""
    if word == "here":
        return context.here()
    refs = context.binds.get(word, ())
    return ref_zone(refs[0]) if refs else -1
