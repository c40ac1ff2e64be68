"""Facts of cards in words for people: labels of fields, values, what is not known."""

from __future__ import annotations

import unicodedata
from typing import Any

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.coverage import has_fact, is_known
from deckbuilder.words import enumerated, language, phrases, say

_NAMES_AS_THEY_ARE = ("id", "name", "name_ja", "doubt", "order", "lineage", "traits", "abilities")
UNKNOWN = "?"


def label(field: str) -> str:
    """Return the full name of a field."""
    return phrases("cards.fields").get(field, field.replace("_", " ").capitalize())


def heading(field: str) -> str:
    """Return the short name of a field, for the head of a column."""
    return phrases("cards.columns").get(field) or label(field)


def value_words(value: str, field: str = "") -> str:
    """Return a value such as `high-elf` in words, those of its field where it has its own."""
    known = phrases("cards.words")
    return (
        known.get(f"{field}.{value}")
        or known.get(value)
        or value.replace("-", " ").replace("_", " ").capitalize()
    )


def title(card: Card) -> str:
    """Return the name of a card in the language in force, where it is known."""
    return getattr(card, f"name_{language()}", None) or card.name


def worded(card: Card, field: str, catalog: Catalog) -> str:
    """Return a fact in words: "" where the card has no such fact, "?" where it is unknown."""
    value: Any = getattr(card, field)
    if field == "name":
        return title(card)
    if has_fact(card, field) and not is_known(card, field):
        return UNKNOWN
    if value is None or value == () or value == {}:
        return say("cards.values.none") if has_fact(card, field) else ""
    if field in card.names_set:
        each = catalog.sets_by_id.get(value)
        return each.name if each else str(value)
    if isinstance(value, bool):
        return say("cards.values.yes" if value else "cards.values.no")
    if isinstance(value, tuple):
        return enumerated(
            each if field in _NAMES_AS_THEY_ARE else value_words(each) for each in value
        )
    if isinstance(value, dict):
        return enumerated(
            value_words(key) if number is True else f"{value_words(key)} {number}"
            for key, number in value.items()
        )
    if hasattr(value, "__struct_fields__"):
        return " / ".join(
            f"{label(part)} {getattr(value, part)}" for part in value.__struct_fields__
        )
    if isinstance(value, int) or field in _NAMES_AS_THEY_ARE:
        return str(value)
    return value_words(value, field)


def cell_width(text: str) -> int:
    """Return how many places a text takes; East Asian letters take two."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )
