"""Many drafts or games in small batches, by as many processes as one likes: the same results.

What is done is a function of a module, its job (what all batches have in common) and a batch.
How the batches are cut depends on neither the number of workers nor their speed, and their
results come in order, so that whoever adds them up gets the same sums to the last digit.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from itertools import chain, islice
from multiprocessing.context import BaseContext
from typing import Any, TypeVar, cast

import msgspec

from deckbuilder.errors import refusal
from deckbuilder.preferences import Preferences, preferences

Job = TypeVar("Job")
Part = TypeVar("Part")

AHEAD = 3
"""Batches given out for each worker: one that waits keeps it busy, one is done before its turn."""
TRIES = 3
"""How often a batch is given out whose worker is lost."""


class Batch(msgspec.Struct, frozen=True):
    """So many drafts or games from number `start` on, counted from 0."""

    start: int
    count: int

    @property
    def numbers(self) -> range:
        """The numbers of all its drafts or games."""
        return range(self.start, self.start + self.count)


Work = Callable[[Job, Batch], Part]
"""What a worker does: a function of a module, so that other processes find it by its name."""


def batches(total: int, size: int, start: int = 0) -> Iterator[Batch]:
    """Cut the numbers from `start` to `total` into batches of `size`, the last one smaller.

    `start` is where an earlier run stopped, between two batches.
    """
    for first in range(start, total, size):
        yield Batch(first, min(size, total - first))


class Workers(ABC):
    """Those who work off batches."""

    @abstractmethod
    def results(
        self, work: Work[Job, Part], job: Job, todo: Iterable[Batch]
    ) -> Iterator[tuple[Batch, Part]]:
        """Yield each batch with what the work makes of it, in the order of the batches.

        Job and results are pickled where they go to other processes; only a few results wait
        at a time, however many batches there are. Whoever stops asking, by an interruption for
        example, ends the workers. Raises what the work raises, and InputError for workers that
        are lost again and again.
        """


class InProcess(Workers):
    """Nobody but this process."""

    def results(
        self, work: Work[Job, Part], job: Job, todo: Iterable[Batch]
    ) -> Iterator[tuple[Batch, Part]]:
        """Do each batch when it is asked for."""
        for batch in todo:
            yield batch, work(job, batch)


class Processes(Workers):
    """So many processes of this machine."""

    def __init__(self, count: int) -> None:
        self.count = count

    def results(
        self, work: Work[Job, Part], job: Job, todo: Iterable[Batch]
    ) -> Iterator[tuple[Batch, Part]]:
        """Keep all processes busy; a batch whose process is lost is given out again."""
        rest = iter(todo)
        first = [*islice(rest, self.count)]
        if len(first) < 2:
            yield from InProcess().results(work, job, first)
            return
        rest = chain(first, rest)
        given_out: deque[Batch] = deque()
        lost: list[Batch] = []
        while True:
            try:
                with _crew(len(first), work, job) as crew:
                    yield from _in_order(crew, given_out, rest, AHEAD * self.count)
                return
            except BrokenProcessPool:
                next_one = given_out[0]
                lost = [each for each in lost if each == next_one] + [next_one]
                if len(lost) == TRIES:
                    raise refusal("workers.lost", start=next_one.start, tries=TRIES) from None


def gathered(
    parts: Iterator[tuple[Batch, Part]],
    add: Callable[[Part], None],
    tell: Callable[[int], None] | None = None,
    done: int = 0,
) -> int:
    """Add up results in their order, and return how many drafts or games are among them.

    `done` is how many an earlier run did; `tell` hears how many there are each time. An
    interruption ends the workers, and what is added up until then stands. Raises
    KeyboardInterrupt where that is nothing.
    """
    with closing(cast(Generator[tuple[Batch, Part]], parts)):
        try:
            for batch, part in parts:
                with whole():
                    add(part)
                    done = batch.start + batch.count
                if tell is not None:
                    tell(done)
        except KeyboardInterrupt:
            if not done:
                raise
    return done


@contextmanager
def whole() -> Iterator[None]:
    """Let an interruption wait until what runs inside is done."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: waiting.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if waiting:
        raise KeyboardInterrupt


def local_workers(count: int | None = None) -> Workers:
    """Return so many workers of this machine, as many as it has processors for None."""
    count = processors() if count is None else count
    return InProcess() if count == 1 else Processes(count)


def processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _in_order(
    crew: ProcessPoolExecutor, given_out: deque[Batch], rest: Iterator[Batch], most: int
) -> Iterator[tuple[Batch, Any]]:
    """Yield results in order; `given_out` keeps the batches without one, for who comes next."""
    waiting: deque[Future[Any]] = deque(crew.submit(_do, batch) for batch in given_out)
    while True:
        while len(given_out) < most and (batch := next(rest, None)) is not None:
            given_out.append(batch)
            waiting.append(crew.submit(_do, batch))
        if not given_out:
            return
        found = waiting.popleft().result()
        yield given_out.popleft(), found


@contextmanager
def _crew(count: int, work: Work[Any, Any], job: Any) -> Iterator[ProcessPoolExecutor]:
    """Start processes that know the work; they are ended, whatever they do, when it is left."""
    context = _context()
    before = {*multiprocessing.active_children()}
    crew = ProcessPoolExecutor(
        count, mp_context=context, initializer=_begin, initargs=(work, job, preferences())
    )
    try:
        yield crew
    except BaseException:
        # What they are at is of no use to anybody any more.
        for process in {*multiprocessing.active_children()} - before:
            process.terminate()
        raise
    finally:
        crew.shutdown(wait=True, cancel_futures=True)


def _context() -> BaseContext:
    """Return how processes are started: as copies of this one, where that is safe."""
    copies = "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1
    return multiprocessing.get_context("fork" if copies else "spawn")


_task: tuple[Work[Any, Any], Any, Preferences] | None = None
"""What this process works at, as a worker of another one."""


def _begin(work: Work[Any, Any], job: Any, wanted: Preferences) -> None:
    global _task
    _task = (work, job, wanted)
    # An interruption is for the process that asked; it ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _do(batch: Batch) -> Any:
    assert _task is not None
    work, job, wanted = _task
    with wanted.in_force():
        return work(job, batch)
