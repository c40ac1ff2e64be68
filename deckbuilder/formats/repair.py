"""The repair search: the least change that makes a deck obey a format.

What a rule asks for is data (`counting`). Every way to obey is a branch with bounds on numbers
of cards (`branches`), and in each branch the least change is a small program in whole numbers
(`models`, `programs`), so that the least of all is the least there is: a test holds it against
trying everything. Less is, in this order: what is broken or lacking at the end, where not all
can be mended; copies taken out and put in, and header lines written anew; copies taken out;
copies of titles that the deck did not have; worth, as the caller rates cards, and without a
rating the order of the list, whose first lines stay, and of the catalogue.

`check --fix` asks for all of it, `build` for decks whose cards all stay.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck, Entry, title_key
from deckbuilder.formats.branches import Branch, Stock, branches, lots_of
from deckbuilder.formats.checking import BoundRule, Checker
from deckbuilder.formats.counting import (
    Counts,
    Headers,
    Lot,
    Part,
    Total,
    always,
    if_empty,
    if_filled,
    with_rule,
)
from deckbuilder.formats.format import Rule
from deckbuilder.formats.kind import Lines
from deckbuilder.formats.models import Copies, Programs, Weights
from deckbuilder.formats.tally import Tally

MOST_HEADERS = 200
"""The ways to obey are remembered for so many different header lines."""

Rating = Callable[[Card, str], float]
"""What a card is worth in a section."""


class Demand(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of the search beside the law.

    `further` parts hold like rules. `cards` are the lots that may be added, any card that the
    catalogue has where it is None. With `kept` nothing is taken out and no header line changed.
    """

    deck: Deck
    further: tuple[Part, ...] = ()
    cards: tuple[Lot, ...] | None = None
    rating: Rating | None = None
    shunned: frozenset[Card] = frozenset()
    """Cards that are added only where no others can be."""
    kept: bool = False
    headers: tuple[Headers, ...] = ()
    """Header lines that the deck may have in place of its own, beside those that rules offer."""


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A deck of least cost, and what it costs; `proven` says that nothing is surely less.

    `faults` are copies too many and too few, the lightest rank first; all 0 where it obeys.
    """

    deck: Deck
    faults: tuple[int, ...]
    changes: int
    out: int
    new: int
    proven: bool
    programs: Programs
    """The same search in the branch that was found, for decks that have more of these cards."""

    @property
    def obeys(self) -> bool:
        """Tell whether no fault is left."""
        return not any(self.faults)


class Way(NamedTuple):
    """A branch of the law for a deck: its header lines, and how many of them are new."""

    branch: Branch
    headers: Headers
    lines: int


class Search:
    """The search in one format, on one day, with one catalogue; what it learns of cards stays.

    `unread` are rules of kinds that do not say what they count.
    """

    def __init__(self, checker: Checker) -> None:
        self.checker = checker
        self._asked: list[Counts] = []
        self._always: list[Counts] = []
        """Of these what header lines do not change."""
        self._lines: list[Lines] = []
        self._headings: set[str] = set()
        self.unread: list[Rule] = []
        for each in checker.bound:
            if each.rule.severity == "error":
                self._read(each)
        self._sections = tuple(section.id for section in checker.format.sections)
        known = frozenset(self._sections)
        self._asked.append(always(Total(lots=lambda lot: lot.section not in known, most=0)))
        self._branches: dict[Headers, tuple[Branch, ...]] = {}
        self._stocks: dict[Branch, Stock] = {}

    def _read(self, bound: BoundRule) -> None:
        rule, kind = bound.rule, bound.kind
        if kind.counts is None:
            self.unread.append(rule)
            return
        counts = kind.counts(bound.parameters, self.checker.context)
        if rule.only_with:
            counts = if_filled(counts, rule.only_with)
        if rule.only_without:
            counts = if_empty(counts, rule.only_without)
        counts = with_rule(counts, rule.cite)
        self._asked.append(counts)
        if not kind.headings:
            self._always.append(counts)
        self._headings |= kind.headings
        if kind.lines is not None:
            self._lines.append(kind.lines(bound.parameters, self.checker.context))

    @cached_property
    def _law(self) -> Branch:
        """What is asked for whatever is chosen."""
        choices = [cases for counts in self._always for cases in counts(())]
        return branches([[cases] for cases in choices if len(cases) == 1])[0]

    def admits(self, lot: Lot) -> bool:
        """Tell whether some deck may have a lot, as far as the law leaves no choice."""
        return self._law.traits(lot) is not None

    @cached_property
    def lots(self) -> tuple[Lot, ...]:
        """Every card of the catalogue that a deck may be given, in each section that takes it."""
        return tuple(filter(self.admits, lots_of(self.checker.catalog, self._sections)))

    def least(self, demand: Demand) -> Found | None:
        """Return a deck of least cost, None where no header lines leave a way to obey."""
        deck = counted(demand.deck)
        ways = list(self.ways(demand))
        if not ways:
            return None
        lots = self._ordered(demand)
        places = {lot: place for place, lot in enumerate((*deck, *lots))}
        copies = sum(deck.values()) + max(way.branch.reach for way in ways)
        weights = Weights.of(2 * copies, len(places))

        def programs(branch: Branch) -> Programs:
            return Programs(branch, self._stock(branch, demand, lots), places, weights, demand.kept)

        best: tuple[Copies, Way, Programs] | None = None
        bounds = []
        common = None
        # Which cards come is not asked where all stay: an equal number will do.
        step = weights.change if demand.kept else 1
        for floor, way in _nearest_first(ways, deck, weights, kept=demand.kept):
            if best is not None:
                faults = _surely(common, best[0], weights, kept=demand.kept)
                surely = max(floor + faults, (common or 0) + way.lines * weights.change)
                if surely // step >= best[0].cost // step:
                    continue
            program = programs(way.branch)
            found = program.solved(deck)
            headers = way.lines * weights.change
            found = Copies(found.lots, found.cost + headers, found.bound + headers)
            bounds.append(found.bound)
            if best is None or found.cost < best[0].cost:
                best = found, way, program
            if common is None and found.cost >= weights.grave[0]:
                common = programs(self._law.beside(demand.further)).solved(deck).bound
        assert best is not None, "the first way is always tried"
        return _found(demand.deck, *best, proven=min(bounds) >= best[0].cost)

    def ways(self, demand: Demand) -> Iterator[Way]:
        """Yield every way to obey, those with the deck's own header lines first."""
        own = demand.deck.headers
        tally = Tally(demand.deck, demand.deck.entries)
        others = () if demand.kept else (each for lines in self._lines for each in lines(tally))
        for headers in dict.fromkeys((own, *others, *demand.headers)):
            for branch in self._branches_of(headers):
                yield Way(branch.beside(demand.further), headers, int(headers != own))

    def _branches_of(self, headers: Headers) -> tuple[Branch, ...]:
        key = tuple(pair for pair in headers if fold(pair[0]) in self._headings)
        if key not in self._branches:
            if len(self._branches) >= MOST_HEADERS:
                self._branches.clear()
                self._stocks.clear()
            self._branches[key] = branches([counts(key) for counts in self._asked])
        return self._branches[key]

    def _stock(self, branch: Branch, demand: Demand, lots: Sequence[Lot]) -> Stock:
        """Return the titles that a deck can be given in a branch, in the order of these lots."""
        if demand.further or lots is not self.lots:
            return branch.stock(lots)
        if branch not in self._stocks:
            self._stocks[branch] = branch.stock(lots)
        return self._stocks[branch]

    def _ordered(self, demand: Demand) -> Sequence[Lot]:
        lots = self.lots if demand.cards is None else demand.cards
        rating, shunned = demand.rating, demand.shunned
        if rating is None and not shunned:
            return lots
        return sorted(lots, key=lambda lot: _worst_last(lot, rating, shunned))


