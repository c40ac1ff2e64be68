"""What a game brings so that its lists are good: plans, worths, and what tells of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import exp, log
from typing import Literal, Protocol, TypeVar

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.decks.deck import Deck
from deckbuilder.formats.format import Format
from deckbuilder.games.supply import Supply
from deckbuilder.tables.chance import Stream

FINE = 1 << 20
"""Steps of the small differences that a seed makes between cards."""
LEAST_CHANCE = 1e-9

T = TypeVar("T")
Weigh = Callable[[Card, str], tuple[float, ...]]
"""The worth of one more copy of a card in a section, for a deck that was looked at.

Its parts stand in the order of the plan's `parts`; their sum is what chooses.
"""
CHANCE = "chance"
"""The part of every score that the seed gives."""
Reason = Literal["kept", "must", "listed", "chosen"]


class Fact(msgspec.Struct, frozen=True):
    """What lists are compared by: a word, a count, counts by a value, or a mean; None if unknown.

    `id` is the heading's: `build.columns.<id>`.
    """

    id: str
    value: str | int | float | dict[str, int] | None


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """Why copies of a card are in a list.

    They were in the part (`kept`), asked for (`must`), in a list that the format asks for
    exactly (`listed`), or `chosen`; then `parts` are what its score was the sum of, and `rule`
    the number of the rule that still lacked cards.
    """

    card: Card | None
    title: str
    section: str
    copies: int
    reason: Reason
    rule: str | None = None
    parts: tuple[tuple[str, float], ...] = ()

    @property
    def total(self) -> float | None:
        """The score that it was chosen by."""
        return sum(worth for _, worth in self.parts) if self.parts else None


class Ground(msgspec.Struct, frozen=True):
    """What a list is built from. `wishes` are those that the game's builder knows."""

    format: Format
    catalog: Catalog
    supply: Supply
    wishes: Mapping[str, str]
    stream: Stream


class Plan(Protocol):
    """One way to go about a list, such as the races that it keeps to."""

    @property
    def rank(self) -> int:
        """Plans of a lower rank are tried first."""

    @property
    def headers(self) -> tuple[tuple[str, str], ...]:
        """All header lines of the list."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of what a worth is the sum of, in its order: `build.parts.<name>`."""

    def fits(self, card: Card, section: str) -> bool:
        """Tell whether a card belongs into such a list at all."""

    def weigh(self, deck: Deck) -> Weigh:
        """Look at a deck once and return how to weigh further cards."""

    def about(self, deck: Deck) -> str:
        """Return a sentence about the list that came of it, empty where there is none to say."""


class Builder(Protocol):
    """What a game offers so that its lists are good and not only legal.

    `wishes` are what a player may ask for by name, such as a capital. `size` is what a list
    comes to where the format leaves it open. `spread` is how far two cards of a like worth may
    change places by the seed.
    """

    @property
    def wishes(self) -> tuple[str, ...]:
        """Names of what a player may ask for."""

    @property
    def size(self) -> int | None:
        """Cards of a list whose format leaves it open."""

    @property
    def spread(self) -> float:
        """The greatest difference that the seed makes to a card's worth."""

    def plans(self, ground: Ground, start: Deck) -> Iterable[Plan]:
        """Yield plans for a list that begins with these cards, those to be tried first first.

        Raises InputError for a wish that cannot be understood.
        """

    def facts(self, deck: Deck) -> tuple[Fact, ...]:
        """Return what lists of this game are compared by, beside types and size."""


def drawn(choices: Sequence[T], values: Sequence[float], temper: float, stream: Stream) -> list[T]:
    """Return choices in an order that the seed draws, those of a higher value mostly first.

    A choice that is worth `temper` more than another is e times as likely to go first.
    """
    best = max(values, default=0.0)
    keys = []
    for value in values:
        chance = max(exp((value - best) / temper), LEAST_CHANCE)
        keys.append(log((stream.below(FINE) + 1) / (FINE + 1)) / chance)
    rows = sorted(range(len(choices)), key=lambda row: -keys[row])
    return [choices[row] for row in rows]
