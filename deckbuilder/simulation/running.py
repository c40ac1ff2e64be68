"""A run of many drafts that may be interrupted: what is done stands in a file, batch by batch."""

from __future__ import annotations

import hashlib
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

import deckbuilder
from deckbuilder.errors import refusal
from deckbuilder.files import lock, reason, refuse_existing
from deckbuilder.resources import bots_folder
from deckbuilder.simulation.counting import Sums
from deckbuilder.simulation.dueling import Duels
from deckbuilder.simulation.simulating import DeckRow, Part, Simulation, batch_size, simulate
from deckbuilder.simulation.workers import Batch, Workers, batches, gathered
from deckbuilder.sources.json_source import parse_json

SCHEMA = 1


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """What a run is: all that its results depend on."""

    schema: int = SCHEMA
    game: str
    format: str
    settings: Any
    bots: tuple[str, ...]
    seed: int
    drafts: int
    decks: bool
    duels: Duels | None
    version: str
    python: str
    cards: str
    weights: str

    def told(self) -> dict[str, str | int]:
        """Return it for people and programs, one text or number each."""
        plain = msgspec.to_builtins(self)
        plain["bots"] = ",".join(self.bots)
        plain["settings"] = msgspec.json.encode(self.settings).decode()
        plain["duels"] = self.duels.games if self.duels else 0
        plain["duel-bot"] = self.duels.player if self.duels else ""
        plain["duel-options"] = (
            msgspec.json.encode(self.duels.options).decode() if self.duels else ""
        )
        return {key: value for key, value in plain.items() if key not in ("schema", "decks")}


class Done(msgspec.Struct, frozen=True):
    """A line of the file: a batch, and what it gave."""

    batch: Batch
    part: Part


class Run:
    """Drafts of a simulation, and the file behind the results that keeps what is done."""

    def __init__(self, job: Simulation, drafts: int, path: Path) -> None:
        self.job = job
        self.head = head_of(job, drafts)
        self.path = path
        self.sums = Sums.empty(len(job.bots), len(job.seats))
        self.done = 0
        self.rate = 0.0
        """Drafts a second, of those that were done here."""

    @property
    def drafts(self) -> int:
        """How many drafts it is to be."""
        return self.head.drafts

    def told(self) -> dict[str, str | int]:
        """Return what was run, with the drafts that are done."""
        return {**self.head.told(), "drafts": self.done}

    def begin(self, *, force: bool) -> None:
        """Make the file. Raises InputError where a run that is not over lies there."""
        if self.path.exists() and not force:
            raise refusal("simulate.not-over", where=str(self.path))
        refuse_existing(self.path, force=force)
        with _refusals(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(msgspec.json.encode(self.head) + b"\n")

    def resume(self) -> None:
        """Take in what an earlier run did.

        Raises InputError where there is none, or where it was another one.
        """
        if not self.path.is_file():
            raise refusal("simulate.nothing-begun", where=str(self.path))
        with _refusals(self.path), self.path.open("r+b") as stream:
            line = stream.readline()
            before = parse_json(line, str(self.path), Head, line=1, code="simulate.no-run")
            own = msgspec.json.decode(msgspec.json.encode(self.head), type=Head)
            for name in Head.__struct_fields__:
                if getattr(before, name) != getattr(own, name):
                    raise refusal("simulate.other-run", where=str(self.path), setting=name)
            whole = stream.tell()
            for done in self._lines(stream):
                self.sums.merge(done.part.sums)
                self.done = done.batch.start + done.batch.count
                whole = stream.tell()
            # What was half written when it was ended is done again.
            stream.truncate(whole)

    def go_on(self, workers: Workers, tell: Callable[[int], None] | None = None) -> None:
        """Do what is left. After an interruption the rest can be done later.

        Raises InputError for an unknown bot, and KeyboardInterrupt where nothing is done yet.
        """
        for spec in self.job.bots:
            self.job.draft.bot(spec, self.job.settings, self.job.catalog)
        begun, before = time.perf_counter(), self.done
        todo = batches(
            self.drafts, batch_size(self.drafts, duels=self.job.duels is not None), self.done
        )
        with _refusals(self.path), self.path.open("ab", buffering=0) as stream:
            lock(stream)

            def keep(done: Done) -> None:
                stream.write(msgspec.json.encode(done) + b"\n")
                self.sums.merge(done.part.sums)

            self.done = gathered(workers.results(_do, self.job, todo), keep, tell, self.done)
        self.rate = (self.done - before) / (time.perf_counter() - begun)

    def decks(self) -> Iterator[DeckRow]:
        """Yield every deck that was drafted, in order, from the file."""
        with self.path.open("rb") as stream:
            stream.readline()
            for done in self._lines(stream):
                yield from done.part.decks

    def end(self) -> None:
        """Remove the file: the results are written."""
        self.path.unlink(missing_ok=True)

    def _lines(self, stream: BinaryIO) -> Iterator[Done]:
        number = 1
        while (line := stream.readline()).endswith(b"\n"):
            number += 1
            yield parse_json(line, str(self.path), Done, line=number, code="simulate.no-run")


def head_of(job: Simulation, drafts: int) -> Head:
    """Return what a run of so many drafts is, versions of cards and weights among it."""
    weights = hashlib.blake2b(digest_size=8)
    for path in sorted(bots_folder(job.game).glob("*.yaml")):
        weights.update(path.read_bytes())
    cards = msgspec.json.encode(job.catalog.cards)
    return Head(
        game=job.game,
        format=job.format,
        settings=job.settings,
        bots=job.bots,
        seed=job.seed,
        drafts=drafts,
        decks=job.decks,
        duels=job.duels,
        version=deckbuilder.__version__,
        python=platform.python_version(),
        cards=hashlib.blake2b(cards, digest_size=8).hexdigest(),
        weights=weights.hexdigest(),
    )


def sums_of(
    job: Simulation, drafts: int, workers: Workers, tell: Callable[[int], None] | None = None
) -> Sums:
    """Do so many drafts and keep their sums only, those done until then after an interruption.

    Raises KeyboardInterrupt where nothing was done yet.
    """
    sums = Sums.empty(len(job.bots), len(job.seats))
    todo = batches(drafts, batch_size(drafts, duels=job.duels is not None))
    gathered(workers.results(simulate, job, todo), lambda part: sums.merge(part.sums), tell)
    return sums


def part_file(path: Path) -> Path:
    """Return the file that keeps what is done for results that are to be written to a file."""
    return path.with_name(f"{path.name}.part")


def _do(job: Simulation, batch: Batch) -> Done:
    return Done(batch, simulate(job, batch))


@contextmanager
def _refusals(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise refusal("files.unwritable", where=str(path), reason=reason(error)) from None
