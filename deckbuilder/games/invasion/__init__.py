"""Warhammer: Invasion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from deckbuilder.registry import Game

if TYPE_CHECKING:
    from deckbuilder.catalog.card import Card
    from deckbuilder.formats.kind import Kind
    from deckbuilder.games.drafting import Draft
    from deckbuilder.games.parts import Packs, Rate
    from deckbuilder.games.planning import Builder
    from deckbuilder.games.statistics import Measure


def _card() -> type[Card]:
    from deckbuilder.games.invasion.card import InvasionCard

    return InvasionCard


def _checks() -> Mapping[str, Kind]:
    from deckbuilder.games.invasion.checks import KINDS

    return KINDS


def _draft() -> Draft:
    from deckbuilder.games.invasion.table import DRAFT

    return DRAFT


def _packs() -> Packs:
    from deckbuilder.games.invasion.rules import packs

    return packs


def _statistics() -> Measure:
    from deckbuilder.games.invasion.statistics import measure

    return measure


def _ratings() -> Rate:
    from deckbuilder.games.invasion.bots import rated

    return rated


def _builder() -> Builder:
    from deckbuilder.games.invasion.building import BUILDER

    return BUILDER


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
    packs=_packs,
    statistics=_statistics,
    ratings=_ratings,
    builder=_builder,
)
