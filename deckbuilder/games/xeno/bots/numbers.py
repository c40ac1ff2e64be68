"""The bots' numbers, from `formats/xeno/bots/weights.yaml` and the tables beside it."""

from __future__ import annotations

import sys
import zlib
from array import array
from functools import cache
from itertools import product

import msgspec

from deckbuilder.errors import InputError, refusal
from deckbuilder.files import read_input
from deckbuilder.games.characters import numbers_of
from deckbuilder.games.xeno.bots.habits import CIRCUMSTANCES
from deckbuilder.games.xeno.bots.worth import CELLS
from deckbuilder.games.xeno.ranks import HERO, RANKS
from deckbuilder.resources import bots_folder
from deckbuilder.sources.json_source import parse_json

EXPERT_FILE = "expert.bin"
FULL_SHARE = 65535
MOST_BYTES = 4_000_000
FULL_DECK = 14
"""Cards left at the end of the first turn of two."""
MIDDLE = 5.5
"""Between the ranks of the lower and the upper half."""


class Casual(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules of thumb; see the file."""

    ease: tuple[float, ...]
    sure_hit: float
    exposed: float
    wasted: float
    duel: float
    exchange: float

    def thumb(self) -> list[float]:
        """Return the numbers as the kernel takes them."""
        rules = (self.sure_hit, self.exposed, self.wasted, self.duel, self.exchange)
        return [0.0, *self.ease, *rules]


class Counter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The value of an unfinished game of two as a sum; see the file."""

    even: float
    rank: float
    rank_late: float
    seen: float
    seen_high: float
    sees: float
    protected: float
    looks: float
    other_looks: float
    hero: float

    def values(self) -> list[float]:
        """Return the sum for every cell of a table of values."""
        status_part = (0.0, self.protected, self.looks)
        values: list[float] = []
        for own, other in product(RANKS, RANKS):
            hero = self.hero if own == HERO else 0.0
            for seen, sees, status, looks in product((0, 1), (0, 1), (0, 1, 2), (0, 1)):
                fixed = (
                    self.even
                    + self.rank * (own - other)
                    + (self.seen + self.seen_high * own) * seen * (status != 1)
                    + self.sees * sees
                    + status_part[status]
                    + self.other_looks * looks
                    + hero
                )
                by_deck = [
                    min(
                        1.0,
                        max(
                            0.0,
                            fixed + self.rank_late * (own - other) * (1.0 - deck / FULL_DECK),
                        ),
                    )
                    for deck in range(1, FULL_DECK + 1)
                ]
                # The sum looks neither at the Boys nor at the Nobles: 3 times 3 alike.
                values += by_deck * 9
        assert len(values) == CELLS
        return values


class CrowdValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The value of an unfinished game of three or four; see the file."""

    rank: float
    late: float
    exposed: float
    protected: float
    looks: float
    sees: float

    def base(
        self,
        inside: int,
        deck: int,
        own: int,
        exposed: bool,
        protected: bool,
        looks: bool,
        sees: bool,
    ) -> float:
        """Return the worth of a moment, the chance of the highest hand apart."""
        worth = 1.0 + self.rank * (own - MIDDLE)
        worth += self.protected * protected + self.looks * looks + self.sees * sees
        if exposed and not protected:
            worth *= 1.0 - self.exposed
        return (1.0 - self.high(inside, deck)) * worth / inside

    def high(self, inside: int, deck: int) -> float:
        """Return what the chance of the highest hand counts."""
        return self.late * (1.0 - min(deck, FULL_DECK) / FULL_DECK)


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    casual: Casual
    counter: Counter
    crowd: CrowdValues


@cache
def numbers() -> Numbers:
    """Return the numbers of the bots (read once a process)."""
    return numbers_of("xeno", Numbers)


class Brain:
    """What a bot that keeps a belief plays by, at tables of two.

    `values` is a table of values by `worth.cell`. `habits` says, by `habits.circumstance`, how
    likely the other seat is to play a card c of c and x, as rows c of numbers x; `high` how
    likely it is to keep the highest card of a look.
    """

    def __init__(self, values: list[float], habits: list[list[list[float]]], high: float) -> None:
        self.values = values
        self.habits = habits
        self.high = high


def even_habits() -> list[list[list[float]]]:
    """Return habits of somebody unknown: either card alike, but never the Hero (XENO-17)."""
    even = [[0.5] * 11 for _ in range(11)]
    for rank in RANKS:
        even[rank][rank] = 1.0
        even[rank][HERO] = 1.0
        even[HERO][rank] = 0.0
    return [even] * CIRCUMSTANCES


@cache
def counter_brain() -> Brain:
    """Return the brain of `counter`: a sum for values, and nothing taken for granted."""
    return Brain(numbers().counter.values(), even_habits(), 0.0)


class _Learned(msgspec.Struct, frozen=True):
    """The first line of a file of learned tables."""

    made_by: str
    values: int
    circumstances: int
    high: float


def pack_brain(brain: Brain, made_by: str) -> bytes:
    """Return a brain as the content of a file; `made_by` is the command that made it.

    Behind a line of JSON, the numbers are shares of 65535 in two bytes each, compressed.
    """
    head = _Learned(made_by, len(brain.values), len(brain.habits), brain.high)
    shares = array("H")
    shares.extend(round(FULL_SHARE * value) for value in brain.values)
    for circumstance in brain.habits:
        for row in circumstance:
            shares.extend(round(FULL_SHARE * value) for value in row)
    if sys.byteorder == "big":
        shares.byteswap()
    return msgspec.json.encode(head) + b"\n" + zlib.compress(shares.tobytes(), 9)


def unpack_brain(content: bytes, where: str) -> Brain:
    """Return the brain in a file. Raises InputError for a file that is none or does not fit."""
    line, _, packed = content.partition(b"\n")
    shares = array("H")
    try:
        head = parse_json(line, where, _Learned)
        shares.frombytes(zlib.decompressobj().decompress(packed, MOST_BYTES))
    except (InputError, zlib.error, ValueError):
        head = None
    if head is None or (head.values, head.circumstances, len(shares)) != (
        CELLS,
        CIRCUMSTANCES,
        CELLS + CIRCUMSTANCES * 11 * 11,
    ):
        raise refusal("xeno.unlearned", where=where)
    if sys.byteorder == "big":
        shares.byteswap()
    numbers = [share / FULL_SHARE for share in shares]
    rows = [numbers[start : start + 11] for start in range(CELLS, len(numbers), 11)]
    habits = [rows[start : start + 11] for start in range(0, len(rows), 11)]
    return Brain(numbers[:CELLS], habits, head.high)


@cache
def expert_brain() -> Brain:
    """Return the brain of `expert`, learned by self-play."""
    path = bots_folder("xeno") / EXPERT_FILE
    return unpack_brain(read_input(path), str(path))
