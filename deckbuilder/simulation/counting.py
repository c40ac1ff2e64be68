"""What is counted of many drafts, in sums that can be added up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import msgspec

from deckbuilder.games.tracking import Look
from deckbuilder.simulation.intervals import Moments
from deckbuilder.simulation.winning import Relation, Relations, Wins, Won


class Count(msgspec.Struct, array_like=True):
    """What became of a card with one bot in one seat.

    `seen` copies came before its eyes and `offered` of them could be taken, each once a pack;
    `back` counts how often one that was passed over could be taken later. Of `taken`, `picked`
    came from a pack; `picks` and `squares` are the sums of the numbers of their picks and of the
    squares. `struck` were kept from others. In `decks` decks there are `copies` of it.
    """

    seen: int = 0
    offered: int = 0
    taken: int = 0
    picked: int = 0
    picks: int = 0
    squares: int = 0
    struck: int = 0
    back: int = 0
    decks: int = 0
    copies: int = 0

    def merge(self, more: Count) -> None:
        """Add what another count has."""
        self.seen += more.seen
        self.offered += more.offered
        self.taken += more.taken
        self.picked += more.picked
        self.picks += more.picks
        self.squares += more.squares
        self.struck += more.struck
        self.back += more.back
        self.decks += more.decks
        self.copies += more.copies


class Change(msgspec.Struct):
    """What a draft format card changes: of `drafts`, how many end otherwise without it.

    `cards` are those of all decks of a draft that would be others.
    """

    changed: int = 0
    cards: Moments = msgspec.field(default_factory=Moments)

    def merge(self, more: Change) -> None:
        """Add the drafts of another lot."""
        self.changed += more.changed
        self.cards.merge(more.cards)


Counts = list[list[dict[str, Count]]]
"""By the number of the bot, by seat, by card."""


class Sums(msgspec.Struct):
    """All that is counted of drafts, however many."""

    drafts: int = 0
    counts: Counts = []
    shared: dict[str, int] = {}
    decks: list[list[int]] = []
    measures: list[list[dict[str, Moments]]] = []
    changes: dict[str, Change] = {}
    wins: Wins = {}
    relations: Relations = {}

    @classmethod
    def empty(cls, bots: int, seats: int) -> Sums:
        """Return sums of nothing yet."""
        return cls(
            counts=[[{} for _ in range(seats)] for _ in range(bots)],
            decks=[[0] * seats for _ in range(bots)],
            measures=[[{} for _ in range(seats)] for _ in range(bots)],
        )

    def merge(self, more: Sums) -> None:
        """Add the drafts of other sums."""
        self.drafts += more.drafts
        for bot, seats in enumerate(more.counts):
            for seat, cards in enumerate(seats):
                self.decks[bot][seat] += more.decks[bot][seat]
                add(self.counts[bot][seat], cards, Count)
                add(self.measures[bot][seat], more.measures[bot][seat], Moments)
        for card, count in more.shared.items():
            self.shared[card] = self.shared.get(card, 0) + count
        add(self.changes, more.changes, Change)
        for about, won in more.wins.items():
            add(self.wins.setdefault(about, {}), won, Won)
        for measure, lots in more.relations.items():
            add(self.relations.setdefault(measure, {}), lots, Relation)


def add(into: dict[str, Any], more: Mapping[str, Any], kind: type[Any]) -> None:
    """Merge every sum of `more` into the one of its name, made where there is none yet."""
    for name, sums in more.items():
        if name not in into:
            into[name] = kind()
        into[name].merge(sums)


def count_looks(counts: Sequence[dict[str, Count]], looks: Iterable[Look]) -> None:
    """Count what seats saw and chose; `counts` is by seat, by card."""
    for look in looks:
        cards = counts[look.seat]
        for card in look.fresh:
            _of(cards, card).seen += 1
        for card in look.again:
            _of(cards, card).back += 1
        for card in look.offered:
            _of(cards, card).offered += 1
        chosen = _of(cards, look.chosen)
        if look.action == "strike":
            chosen.struck += 1
            continue
        chosen.taken += 1
        if look.pick is not None:
            chosen.picked += 1
            chosen.picks += look.pick
            chosen.squares += look.pick**2


def count_deck(cards: dict[str, Count], deck: Sequence[str]) -> None:
    """Count a deck that was drafted."""
    for card in deck:
        _of(cards, card).copies += 1
    for card in {*deck}:
        _of(cards, card).decks += 1


def _of(cards: dict[str, Count], card: str) -> Count:
    found = cards.get(card)
    if found is None:
        found = cards[card] = Count()
    return found


def totals(counts: Counts) -> dict[str, Count]:
    """Return the counts of each card with all bots and in all seats, sorted by card."""
    found: dict[str, Count] = {}
    for cards in chain.from_iterable(counts):
        add(found, cards, Count)
    return dict(sorted(found.items()))
