"""Games between lists in numbers: how one went, and what many of them tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import msgspec

from deckbuilder.tables.protocol import Event


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """How a game went: its turns, and for each seat what it suffered and the cards it had.

    `damage` is what was dealt to each zone of the seat, by the zone's word; `drawn` the ids of
    the cards that were in its hand at some time, a mulligan's first hand left out.
    """

    turns: int
    damage: tuple[Mapping[str, int], ...]
    drawn: tuple[frozenset[str], ...]


class Courses(Protocol):
    """A game's part: tells how a game went from what happened in it."""

    def course(self, events: Iterable[Event]) -> Course:
        """Return how a game went; the events are those of all seats, hidden things too."""

    def cards(self, settings: Any, seat: int) -> Mapping[str, int]:
        """Return the cards that a seat can draw, by id, and how many copies there are."""


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """A share of games, and between which shares the true one lies in 95 of 100 cases.

    `games` is how many games it is a share of; without any, all of it is None.
    """

    share: float | None
    low: float | None
    high: float | None
    games: int


class Mean(msgspec.Struct, frozen=True, kw_only=True):
    """A mean over games and the ends of its 95 % interval."""

    mean: float
    low: float
    high: float


class CardShare(msgspec.Struct, frozen=True, kw_only=True):
    """A card of a list: what the list won of the games in which it was drawn, and of the others."""

    list: str
    card: str
    copies: int
    drawn: Share
    not_drawn: Share


class DuelFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What many games between two lists tell.

    A deal is played twice with the seats changed about; the first turn goes about from deal to
    deal. `wins` is the share that the first list won, a drawn game counted half; `beginning` and
    `following` the same where it began, and where it did not. `lengths` are games by turns;
    `damage` is what each list suffered a game, by the zone's word.
    """

    game: str
    lists: tuple[str, str]
    bot: str
    seed: int
    games: int
    drawn_games: int
    wins: Share
    beginning: Share
    following: Share
    turns: Mean
    lengths: Mapping[int, int]
    damage: tuple[Mapping[str, Mean], Mapping[str, Mean]]
    cards: tuple[CardShare, ...]
