"""Regatta, a small game of boats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from deckbuilder.registry import Game

if TYPE_CHECKING:
    from deckbuilder.catalog.card import Card
    from deckbuilder.formats.kind import Kind
    from deckbuilder.games.parts import Measures, Rate
    from deckbuilder.games.regatta.rules import State, View
    from deckbuilder.games.statistics import Measure
    from deckbuilder.games.table_game import DraftGame


def _card() -> type[Card]:
    from deckbuilder.games.regatta.card import RegattaCard

    return RegattaCard


def _checks() -> Mapping[str, Kind]:
    from deckbuilder.games.regatta.checks import KINDS

    return KINDS


def _draft() -> DraftGame[State, View]:
    from deckbuilder.games.regatta.table import DRAFT

    return DRAFT


def _measures() -> Measures:
    from deckbuilder.games.regatta.measures import MEASURES

    return MEASURES


def _statistics() -> Measure:
    from deckbuilder.games.regatta.statistics import measure

    return measure


def _ratings() -> Rate:
    from deckbuilder.games.regatta.bots import rated

    return rated


GAME = Game(
    id="regatta",
    title="Regatta",
    names=("Regatta", "レガッタ"),
    card=_card,
    checks=_checks,
    draft=_draft,
    measures=_measures,
    statistics=_statistics,
    ratings=_ratings,
)
