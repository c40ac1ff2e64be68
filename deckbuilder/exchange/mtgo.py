"""MTGO decks (.dek), read by name only: the numbers in them mean cards of another game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckbuilder.decks.deck import MAIN, Deck
from deckbuilder.exchange.assembling import Assembly, guess_game
from deckbuilder.registry import game as find_game
from deckbuilder.sources.xml_source import line_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


def read(root: Element, where: str, game: str | None) -> Deck:
    """Read a deck."""
    cards = list(root.iter("Cards"))
    found = (
        find_game(game)
        if game is not None
        else guess_game((card.get("Name") or "" for card in cards), where)
    )
    assembly = Assembly(found, where)
    for card in cards:
        side = (card.get("Sideboard") or "").casefold() == "true"
        assembly.add(
            card.get("Name") or "",
            count=card.get("Quantity") or "",
            section=assembly.section("sideboard" if side else MAIN, line_of(card)),
            line=line_of(card),
        )
    return assembly.deck()
