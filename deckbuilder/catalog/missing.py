"""What nobody knows of the cards yet: the facts that are missing, and the cards without a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from deckbuilder.catalog.card import Card, CardSet
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.coverage import has_fact, is_known


class MissingInSet(msgspec.Struct, frozen=True):
    """The cards of a set that lack facts, and how many of its cards are not known at all.

    `numbers` are the numbers of the set that no known card has, where cards are numbered.
    """

    card_set: CardSet
    cards: tuple[Card, ...]
    unnamed: int
    numbers: tuple[int, ...]


def missing_facts(card: Card) -> tuple[str, ...]:
    """Return the facts worth knowing that nobody knows of a card."""
    return tuple(
        field for field in card.facts if has_fact(card, field) and not is_known(card, field)
    )


def missing_in_sets(catalog: Catalog, cards: Iterable[Card]) -> Iterator[MissingInSet]:
    """Yield the sets of these cards in which something is missing, in release order.

    Cards without a name are counted where all known cards of their set are among them.
    """
    by_set: dict[str, list[Card]] = {}
    for card in cards:
        by_set.setdefault(card.set, []).append(card)
    every = sum(map(len, by_set.values())) == len(catalog.cards)
    for card_set in catalog.sets:
        here = by_set.get(card_set.id, [])
        known = [card for card in catalog.cards if card.set == card_set.id]
        lacking = tuple(card for card in here if missing_facts(card))
        whole = (every or bool(here)) and len(here) == len(known) and card_set.official
        unnamed = max(0, (card_set.size or 0) - len(known)) if whole else 0
        if lacking or unnamed:
            taken = {card.number for card in known}
            free = [n for n in range(1, (card_set.size or 0) + 1) if n not in taken]
            numbers = tuple(free[:unnamed]) if len(free) == unnamed else ()
            yield MissingInSet(card_set, lacking, unnamed, numbers)
