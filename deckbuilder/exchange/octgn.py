"""OCTGN decks (.o8d): ids where they are known, else well-formed ones and the printed name."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck
from deckbuilder.exchange.card_lines import card_lines
from deckbuilder.exchange.head import head_text
from deckbuilder.exchange.headings import headings
from deckbuilder.exchange.list_builder import ListBuilder, Record, guess_game
from deckbuilder.exchange.targets import Context, game_data
from deckbuilder.exchange.xml_source import escape, has_count, sound, tell_unused
from deckbuilder.registry import Game, games
from deckbuilder.registry import game as find_game
from deckbuilder.sources.xml_source import line_of
from deckbuilder.words import say

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_KNOWN = frozenset(("qty", "id"))
_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "urn:deckbuilder:octgn")


def game_guid(game_id: str) -> str:
    """Return OCTGN's id of a game, a well-formed one of our own where it is not known."""
    known = game_data(game_id, "octgn").get("guid")
    return str(known or uuid.uuid5(_NAMESPACE, game_id))


def _is_known(game_id: str) -> bool:
    """Tell whether OCTGN's own id of a game is known."""
    return "guid" in game_data(game_id, "octgn")


def card_guid(card_id: str) -> str:
    """Return the id that stands for a card or a name."""
    known = game_data(card_id.partition("/")[0], "octgn").get("cards", {}).get(card_id)
    return str(known or uuid.uuid5(_NAMESPACE, card_id))


def section_name(game_id: str, section: str) -> str:
    """Return what OCTGN's game definition calls a section."""
    named: dict[str, str] = game_data(game_id, "octgn").get("sections", {})
    return named.get(section) or headings(game_id).title(section)


def write(decks: Sequence[Deck], context: Context) -> bytes:
    """Return the deck; cards that stand for a header (a capital) in a section of their own."""
    (deck,) = decks
    lines = [
        '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
        f"<!-- {escape(say('exchange.octgn-note'))} -->",
        *([] if _is_known(deck.game) else [f"<!-- {escape(say('exchange.octgn-own-game'))} -->"]),
        f'<deck game="{game_guid(deck.game)}">',
    ]
    for title, cards in _sections(deck):
        lines.append(f'  <section name="{escape(title, attribute=True)}" shared="False">')
        lines.extend(
            f'    <card qty="{count}" id="{guid}">{escape(name)}</card>'
            for count, guid, name in cards
        )
        lines.append("  </section>")
    notes = head_text(deck, named=True, beside=deck.beside).replace("]]>", "]] >")
    lines.append(f"  <notes><![CDATA[{sound(notes)}]]></notes>")
    lines.append("</deck>")
    return ("\n".join(lines) + "\n").encode()


def _sections(deck: Deck) -> Iterator[tuple[str, list[tuple[int, str, str]]]]:
    words = headings(deck.game)
    rule = words.header_cards
    if rule and (value := deck.header(rule.header)):
        name = words.header_value(rule.header, value) + rule.drop
        card = card_lines(deck.game).catalog.find(name)
        if card is not None:
            yield rule.header, [(1, card_guid(card.id), card.name)]
    known = [section for section in words.titles if section in deck.sections]
    for section in dict.fromkeys((*known, *deck.sections)):
        yield (
            section_name(deck.game, section),
            [
                (entry.count, card_guid(entry.card.id if entry.card else entry.name), entry.title)
                for entry in deck.section(section)
            ],
        )


def read(root: Element, where: str, game: str | None) -> Deck:
    """Read a deck; the game comes from its id, a card from its id or its name."""
    sections = [(section, list(section.iter("card"))) for section in root.iter("section")]
    found = _game(root.get("game") or "")
    if found is None and game is not None:
        found = find_game(game)
    if found is None:
        found = guess_game((card.text or "" for _, cards in sections for card in cards), where)
    builder = ListBuilder(found, where)
    builder.head(root.findtext("notes") or "")
    ids = _cards_by_guid(builder.cards.catalog)
    theirs = {section_name(found.id, section): section for section in builder.words.titles}
    rule = builder.words.header_cards
    for element, cards in sections:
        if not cards:
            continue
        name = element.get("name") or ""
        of_header = rule is not None and fold(name) == fold(rule.header)
        line = line_of(element)
        section = theirs.get(name) or builder.section_of("" if of_header else name, line)
        for card in cards:
            if has_count(builder, card, "qty"):
                record = Record(
                    card.text or "",
                    count=card.get("qty") or "",
                    section=section,
                    card_id=ids.get((card.get("id") or "").lower(), ""),
                    line=line_of(card),
                )
                builder.add(record)
    tell_unused(builder, (card for _, cards in sections for card in cards), _KNOWN)
    return builder.deck()


def _game(guid: str) -> Game | None:
    return next((game for game in games() if game_guid(game.id) == guid.lower()), None)


@cache
def _cards_by_guid(catalog: Catalog) -> dict[str, str]:
    return {card_guid(card.id): card.id for card in catalog.cards}
