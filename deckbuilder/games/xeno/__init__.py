"""XENO."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckbuilder.registry import Game

if TYPE_CHECKING:
    from deckbuilder.catalog.card import Card
    from deckbuilder.games.playing import Play
    from deckbuilder.games.statistics import Measure


def _card() -> type[Card]:
    from deckbuilder.games.xeno.card import XenoCard

    return XenoCard


def _play() -> Play:
    from deckbuilder.games.xeno.table import PLAY

    return PLAY


def _statistics() -> Measure:
    from deckbuilder.games.xeno.statistics import measure

    return measure


GAME = Game(
    id="xeno",
    title="XENO",
    names=(
        "XENO",
        "ゼノ",
    ),
    card=_card,
    play=_play,
    statistics=_statistics,
)
