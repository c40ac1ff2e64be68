"""Nightfall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckbuilder.game_settings import Setting
from deckbuilder.registry import Game

if TYPE_CHECKING:
    from deckbuilder.catalog.card import Card
    from deckbuilder.games.drafted import DraftBatch
    from deckbuilder.games.nightfall.table import NightfallDraft
    from deckbuilder.games.parts import History, Measures, Rate
    from deckbuilder.games.planning import Builder
    from deckbuilder.games.statistics import Measure
    from deckbuilder.games.tracking import Tracking


def _card() -> type[Card]:
    from deckbuilder.games.nightfall.card import NightfallCard

    return NightfallCard


def _draft() -> NightfallDraft:
    from deckbuilder.games.nightfall.table import DRAFT

    return DRAFT


def _measures() -> Measures:
    from deckbuilder.games.nightfall.measures import MEASURES

    return MEASURES


def _tracking() -> Tracking:
    from deckbuilder.games.nightfall.tracking import TRACKING

    return TRACKING


def _draft_batch() -> DraftBatch:
    from deckbuilder.games.nightfall.batch import BATCH

    return BATCH


def _history() -> History:
    from deckbuilder.games.nightfall.history import HISTORY

    return HISTORY


def _statistics() -> Measure:
    from deckbuilder.games.nightfall.statistics import measure

    return measure


def _ratings() -> Rate:
    from deckbuilder.games.nightfall.rating import rated

    return rated


def _builder() -> Builder:
    from deckbuilder.games.nightfall.building import BUILDER

    return BUILDER


GAME = Game(
    id="nightfall",
    title="Nightfall",
    names=(
        "Nightfall",
        "ナイトフォール",
    ),
    card=_card,
    draft=_draft,
    measures=_measures,
    tracking=_tracking,
    draft_batch=_draft_batch,
    history=_history,
    statistics=_statistics,
    ratings=_ratings,
    builder=_builder,
    settings=(
        Setting(
            name="hand",
            use="draft",
            help="Cards a hand, where the rules leave it open.",
            least=1,
            most=31,
        ),
    ),
)
