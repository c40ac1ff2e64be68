"""Chance: named streams of random numbers, each derived from the table's seed alone.

A stream is BLAKE2b in counter mode, so that the same seed gives the same draft on every
machine and Python version: `random.Random` promises that for `random()` only, and costs more
to seed than most streams ever draw.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import blake2b
from struct import unpack
from typing import TypeVar

import msgspec

T = TypeVar("T")
MAX_SEED = 2**32 - 1


def new_seed() -> int:
    """Return a fresh seed, short enough to be typed."""
    return secrets.randbelow(MAX_SEED + 1)


class Stream(msgspec.Struct, eq=False, gc=False):
    """Random draws of one purpose, such as `pile/order` or `seat/2`.

    `turn` tells uses of the same name apart. Most streams are never drawn from, so that nothing
    is derived before the first draw.
    """

    seed: int
    name: str
    turn: int = 0
    _block: int = 0
    _words: list[int] | None = None

    def _next_block(self) -> list[int]:
        digest = blake2b(f"{self.seed}/{self.name}/{self.turn}/{self._block}".encode()).digest()
        self._words = words = list(unpack("<8Q", digest))
        self._block += 1
        return words

    def _word(self) -> int:
        return (self._words or self._next_block()).pop()

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to bound - 1 (uneven by less than bound / 2**64)."""
        return (self._word() * bound) >> 64

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[(self._word() * len(items)) >> 64]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order (Fisher and Yates)."""
        result = list(items)
        words = self._words
        for last in range(len(result) - 1, 0, -1):
            words = words or self._next_block()
            other = (words.pop() * (last + 1)) >> 64
            result[last], result[other] = result[other], result[last]
        return result