def _worst_last(lot: Lot, rating: Rating | None, shunned: Collection[Card]) -> tuple[bool, float]:
    if lot.card is None:
        return True, 0.0
    return lot.card in shunned, -rating(lot.card, lot.section) if rating is not None else 0.0


def _nearest_first(
    ways: Iterable[Way], deck: Mapping[Lot, int], weights: Weights, *, kept: bool
) -> Sequence[tuple[int, Way]]:
    """Return ways with what they surely cost, copies that go and come, the nearest first.

    For a deck that is being built the usual ways go first.
    """
    rows = []
    for way in ways:
        out, come = way.branch.least_change(deck)
        certain = come + way.lines + (0 if kept else out)
        floor = certain * weights.change + (0 if kept else out * weights.out)
        rows.append(((out, way.branch.rare) if kept else (0, 0), floor, way))
    return [(floor, way) for _, floor, way in sorted(rows, key=lambda row: row[:2])]


def _surely(common: int | None, best: Copies, weights: Weights, *, kept: bool) -> int:
    """Return what every way costs beside its floor, where not all faults can be mended.

    No way has fewer faults than what is common to all of them; but each fault that is left may
    be a change that is spared.
    """
    if common is None:
        return 0
    each = weights.change if kept else weights.change + weights.out
    spared = sum(weights.parts(best.cost)[0]) * each
    return common - common % weights.grave[0] - spared


def _found(deck: Deck, copies: Copies, way: Way, programs: Programs, *, proven: bool) -> Found:
    faults, changes, out, new = programs.weights.parts(copies.cost)
    return Found(
        deck=with_copies(msgspec.structs.replace(deck, headers=way.headers), copies.lots),
        faults=faults,
        changes=changes,
        out=out,
        new=new,
        proven=proven,
        programs=programs,
    )


def counted(deck: Deck) -> dict[Lot, int]:
    """Return the copies of each lot of a deck, in the order of its lines."""
    found: dict[Lot, int] = {}
    for entry in deck.entries:
        lot = Lot(entry.section, title_key(entry), entry.card)
        found[lot] = found.get(lot, 0) + entry.count
    return found


def with_copies(deck: Deck, copies: Mapping[Lot, int]) -> Deck:
    """Return the deck with so many copies of lots: the last lines give, the first ones get."""
    have = counted(deck)
    changes = {lot: copies.get(lot, count) - count for lot, count in have.items()}
    entries: list[Entry] = []
    for entry in reversed(deck.entries):
        lot = Lot(entry.section, title_key(entry), entry.card)
        less = min(entry.count, max(0, -changes[lot]))
        changes[lot] += less
        if entry.count > less:
            entries.append(msgspec.structs.replace(entry, count=entry.count - less))
    entries.reverse()
    for row, entry in enumerate(entries):
        lot = Lot(entry.section, title_key(entry), entry.card)
        if changes[lot] > 0:
            entries[row] = msgspec.structs.replace(entry, count=entry.count + changes.pop(lot))
            changes[lot] = 0
    for lot, count in copies.items():
        if lot not in have and count and lot.card is not None:
            entries.append(
                Entry(count=count, name=lot.card.name, section=lot.section, card=lot.card)
            )
    return msgspec.structs.replace(deck, entries=tuple(entries))


@lru_cache(maxsize=64)
def search_of(checker: Checker) -> Search:
    """Return the search of a bound format, made ready once for many decks."""
    return Search(checker)
