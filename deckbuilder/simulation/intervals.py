"""Means with 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec

from deckbuilder.games.duels import Mean, Share

NORMAL_95 = 1.959963984540054
"""Half the width of the middle 95 % of a normal distribution, in standard deviations."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean over independent samples; the true one lies within `margin` of it in 95 of 100."""

    mean: float
    margin: float
    samples: int


class Moments(msgspec.Struct):
    """Count, mean and squared distances of samples: all that is kept of them.

    Those of two lots of samples give those of both; in the same order always the same ones, to
    the last digit (Chan, Golub and LeVeque 1979).
    """

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Count a further sample."""
        self.count += 1
        apart = value - self.mean
        self.mean += apart / self.count
        self.squares += apart * (value - self.mean)

    def merge(self, more: Moments) -> None:
        """Count the samples of another lot."""
        if not more.count:
            return
        count = self.count + more.count
        apart = more.mean - self.mean
        self.squares += more.squares + apart * apart * self.count * more.count / count
        self.mean += apart * more.count / count
        self.count = count

    @property
    def deviation(self) -> float:
        """The standard deviation of a sample, not a number for fewer than two."""
        return math.sqrt(self.squares / (self.count - 1)) if self.count > 1 else math.nan

    def estimate(self) -> Estimate:
        """Return the mean and the margin of its 95 % interval (infinite for one sample)."""
        if self.count < 2:
            return Estimate(self.mean if self.count else math.nan, math.inf, self.count)
        margin = NORMAL_95 * self.deviation / math.sqrt(self.count)
        return Estimate(self.mean, margin, self.count)


def from_sums(count: int, total: float, squares: float) -> Estimate:
    """Return the estimate of samples of which only count, sum and sum of squares are left."""
    if count == 0:
        return Estimate(math.nan, math.inf, 0)
    mean = total / count
    if count == 1:
        return Estimate(mean, math.inf, 1)
    spread = max(0.0, squares - count * mean * mean) / (count - 1)
    return Estimate(mean, NORMAL_95 * math.sqrt(spread / count), count)


def estimate(values: Iterable[float]) -> Estimate:
    """Return the mean of samples and the margin of its 95 % interval (infinite for one)."""
    found = Moments()
    for value in values:
        found.add(value)
    return found.estimate()


def mean_of(values: Iterable[float]) -> Mean:
    """Return a mean of what cannot be less than nothing, and the ends of its 95 % interval."""
    found = estimate(values)
    margin = found.margin if math.isfinite(found.margin) else found.mean
    return Mean(mean=found.mean, low=max(0.0, found.mean - margin), high=found.mean + margin)


def share_of(deals: Iterable[Sequence[float]]) -> Share:
    """Return the share of a win in games, and its 95 % interval.

    A win counts 1, a draw half. A deal is the sample: its games are not independent.
    """
    found = [deal for deal in deals if deal]
    games = sum(map(len, found))
    if not games:
        return Share(share=None, low=None, high=None, games=0)
    share = sum(map(sum, found)) / games
    margin = math.inf
    if len(found) > 1:
        squares = sum((sum(deal) - share * len(deal)) ** 2 for deal in found)
        margin = NORMAL_95 * math.sqrt(squares * len(found) / (len(found) - 1)) / games
    low, high = share_ends(Estimate(share, margin, len(found)), games)
    return Share(share=share, low=low, high=high, games=games)


def share_ends(found: Estimate, games: int) -> tuple[float, float]:
    """Return the ends of the 95 % interval of a share that is estimated from so many games.

    Wilson's interval for as many independent games as tell the same; all of the games where the
    samples do not differ. It is never empty and lies within 0 and 1, however few games there are.
    """
    alike = float(games)
    if math.isinf(found.margin):
        alike = 1.0
    elif found.margin:
        spread = (found.margin / NORMAL_95) ** 2
        alike = max(1.0, found.mean * (1 - found.mean) / spread)
    return _wilson(found.mean, alike)


def _wilson(share: float, games: float) -> tuple[float, float]:
    """Return the ends of Wilson's interval for a share of so many independent games."""
    square = NORMAL_95**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = NORMAL_95 * math.sqrt(share * (1 - share) / games + square / (4 * games**2))
    half /= 1 + square / games
    return max(0.0, middle - half), min(1.0, middle + half)
