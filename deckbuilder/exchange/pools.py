"""Lists of cards that nobody wrote: the first packs of a draft, and what a search finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.query import select
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.errors import refusal
from deckbuilder.exchange.card_lines import MAX_COUNT
from deckbuilder.exchange.headings import headings
from deckbuilder.registry import Game
from deckbuilder.words import say


def first_packs(home: Game, settings: Any, seed: int) -> tuple[Deck, ...]:
    """Return what lies before each seat when a draft begins, then what lies open to all.

    Raises InputError for a game without drafts, and for settings that are none of its.
    """
    if home.draft is None:
        raise refusal("draft.no-drafts", game=home.title)
    draft, catalog = home.draft(), home.catalog()
    state, _ = draft.rules.start(settings, seed)
    dealt = draft.packs(state)
    names = [say("draft.pack", seat=name) for name in draft.seat_names(settings)]
    names += [say("draft.open")] * (len(dealt) - len(names))
    return tuple(
        _deck(home, name, Counter(map(catalog.card, cards)).items())
        for name, cards in zip(names, dealt, strict=True)
        if cards
    )


def found_cards(home: Game, search: str, copies: int | None) -> Deck:
    """Return the cards that a search finds: `copies` of each, else as many as are in the box.

    A card of unknown quantity comes once. Raises InputError where nothing is found.
    """
    cards = select(home.catalog(), search)
    if not cards:
        raise refusal("search.nothing-found", search=search)
    return _deck(home, search, ((card, copies or card.quantity or 1) for card in cards))


def _deck(home: Game, name: str, counts: Iterable[tuple[Card, int]]) -> Deck:
    section = headings(home.id).default
    return Deck(
        game=home.id,
        name=name,
        entries=tuple(
            Entry(count=min(count, MAX_COUNT), name=card.name, card=card, section=section)
            for card, count in counts
        ),
    )
