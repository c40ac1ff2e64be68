"""Duels between the decks of a draft, and what is counted of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.game_settings import SettingValue
from deckbuilder.games.duels import Courses
from deckbuilder.games.table_game import Request, TableGame
from deckbuilder.registry import game
from deckbuilder.simulation.bouts import Player
from deckbuilder.simulation.drafted import SEATS, bouts_between
from deckbuilder.tables.chance import MAX_SEED, Stream

SEAT, BOT, TURN, KIND, DRAWN, HELD = "seat", "bot", "turn", "kind", "drawn", "held"
FIRST, SECOND = "first", "second"


class Duels(msgspec.Struct, frozen=True, kw_only=True):
    """So many games between the two decks of each draft, by a bot that plays both."""

    game: str
    player: str
    games: int
    options: Mapping[str, SettingValue] = {}


Scored = dict[tuple[str, str], list[float]]
"""What was scored in games, by what it is told of and which of these."""


class Arena:
    """Where drafted decks play: a table with its bots, made ready once for many drafts."""

    def __init__(self, duels: Duels, catalog: Catalog) -> None:
        home = game(duels.game)
        assert home.play is not None
        assert home.courses is not None
        self._duels = duels
        self._catalog = catalog
        self._table: TableGame[Any, Any] = home.play()
        self._courses: Courses = home.courses()
        self._player = Player(self._table, catalog)

    def play(
        self, decks: Sequence[Any], labels: Sequence[Mapping[str, str]], seed: int, number: int
    ) -> tuple[list[float], Scored]:
        """Let two decks play; either seat begins by turns.

        `labels` are what each deck goes by: its seat, its bot, its kind. Returns what the first
        deck scored game by game, and what was scored with each label, turn and card.
        """
        wishes = Request(decks=tuple(decks), options=self._duels.options, seed=number)
        seeds = [
            Stream(seed, f"duel/{game}", number).below(MAX_SEED + 1)
            for game in range(self._duels.games)
        ]
        points: list[float] = []
        scored: Scored = {}
        bouts = bouts_between(self._table, wishes, self._catalog, self._duels.player, seeds)
        for begins, bout in enumerate(bouts):
            ended, watching = self._player.play(bout, keeps=True)
            course = self._courses.course(watching.events)
            points.append(ended.points[0])
            for seat in range(SEATS):
                turn = FIRST if seat == begins % SEATS else SECOND
                told = [*labels[seat].items(), (TURN, turn)]
                cards = self._courses.cards(bout.settings, seat)
                told += [(DRAWN if card in course.drawn[seat] else HELD, card) for card in cards]
                for label in told:
                    scored.setdefault(label, []).append(ended.points[seat])
        return points, scored
