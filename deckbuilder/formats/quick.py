"""The quick look at a deck: which rules may find something in it.

What a rule needs to know of single cards is worked out once a card and packed into two numbers:
marks, which are joined over the deck, and shares, which are added up by copies. One pass over the
entries gives both for all rules together, and each rule tells from them that it finds nothing. A
rule may suspect a deck that is clean: the check itself decides. It never passes one that is not.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.formats.counting import Headers

FIELD_BITS = 32
FIELD = (1 << FIELD_BITS) - 1
"""Masks the sum of one number of cards, once it is shifted to its place."""
MOST_COPIES = 1_000
MOST_LINES = 10_000
MOST_SHARE = 100
"""Beyond these a deck is looked at by the checks alone, so that no sum leaves its field."""

Clean = Callable[[int, int, Headers], bool]
"""Tells from the marks, the sums and the header lines that a rule finds nothing."""
Sections = tuple[str, ...]
_Facts = tuple[int, int, int, str]
_STRANGE: _Facts = (0, 0, -1, "")


class Ledger:
    """What the rules of a format ask to be told about the cards of a deck.

    Each method is limited to some sections, to none of them when there are none. A mask is a
    bit for each key; a place is where the sum of a number stands: `sums >> place & FIELD`.
    """

    def __init__(self, cards: Mapping[str, Card]) -> None:
        self._cards = cards
        self._marks: list[tuple[Sections, Callable[[Card], int]]] = []
        self._shares: list[tuple[Sections, int, Callable[[Card], int]]] = []
        self._limits: list[tuple[Sections, int, Callable[[Card], int | None]]] = []
        self._never: list[int] = []
        self._bits = 0
        self._rule = 0

    def masks(
        self, sections: Sections, keys: Iterable[Hashable], key_of: Callable[[Card], Hashable]
    ) -> dict[Hashable, int]:
        """Return a mask for each key, the first one lowest: set where a card has the key."""
        masks: dict[Hashable, int] = {}
        for key in keys:
            if key not in masks:
                masks[key] = 1 << self._bits
                self._bits += 1
        self._marks.append((sections, lambda card: masks.get(key_of(card), 0)))
        return masks

    def mask(self, sections: Sections, test: Callable[[Card], Any]) -> int:
        """Return the mask that is set where a card passes a test."""
        return self.masks(sections, (True,), lambda card: bool(test(card)))[True]

    def never(self, sections: Sections, test: Callable[[Card], Any]) -> None:
        """Suspect every deck with a card that passes a test."""
        self._never[self._rule] |= self.mask(sections, test)

    def place(self, sections: Sections, number: Callable[[Card], int]) -> int:
        """Return the place of the sum of a number, from 0 to MOST_SHARE a copy."""
        place = len(self._shares) * FIELD_BITS
        self._shares.append((sections, place, number))
        return place

    def limit(self, sections: Sections, most: Callable[[Card], int | None]) -> None:
        """Suspect every deck with more copies of a title than `most`; None is no limit."""
        self._limits.append((sections, self._rule, most))

    def next_rule(self) -> None:
        """Begin with the rule that speaks from now on."""
        self._rule = len(self._never)
        self._never.append(0)

    def never_of(self, rule: int) -> int:
        """Return the marks that make a rule suspicious whatever else there is."""
        return self._never[rule]

    def limited(self) -> frozenset[int]:
        """Return the rules that limit copies."""
        return frozenset(rule for _, rule, _ in self._limits)

    def facts(self, section: str) -> _Cards:
        """Return what is to be told of each card in a section."""
        return _Cards(self._cards, lambda card: self._facts_of(card, section))

    def _facts_of(self, card: Card, section: str) -> _Facts:
        marks = shares = 0
        for sections, mark in self._marks:
            if not sections or section in sections:
                marks |= mark(card)
        for sections, place, number in self._shares:
            if not sections or section in sections:
                share = number(card)
                if not 0 <= share <= MOST_SHARE:
                    return _STRANGE
                shares |= share << place
        limits = [MOST_COPIES]
        for sections, _, most in self._limits:
            if not sections or section in sections:
                limit = most(card)
                limits += [] if limit is None else [limit]
        return marks, shares, min(limits), fold(card.name)


class _Cards(dict[str, _Facts]):
    """Marks, shares, limit and title of each card by id, worked out when first asked for."""

    def __init__(self, cards: Mapping[str, Card], told: Callable[[Card], _Facts]) -> None:
        super().__init__()
        self._known = cards
        self._facts_of = told

    def __missing__(self, card_id: str) -> _Facts:
        card = self._known.get(card_id)
        facts = self[card_id] = _STRANGE if card is None else self._facts_of(card)
        return facts


_NO_FACTS = _Cards({}, lambda card: _STRANGE)
"""Those of a section that a format does not have."""


class QuickLook:
    """The quick looks of a format's rules together.

    `rules` are their quick looks bound to parameters and cards, None for a rule without one;
    `meant` are the cards that a name alone means in place of others.
    """

    def __init__(
        self,
        cards: Mapping[str, Card],
        sections: Iterable[str],
        rules: Sequence[Callable[[Ledger], Clean | None] | None],
        meant: Mapping[str, Card],
    ) -> None:
        ledger = Ledger(cards)
        self._clean: list[tuple[int, Clean]] = []
        for row, rule in enumerate(rules):
            ledger.next_rule()
            if rule is not None and (clean := rule(ledger)) is not None:
                self._clean.append((row, clean))
        self._meant = meant
        self._without = tuple(row for row, rule in enumerate(rules) if rule is None)
        self._limited = ledger.limited()
        self._never = {row: mask for row in range(len(rules)) if (mask := ledger.never_of(row))}
        self._any_never = 0
        for mask in self._never.values():
            self._any_never |= mask
        self._facts = {section: ledger.facts(section) for section in sections}

    def suspects(self, deck: Deck) -> Sequence[int] | None:
        """Return the rows of the rules that may find something, in order.

        None where a deck is out of the ordinary: unknown cards or sections, lines that contradict
        themselves, numbers beyond all reason.
        """
        added = self._added(deck.entries)
        if added is None:
            return None
        marks, sums, over = added
        headers = deck.headers
        if over or marks & self._any_never:
            return self._suspected(marks, sums, headers, over=over)
        for _, clean in self._clean:
            if not clean(marks, sums, headers):
                return self._suspected(marks, sums, headers, over=over)
        return self._without

    def _added(self, entries: Sequence[Entry]) -> tuple[int, int, bool] | None:
        """Return marks, sums and whether a title is above its limit; None for an odd deck."""
        marks = sums = 0
        over = False
        titles = set[str]()
        note = titles.add
        section, table = "", _NO_FACTS
        for entry in entries:
            card = entry.card
            if card is None or entry.contradicted:
                return None
            if entry.by_name:
                card = self._meant.get(card.id, card)
            if entry.section is not section:
                section = entry.section
                table = self._facts.get(section, _NO_FACTS)
            mark, share, most, title = table[card.id]
            count = entry.count
            if not 0 < count <= most:
                if most < 0 or not 0 < count <= MOST_COPIES:
                    return None
                over = True
            marks |= mark
            sums += share * count
            note(title)
        if len(titles) < len(entries):
            if len(entries) > MOST_LINES:
                return None
            over = over or self._over(entries)
        return marks, sums, over

    def _over(self, entries: Sequence[Entry]) -> bool:
        """Tell whether a title that stands on several lines is above its lowest limit."""
        left: dict[str, tuple[int, int]] = {}
        for entry in entries:
            if entry.card is not None:
                card = self._meant.get(entry.card.id, entry.card) if entry.by_name else entry.card
                _, _, most, title = self._facts[entry.section][card.id]
                count, lowest = left.get(title, (0, most))
                left[title] = count + entry.count, min(lowest, most)
        return any(count > lowest for count, lowest in left.values())

    def _suspected(self, marks: int, sums: int, headers: Headers, *, over: bool) -> list[int]:
        rows = {*self._without, *(self._limited if over else ())}
        rows.update(row for row, mask in self._never.items() if marks & mask)
        rows.update(row for row, clean in self._clean if not clean(marks, sums, headers))
        return sorted(rows)
