"""Draftmancer's custom card list: the cards of a deck as a pool that people draft online."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from deckbuilder.catalog.wording import label, value_words, worded
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.exchange.card_lines import card_lines
from deckbuilder.exchange.layout import shown_facts
from deckbuilder.exchange.targets import Context, game_data, target_data
from deckbuilder.registry import game as find_game

_BRACKETS = str.maketrans({"(": "- ", ")": None, "[": "- ", "]": None})


def write(decks: Sequence[Deck], context: Context) -> bytes:
    """Return the cards as custom cards and one sheet that all packs are dealt from."""
    (deck,) = decks
    data = target_data("draftmancer")
    copies: dict[str, int] = {}
    cards: dict[str, dict[str, Any]] = {}
    for entry in deck.entries:
        name = _name(entry)
        copies[name] = copies.get(name, 0) + entry.count
        cards.setdefault(name, _card(deck, entry, name))
    settings = {
        "name": deck.name or find_game(deck.game).title,
        **data["settings"],
    }
    lines = [
        "[CustomCards]",
        json.dumps(list(cards.values()), ensure_ascii=False, indent=1),
        "[Settings]",
        json.dumps(settings, ensure_ascii=False, indent=1),
        f"[{data['sheet']}({data['pack']})]",
        *(f"{count} {name}" for name, count in copies.items()),
    ]
    return ("\n".join(lines) + "\n").encode()


def _name(entry: Entry) -> str:
    """Return a name in which Draftmancer finds no set: brackets mean one there."""
    return " ".join(entry.title.translate(_BRACKETS).split())


def _card(deck: Deck, entry: Entry, name: str) -> dict[str, Any]:
    card = entry.card
    if card is None:
        return {"name": name, "mana_cost": "", "type": "Card"}
    catalog = card_lines(deck.game).catalog
    fields = game_data(deck.game, "draftmancer")
    cost = worded(card, fields["cost"], catalog) if "cost" in fields else ""
    facts = [(field, worded(card, field, catalog)) for field in shown_facts(deck.game)]
    made: dict[str, Any] = {
        "name": name,
        "mana_cost": f"{{{cost}}}" if cost.isdecimal() or cost == "X" else "",
        "type": value_words(card.type),
        "set": card.set,
        "collector_number": str(card.number) if card.number is not None else "",
        "oracle_text": "\n".join(f"{label(field)}: {value}" for field, value in facts if value),
    }
    if card.name_ja:
        made["printed_names"] = {"en": name, "ja": card.name_ja}
    return {key: value for key, value in made.items() if value or key == "mana_cost"}
