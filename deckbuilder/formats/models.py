"""A deck in a branch of the law as a program: how many copies of each lot cost least.

A lot of the deck has a column for the copies that are kept and one for those that are added; in
a section of full sets it has a column a set. Titles that stand for each other are there as often
as copies can be asked for, no oftener.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import NamedTuple

from deckbuilder.formats.branches import Branch, Home, Stock, Traits
from deckbuilder.formats.counting import FullSets, Lot, SomeTitles
from deckbuilder.formats.programs import Column, Row, solve

NODES_TO_BUILD = 20
"""So many programs are solved for a deck whose cards all stay: it is asked for many times over."""

Rank = Callable[[Lot], int]
"""A lot's place, from 0: what has a lower one is rather kept and rather added."""


class Weights(NamedTuple):
    """What is dear: each of these outweighs all below it, for lists up to so many copies.

    A place in the order counts 1 for a copy that comes; one that goes counts `stay` for each
    place behind it, up to the last of `ranks`.
    """

    change: int
    out: int
    new: int
    stay: int
    ranks: int
    grave: tuple[int, ...]
    """By rank of the fault: a copy too many or too few."""

    def parts(self, cost: int) -> tuple[tuple[int, ...], int, int, int]:
        """Return what a cost is made of: faults by rank, changes, copies out, new copies."""
        faults: list[int] = []
        for weight in reversed(self.grave):
            number, cost = divmod(cost, weight)
            faults.insert(0, number)
        changes, cost = divmod(cost, self.change)
        out, cost = divmod(cost, self.out)
        return tuple(faults), changes, out, cost // self.new

    def goes(self, place: int) -> int:
        """Return what it costs to take out a copy at a place in the order."""
        return self.change + self.out + self.stay * (self.ranks - place)

    @classmethod
    def of(cls, copies: int, ranks: int, grades: int = 4) -> Weights:
        """Return the weights for programs of up to so many copies and places up to so many."""
        stay = ranks * copies + 1
        steps = [stay * stay]
        for _ in range(grades + 2):
            steps.append(steps[-1] * (copies + 2))
        return cls(
            stay=stay,
            ranks=ranks,
            new=steps[0],
            out=steps[1],
            change=steps[2],
            grave=tuple(steps[3:]),
        )


class Copies(NamedTuple):
    """What a program came to: the copies of each lot, and what they cost."""

    lots: Mapping[Lot, int]
    cost: int
    bound: int


class Programs(NamedTuple):
    """The programs of one branch for one deck and for those that have more of its cards."""

    branch: Branch
    stock: Stock
    places: Mapping[Lot, int]
    weights: Weights
    kept: bool

    def solved(self, deck: Mapping[Lot, int]) -> Copies:
        """Return the copies of least cost for a deck."""
        rank = self.places.__getitem__
        return Model(self.branch, deck, self.stock, rank, self.weights, kept=self.kept).solved()


class _Variable(NamedTuple):
    """The lots of a section that count alike and are one number together."""

    lots: tuple[Lot, ...]
    have: int
    least: int
    most: int
    traits: Traits
    columns: tuple[tuple[int, int], ...]
    """Columns, and how many copies a unit of each is."""


