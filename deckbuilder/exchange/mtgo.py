"""MTGO decks (.dek), read by name only: the numbers in them mean cards of another game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckbuilder.decks.deck import MAIN, Deck
from deckbuilder.exchange.list_builder import ListBuilder, Record, guess_game
from deckbuilder.exchange.xml_source import has_count, tell_unused
from deckbuilder.registry import game as find_game
from deckbuilder.sources.xml_source import line_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_KNOWN = frozenset(("CatID", "Quantity", "Sideboard", "Name", "Annotation"))


def read(root: Element, where: str, game: str | None) -> Deck:
    """Read a deck."""
    cards = list(root.iter("Cards"))
    found = (
        find_game(game)
        if game is not None
        else guess_game((card.get("Name") or "" for card in cards), where)
    )
    builder = ListBuilder(found, where)
    for card in cards:
        line = line_of(card)
        side = (card.get("Sideboard") or "").casefold() == "true"
        if has_count(builder, card, "Quantity"):
            record = Record(
                card.get("Name") or "",
                count=card.get("Quantity") or "",
                section=builder.section_of("sideboard" if side else MAIN, line),
                line=line,
            )
            builder.add(record)
    tell_unused(builder, cards, _KNOWN)
    return builder.deck()
