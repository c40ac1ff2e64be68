"""Measuring in pairs: candidate and reference in turn, so that a drifting machine hurts both."""

from __future__ import annotations

import statistics
import subprocess
import time
from collections.abc import Callable
from typing import NamedTuple


class Measurement(NamedTuple):
    """A figure, what it is of, and the aim; `at_most` tells which side of the aim is good."""

    name: str
    value: float
    aim: float
    unit: str
    at_most: bool = True

    def __str__(self) -> str:
        met = self.value <= self.aim if self.at_most else self.value >= self.aim
        sign = "<=" if self.at_most else ">="
        verdict = "met" if met else "MISSED"
        figure = f"{self.value:>10.3g} {self.unit:<12}"
        return f"{self.name:<58} {figure} aim {sign} {self.aim:g}  {verdict}"


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Return how long one call takes by a clock; `time.process_time` leaves waiting out."""
    start = clock()
    work()
    return clock() - start


def ratio(
    candidate: Callable[[], object],
    reference: Callable[[], object],
    pairs: int = 7,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """Return the median, over pairs run in turn, of candidate's time by reference's."""
    candidate()
    reference()
    return statistics.median(
        seconds(candidate, clock) / seconds(reference, clock) for _ in range(pairs)
    )


def process(*arguments: str, **environment: str) -> Callable[[], object]:
    """Return a call that runs a command in a process of its own, its output thrown away.

    Compiled modules are kept between runs, as they are for whoever installs the program.
    """
    import os

    def run() -> object:
        return subprocess.run(
            arguments,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", **environment},
            check=False,
        )

    return run
