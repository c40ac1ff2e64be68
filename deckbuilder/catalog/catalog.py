"""A game's cards, and the look-up by name, by set and number, and by id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from deckbuilder.catalog.card import Card, CardSet
from deckbuilder.catalog.names import fold, loose

LEAST_LIKENESS = 60
"""Below this (of 100) a title is no suggestion for a name."""


class Catalog:
    """All cards of one game, in release order.

    `titles` maps a folded name (English or Japanese) to all printings under it. `digest`
    changes whenever a card file changes. `aliases` maps names that people type to titles.
    """

    def __init__(
        self,
        game: str,
        sets: Sequence[CardSet],
        cards: Sequence[Card],
        titles: Mapping[str, Sequence[int]],
        aliases: Mapping[str, str],
        digest: str,
        card_type: type[Card],
    ) -> None:
        self.game = game
        self.card_type = card_type
        self.sets = tuple(sets)
        self.cards = tuple(cards)
        self.digest = digest
        self._titles = titles
        self._aliases = aliases

    @cached_property
    def by_id(self) -> dict[str, Card]:
        """Cards by id."""
        return {card.id: card for card in self.cards}

    @cached_property
    def sets_by_id(self) -> dict[str, CardSet]:
        """Sets by id."""
        return {card_set.id: card_set for card_set in self.sets}

    @cached_property
    def title_keys(self) -> tuple[tuple[str, str, Sequence[int]], ...]:
        """Every folded title, the same without punctuation, and the rows of its printings."""
        return tuple((title, loose(title), rows) for title, rows in self._titles.items())

    @cached_property
    def _by_loose_title(self) -> dict[str, str | None]:
        found: dict[str, str | None] = {}
        for title in self._titles:
            key = loose(title)
            found[key] = None if key in found else title
        return found

    def card(self, card_id: str) -> Card:
        """Return the card with this id. Raises KeyError."""
        return self.by_id[card_id]

    def printings(self, name: str) -> tuple[Card, ...]:
        """Return every printing of the card that this name means, oldest first.

        The name is matched folded, then without its punctuation where only one title is
        meant, then as a known alias; never by likeness. Empty when there is no such card.
        """
        key = fold(name)
        rows = self._titles.get(key)
        if rows is None:
            key = self._by_loose_title.get(loose(key)) or fold(self._aliases.get(key, ""))
            rows = self._titles.get(key, ())
        return tuple(self.cards[row] for row in rows)

    def find(
        self, name: str, set_name: str | None = None, number: int | None = None
    ) -> Card | None:
        """Return the printing that a list's line means, or None.

        Without `set_name` and `number` this is the oldest printing that a deck may hold, else
        the oldest. Where no printing fits them, the name alone decides.
        """
        printings = self.printings(name)
        if not printings:
            return None
        fitting = [
            card
            for card in printings
            if (set_name is None or self.is_set(card.set, set_name))
            and (number is None or card.number == number)
        ]
        candidates: Sequence[Card] = fitting or printings
        return next((card for card in candidates if not card.never_in_deck), candidates[0])

    def by_number(self, set_name: str, number: int) -> Card | None:
        """Return the card with this number in the set of this id, name or abbreviation."""
        for card in self.cards:
            if card.number == number and self.is_set(card.set, set_name):
                return card
        return None

    def is_set(self, set_id: str, name: str) -> bool:
        """Tell whether `name` is a way to write this set: id, name, abbreviation, sans "Set"."""
        wanted = fold(name).removesuffix(" set")
        card_set = self.sets_by_id[set_id]
        known = (card_set.id, card_set.name, card_set.name_ja, card_set.abbreviation)
        return any(wanted == fold(each).removesuffix(" set") for each in known if each)

    def nearest(self, name: str, limit: int = 3) -> tuple[str, ...]:
        """Return up to `limit` titles that resemble a name, best first, as suggestions only.

        Words are compared, not letters, so that "Chaos/Orc Alliance" suggests the alliance of
        these races and not a title that merely looks alike.
        """
        from rapidfuzz import fuzz

        wanted = loose(fold(name))
        scored = []
        for title in dict.fromkeys(card.name for card in self.cards):
            key = loose(fold(title))
            words, letters = fuzz.token_set_ratio(wanted, key), fuzz.ratio(wanted, key)
            likeness = 0.6 * words + 0.4 * letters
            if likeness >= LEAST_LIKENESS:
                scored.append((-likeness, title))
        return tuple(title for _, title in sorted(scored)[:limit])


def title_index(cards: Iterable[Card]) -> dict[str, list[int]]:
    """Return rows of cards by folded name, English and Japanese."""
    titles: dict[str, list[int]] = {}
    for row, card in enumerate(cards):
        for key in {fold(name) for name in (card.name, card.name_ja) if name}:
            titles.setdefault(key, []).append(row)
    return titles
