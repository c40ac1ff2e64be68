"""How a deck is laid out for people: headings in their order, and the entries below each."""

from __future__ import annotations

from collections.abc import Iterable

from deckbuilder.catalog.wording import label, worded
from deckbuilder.decks.deck import MAIN, Deck, Entry
from deckbuilder.exchange.card_lines import card_lines
from deckbuilder.exchange.headings import headings
from deckbuilder.exchange.targets import game_data
from deckbuilder.preferences import preferences


def layout(deck: Deck) -> list[tuple[str, list[Entry]]]:
    """Return headings and the entries below each: by section, and by type where lists do so.

    Below the last of them stand the cards that are not in the deck.
    """
    words = headings(deck.game)
    parts: list[tuple[str, list[Entry]]] = []
    known = [section for section in words.titles if section in deck.sections]
    for section in dict.fromkeys((*known, *deck.sections)):
        left = list(deck.section(section))
        if section == MAIN:
            for card_type in words.types:
                of_type = [entry for entry in left if entry.card and entry.card.type == card_type]
                if of_type:
                    parts.append((words.type_title(card_type) or card_type, of_type))
            left = [entry for entry in left if not entry.card or entry.card.type not in words.types]
        if left:
            parts.append((words.title(section), left))
    for section in dict.fromkeys(entry.section for entry in deck.beside):
        left = [entry for entry in deck.beside if entry.section == section]
        parts.append((words.title(section), left))
    return parts


def printing_of(entry: Entry) -> str:
    """Return `(Set, number)` of a printing that is not the one that its name alone means."""
    card = entry.card
    if card is None:
        return ""
    catalog = card_lines(card.id.partition("/")[0]).catalog
    if catalog.find(card.name) == card:
        return ""
    set_name = catalog.sets_by_id[card.set].name
    return f"({set_name}, {card.number})" if card.number is not None else f"({set_name})"


def written_name(entry: Entry) -> str:
    """Return the name of a card as lists for people have it.

    It is the printed one, or that of the language that is preferred for cards, where it is known.
    """
    wanted = preferences().card_names
    known = getattr(entry.card, f"name_{wanted}", None) if entry.card and wanted else None
    return known or entry.title


def size(entries: Iterable[Entry]) -> int:
    """Return how many cards these entries are."""
    return sum(entry.count for entry in entries)


def shown_facts(game_id: str) -> list[str]:
    """Return the facts that lists of a game show."""
    facts: list[str] = game_data(game_id, "facts") or []
    words = headings(game_id)
    return [fact for fact in facts if fact != "type" or not words.types]


def facts_of(deck: Deck, entry: Entry) -> list[tuple[str, str]]:
    """Return type and shown facts of a card, named and in words; none for an unknown card."""
    card = entry.card
    if card is None:
        return []
    catalog = card_lines(deck.game).catalog
    fields = dict.fromkeys(("type", *shown_facts(deck.game)))
    worded_facts = ((label(field), worded(card, field, catalog)) for field in fields)
    return [(name, value) for name, value in worded_facts if value]
