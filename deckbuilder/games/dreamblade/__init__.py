"""Dreamblade."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckbuilder.game_settings import Setting
from deckbuilder.registry import Game

if TYPE_CHECKING:
    from deckbuilder.catalog.card import Card
    from deckbuilder.games.dreamblade.table import DreambladeDraft
    from deckbuilder.games.parts import History, Measures, Rate
    from deckbuilder.games.planning import Builder
    from deckbuilder.games.statistics import Measure
    from deckbuilder.games.tracking import Tracking


def _card() -> type[Card]:
    from deckbuilder.games.dreamblade.card import Miniature

    return Miniature


def _draft() -> DreambladeDraft:
    from deckbuilder.games.dreamblade.table import DRAFT

    return DRAFT


def _measures() -> Measures:
    from deckbuilder.games.dreamblade.measures import MEASURES

    return MEASURES


def _tracking() -> Tracking:
    from deckbuilder.games.dreamblade.tracking import TRACKING

    return TRACKING


def _history() -> History:
    from deckbuilder.games.dreamblade.history import HISTORY

    return HISTORY


def _statistics() -> Measure:
    from deckbuilder.games.dreamblade.statistics import measure

    return measure


def _ratings() -> Rate:
    from deckbuilder.games.dreamblade.rating import rated

    return rated


def _builder() -> Builder:
    from deckbuilder.games.dreamblade.building import BUILDER

    return BUILDER


GAME = Game(
    id="dreamblade",
    title="Dreamblade",
    names=(
        "Dreamblade",
        "ドリームブレイド",
    ),
    card=_card,
    draft=_draft,
    measures=_measures,
    tracking=_tracking,
    history=_history,
    statistics=_statistics,
    ratings=_ratings,
    builder=_builder,
    settings=(
        Setting(
            name="boosters",
            use="draft",
            help="Boosters a seat, in sealed and drafts.",
            least=1,
            most=31,
        ),
        Setting(
            name="picks",
            use="draft",
            help="Picks from a booster before it is passed.",
            least=1,
            most=31,
        ),
    ),
)
