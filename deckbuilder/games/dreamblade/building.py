"""What makes a warband good: few aspects that meet each other's symbols, and cheap spawns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations
from typing import get_args

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck, copies
from deckbuilder.formats.problem import enumerate_words
from deckbuilder.games.characters import numbers_of
from deckbuilder.games.dreamblade.card import Aspect, Miniature
from deckbuilder.games.dreamblade.rating import Curve, Model, model
from deckbuilder.games.planning import Fact, Ground, Plan, Weigh, drawn
from deckbuilder.words import say

DRAFTER = "drafter"
MOST_COPIES = 3
SIZE = 16
"""So many copies of a title, and miniatures, count where a choice of aspects is valued."""


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the data file; see its comments."""

    spread: float
    aspects: int
    kept: float
    strange: float
    temper: float
    copy: float
    unique: float


@cache
def numbers() -> Numbers:
    """Return the shipped numbers. Raises InputError where the file is not as it should be."""
    return numbers_of("dreamblade", Numbers, of="builder")


class WarbandPlan:
    """A warband around some aspects in the making."""

    rank = 0
    parts = ("rating", "kept", "aspects", "curve", "copy")

    def __init__(self, aspects: tuple[str, ...], start: Deck) -> None:
        self.headers = start.headers
        self._aspects = frozenset(aspects)
        self._named = aspects
        self._model: Model = model()
        self._weights: Mapping[str, float] = self._model.characters[DRAFTER].weights

    def about(self, deck: Deck) -> str:
        """Tell the aspects."""
        named = enumerate_words([say(f"dreamblade.aspects.{each}") for each in self._named])
        return say("build.dreamblade.aspects", aspects=named) if named else ""

    def fits(self, card: Card, section: str) -> bool:
        """Every miniature that the format allows fits."""
        return isinstance(card, Miniature)

    def worths(self, card: Miniature) -> tuple[float, float]:
        """Return what a miniature is worth by itself in such a warband: rating, aspects kept to.

        The unknown counts 0.
        """
        kept = 0.0
        named = {*(card.aspects or ()), *(card.aspect_cost or ())}
        if self._aspects and named:
            kept = numbers().kept if named <= self._aspects else numbers().strange
        return self._model.rating.of(card), kept

    def worth(self, card: Miniature) -> float:
        """Return both together."""
        return sum(self.worths(card))

    def weigh(self, deck: Deck) -> Weigh:
        """Count a warband by aspects given and asked for, by cost and by title."""
        counts = _Counts(deck, self._model.curve)
        held = {title: count for title, (count, _) in copies(deck.entries).items()}

        def weigh(card: Card, section: str) -> tuple[float, ...]:
            if not isinstance(card, Miniature):
                return (0.0,) * len(self.parts)
            further = numbers().unique if card.unique else numbers().copy
            return (
                *self.worths(card),
                self._weights["aspects"] * counts.aspects(card),
                self._weights["curve"] * counts.curve(card),
                further * held.get(fold(card.name), 0),
            )

        return weigh


class _Counts:
    """A warband counted once, to weigh further miniatures."""

    def __init__(self, deck: Deck, curve: Curve) -> None:
        self._given, self._asked = Counter[str](), Counter[str]()
        self._total = deck.size()
        self._curve = curve
        cheap = priced = 0
        for entry in deck.entries:
            card = entry.card
            if not isinstance(card, Miniature):
                continue
            for aspect in _given(card):
                self._given[aspect] += entry.count
            for aspect in set(card.aspect_cost or ()):
                self._asked[aspect] += entry.count
            if card.spawn_cost is not None:
                priced += entry.count
                cheap += entry.count * (card.spawn_cost <= curve.cheap)
        self._missing = curve.cheap_share - (cheap / priced if priced else curve.cheap_share)

    def aspects(self, card: Miniature) -> float:
        """The share of own miniatures that meet its symbols, and of symbols that it meets."""
        if not self._total:
            return 0.0
        met = sum(self._given[aspect] for aspect in set(card.aspect_cost or ()))
        meets = sum(self._asked[aspect] for aspect in set(_given(card)))
        return (met + meets) / self._total

    def curve(self, card: Miniature) -> float:
        """How much a cheap one is missing, or a dear one too many."""
        if card.spawn_cost is None:
            return 0.0
        if card.spawn_cost <= self._curve.cheap:
            return self._missing
        return min(0.0, -self._missing) if card.spawn_cost >= self._curve.dear else 0.0


class DreambladeBuilder:
    """The taste of Dreamblade."""

    wishes: tuple[str, ...] = ()
    size: int | None = None

    @property
    def spread(self) -> float:
        """How far the seed moves a miniature."""
        return numbers().spread

    def plans(self, ground: Ground, start: Deck) -> Iterable[Plan]:
        """Yield plans by aspects: those of the start first, the others as the seed draws them."""
        held = Counter(
            aspect
            for entry in start.entries
            if isinstance(entry.card, Miniature)
            for aspect in entry.card.aspects or ()
            for _ in range(entry.count)
        )
        own = {aspect for aspect, _ in held.most_common(numbers().aspects)}
        choices = [
            WarbandPlan(pair, start)
            for pair in combinations(get_args(Aspect), numbers().aspects)
            if own <= set(pair)
        ]
        values = [_value(plan, ground) for plan in choices]
        return drawn(choices, values, numbers().temper, ground.stream)

    def facts(self, deck: Deck) -> tuple[Fact, ...]:
        """Return the aspects that are given and the mean spawn cost."""
        aspects = Counter[str]()
        costs = []
        for entry in deck.entries:
            if isinstance(entry.card, Miniature):
                for aspect in entry.card.aspects or ():
                    aspects[aspect] += entry.count
                if entry.card.spawn_cost is not None:
                    costs.extend([entry.card.spawn_cost] * entry.count)
        return (
            Fact("aspects", {each: aspects[each] for each in get_args(Aspect) if aspects[each]}),
            Fact("spawn-cost", sum(costs) / len(costs) if costs else None),
        )


BUILDER = DreambladeBuilder()


def _value(plan: WarbandPlan, ground: Ground) -> float:
    """Return the mean worth of the best miniatures that a supply has for a plan."""
    total, places = 0.0, SIZE
    cards = [card for card in ground.supply.cards.values() if isinstance(card, Miniature)]
    for worth, card in sorted(
        ((plan.worth(card), card) for card in cards), key=lambda pair: -pair[0]
    ):
        left = ground.supply.left(fold(card.name), 0)
        taken = min(places, MOST_COPIES if left is None else min(MOST_COPIES, left))
        total += worth * taken
        places -= taken
    return total / SIZE


def _given(card: Miniature) -> tuple[str, ...]:
    """The aspects whose symbols a miniature meets: creatures only (DRB-10)."""
    return () if card.type == "location" else card.aspects or ()
