"""A game's cards, and the look-up by name, by set and number, and by id."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from deckbuilder.catalog.card import Card, CardSet
from deckbuilder.catalog.names import LEAST_LIKENESS, KnownNames, fold, loose, squeeze
from deckbuilder.errors import Fault, refusal
from deckbuilder.sanitizing import shown

_BRACKET = re.compile(r"\s*[(\[]")
_SET_AND_NUMBER = re.compile(r"(.+?)(?:[\s,:#]+0*(\d{1,4}))?\s*[)\]]\s*")


class Stored(msgspec.Struct, frozen=True):
    """A catalogue as the cache keeps it: the cards stay encoded until one of them is needed."""

    sets: tuple[CardSet, ...]
    cards: msgspec.Raw
    titles: dict[str, list[int]]
    aliases: dict[str, str]
    notices: tuple[Fault, ...] = ()


class Catalog:
    """All cards of one game, in release order.

    `stored.titles` maps a folded name (English or Japanese) to all printings under it. `digest`
    changes whenever a card file changes. `aliases` maps names that people type, folded, to
    titles. `notices` says where a user's cards contradict the shipped ones.
    """

    def __init__(self, game: str, stored: Stored, digest: str, card_type: type[Card]) -> None:
        self.game = game
        self.card_type = card_type
        self.sets = stored.sets
        self.digest = digest
        self.aliases: Mapping[str, str] = stored.aliases
        self.notices = stored.notices
        self._titles: Mapping[str, Sequence[int]] = stored.titles
        self._encoded = stored.cards

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All printings, in release order, the fan-made ones last."""
        kind: Any = tuple[self.card_type, ...]  # type: ignore[name-defined]  # a type of run time
        cards: tuple[Card, ...] = msgspec.msgpack.decode(self._encoded, type=kind)
        return cards

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
        return _unambiguous((loose(title), title) for title in self._titles)

    @cached_property
    def _by_loose_alias(self) -> dict[str, str | None]:
        return _unambiguous((loose(typed), fold(name)) for typed, name in self.aliases.items())

    @cached_property
    def _sets_by_name(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for each in self.sets:
            for name in (each.id, each.name, each.name_ja, each.abbreviation):
                if name and each.id not in (ids := found.setdefault(_set_key(name), [])):
                    ids.append(each.id)
        return found

    @cached_property
    def _by_number(self) -> dict[tuple[str, int], Card]:
        return {
            (card.set, card.number): card
            for card in reversed(self.cards)
            if card.number is not None
        }

    def card(self, card_id: str) -> Card:
        """Return the card with this id. Raises InputError for one that no card file has."""
        try:
            return self.by_id[card_id]
        except KeyError:
            raise refusal("cards.no-such-id", id=shown(card_id)) from None

    def printings(self, name: str) -> tuple[Card, ...]:
        """Return every printing of the card that this name means, oldest first.

        The name is matched folded, then without its punctuation where only one title is
        meant, then as a known alias; never by likeness. Empty when there is no such card.
        """
        return self._titled(name) or self._aliased(name)

    def find(
        self, name: str, set_name: str | None = None, number: int | None = None
    ) -> Card | None:
        """Return the printing that a list's line means, or None.

        Without `set_name` and `number` this is the oldest printing that a deck may hold, else
        the oldest. Where no printing fits them, the name alone decides; a set and a number
        alone mean no card, for one wrong digit would be another card.
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
        found = (self._by_number.get((set_id, number)) for set_id in self.sets_named(set_name))
        return next(filter(None, found), None)

    def is_set(self, set_id: str, name: str) -> bool:
        """Tell whether `name` is a way to write this set: id, name, abbreviation, sans "Set"."""
        return set_id in self.sets_named(name)

    def sets_named(self, name: str) -> Sequence[str]:
        """Return the ids of the sets that this id, name or abbreviation means."""
        return self._sets_by_name.get(_set_key(name), ())

    def reference(self, card: Card) -> str:
        """Return what names this printing and no other: "Innovation (Core Set, 119)"."""
        number = f", {card.number}" if card.number is not None else ""
        return f"{card.name} ({self.sets_by_id[card.set].name}{number})"

    def by_reference(self, text: str) -> tuple[Card, ...]:
        """Return the printings that a name, or a name with set and number behind it, means."""
        if found := self.printings(text):
            return found
        for bracket in _BRACKET.finditer(text):
            printing = _SET_AND_NUMBER.fullmatch(text[bracket.end() :])
            if printing is None:
                continue
            set_name, number = printing.groups()
            found += tuple(
                card
                for card in self.printings(text[: bracket.start()])
                if self.is_set(card.set, set_name) and number in (None, str(card.number))
            )
        return found

    def nearest(self, name: str, limit: int = 3, least: float = LEAST_LIKENESS) -> tuple[str, ...]:
        """Return up to `limit` titles that resemble a name, best first, as suggestions only."""
        return self._known_names.nearest(name, limit, least)

    @cached_property
    def _known_names(self) -> KnownNames:
        return KnownNames(
            title for card in self.cards for title in (card.name, card.name_ja) if title
        )

    @cached_property
    def first_words(self) -> frozenset[str]:
        """The words with which names and aliases begin, folded, with and without punctuation."""
        keys = (*self._titles, *self.aliases)
        forms = (form.split(maxsplit=1) for key in keys for form in (key, loose(key)))
        return frozenset(words[0] for words in forms if words)

    def no_card(self, name: str) -> Fault:
        """Return what is to be told of a name that no card has."""
        near = self.nearest(name)
        return Fault.of("cards.unknown-near" if near else "cards.unknown", name=name, nearest=near)

    def _titled(self, name: str) -> tuple[Card, ...]:
        key = fold(name)
        rows = self._titles.get(key)
        if rows is None:
            rows = self._titles.get(self._by_loose_title.get(loose(key)) or "", ())
        return tuple(self.cards[row] for row in rows)

    def _aliased(self, name: str) -> tuple[Card, ...]:
        key = fold(name)
        meant = self.aliases.get(key) or self._by_loose_alias.get(loose(key)) or ""
        return tuple(self.cards[row] for row in self._titles.get(fold(meant), ()))


def _unambiguous(pairs: Iterable[tuple[str, str]]) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for key, title in pairs:
        found[key] = title if found.get(key, title) == title else None
    return found


def _set_key(name: str) -> str:
    return squeeze(name).removesuffix("set")


def title_index(cards: Iterable[Card]) -> dict[str, list[int]]:
    """Return rows of cards by folded name, English and Japanese."""
    titles: dict[str, list[int]] = {}
    for row, card in enumerate(cards):
        for key in {fold(name) for name in (card.name, card.name_ja) if name}:
            titles.setdefault(key, []).append(row)
    return titles
