"""Lists of cards that nobody wrote: the first packs of a draft, and what a search finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.names import fold
from deckbuilder.catalog.query import select
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.errors import refusal
from deckbuilder.exchange.card_pieces import MAX_COUNT
from deckbuilder.exchange.headings import headings
from deckbuilder.registry import Game
from deckbuilder.words import say


def first_packs(home: Game, settings: Any, seed: int, seat: str | None = None) -> tuple[Deck, ...]:
    """Return what lies before each seat when a draft begins, then what lies open to all.

    With `seat`, a name or a number from 1, what lies before that seat alone. Raises InputError
    for a game without drafts, for settings that are none of its, and for an unknown seat.
    """
    if home.draft is None:
        raise refusal("draft.no-drafts", game=home.title)
    draft, catalog = home.draft(), home.catalog()
    state, _ = draft.rules.start(settings, seed)
    dealt = draft.packs(state)
    seats = draft.seat_names(settings)
    chosen = None if seat is None else _seat(seat, seats)
    names = [say("draft.pack", seat=name) for name in seats]
    names += [say("draft.open")] * (len(dealt) - len(names))
    return tuple(
        _deck(home, name, Counter(map(catalog.card, cards)).items())
        for number, (name, cards) in enumerate(zip(names, dealt, strict=True))
        if cards and chosen in (None, number)
    )


def _seat(written: str, seats: Sequence[str]) -> int:
    """Return the place of a seat that is named, or numbered from 1."""
    known = [*map(fold, seats), *(str(number) for number in range(1, len(seats) + 1))]
    if fold(written) not in known:
        raise refusal("export.no-seat", seat=written, known=tuple(seats))
    return known.index(fold(written)) % len(seats)


def one_pool(packs: Sequence[Deck]) -> Deck:
    """Return the cards of several packs as one pool."""
    counts: Counter[str] = Counter()
    first: dict[str, Entry] = {}
    for entry in (entry for pack in packs for entry in pack.entries):
        key = entry.card.id if entry.card else entry.name
        counts[key] += entry.count
        first.setdefault(key, entry)
    entries = (msgspec.structs.replace(first[key], count=counts[key]) for key in first)
    name = packs[0].name if len(packs) == 1 else say("draft.all-packs")
    return msgspec.structs.replace(packs[0], name=name, entries=tuple(entries))


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
