"""What makes two lists the same deck, and the short hash that stands for it."""

from __future__ import annotations

import hashlib
from collections import Counter

from deckbuilder.decks.deck import Deck, title_key

HASH_LETTERS = 10


def deck_hash(deck: Deck) -> str:
    """Return ten hexadecimal digits that change with the game, a card, its section or count.

    The order of lines, headers, comments and the printing chosen do not matter.
    """
    totals = Counter[tuple[str, str]]()
    for entry in deck.entries:
        totals[entry.section, title_key(entry)] += entry.count
    lines = [f"{section}\t{title}\t{count}" for (section, title), count in sorted(totals.items())]
    content = "\n".join([deck.game, *lines])
    return hashlib.sha256(content.encode()).hexdigest()[:HASH_LETTERS]
