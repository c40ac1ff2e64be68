"""A picture of values with their intervals, one below the other, as SVG."""

from __future__ import annotations

from math import ceil, floor, log10

import msgspec

from deckbuilder.reports.figures import LONGEST_NAME
from deckbuilder.templates import render

WIDTH = 640
LEFT, RIGHT, TOP, BOTTOM = 200, 24, 36, 48
ROW = 20
STEPS = 6


class Range(msgspec.Struct, frozen=True):
    """A value, and where the true one lies; a bar begins at 0 and has no interval."""

    name: str
    value: float
    low: float
    high: float
    is_bar: bool = False

    @classmethod
    def around(cls, name: str, value: float, margin: float) -> Range:
        """Return the range of a value with its margin."""
        return cls(name, value, value - margin, value + margin)

    @classmethod
    def bar(cls, name: str, value: float) -> Range:
        """Return a bar."""
        return cls(name, value, 0.0, value, is_bar=True)


class Ranges(msgspec.Struct, frozen=True, kw_only=True):
    """Ranges on one axis."""

    axis: str
    rows: tuple[Range, ...]


def draw_ranges(ranges: Ranges, title: str) -> str:
    """Return the picture of two ranges or more."""
    low = min(0.0, *(row.low for row in ranges.rows))
    high = max(0.0, *(row.high for row in ranges.rows))
    step = _step((high - low) or 1.0)
    first, last = floor(low / step), ceil(high / step)
    width = WIDTH - LEFT - RIGHT

    def across(value: float) -> float:
        return round(LEFT + width * (value / step - first) / max(1, last - first), 2)

    return render(
        "figures/ranges.svg.j2",
        width=WIDTH,
        height=TOP + ROW * len(ranges.rows) + BOTTOM,
        left=LEFT,
        right=WIDTH - RIGHT,
        top=TOP,
        floor=TOP + ROW * len(ranges.rows),
        title=title,
        axis=ranges.axis,
        ticks=[(across(step * at), f"{step * at:g}") for at in range(first, last + 1)],
        zero=across(0.0),
        rows=[
            {
                "y": TOP + ROW * number + ROW / 2,
                "name": _short(row.name),
                "x": across(row.value),
                "low": across(row.low),
                "high": across(row.high),
                "is_bar": row.is_bar,
                "told": f"{row.name}: {row.value:.4g}",
            }
            for number, row in enumerate(ranges.rows)
        ],
    )


def _step(span: float) -> float:
    """Return a round step, so that a span has at most STEPS of it."""
    rough = span / STEPS
    power = 10.0 ** floor(log10(rough))
    return next(power * times for times in (1, 2, 5, 10) if power * times >= rough * 0.999)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
