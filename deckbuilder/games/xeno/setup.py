"""A table of XENO before the cards are dealt: its settings, and all options worked out once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from deckbuilder.errors import refusal
from deckbuilder.games.procedures import settings_of
from deckbuilder.games.xeno.ranks import AIMED, BOY, HERO, RANKS, SOLDIER
from deckbuilder.games.xeno.settings import SEATS, Settings
from deckbuilder.games.xeno.view import Discard, Known
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.protocol import Option, seat_id

BESIDE_THE_HANDS = 2
"""Cards that a game needs beside a hand for each seat: one aside, one to draw (XENO-10)."""


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
        self.seats = tuple(map(seat_id, range(settings.players)))
        self.picks = tuple(
            tuple(Option("pick", "", (seat,), place) for place in (1, 2)) for seat in self.seats
        )
        self.played = {rank: Discard(card) for card, rank in self.ranks.items()}
        self.forced = {rank: Discard(card, forced=True) for card, rank in self.ranks.items()}
        boys = {self.played[BOY]} | ({self.forced[BOY]} if settings.boys == "discarded" else set())
        self.arming = frozenset(boys)
        """Discarded Boys that make the next one work (XENO-R1)."""
        self.flags = tuple(
            tuple(bool(mask >> seat & 1) for seat in range(settings.players))
            for mask in range(self.everybody + 1)
        )
        self._hands: dict[tuple[int, ...], tuple[str, ...]] = {}
        self._plays: dict[tuple[tuple[int, ...], int, int, bool], tuple[Option, ...]] = {}
        self._known: dict[tuple[int, int, int], Known] = {}

    def rank(self, card: str) -> int:
        """Return the rank of a card, 0 for none."""
        return self.ranks[card] if card else 0

    def all_ranks(self, cards: Iterable[str]) -> tuple[int, ...]:
        """Return the ranks of cards."""
        return tuple(self.ranks[card] for card in cards)

    def mask(self, flags: Sequence[bool]) -> int:
        """Return flags over seats as a mask."""
        return self.flags.index(tuple(flags))

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
        targets = [
            self.seats[other]
            for other in range(self.players)
            if inside >> other & 1 and other != seat
        ]
        if rank == SOLDIER:
            return [
                Option("play", card, (target, name)) for target in targets for name in self.ids[1:]
            ]
        return [Option("play", card, (target,)) for target in targets]

    def single(self, action: str, ranks: tuple[int, ...], target: int) -> tuple[Option, ...]:
        """Return one option for each different card, at a seat when it is an execution."""
        targets = (self.seats[target],) if action == "execute" else ()
        return tuple(Option(action, self.ids[rank], targets) for rank in sorted(set(ranks)))


def _refuse_what_cannot_be(settings: Settings) -> None:
    if settings.players not in SEATS:
        raise refusal("xeno.players", field="settings.players", least=SEATS[0], most=SEATS[-1])
    if not 0 <= (settings.first or 0) < settings.players or settings.games < 1:
        raise refusal("xeno.no-first", field="settings.first")
    if tuple(rank for _, rank, _ in settings.cards) != tuple(RANKS):
        raise refusal("xeno.each-rank", field="settings.cards")
    if len({card for card, _, _ in settings.cards}) < len(settings.cards):
        raise refusal("xeno.ranks-alike", field="settings.cards")
    least = settings.players + BESIDE_THE_HANDS
    if sum(copies for _, _, copies in settings.cards) < least:
        raise refusal("xeno.cards", field="settings.cards", least=least)


@lru_cache(maxsize=64)
def _ready(settings: Settings) -> Setup:
    return Setup(settings)


def setup_for(settings: Any, seed: int | None = None) -> Setup:
    """Return the set-up for settings as a record or as plain data from a log.

    With a seed, it says which seat starts where the settings do not. Raises InputError for
    settings that are no table of XENO.
    """
    read = settings_of(settings, Settings)
    setup = _ready(read)
    if seed is None or read.first is not None:
        return setup
    first = Stream(seed, "first-seat").below(setup.players)
    return _ready(msgspec.structs.replace(read, first=first))
