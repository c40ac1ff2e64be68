"""A pick among many options at the table against a bare look for the largest number."""

from __future__ import annotations

import random
import time

from measure import Measurement, ratio, seconds

from deckbuilder.tables.chance import Stream
from deckbuilder.tables.policy import Policy, RandomPolicy, pick
from deckbuilder.tables.protocol import Option

OPTIONS = tuple(
    Option("play", f"card/{card}", (f"unit/{unit}",)) for card in range(7) for unit in range(37)
)
PICKS = 2_000


class _Known(Policy):
    """Has its totals ready, so that only the pick is measured."""

    def __init__(self) -> None:
        chance = random.Random(1)
        self._totals = [chance.random() for _ in OPTIONS]

    def score(self, view, options, feed=()):
        raise AssertionError("only totals are asked for")

    def totals(self, view, options, feed=()):
        return self._totals.copy()


def picks(policy: Policy):
    """Return a call that picks PICKS times among OPTIONS, and the bare look to hold against it."""
    known = _Known().totals(None, OPTIONS)

    def run() -> None:
        for _ in range(PICKS):
            pick(policy, None, OPTIONS, Stream(1, "seat/0"))

    def bare() -> None:
        for _ in range(PICKS):
            OPTIONS[known.index(max(known))]

    return run, bare


def benchmarks() -> list[Measurement]:
    """Return what a pick among 259 options takes."""
    found = []
    for name, policy in (("known totals", _Known()), ("random", RandomPolicy())):
        run, bare = picks(policy)
        clock = time.process_time
        found.append(
            Measurement(
                f"a pick among {len(OPTIONS)} options ({name}) / a bare look for the largest",
                ratio(run, bare, pairs=9, clock=clock),
                6,
                "times",
            )
        )
        found.append(
            Measurement(
                f"a pick among {len(OPTIONS)} options ({name}), microseconds",
                seconds(run, clock) / PICKS * 1e6,
                10,
                "µs",
            )
        )
    return found
