"""What many duels tell in sums: shares of wins, and which measures of decks go with winning."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from deckbuilder.games.duels import Share
from deckbuilder.simulation.intervals import NORMAL_95, Estimate, share_ends


class Won(msgspec.Struct, array_like=True):
    """Games and what was scored in them, by drafts: the games of a draft are not independent.

    A win counts 1, a draw half. Behind the sums are those of squares and products by draft.
    """

    drafts: int = 0
    games: int = 0
    points: float = 0.0
    points_squared: float = 0.0
    games_squared: int = 0
    products: float = 0.0

    def add(self, points: Iterable[float]) -> None:
        """Count the games of a draft."""
        scored = [*points]
        games, total = len(scored), sum(scored)
        self.merge(Won(1, games, total, total * total, games * games, total * games))

    def merge(self, more: Won) -> None:
        """Count the games of other drafts."""
        self.drafts += more.drafts
        self.games += more.games
        self.points += more.points
        self.points_squared += more.points_squared
        self.games_squared += more.games_squared
        self.products += more.products

    def share(self) -> Share:
        """Return the share of a win with its 95 % interval; a draft is the sample."""
        if not self.games:
            return Share(share=None, low=None, high=None, games=0)
        share = self.points / self.games
        margin = math.inf
        if self.drafts > 1:
            squares = (
                self.points_squared - 2 * share * self.products + share**2 * self.games_squared
            )
            spread = max(0.0, squares) * self.drafts / (self.drafts - 1)
            margin = NORMAL_95 * math.sqrt(spread) / self.games
        low, high = share_ends(Estimate(share, margin, self.drafts), self.games)
        return Share(share=share, low=low, high=high, games=self.games)


class Correlation(msgspec.Struct, frozen=True):
    """A correlation of so many pairs; the true one lies between the ends in 95 of 100 cases."""

    value: float
    low: float
    high: float
    pairs: int


class Relation(msgspec.Struct, array_like=True):
    """Sums of pairs of figures, around their means: what their correlation is made of."""

    count: int = 0
    mean: float = 0.0
    other_mean: float = 0.0
    squares: float = 0.0
    other_squares: float = 0.0
    products: float = 0.0

    def add(self, one: float, other: float) -> None:
        """Count a pair."""
        self.merge(Relation(1, one, other))

    def merge(self, more: Relation) -> None:
        """Count the pairs of another lot."""
        count = self.count + more.count
        if not count:
            return
        apart, other_apart = more.mean - self.mean, more.other_mean - self.other_mean
        weight = self.count * more.count / count
        self.squares += more.squares + apart * apart * weight
        self.other_squares += more.other_squares + other_apart * other_apart * weight
        self.products += more.products + apart * other_apart * weight
        self.mean += apart * more.count / count
        self.other_mean += other_apart * more.count / count
        self.count = count

    def correlation(self) -> Correlation | None:
        """Return Pearson's correlation with its interval (Fisher's), None where nothing varies."""
        return _correlation((self,))


def overall(lots: Iterable[Relation]) -> Correlation | None:
    """Return the correlation of the pairs of all lots, what lies between lots included."""
    whole = Relation()
    for lot in lots:
        whole.merge(lot)
    return whole.correlation()


def within(lots: Iterable[Relation]) -> Correlation | None:
    """Return the correlation within lots, as if all of them had the same means."""
    return _correlation(tuple(lots))


def _correlation(lots: Sequence[Relation]) -> Correlation | None:
    pairs = sum(lot.count for lot in lots)
    free = pairs - len(lots) - 2
    squares = sum(lot.squares for lot in lots)
    other_squares = sum(lot.other_squares for lot in lots)
    if free < 1 or squares <= 0 or other_squares <= 0:
        return None
    value = sum(lot.products for lot in lots) / math.sqrt(squares * other_squares)
    value = max(-1.0, min(1.0, value))
    if abs(value) == 1.0:
        return Correlation(value, value, value, pairs)
    middle, half = math.atanh(value), NORMAL_95 / math.sqrt(free)
    return Correlation(value, math.tanh(middle - half), math.tanh(middle + half), pairs)


Relations = dict[str, dict[str, Relation]]
"""By measure, then by who drafted both decks."""
Wins = dict[str, dict[str, Won]]
"""By what they are told of (seats, bots, ...), then by which of them."""


def count_games(wins: Wins, scored: Mapping[tuple[str, str], list[float]]) -> None:
    """Count the games of one draft: what was scored, by what it is told of."""
    for (about, which), points in scored.items():
        wins.setdefault(about, {}).setdefault(which, Won()).add(points)
