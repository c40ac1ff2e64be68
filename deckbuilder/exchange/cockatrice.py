"""Cockatrice decks (.cod): a zone a section; the head stands in the comments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deckbuilder.decks.deck import Deck
from deckbuilder.exchange.assembling import Assembly, guess_game, one_line
from deckbuilder.exchange.card_lines import card_lines
from deckbuilder.exchange.head import head_text, stated_game
from deckbuilder.exchange.targets import Context
from deckbuilder.exchange.xml_source import escape
from deckbuilder.registry import game as find_game
from deckbuilder.sources.xml_source import line_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


def write(decks: Sequence[Deck], context: Context) -> bytes:
    """Return the deck; sections keep their ids as zones."""
    (deck,) = decks
    sets = card_lines(deck.game).catalog.sets_by_id
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<cockatrice_deck version="1">',
        f"    <deckname>{escape(deck.name)}</deckname>",
        f"    <comments>{escape(head_text(deck))}</comments>",
    ]
    for section in deck.sections:
        lines.append(f'    <zone name="{escape(section, attribute=True)}">')
        for entry in deck.section(section):
            card = entry.card
            printing = ""
            if card is not None:
                short = sets[card.set].abbreviation or card.set
                printing = f' setShortName="{escape(short, attribute=True)}"'
                if card.number is not None:
                    printing += f' collectorNumber="{card.number}"'
            name = escape(entry.title, attribute=True)
            lines.append(f'        <card number="{entry.count}" name="{name}"{printing}/>')
        lines.append("    </zone>")
    lines.append("</cockatrice_deck>")
    return ("\n".join(lines) + "\n").encode()


def read(root: Element, where: str, game: str | None) -> Deck:
    """Read a deck; its game is stated in the comments or told from the names."""
    zones = [(zone, list(zone.iter("card"))) for zone in root.iter("zone")]
    comments = root.findtext("comments") or ""
    found = stated_game(comments, where) or (find_game(game) if game is not None else None)
    if found is None:
        found = guess_game((card.get("name") or "" for _, cards in zones for card in cards), where)
    assembly = Assembly(found, where)
    assembly.name = one_line(root.findtext("deckname") or "")
    assembly.head(comments)
    for zone, cards in zones:
        if not cards:
            continue
        section = assembly.section(zone.get("name") or "", line_of(zone))
        for card in cards:
            assembly.add(
                card.get("name") or "",
                count=card.get("number") or "",
                section=section,
                set_name=card.get("setShortName") or "",
                number=card.get("collectorNumber") or "",
                line=line_of(card),
            )
    return assembly.deck()
