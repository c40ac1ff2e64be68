"""The ways in which a deck can obey a format, each a set of bounds on numbers of cards.

Rules leave choices: a side, a starter deck, a section that may stay empty. A branch has made
all of them, so that what is left of the law are sums between bounds. Branches know no deck.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import fold
from deckbuilder.formats.counting import (
    Case,
    Choices,
    FullSets,
    Lot,
    OfTitle,
    Part,
    SomeTitles,
    Total,
    within,
)

MOST_BRANCHES = 2000
"""A format with more ways to obey is searched in these first ones only."""


class Traits(NamedTuple):
    """How a lot counts: its sign in each total, and the limits that it shares by title."""

    signs: tuple[int, ...]
    limits: tuple[tuple[int, Hashable, int], ...]
    """The row of the limit among the branch's, the key that shares it, and the most copies."""

    @property
    def likeness(self) -> Hashable:
        """What two lots of different titles have in common where each can stand for the other."""
        return self.signs, tuple((row, most) for row, _, most in self.limits)


class Home(NamedTuple):
    """A lot that a title can be added to, and how it counts."""

    lot: Lot
    traits: Traits


Stock = tuple[tuple[tuple[Home, ...], ...], ...]
"""Titles that can be added: groups of titles that stand for each other, each by its homes."""


class Branch:
    """Bounds that a deck must keep, all choices made; `rare` says how many of them are rare."""

    def __init__(self, parts: Iterable[Part], empty: Iterable[str], rare: int = 0) -> None:
        self.rare = rare
        self._base: Branch | None = None
        self.totals: list[Total] = []
        self.limits: list[OfTitle] = []
        self.some: list[SomeTitles] = []
        self.sets: dict[str, FullSets] = {}
        self._forbidden: list[Total] = [Total(lots=within((each,)), most=0) for each in empty]
        for part in parts:
            self._take(part)
        self._traits: dict[tuple[str, str], Traits | None] = {}

    def beside(self, further: Sequence[Part]) -> Branch:
        """Return the same branch with further parts; what is known of lots is not asked again."""
        if not further:
            return self
        more = Branch((), (), self.rare)
        more._base = self
        more.totals.extend(self.totals)
        more.limits.extend(self.limits)
        more.some.extend(self.some)
        more.sets.update(self.sets)
        for part in further:
            more._take(part)
        return more

    @cached_property
    def _named(self) -> frozenset[str]:
        needed = (title for each in self.limits for title in each.needs)
        chosen = (title for each in self.some for title in each.titles)
        return frozenset((*needed, *chosen))

    def _take(self, part: Part) -> None:
        if isinstance(part, OfTitle):
            self.limits.append(part)
        elif isinstance(part, SomeTitles):
            self.some.append(part)
        elif isinstance(part, FullSets):
            self.sets[part.section] = part
        elif part.forbids:
            self._forbidden.append(part)
        else:
            self.totals.append(part)

    def traits(self, lot: Lot) -> Traits | None:
        """Return how a lot counts, None for one that may not be there."""
        key = lot.section, lot.card.id if lot.card is not None else f"?{lot.title}"
        if key not in self._traits:
            self._traits[key] = self._found(lot)
        return self._traits[key]

    def _found(self, lot: Lot) -> Traits | None:
        known: Traits | None = Traits((), ())
        if self._base is not None:
            known = self._base.traits(lot)
        if known is None or any(each.lots(lot) for each in self._forbidden):
            return None
        base = self._base
        further = self.totals[len(base.totals) :] if base is not None else self.totals
        signs = tuple(
            int(each.lots(lot)) - int(each.against is not None and each.against(lot))
            for each in further
        )
        limits = list(known.limits)
        for row in range(len(base.limits) if base is not None else 0, len(self.limits)):
            each = self.limits[row]
            if each.lots(lot) and (most := each.most(lot)) is not None:
                if most <= 0:
                    return None
                limits.append((row, each.key(lot), most))
        return Traits((*known.signs, *signs), tuple(limits))

    def names(self, title: str) -> bool:
        """Tell whether the law names a title, so that no other can stand for it."""
        return title in self._named

    def stock(self, cards: Iterable[Lot]) -> Stock:
        """Return the titles among some lots that can be added, those that are alike together.

        The first lot of a title in a section stands for its other printings. A title that the
        law names is like no other.
        """
        homes: dict[str, dict[str, Home]] = {}
        for lot in cards:
            there = homes.setdefault(lot.title, {})
            if lot.section not in there and (traits := self.traits(lot)) is not None:
                there[lot.section] = Home(lot, traits)
        groups: dict[Hashable, list[tuple[Home, ...]]] = {}
        for title, there in homes.items():
            if there:
                own = title if self.names(title) else None
                alike = own, tuple((each, home.traits.likeness) for each, home in there.items())
                groups.setdefault(alike, []).append(tuple(there.values()))
        return tuple(map(tuple, groups.values()))

    def least_change(self, deck: Mapping[Lot, int]) -> tuple[int, int]:
        """Return copies that surely go, and copies that surely come: what each bound alone asks."""
        counting = {lot: traits for lot in deck if (traits := self.traits(lot)) is not None}
        forbidden = sum(count for lot, count in deck.items() if lot not in counting)
        outs, comes = zip(
            (0, 0),
            *self._outside_totals(deck, counting),
            *self._outside_limits(deck, counting),
            *((self._unchosen(deck, counting, part), 0) for part in self.some),
            strict=True,
        )
        return forbidden + max(outs), max(comes)

    def _outside_totals(
        self, deck: Mapping[Lot, int], counting: Mapping[Lot, Traits]
    ) -> Iterator[tuple[int, int]]:
        for row, total in enumerate(self.totals):
            # Where lots count against others, a copy that goes and one that comes serve alike.
            if total.against is None:
                have = sum(deck[lot] for lot, traits in counting.items() if traits.signs[row])
                over = 0 if total.most is None else have - total.most
                yield max(0, over), max(0, total.least - have)

    def _outside_limits(
        self, deck: Mapping[Lot, int], counting: Mapping[Lot, Traits]
    ) -> Iterator[tuple[int, int]]:
        shared: dict[tuple[int, Hashable], int] = {}
        most_of: dict[tuple[int, Hashable], int] = {}
        for lot, traits in counting.items():
            for row, key, most in traits.limits:
                shared[row, key] = shared.get((row, key), 0) + deck[lot]
                most_of[row, key] = most
        for row, limit in enumerate(self.limits):
            over = sum(
                max(0, have - most_of[place]) for place, have in shared.items() if place[0] == row
            )
            lacking = sum(
                max(0, need - shared.get((row, title), 0)) for title, need in limit.needs.items()
            )
            yield over, lacking

    @staticmethod
    def _unchosen(deck: Mapping[Lot, int], counting: Mapping[Lot, Traits], part: SomeTitles) -> int:
        """Return the copies of all but the titles of which there are most."""
        copies: dict[str, int] = {}
        for lot in counting:
            if lot.title in part.titles and part.lots(lot):
                copies[lot.title] = copies.get(lot.title, 0) + deck[lot]
        return sum(sorted(copies.values(), reverse=True)[part.most :])

    @property
    def reach(self) -> int:
        """How many copies the bounds can ask for at most, where none is there."""
        needs = sum(sum(each.needs.values()) for each in self.limits)
        sets = sum(each.titles * each.copies for each in self.sets.values())
        return sum(max(0, each.least) for each in self.totals) + needs + sets


