"""Mutated inputs for every reader, until a number of them or a time is over."""

from __future__ import annotations

import hashlib
import random
import signal
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from fuzz_mutations import mutated
from fuzz_readers import Reader

SECONDS_OF_ONE = 10.0
"""The processor's time after which an input counts as one that never ends."""
LONGEST = 20_000
"""Longer inputs are cut: what large ones cost is held by other tests."""


class Slow(Exception):
    """An input took more than SECONDS_OF_ONE."""


class Fault(NamedTuple):
    """An input that ended in anything but data or one clear error."""

    reader: str
    content: bytes
    trace: str

    @property
    def kind(self) -> str:
        """Where and how it ended: the same for inputs with the same fault."""
        lines = [line.strip() for line in self.trace.splitlines() if "File" in line]
        last = self.trace.strip().splitlines()[-1]
        return f"{self.reader}: {last[:100]} ({lines[-1] if lines else ''})"


def fault_of(name: str, reader: Reader, content: bytes) -> Fault | None:
    """Return what is wrong with how a reader takes an input, None where all is well."""
    from deckbuilder.errors import InputError
    from deckbuilder.sanitizing import printable

    signal.setitimer(signal.ITIMER_PROF, SECONDS_OF_ONE)
    try:
        reader.read(content)
    except InputError as error:
        told = str(error)
        if printable(told) != told or not told:
            return Fault(name, content, f"unprintable: {told!r}")
    except Exception:
        return Fault(name, content, traceback.format_exc())
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return None


def _too_slow(*_: object) -> None:
    raise Slow


def fuzz(
    readers: dict[str, Reader], seed: int, *, inputs: int, seconds: float
) -> Iterator[tuple[str, Fault | None]]:
    """Yield the reader and the fault, if any, of each input; the same inputs for the same seed.

    `seconds` is an upper limit only.
    """
    signal.signal(signal.SIGPROF, _too_slow)
    chance = random.Random(seed)
    names = [name for name, reader in readers.items() for _ in range(reader.share)]
    end = time.monotonic() + seconds
    for _ in range(inputs):
        name = chance.choice(names)
        reader = readers[name]
        content = mutated(chance.choice(reader.seeds), chance, reader.seeds)[:LONGEST]
        yield name, fault_of(name, reader, content)
        if time.monotonic() > end:
            return


class Tally:
    """Inputs tried and faults found."""

    def __init__(self, keep: Path | None = None) -> None:
        self.tried = Counter[str]()
        self.faults: dict[str, Fault] = {}
        self._keep = keep

    def add(self, name: str, fault: Fault | None) -> None:
        """Count an input; of inputs with the same fault the shortest is kept."""
        self.tried[name] += 1
        if fault is None:
            return
        known = self.faults.get(fault.kind)
        if known is None or len(fault.content) < len(known.content):
            self.faults[fault.kind] = fault
            if self._keep is not None:
                self._keep.mkdir(parents=True, exist_ok=True)
                name = hashlib.sha256(fault.kind.encode()).hexdigest()[:12]
                (self._keep / f"{name}.bin").write_bytes(fault.content)
                (self._keep / f"{name}.txt").write_text(f"{fault.kind}\n\n{fault.trace}")

    def told(self) -> str:
        """Return a line a reader, the faults, and the sum."""
        lines = [f"{name:<14} {count:>10} inputs" for name, count in sorted(self.tried.items())]
        lines += [
            f"FAULT {kind}\n      {fault.content[:300]!r}" for kind, fault in self.faults.items()
        ]
        lines.append(f"{self.tried.total()} inputs tried, {len(self.faults)} faults found.")
        return "\n".join(lines)
