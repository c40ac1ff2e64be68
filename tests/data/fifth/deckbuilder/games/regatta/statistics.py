"""A fleet in numbers: its types, and its boats by speed."""

from __future__ import annotations

from deckbuilder.catalog.card import Card
from deckbuilder.decks.deck import Deck
from deckbuilder.games.regatta.card import RegattaCard
from deckbuilder.games.statistics import Part, Question
from deckbuilder.games.tallies import count_part, tally, types_part


def measure(deck: Deck, question: Question) -> tuple[Part, ...]:
    """Return the types of the cards, and the boats by speed."""
    if not deck.size():
        return ()
    boats = [entry for entry in deck.entries if entry.card and entry.card.type == "boat"]
    parts = (
        types_part(deck, RegattaCard.types),
        count_part("fleet", "speed", {"copies": tally(boats, _speed)}),
    )
    return tuple(part for part in parts if part is not None)


def _speed(card: Card) -> int | None:
    return card.speed if isinstance(card, RegattaCard) else None
