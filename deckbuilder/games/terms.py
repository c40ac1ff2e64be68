"""What a list must hold, must not hold, and how many cards of a type it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from deckbuilder.catalog.wording import title as title_of
from deckbuilder.catalog.wording import value_words
from deckbuilder.decks.deck import Deck, title_key
from deckbuilder.errors import Fault, InputError
from deckbuilder.games.supply import Supply
from deckbuilder.words import later


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """Terms of one list: `must` has the least copies by folded title, `never` folded titles.

    `counts` has the exact number of cards by type, over all sections.
    """

    must: Mapping[str, int] = {}
    never: frozenset[str] = frozenset()
    counts: Mapping[str, int] = {}

    def refuse_conflicts(self, part: Deck, supply: Supply, size: int | None) -> None:
        """Raise InputError with every term that cannot be met together with the others."""
        faults = list(self._conflicts(part, supply, size))
        if faults:
            raise InputError(faults)

    def open_to(self, supply: Supply) -> Supply:
        """Return a supply without the cards that may not be in the list."""
        cards = {title: card for title, card in supply.cards.items() if title not in self.never}
        return Supply(cards, supply.copies)

    def missing(self, deck: Deck) -> Counter[str]:
        """Return how many cards of each type a deck lacks; a negative number is too many."""
        have = types_of(deck)
        return Counter({kind: need - have[kind] for kind, need in self.counts.items()})

    def _conflicts(self, part: Deck, supply: Supply, size: int | None) -> Iterator[Fault]:
        held, names = Counter[str](), dict[str, str]()
        for entry in part.entries:
            held[title_key(entry)] += entry.count
            names[title_key(entry)] = entry.title
        for title in held:
            if title in self.never:
                yield Fault.of("build.part-and-never", card=names[title])
        for title, need in self.must.items():
            yield from self._about(title, need, held[title], names.get(title, title), supply)
        added = {title: max(0, need - held[title]) for title, need in self.must.items()}
        yield from self._above(held.total() + sum(added.values()), size)
        kinds = types_of(part)
        for title, count in added.items():
            if (card := supply.cards.get(title)) is not None:
                kinds[card.type] += count
        for kind, need in self.counts.items():
            if kinds[kind] > need:
                yield Fault.of(
                    "build.must-above-count",
                    type=later(value_words, kind, "type"),
                    have=kinds[kind],
                    need=need,
                )

    def _about(
        self, title: str, need: int, held: int, name: str, supply: Supply
    ) -> Iterator[Fault]:
        """Yield what forbids a card that must be in; `name` is what the list calls it."""
        card = supply.cards.get(title)
        added = max(0, need - held)
        if title in self.never:
            known = later(title_of, card) if card else title
            yield Fault.of("build.must-and-never", card=known)
        elif card is None:
            if added:
                yield Fault.of("build.not-there", card=name)
        elif (left := supply.left(title, held)) is not None and left < added:
            yield Fault.of(
                "build.too-few-there",
                card=later(title_of, card),
                have=max(0, left) + held,
                need=need,
            )

    def _above(self, least: int, size: int | None) -> Iterator[Fault]:
        """Yield what is more than the size of the list."""
        if size is None:
            return
        if least > size:
            yield Fault.of("build.must-above-size", cards=least, size=size)
        if sum(self.counts.values()) > size:
            yield Fault.of("build.counts-above-size", cards=sum(self.counts.values()), size=size)


def types_of(deck: Deck) -> Counter[str]:
    """Count the cards of a deck by type; cards that nobody knows have none."""
    found = Counter[str]()
    for entry in deck.entries:
        if entry.card is not None:
            found[entry.card.type] += entry.count
    return found
