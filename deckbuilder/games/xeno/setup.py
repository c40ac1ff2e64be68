"""A table of XENO before the cards are dealt: its settings, and all options worked out once."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec

from deckbuilder.errors import unusable
from deckbuilder.games.stated import Each, settings_of
from deckbuilder.games.xeno.ranks import AIMED, BOY, HERO, RANKS, SOLDIER
from deckbuilder.games.xeno.view import Discard, Known
from deckbuilder.tables.protocol import Option

SEATS = (2, 3, 4)
"""Seats that a table may have (XENO-2)."""
MOST_GAMES = 100_000
BESIDE_THE_HANDS = 2
"""Cards that a game needs beside a hand for each seat: one aside, one to draw (XENO-10)."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All that a table needs beside the seed.

    `cards` has id, rank and copies of every character, by rank. `first` is the seat that starts
    the first of the `games`; the seats take turns at starting. `boys` says which Boys make the
    next one work (XENO-R1): those played, or also those discarded by force.
    """

    players: int
    cards: tuple[tuple[str, int, Each], ...]
    first: int = 0
    games: Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)] = 1
    boys: Literal["played", "discarded"] = "played"


class Setup:
    """Settings made ready: cards by rank, and every option and record that play will need."""

    def __init__(self, settings: Settings) -> None:
        _refuse_what_cannot_be(settings)
        self.settings = settings
        self.players = settings.players
        self.ids = ("", *(card for card, _, _ in settings.cards))
        self.ranks = {card: rank for card, rank, _ in settings.cards}
        self.deck = tuple(rank for _, rank, copies in settings.cards for _ in range(copies))
        self.everybody = (1 << settings.players) - 1
        self.unknown = ((0,) * settings.players,) * settings.players
        self.played = {rank: Discard(card) for card, rank in self.ranks.items()}
        self.forced = {rank: Discard(card, forced=True) for card, rank in self.ranks.items()}
        self.flags = tuple(
            tuple(bool(mask >> seat & 1) for seat in range(settings.players))
            for mask in range(self.everybody + 1)
        )
        self._hands: dict[tuple[int, ...], tuple[str, ...]] = {}
        self._plays: dict[tuple[tuple[int, ...], int, int, bool], tuple[Option, ...]] = {}
        self._known: dict[tuple[int, int, int], Known] = {}

    def cards(self, ranks: tuple[int, ...]) -> tuple[str, ...]:
        """Return the ids of cards."""
        found = self._hands.get(ranks)
        if found is None:
            found = self._hands[ranks] = tuple(self.ids[rank] for rank in ranks)
        return found

    def known(self, holds: int, lacks: int, sees: int) -> Known:
        """Return a piece of knowledge; `lacks` is a mask over ranks."""
        key = (holds, lacks, sees)
        found = self._known.get(key)
        if found is None:
            missing = tuple(self.ids[rank] for rank in RANKS if lacks >> rank & 1)
            found = self._known[key] = Known(self.ids[holds], missing, self.ids[sees])
        return found

    def plays(
        self, hand: tuple[int, ...], seat: int, inside: int, boy_counts: bool
    ) -> tuple[Option, ...]:
        """Return the plays of a hand, by card, target and named card; never the Hero (XENO-17)."""
        key = (hand, seat, inside, boy_counts)
        found = self._plays.get(key)
        if found is None:
            found = self._plays[key] = tuple(
                option
                for rank in sorted(set(hand) - {HERO})
                for option in self._plays_of(rank, seat, inside, boy_counts)
            )
        return found

    def _plays_of(self, rank: int, seat: int, inside: int, boy_counts: bool) -> list[Option]:
        card = self.ids[rank]
        if rank not in AIMED and not (rank == BOY and boy_counts):
            return [Option("play", card)]
        targets = [other for other in range(self.players) if inside >> other & 1 and other != seat]
        if rank == SOLDIER:
            return [
                Option("play", card, target, name) for target in targets for name in self.ids[1:]
            ]
        return [Option("play", card, target) for target in targets]

    def single(self, action: str, ranks: tuple[int, ...], target: int | None) -> tuple[Option, ...]:
        """Return one option for each different card."""
        return tuple(Option(action, self.ids[rank], target) for rank in sorted(set(ranks)))


def _refuse_what_cannot_be(settings: Settings) -> None:
    if settings.players not in SEATS:
        raise unusable("XENO is for 2 to 4 players (XENO-2).", field="settings.players")
    if not 0 <= settings.first < settings.players or settings.games < 1:
        what = "the first seat and the number of games must exist."
        raise unusable(what, field="settings.first")
    if tuple(rank for _, rank, _ in settings.cards) != tuple(RANKS):
        what = "the cards must be one of each rank from 1 to 10, in this order."
        raise unusable(what, field="settings.cards")
    if len({card for card, _, _ in settings.cards}) < len(settings.cards):
        raise unusable("each rank must be another card.", field="settings.cards")
    least = settings.players + BESIDE_THE_HANDS
    if sum(copies for _, _, copies in settings.cards) < least:
        raise unusable(f"at least {least} cards are needed.", field="settings.cards")


@lru_cache(maxsize=64)
def _ready(settings: Settings) -> Setup:
    return Setup(settings)


def setup_for(settings: Any) -> Setup:
    """Return the set-up for settings as a record or as plain data from a log.

    Raises InputError for settings that are no table of XENO.
    """
    return _ready(settings_of(settings, Settings))
