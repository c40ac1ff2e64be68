"""What rules ask of a deck, as numbers of cards: the form in which the repair search reads law.

A kind of rule says what it counts as choices that must all be made, each of some cases, one of
which must hold; most rules leave one case. A case has parts, all of which must hold: totals over
some lots of cards, limits of single titles, titles to choose among, full sets of copies.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

import msgspec

from deckbuilder.catalog.card import Card

Headers = tuple[tuple[str, str], ...]
"""The header lines of a deck."""


class Lot(msgspec.Struct, frozen=True):
    """The copies of one card in one section; `card` is None for a name that nobody knows."""

    section: str
    title: str
    """The folded title, by which copies are counted."""
    card: Card | None


Which = Callable[[Lot], bool]
Limit = Callable[[Lot], int | None]


class Total(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """From `least` to `most` cards in some lots; those `against` them are taken off."""

    lots: Which
    least: int = 0
    most: int | None = None
    against: Which | None = None
    rule: str = ""
    """The number of the rule that asks for it."""
    under: int = 1
    """How grave it is to be below: faults of a graver rank are never taken for lesser ones."""
    over: int = 3

    @property
    def forbids(self) -> bool:
        """Tell whether none of the lots may be there at all."""
        return self.most == 0 and self.least == 0 and self.against is None


def by_title(lot: Lot) -> Hashable:
    """Count all copies of a title together (INV-R8)."""
    return lot.title


def by_type(lot: Lot) -> Hashable:
    """Count a title's copies of one type together: a draft card is no copy of its namesake."""
    return lot.title, lot.card.type if lot.card else None


class OfTitle(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """At most so many copies of each title in some lots, and of some titles at least so many."""

    lots: Which
    most: Limit
    needs: Mapping[str, int] = {}
    key: Callable[[Lot], Hashable] = by_title


class SomeTitles(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """At most `most` of these titles in some lots, in any number of copies."""

    lots: Which
    titles: frozenset[str]
    most: int


class FullSets(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A section of `titles` full sets of `copies` of one title."""

    section: str
    copies: int
    titles: int
    rule: str = ""


Part = Total | OfTitle | SomeTitles | FullSets


class Case(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One way to obey.

    It has parts, sections that are empty, and sets of sections none of which is all empty.
    """

    parts: tuple[Part, ...] = ()
    empty: frozenset[str] = frozenset()
    filled: tuple[frozenset[str], ...] = ()
    rare: bool = False
    """Such decks are lawful, but hardly what one sets out to build."""


Choices = Sequence[Sequence[Case]]
Counts = Callable[[Headers], Choices]
"""What a rule asks of a deck with these header lines. A choice without cases cannot be met."""


def within(sections: tuple[str, ...]) -> Which:
    """Tell the lots of some sections; of all sections for none."""
    if not sections:
        return lambda lot: True
    chosen = frozenset(sections)
    return lambda lot: lot.section in chosen


def cards_within(sections: tuple[str, ...], fits: Callable[[Card], object]) -> Which:
    """Tell the lots of some sections whose card is known and fits."""
    there = within(sections)
    return lambda lot: lot.card is not None and there(lot) and bool(fits(lot.card))


def always(*parts: Part) -> Counts:
    """Return what a rule asks whatever the header lines are, in one case."""
    choices = ((Case(parts=parts),),) if parts else ()
    return lambda headers: choices


def either(*cases: Case) -> Counts:
    """Return what a rule asks whatever the header lines are, in one of several cases."""
    return lambda headers: (cases,)


def with_rule(counts: Counts, number: str) -> Counts:
    """Return the same, each total and each set with the number of its rule."""

    def counted(headers: Headers) -> Choices:
        return [[_of_rule(case, number) for case in cases] for cases in counts(headers)]

    return counted


def _of_rule(case: Case, number: str) -> Case:
    parts = tuple(
        msgspec.structs.replace(part, rule=number) if isinstance(part, Total | FullSets) else part
        for part in case.parts
    )
    return msgspec.structs.replace(case, parts=parts)


def if_filled(counts: Counts, sections: Sequence[str]) -> Counts:
    """Return the same for decks with cards in one of these sections only."""
    there = frozenset(sections)

    def counted(headers: Headers) -> Choices:
        return [
            [
                *(
                    msgspec.structs.replace(case, filled=(*case.filled, there))
                    for case in cases
                    if not there <= case.empty
                ),
                Case(empty=there),
            ]
            for cases in counts(headers)
        ]

    return counted


def if_empty(counts: Counts, sections: Sequence[str]) -> Counts:
    """Return the same for decks without cards in any of these sections only."""
    gone = frozenset(sections)

    def counted(headers: Headers) -> Choices:
        return [
            [
                *(msgspec.structs.replace(case, empty=case.empty | gone) for case in cases),
                Case(filled=(gone,)),
            ]
            for cases in counts(headers)
        ]

    return counted