class Model:
    """A program in the making. `kept` says that nothing of the deck may be taken out."""

    def __init__(
        self,
        branch: Branch,
        deck: Mapping[Lot, int],
        stock: Stock,
        rank: Rank,
        weights: Weights,
        *,
        kept: bool = False,
    ) -> None:
        self._branch = branch
        self._weights = weights
        self._kept = kept
        self._rank = rank
        self._columns: list[Column] = []
        self._rows: list[Row] = []
        self._variables: list[_Variable] = []
        self._constant = 0
        self._fixed: dict[Lot, int] = {}
        self._titles = {lot.title for lot in deck}
        self._reach = branch.reach + (sum(deck.values()) if _may_outnumber(branch) else 0)
        for lots, traits in self._present(deck):
            self._put(lots, deck, traits)
        for home in self._further(deck, stock):
            self._put((home.lot,), deck, home.traits)
        self._limit()
        self._total()
        self._choose_titles()
        self._count_sets()

    def solved(self) -> Copies:
        """Return the copies of least cost."""
        if self._kept:
            # Which cards come is not asked where all stay, and a near answer is soon enough.
            grain = self._weights.change
            solution = solve(self._columns, self._rows, grain, NODES_TO_BUILD)
        else:
            solution = solve(self._columns, self._rows)
        found = dict(self._fixed)
        for each in self._variables:
            copies = sum(solution.values[at] * size for at, size in each.columns)
            for lot, part in self._shared(each, copies):
                found[lot] = part
        return Copies(found, solution.cost + self._constant, solution.bound + self._constant)

    def _shared(self, each: _Variable, copies: int) -> Sequence[tuple[Lot, int]]:
        """Share out the copies of a variable, the lots that the deck names first as they stand."""
        shares = []
        for row, lot in enumerate(each.lots):
            last = row == len(each.lots) - 1
            part = copies if last else min(copies, self._had[lot])
            shares.append((lot, part))
            copies -= part
        return shares

    def _present(self, deck: Mapping[Lot, int]) -> list[tuple[tuple[Lot, ...], Traits]]:
        """Return the lots of the deck that may stay, those of one set together; note the rest."""
        self._had = dict(deck)
        together: dict[Hashable, tuple[list[Lot], Traits]] = {}
        for lot, count in deck.items():
            traits = self._branch.traits(lot)
            if traits is None:
                if self._kept:
                    self._constant += count * self._weights.grave[-1]
                    self._fixed[lot] = count
                else:
                    self._constant += count * self._weights.goes(self._rank(lot))
                    self._fixed[lot] = 0
                continue
            in_sets = lot.section in self._branch.sets
            key: Hashable = (lot.section, lot.title, traits) if in_sets else lot
            together.setdefault(key, ([], traits))[0].append(lot)
        return [(tuple(lots), traits) for lots, traits in together.values()]

    def _further(self, deck: Mapping[Lot, int], stock: Stock) -> list[Home]:
        """Return where copies can be added: other homes of the deck's titles, and new titles."""
        placed = {(lot.section, lot.title) for lot in deck if self._branch.traits(lot)}
        found: list[Home] = []
        for group in stock:
            fresh = 0
            enough = -(-self._reach // self._smallest(group[0]))
            for homes in group:
                held = homes[0].lot.title in self._titles
                if not held:
                    if fresh == enough:
                        continue
                    fresh += 1
                found.extend(
                    home for home in homes if (home.lot.section, home.lot.title) not in placed
                )
        return found

    def _smallest(self, homes: tuple[Home, ...]) -> int:
        """Return so many copies as a title surely takes, wherever they are put."""
        limits = [most for home in homes for _, _, most in home.traits.limits]
        sets = [self._branch.sets[each.lot.section].copies for each in homes if self._in_set(each)]
        return max(1, min((*limits, self._reach))) if not sets else min((*sets, *limits))

    def _in_set(self, home: Home) -> bool:
        return home.lot.section in self._branch.sets

    def _put(self, lots: tuple[Lot, ...], deck: Mapping[Lot, int], traits: Traits) -> None:
        have = sum(deck.get(lot, 0) for lot in lots)
        alone = min((most for _, _, most in traits.limits), default=None)
        known = lots[0].card is not None
        most = max(have, self._reach + have if alone is None else alone) if known else have
        cap = most if alone is None else min(most, alone)
        sets = self._branch.sets.get(lots[0].section)
        first = len(self._columns)
        if sets is None:
            columns = self._singly(lots[0], have, cap)
        else:
            columns = self._in_sets(lots[0], have, cap, sets)
        numbered = tuple((first + row, size) for row, size in enumerate(columns))
        least = have if self._kept else 0
        self._variables.append(_Variable(lots, have, least, cap, traits, numbered))

    def _singly(self, lot: Lot, have: int, cap: int) -> list[int]:
        """Add a column for the copies that are kept, and one for those that come."""
        kept, weights = min(have, cap), self._weights
        saved = weights.goes(self._rank(lot))
        if self._kept:
            self._constant += (have - kept) * weights.grave[-1]
            self._columns.append(Column(0, have, have))
        else:
            self._constant += have * saved
            self._columns.append(Column(-saved, kept))
        new = 0 if lot.title in self._titles else weights.new
        self._columns.append(Column(weights.change + new + self._rank(lot), max(0, cap - kept)))
        return [1, 1]

    def _in_sets(self, lot: Lot, have: int, cap: int, sets: FullSets) -> list[int]:
        """Add a column for each full set, at what it costs more than the sets before it."""
        size, weights = sets.copies, self._weights
        new = 0 if lot.title in self._titles else weights.new

        def cost(number: int) -> int:
            more, less = max(0, number * size - have), max(0, have - number * size)
            added = more * (weights.change + new + self._rank(lot))
            return added + less * weights.goes(self._rank(lot))

        least = -(-have // size) if self._kept else 0
        for number in range(1, max(cap // size, least) + 1):
            step = cost(number) - cost(number - 1)
            self._columns.append(Column(step, 1, int(number <= least)))
        self._constant += cost(0)
        return [size] * max(cap // size, least)

    def _limit(self) -> None:
        """Add the limits that several lots share, and what is needed of single titles."""
        shared: dict[tuple[int, Hashable], tuple[list[_Variable], int]] = {}
        for each in self._variables:
            for row, key, most in each.traits.limits:
                lots, least = shared.setdefault((row, key), ([], most))
                lots.append(each)
                shared[row, key] = lots, min(least, most)
        grave = self._weights.grave
        for (row, key), (variables, most) in shared.items():
            need = self._branch.limits[row].needs.get(str(key), 0)
            if len(variables) > 1 or need:
                self._rows.append(Row(_copies(variables), need, most, grave[1], grave[3]))
        for row, limit in enumerate(self._branch.limits):
            missing = [need for title, need in limit.needs.items() if (row, title) not in shared]
            self._constant += sum(missing) * grave[1]

    def _total(self) -> None:
        for row, total in enumerate(self._branch.totals):
            terms: dict[int, int] = {}
            for each in self._variables:
                if sign := each.traits.signs[row]:
                    terms |= {at: sign * size for at, size in each.columns}
            grave = self._weights.grave
            self._rows.append(
                Row(terms, total.least, total.most, grave[total.under], grave[total.over])
            )

    def _choose_titles(self) -> None:
        """Let a column of 0 or 1 say of each title whether it is among those chosen."""
        for part in self._branch.some:
            chosen: list[int] = []
            for title in sorted(part.titles):
                variables = [each for each in self._variables if _is_of(each, part, title)]
                if variables:
                    at = len(self._columns)
                    self._columns.append(Column(0, 1))
                    chosen.append(at)
                    self._only_if(at, variables)
            grave = self._weights.grave
            terms = dict.fromkeys(chosen, 1)
            self._rows.append(Row(terms, 0, part.most, grave[3], grave[3]))

    def _only_if(self, chosen: int, variables: Sequence[_Variable]) -> None:
        """Allow copies only where a column is 1; kept ones and others apart, which is tighter."""
        for place in (0, 1):
            terms = {
                at: size
                for each in variables
                for row, (at, size) in enumerate(each.columns)
                if (row == 0) == (place == 0)
            }
            most = sum(self._columns[at].most * size for at, size in terms.items())
            if most:
                grave = self._weights.grave
                self._rows.append(Row({**terms, chosen: -most}, -most, 0, grave[3], grave[3]))

    def _count_sets(self) -> None:
        for section, sets in self._branch.sets.items():
            terms = {
                at: 1
                for each in self._variables
                if each.lots[0].section == section
                for at, _ in each.columns
            }
            grave = self._weights.grave
            under, over = sets.copies * grave[1], sets.copies * grave[3]
            self._rows.append(Row(terms, sets.titles, sets.titles, under, over))


def _may_outnumber(branch: Branch) -> bool:
    return any(total.against is not None for total in branch.totals)


def _copies(variables: Sequence[_Variable]) -> dict[int, int]:
    return {at: size for each in variables for at, size in each.columns}


def _is_of(each: _Variable, part: SomeTitles, title: str) -> bool:
    return each.lots[0].title == title and part.lots(each.lots[0])
