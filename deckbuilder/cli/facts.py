"""What is known of a card, a line a fact."""

from __future__ import annotations

from collections.abc import Sequence

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.wording import cell_width, label, worded
from deckbuilder.words import say

_ELSEWHERE = ("id", "name", "name_ja", "set", "number", "official", "doubt", "quantity")
"""Fields that a card is named by, or that are told of each printing."""


def card_title(card: Card) -> str:
    """Return the card's name, in both languages where both are known."""
    return f"{card.name} / {card.name_ja}" if card.name_ja else card.name


def fact_lines(card: Card, catalog: Catalog) -> list[str]:
    """Return the card's facts, labels in a column; what is not known is said to be so."""
    rows: list[tuple[str, str]] = []
    for field in card.__struct_fields__:
        if field not in _ELSEWHERE and (value := worded(card, field, catalog)):
            if value == "?":
                value = say("cards.values.unknown")
            if getattr(card, field) is not False:
                rows.append((label(field), value))
    if card.doubt:
        rows.append((say("cards.card.doubt"), card.doubt))
    return aligned(rows)


def text_lines(texts: Sequence[str] | None) -> list[str]:
    """Return the sentences about what a card does, a line each; none where it is not known."""
    if texts is None:
        return []
    sentences = texts or (say("cards.card.no-text"),)
    return ["", say("cards.card.does"), *(f"  {sentence}" for sentence in sentences)]


def aligned(rows: Sequence[tuple[str, str]]) -> list[str]:
    """Return lines of two columns, indented."""
    widest = max((cell_width(name) for name, _ in rows), default=0)
    return [f"  {name}{' ' * (widest - cell_width(name))}  {value}" for name, value in rows]