def branches(asked: Iterable[Choices]) -> tuple[Branch, ...]:
    """Return every way to obey: one case of each choice, as far as they go together."""
    choices = sorted((cases for each in asked for cases in each), key=len)
    found: list[Branch] = []
    for cases in _chosen(choices, 0, frozenset(), ()):
        parts = [part for case in cases for part in case.parts]
        filled = {each for case in cases for each in case.filled}
        parts.extend(Total(lots=within(tuple(each)), least=1) for each in filled)
        empty = sorted({each for case in cases for each in case.empty})
        found.append(Branch(parts, empty, sum(case.rare for case in cases)))
        if len(found) == MOST_BRANCHES:
            break
    return tuple(found)


def _chosen(
    choices: Sequence[Sequence[Case]],
    at: int,
    empty: frozenset[str],
    filled: tuple[frozenset[str], ...],
) -> Iterator[tuple[Case, ...]]:
    """Yield one case of each choice from one on, without those that contradict each other."""
    if at == len(choices):
        yield ()
        return
    for case in choices[at]:
        gone, there = empty | case.empty, (*filled, *case.filled)
        if not any(each <= gone for each in there):
            for rest in _chosen(choices, at + 1, gone, there):
                yield (case, *rest)


def lots_of(catalog: Catalog, sections: Sequence[str]) -> tuple[Lot, ...]:
    """Return every card that a deck may be given, in each section, in the catalogue's order.

    Of the printings of a title the one that the name alone means goes first.
    """
    cards = [card for card in catalog.cards if not card.never_in_deck and card.official]
    return tuple(
        Lot(section, fold(card.name), card)
        for card in sorted(cards, key=lambda card: _is_further(card, catalog))
        for section in sections
    )


def _is_further(card: Card, catalog: Catalog) -> bool:
    return catalog.find(card.name) != card
