"""The fuzzer finds what is planted, tries the same inputs again, and finds nothing in a short run.

`python -m tests.fuzz --minutes 60` goes on for longer.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator

import fuzzing
import pytest
from fuzz_mutations import MUTATIONS, mutated
from fuzz_readers import Reader, readers, scratch
from fuzzing import Tally, fuzz

from deckbuilder.errors import refusal

INPUTS = 1_500
AT_MOST = 120.0


@pytest.fixture(scope="module")
def all_readers() -> Iterator[dict[str, Reader]]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("DECKBUILDER_CACHE_DIR", str(scratch() / "cache"))
        patched.setenv("DECKBUILDER_DATA_DIR", str(scratch() / "data"))
        yield readers()
    shutil.rmtree(scratch())
    scratch.cache_clear()


def test_sound_inputs_are_read(all_readers: dict[str, Reader]) -> None:
    """What the fuzzer begins from is no input that is refused at the door."""
    for reader in all_readers.values():
        reader.read(reader.seeds[0])


def test_no_input_ends_in_anything_but_data_or_one_error(all_readers: dict[str, Reader]) -> None:
    tally = Tally()
    for name, fault in fuzz(all_readers, 12, inputs=INPUTS, seconds=AT_MOST):
        tally.add(name, fault)
    assert not tally.faults, tally.told()
    assert set(tally.tried) == set(all_readers)


def planted(content: bytes) -> None:
    if b"[[" in content:
        raise KeyError("planted")
    if b"::" in content:
        while True:
            pass
    raise refusal("sources.not-text", where="x")


def test_what_is_planted_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzing, "SECONDS_OF_ONE", 0.05)
    tally = Tally()
    reader = Reader(planted, [b"a: [b]\nc: [d]\n"], 1)
    for name, fault in fuzz({"planted": reader}, 3, inputs=1_000, seconds=AT_MOST):
        tally.add(name, fault)
    kinds = sorted(kind.split(" (")[0] for kind in tally.faults)
    assert kinds == ["planted: KeyError: 'planted'", "planted: fuzzing.Slow"]
    assert "2 faults found" in tally.told()


def test_a_seed_tries_the_same_inputs_again() -> None:
    def tried(seed: int) -> list[bytes]:
        chance = random.Random(seed)
        return [mutated(b"3x Pillage\n2 Choppa", chance, [b"{}"]) for _ in range(200)]

    assert tried(7) == tried(7) != tried(8)
    assert len(set(tried(7))) > 150


@pytest.mark.parametrize("change", MUTATIONS)
def test_every_mutation_bears_nothing_at_all(change) -> None:
    chance = random.Random(1)
    for _ in range(50):
        assert isinstance(change(b"", chance, [b""]), bytes)
