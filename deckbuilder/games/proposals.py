"""Several lists of one order, each from a seed of its own that gives it again."""

from __future__ import annotations

import msgspec

from deckbuilder.decks.identity import deck_hash
from deckbuilder.errors import InputError
from deckbuilder.games.building import Built, Order, build
from deckbuilder.tables.chance import MAX_SEED, Stream

MOST = 20
TRIES = 3
"""So many seeds are tried for each list, where seeds give lists that are there already."""


class Proposal(msgspec.Struct, frozen=True):
    """A list and the seed that gives it again."""

    seed: int
    built: Built


def propose(order: Order, number: int) -> tuple[Proposal, ...]:
    """Return up to `number` different legal lists, the first from the order's own seed.

    Raises InputError as `build` does for the first one. A further seed that gives no list, or
    one that is there already, is passed over.
    """
    stream = Stream(order.seed, "build/proposals")
    found = [Proposal(order.seed, build(order))]
    known = {deck_hash(found[0].built.deck)}
    for _ in range(TRIES * (number - 1)):
        if len(found) == number:
            break
        seed = stream.below(MAX_SEED + 1)
        try:
            built = build(msgspec.structs.replace(order, seed=seed))
        except InputError:
            continue
        if (code := deck_hash(built.deck)) not in known:
            known.add(code)
            found.append(Proposal(seed, built))
    return tuple(found)
