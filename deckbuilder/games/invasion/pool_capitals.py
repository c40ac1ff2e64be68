"""Which capital boards a format's card pool has: a capital is a card of the set it came in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from deckbuilder.catalog.query import parse
from deckbuilder.errors import InputError
from deckbuilder.formats.context import Context
from deckbuilder.formats.format import POOL_KIND
from deckbuilder.games.invasion.card import InvasionCard

COUNTED_POOL = "pool-subset"
_NARROWED = ("only", "sections", "list")
"""Parameters of a counted pool that speaks of other cards than a search finds."""


def in_pool(boards: Iterable[InvasionCard], context: Context) -> list[InvasionCard]:
    """Return those of the boards that every search of the format's pool allows."""
    left = list(boards)
    for search in _searches(context):
        left = _found(left, search, context)
    return left


def _searches(context: Context) -> Iterator[str]:
    """Yield the searches that the rules in force hold the cards of a deck to."""
    for rule in context.format.rules:
        stated = rule.parameters
        if not rule.in_force(context.date) or rule.severity == "warning":
            continue
        if rule.kind == POOL_KIND and not stated.get("sections"):
            search = stated.get("cards")
            yield context.format.pool if search is None else search
        elif rule.kind == COUNTED_POOL and not any(map(stated.get, _NARROWED)):
            yield stated["cards"]


def _found(boards: list[InvasionCard], search: str, context: Context) -> list[InvasionCard]:
    """Return the boards that a search finds, by the set that each came in.

    A search that finds no board at all speaks of other cards only: boards come with their sets.
    One that cannot be read is told where it stands, and shuts nothing out.
    """
    try:
        fits = parse(search, context.catalog)
    except InputError:
        return boards
    of_all = [card for card in context.select("t:capital") if isinstance(card, InvasionCard)]
    if any(map(fits, map(_of_its_box, of_all))):
        return [board for board in boards if fits(_of_its_box(board))]
    sets = {card.set for card in context.select(search)}
    return [board for board in boards if board.box in sets]


def _of_its_box(board: InvasionCard) -> InvasionCard:
    return board if board.box is None else msgspec.structs.replace(board, set=board.box)
