"""Whole numbers of least cost between bounds: what the repair search comes down to.

A program has columns, each a number between two bounds that costs so much a unit, and rows,
each a sum of columns that should lie between two bounds; what it lies outside costs a penalty a
unit, so that there is always a solution. It is solved exactly: the simplex method with bounded
columns gives the least cost in fractions, and where a column is no whole number both ways of
rounding it are followed (branch and bound). All arithmetic is in whole numbers and fractions of
them, so nothing depends on the machine. Few rows are asked for and most answers are whole at
once, so a sparse table in plain dictionaries is fast enough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import NamedTuple

MOST_NODES = 200
"""So many programs with rounded columns are solved before the best one so far is taken."""
PATIENCE = 40
"""After so many steps without gain the smallest column enters, which never runs in a circle."""

Number = int | Fraction


class Column(NamedTuple):
    """A number from `least` to `most` that costs `cost` a unit."""

    cost: int
    most: int
    least: int = 0


class Row(NamedTuple):
    """The sum of columns times their terms, from `least` to `most` (None: no bound).

    Each unit below costs `under`, each above costs `over`.
    """

    terms: Mapping[int, int]
    least: int
    most: int | None
    under: int
    over: int


class Solution(NamedTuple):
    """Whole numbers for the columns and their cost; `bound` is what no solution goes below."""

    values: tuple[int, ...]
    cost: int
    bound: int

    @property
    def proven(self) -> bool:
        """Tell whether there is surely no cheaper one."""
        return self.cost <= self.bound


def solve(
    columns: Sequence[Column], rows: Sequence[Row], grain: int = 1, most_nodes: int = MOST_NODES
) -> Solution:
    """Return whole numbers of least cost; what saves less than a grain is not looked for."""
    best: tuple[int, tuple[int, ...]] | None = None
    bound: int | None = None
    open_programs = [tuple(columns)]
    nodes = 0
    while open_programs and nodes < most_nodes:
        nodes += 1
        candidate = open_programs.pop()
        table = _Table(candidate, rows)
        cost = -floor(-table.solved())
        bound = cost if bound is None else bound
        if best is not None and cost > best[0] - grain:
            continue
        values = table.values()
        split = next((at for at, value in enumerate(values) if value != int(value)), None)
        if split is None:
            best = cost, tuple(map(int, values))
            if cost < bound + grain:
                break
            continue
        open_programs.extend(_rounded(candidate, split, floor(values[split])))
    if best is None:
        # Rounding down keeps all bounds of columns; the penalties say what it costs.
        whole = tuple(floor(value) for value in _fractions(columns, rows))
        best = cost_of(columns, rows, whole), whole
    surely = best[0] if not open_programs else min(best[0], bound or best[0])
    return Solution(best[1], best[0], surely)


def cost_of(columns: Sequence[Column], rows: Sequence[Row], values: Sequence[int]) -> int:
    """Return what whole numbers cost, penalties among it."""
    total = sum(column.cost * value for column, value in zip(columns, values, strict=True))
    for row in rows:
        have = sum(times * values[at] for at, times in row.terms.items())
        total += row.under * max(0, row.least - have)
        if row.most is not None:
            total += row.over * max(0, have - row.most)
    return total


def _fractions(columns: Sequence[Column], rows: Sequence[Row]) -> Sequence[Number]:
    table = _Table(columns, rows)
    table.solved()
    return table.values()


def _rounded(
    columns: tuple[Column, ...], at: int, below: int
) -> tuple[tuple[Column, ...], tuple[Column, ...]]:
    """Return the program with a column from above on, and that with the column up to below."""
    column = columns[at]
    more = (*columns[:at], column._replace(least=below + 1), *columns[at + 1 :])
    less = (*columns[:at], column._replace(most=below), *columns[at + 1 :])
    return more, less


class _Table:
    """The simplex table. Beside the given columns each row has three of its own.

    Sum of the row + under - over - span = least: `span` runs from 0 to most - least. For each
    row one column is basic, `basic[row]`, and the row says it by the others:
    basic + sum(coefficient * column) is constant.
    """

    def __init__(self, columns: Sequence[Column], rows: Sequence[Row]) -> None:
        self._count = len(columns)
        self._least = [column.least for column in columns]
        self._span: list[int | None] = [column.most - column.least for column in columns]
        self._cost: list[int] = [column.cost for column in columns]
        # Measured from its least; a column that saves begins at its most.
        self._upper = [column.cost < 0 for column in columns]
        self._value: list[Number] = [
            column.most - column.least if column.cost < 0 else 0 for column in columns
        ]
        self._rows: list[dict[int, Number]] = []
        self._basic: list[int] = []
        for row in rows:
            self._add(row)
        self._reduced = self._reduced_costs()

    def _add(self, row: Row) -> None:
        first = len(self._cost)
        under, over, span = first, first + 1, first + 2
        width = None if row.most is None else row.most - row.least
        self._cost += [row.under, row.over, 0]
        self._span += [None, None, width]
        self._upper += [False, False, False]
        self._value += [0, 0, 0]
        fixed = sum(times * self._least[at] for at, times in row.terms.items())
        lacking = row.least - fixed - sum(t * self._value[at] for at, t in row.terms.items())
        sign, basic = 1, under
        if lacking < 0:
            sign = -1
            basic = span if width is None or -lacking <= width else over
            if basic == over and width is not None:
                self._upper[span] = True
                self._value[span] = width
                lacking += width
        self._value[basic] = _size(lacking)
        signs = {under: sign, over: -sign, span: -sign}
        line: dict[int, Number] = {at: sign * times for at, times in row.terms.items() if times}
        line |= {at: each for at, each in signs.items() if at != basic}
        self._rows.append(line)
        self._basic.append(basic)

    def _reduced_costs(self) -> dict[int, Number]:
        basic = set(self._basic)
        reduced: dict[int, Number] = {
            at: cost for at, cost in enumerate(self._cost) if at not in basic
        }
        for row, line in enumerate(self._rows):
            cost = self._cost[self._basic[row]]
            if cost:
                for at, times in line.items():
                    reduced[at] -= cost * times
        return reduced

    def solved(self) -> Number:
        """Go on until nothing saves any more; return the cost."""
        idle = 0
        while (entering := self._entering(first=idle > PATIENCE)) is not None:
            idle = 0 if self._step(entering) else idle + 1
        total: Number = sum(
            cost * value for cost, value in zip(self._cost, self._value, strict=True) if cost
        )
        return total + sum(
            least * cost for least, cost in zip(self._least, self._cost, strict=False)
        )

    def values(self) -> list[Number]:
        """Return the value of each given column."""
        return [
            least + value
            for least, value in zip(self._least, self._value[: self._count], strict=True)
        ]

    def _entering(self, *, first: bool) -> int | None:
        """Return a column whose change saves: the one that saves most a unit, or the first."""
        best: int | None = None
        most: Number = 0
        for at, cost in self._reduced.items():
            if not cost or self._span[at] == 0 or (cost > 0) != self._upper[at]:
                continue
            if first:
                best = at if best is None else min(best, at)
            elif _size(cost) > most:
                best, most = at, _size(cost)
        return best

    def _step(self, entering: int) -> bool:
        """Change a column as far as the others allow; tell whether that was any way at all."""
        way = -1 if self._upper[entering] else 1
        column = [(row, line[entering]) for row, line in enumerate(self._rows) if entering in line]
        far: Number | None = self._span[entering]
        leaving: int | None = None
        for row, times in column:
            basic = self._basic[row]
            falls = times * way > 0
            room: Number | None = self._value[basic] if falls else self._left(basic)
            if room is None:
                continue
            reach = _divided(room, _size(times))
            closer = far is None or reach < far
            if closer or (reach == far and leaving is not None and basic < self._basic[leaving]):
                far, leaving = reach, row
        assert far is not None, "every cost is bounded: penalties are not negative"
        for row, times in column:
            self._value[self._basic[row]] -= times * way * far
        self._value[entering] += way * far
        if leaving is None:
            self._upper[entering] = not self._upper[entering]
        else:
            out = self._basic[leaving]
            self._upper[out] = bool(self._value[out])
            self._upper[entering] = False
            self._pivot(leaving, entering)
        return far > 0

    def _left(self, at: int) -> Number | None:
        span = self._span[at]
        return None if span is None else span - self._value[at]

    def _pivot(self, row: int, entering: int) -> None:
        line = self._rows[row]
        times = line.pop(entering)
        line = {at: _divided(each, times) for at, each in line.items()}
        line[self._basic[row]] = _divided(1, times)
        self._rows[row] = line
        self._basic[row] = entering
        for other in self._rows:
            if other is not line and entering in other:
                _subtract(other, line, other.pop(entering))
        _subtract(self._reduced, line, self._reduced.pop(entering))


def _subtract(line: dict[int, Number], other: Mapping[int, Number], times: Number) -> None:
    for at, each in other.items():
        value = line.get(at, 0) - times * each
        if value:
            line[at] = value
        else:
            line.pop(at, None)


def _size(number: Number) -> Number:
    return -number if number < 0 else number


def _divided(number: Number, by: Number) -> Number:
    if by == 1:
        return number
    if by == -1:
        return -number
    found = Fraction(number) / by
    return int(found) if found.denominator == 1 else found
