"""What a bot with an exact belief plays by at tables of three and four."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Protocol, TypeAlias

import msgspec

from deckbuilder.errors import InputError, refusal
from deckbuilder.files import read_input
from deckbuilder.games.xeno.bots.habits import time_of
from deckbuilder.games.xeno.bots.numbers import CrowdValues, even_habits, numbers
from deckbuilder.resources import bots_folder
from deckbuilder.sources.json_source import parse_json

Rows: TypeAlias = Sequence[Sequence[float]]
Habits: TypeAlias = Callable[[int, bool, int], Rows]
"""How likely each of two cards is to be played, as rows by the card played: by the seats still
in, whether the next Boy works, and the cards in the deck."""

LEAST = 2
"""Seats that are in while a game goes on."""


class CrowdMind(Protocol):
    """Habits of the others, and the worth of a moment at the end of the own turn.

    The worth is `base` plus `high` times the chance that the own hand is the highest.
    """

    def habits(self, inside: int, boy_counts: bool, deck: int) -> Rows:
        """Return how likely each of two cards is to be played."""

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
        """Return the worth by the seats still in, the deck and the own card.

        Whether it is known to somebody, the own seat is protected, will look by the Sage, and
        knows another hand.
        """

    def high(self, inside: int, deck: int) -> float:
        """Return what the chance of the highest hand counts."""


class SumMind:
    """The mind of `counter`: a sum, and nothing taken for granted of the others."""

    def __init__(self, values: CrowdValues) -> None:
        self.base = values.base
        self.high = values.high
        self._even = even_habits()[0]

    def habits(self, inside: int, boy_counts: bool, deck: int) -> Rows:
        """Return even habits."""
        return self._even


class Part(msgspec.Struct, frozen=True):
    """The worth of moments of one time and number of seats, as a sum."""

    ranks: tuple[float, ...]
    exposed: float
    protected: float
    looks: float
    sees: float
    high: float


class LearnedMind(msgspec.Struct, frozen=True):
    """The mind of `expert`, learned by self-play.

    `parts` and `usual` are by seats still in, from two on, then by time (early, middle, late),
    the habits also by whether the next Boy works.
    """

    made_by: str
    parts: tuple[tuple[Part, ...], ...]
    usual: tuple[tuple[tuple[tuple[float, ...], ...], ...], ...]

    def habits(self, inside: int, boy_counts: bool, deck: int) -> Rows:
        """Return how such players played."""
        return self.usual[inside - LEAST][2 * time_of(deck) + boy_counts]

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
        part = self.parts[inside - LEAST][time_of(deck)]
        return max(
            0.0,
            part.ranks[own - 1]
            + part.exposed * (exposed and not protected)
            + part.protected * protected
            + part.looks * looks
            + part.sees * sees,
        )

    def high(self, inside: int, deck: int) -> float:
        """Return what the chance of the highest hand counts."""
        return self.parts[inside - LEAST][time_of(deck)].high


@cache
def counter_mind() -> CrowdMind:
    """Return the mind of `counter`."""
    return SumMind(numbers().crowd)


@cache
def expert_mind(players: int) -> LearnedMind:
    """Return the mind of `expert` for so many seats."""
    path = bots_folder("xeno") / f"expert-{players}.json"
    return unpack_mind(read_input(path), str(path), players)


def pack_mind(mind: LearnedMind) -> bytes:
    """Return a mind as the content of a file."""
    return msgspec.json.format(msgspec.json.encode(mind), indent=1) + b"\n"


def unpack_mind(content: bytes, where: str, players: int) -> LearnedMind:
    """Return the mind in a file. Raises InputError for a file that is none or does not fit."""
    try:
        mind: LearnedMind = parse_json(content, where, LearnedMind)
        sizes = {len(mind.parts), len(mind.usual)}
        whole = (
            sizes == {players - 1}
            and all(len(part.ranks) == 10 for row in mind.parts for part in row)
            and all(len(row) == 3 for row in mind.parts)
            and all(len(row) == 6 for row in mind.usual)
        )
    except InputError:
        whole = False
    if not whole:
        raise refusal("xeno.unlearned", where=where)
    return mind
