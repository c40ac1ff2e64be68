"""Nightfall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckbuilder.registry import Game

if TYPE_CHECKING:
    from deckbuilder.catalog.card import Card
    from deckbuilder.games.drafting import Draft
    from deckbuilder.games.parts import Packs, Rate
    from deckbuilder.games.planning import Builder
    from deckbuilder.games.statistics import Measure


def _card() -> type[Card]:
    from deckbuilder.games.nightfall.card import NightfallCard

    return NightfallCard


def _draft() -> Draft:
    from deckbuilder.games.nightfall.table import DRAFT

    return DRAFT


def _packs() -> Packs:
    from deckbuilder.games.nightfall.rules import packs

    return packs


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
    packs=_packs,
    statistics=_statistics,
    ratings=_ratings,
    builder=_builder,
)
