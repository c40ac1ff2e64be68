"""LackeyCCG decks (.dek): one element a copy, zones by the names of the sections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deckbuilder.decks.deck import Deck
from deckbuilder.exchange.card_lines import card_lines
from deckbuilder.exchange.head import game_named, head_text
from deckbuilder.exchange.headings import headings
from deckbuilder.exchange.line_forms import one_line
from deckbuilder.exchange.list_builder import ListBuilder, Record, guess_game
from deckbuilder.exchange.targets import Context
from deckbuilder.exchange.xml_source import escape, tell_unused
from deckbuilder.registry import game as find_game
from deckbuilder.sources.xml_source import line_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


def write(decks: Sequence[Deck], context: Context) -> bytes:
    """Return the deck; the head stands in the note."""
    (deck,) = decks
    words = headings(deck.game)
    sets = card_lines(deck.game).catalog.sets_by_id
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<deck version="0.8">',
        "  <meta>",
        f"    <title>{escape(deck.name)}</title>",
        f"    <author>{escape(deck.header('Player') or '')}</author>",
        f"    <game>{escape(deck.game)}</game>",
        f"    <format>{escape(deck.format or '')}</format>",
        f"    <note>{escape(head_text(deck, beside=deck.beside))}</note>",
        "  </meta>",
    ]
    for section in deck.sections:
        lines.append(f'  <superzone name="{escape(words.title(section), attribute=True)}">')
        for entry in deck.section(section):
            card_id = escape(entry.card.id if entry.card else "", attribute=True)
            set_name = sets[entry.card.set].name if entry.card else ""
            element = (
                f'    <card><name id="{card_id}">{escape(entry.title)}</name>'
                f"<set>{escape(set_name)}</set></card>"
            )
            lines.extend([element] * entry.count)
        lines.append("  </superzone>")
    lines.append("</deck>")
    return ("\n".join(lines) + "\n").encode()


def read(root: Element, where: str, game: str | None) -> Deck:
    """Read a deck, copies that follow each other as one entry."""
    zones = [(zone, _cards(zone)) for zone in root.iter("superzone")]
    note = root.findtext("meta/note") or ""
    found = game_named(note, where) or (find_game(game) if game is not None else None)
    if found is None:
        found = guess_game((card[0] for _, cards in zones for card in cards), where)
    builder = ListBuilder(found, where)
    builder.name = one_line(root.findtext("meta/title") or "")
    builder.head(note)
    for zone, cards in zones:
        section = builder.section_of(zone.get("name") or "", line_of(zone)) if cards else ""
        for (title, card_id, set_name), lines in cards.items():
            record = Record(
                title,
                count=str(len(lines)),
                section=section,
                card_id=card_id,
                set_name=set_name,
                line=lines[0],
            )
            builder.add(record)
    tell_unused(builder, root.iter("card"), frozenset())
    return builder.deck()


def _cards(zone: Element) -> dict[tuple[str, str, str], list[int | None]]:
    """Return the lines of every copy by name, id and set."""
    found: dict[tuple[str, str, str], list[int | None]] = {}
    for card in zone.iter("card"):
        found.setdefault(_card(card), []).append(line_of(card))
    return found


def _card(element: Element) -> tuple[str, str, str]:
    name = element.find("name")
    if name is None:
        return "", "", ""
    return name.text or "", name.get("id") or "", element.findtext("set") or ""
