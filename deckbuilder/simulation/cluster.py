"""Batches worked off on a Dask cluster, which is an extra: the same results as here."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from itertools import chain
from typing import Any

import deckbuilder
from deckbuilder.errors import refusal
from deckbuilder.preferences import Preferences, preferences
from deckbuilder.simulation.workers import AHEAD, TRIES, Batch, Job, Part, Work, Workers

PATIENCE = "15s"
"""How long the scheduler may take to answer."""


class Cluster(Workers):
    """The workers of a Dask scheduler, such as `tcp://host:8786`.

    What a lost worker was at is done by another one. Raises InputError where Dask is not
    installed here.
    """

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            raise refusal("workers.no-dask") from None
        self._distributed: Any = distributed
        self.address = address

    def results(
        self, work: Work[Job, Part], job: Job, todo: Iterable[Batch]
    ) -> Iterator[tuple[Batch, Part]]:
        """Keep the cluster busy; only a few batches are given out ahead."""
        rest = iter(todo)
        given_out: deque[Batch] = deque()
        lost: list[Batch] = []
        with self._client() as client:
            self._refuse_unfit(client)
            while True:
                try:
                    yield from self._in_order(client, (work, job, preferences()), given_out, rest)
                    return
                except (self._distributed.KilledWorker, CancelledError):
                    first = given_out[0]
                    lost = [each for each in lost if each == first] + [first]
                    if len(lost) == TRIES:
                        raise refusal("workers.lost", start=first.start, tries=TRIES) from None

    @contextmanager
    def _client(self) -> Iterator[Any]:
        self._refuse_no_address()
        try:
            client = self._distributed.Client(
                self.address, timeout=PATIENCE, set_as_default=False, name="deckbuilder"
            )
        except (OSError, ValueError, TypeError):
            raise refusal("workers.no-scheduler", address=self.address) from None
        try:
            yield client
        finally:
            client.close()

    def _refuse_no_address(self) -> None:
        """Raise InputError for what is no address.

        A client that is given one stays half started: when it is collected while another one
        starts, the two wait for each other for ever.
        """
        try:
            self._distributed.comm.get_address_host_port(self.address)
        except (ValueError, TypeError):
            raise refusal("workers.no-scheduler", address=self.address) from None

    def _refuse_unfit(self, client: Any) -> None:
        """Raise InputError for a cluster without workers, or with another version of us."""
        versions: dict[str, str | None] = client.run(_version, on_error="return")
        if not versions:
            raise refusal("workers.none", address=self.address)
        for worker, version in versions.items():
            if version != deckbuilder.__version__:
                raise refusal("workers.other-version", worker=worker, own=deckbuilder.__version__)

    def _in_order(
        self,
        client: Any,
        task: tuple[Work[Any, Any], Any, Preferences],
        given_out: deque[Batch],
        rest: Iterator[Batch],
    ) -> Iterator[tuple[Batch, Any]]:
        """Yield results in order; `given_out` keeps the batches without one, for another try."""
        there = client.scatter(task, broadcast=True, hash=False)
        waiting: deque[Any] = deque()
        again = list(given_out)
        given_out.clear()
        todo = chain(again, rest)
        while True:
            while len(given_out) < max(len(again), AHEAD * _threads(client)):
                batch = next(todo, None)
                if batch is None:
                    break
                given_out.append(batch)
                waiting.append(client.submit(_do, there, batch, pure=False))
            if not given_out:
                return
            found = waiting[0].result()
            waiting.popleft()
            yield given_out.popleft(), found


def _threads(client: Any) -> int:
    threads: dict[str, int] = client.nthreads()
    return max(1, sum(threads.values()))


def _version() -> str:
    return deckbuilder.__version__


def _do(task: tuple[Work[Any, Any], Any, Preferences], batch: Batch) -> Any:
    work, job, wanted = task
    with wanted.in_force():
        return work(job, batch)
