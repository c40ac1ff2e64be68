"""Warhammer: Invasion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from deckbuilder.game_settings import Setting
from deckbuilder.registry import Game

if TYPE_CHECKING:
    from deckbuilder.catalog.card import Card
    from deckbuilder.formats.kind import Kind
    from deckbuilder.games.invasion.table import InvasionDraft
    from deckbuilder.games.parts import Effects, History, Measures, Rate
    from deckbuilder.games.planning import Builder
    from deckbuilder.games.statistics import Measure


def _card() -> type[Card]:
    from deckbuilder.games.invasion.card import InvasionCard

    return InvasionCard


def _checks() -> Mapping[str, Kind]:
    from deckbuilder.games.invasion.checks import KINDS

    return KINDS


def _draft() -> InvasionDraft:
    from deckbuilder.games.invasion.table import DRAFT

    return DRAFT


def _measures() -> Measures:
    from deckbuilder.games.invasion.measures import MEASURES

    return MEASURES


def _history() -> History:
    from deckbuilder.games.invasion.history import HISTORY

    return HISTORY


def _statistics() -> Measure:
    from deckbuilder.games.invasion.statistics import measure

    return measure


def _ratings() -> Rate:
    from deckbuilder.games.invasion.bots import rated

    return rated


def _builder() -> Builder:
    from deckbuilder.games.invasion.building import BUILDER

    return BUILDER


def _effects() -> Effects:
    from deckbuilder.games.invasion.duel.loading import effects_in_force

    return effects_in_force


GAME = Game(
    id="invasion",
    title="Warhammer: Invasion",
    names=(
        "Invasion",
        "Warhammer: Invasion",
        "Warhammer Invasion",
        "WHI",
    ),
    card=_card,
    checks=_checks,
    draft=_draft,
    measures=_measures,
    history=_history,
    statistics=_statistics,
    ratings=_ratings,
    builder=_builder,
    effects=_effects,
    settings=(
        Setting(name="capital", use="build", help="The race of its capital."),
        Setting(name="side", use="build", help="Its side, order or destruction."),
    ),
)
