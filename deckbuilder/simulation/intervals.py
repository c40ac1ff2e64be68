"""Means with 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

NORMAL_95 = 1.959963984540054
"""Half the width of the middle 95 % of a normal distribution, in standard deviations."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean over independent samples; the true one lies within `margin` of it in 95 of 100."""

    mean: float
    margin: float
    samples: int


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
    count, mean, squares = 0, 0.0, 0.0
    for value in values:
        count += 1
        apart = value - mean
        mean += apart / count
        squares += apart * (value - mean)
    if count < 2:
        return Estimate(mean, math.inf, count)
    return Estimate(mean, NORMAL_95 * math.sqrt(squares / (count - 1) / count), count)
