"""Dreamblade."""

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
    from deckbuilder.games.dreamblade.card import Miniature

    return Miniature


def _draft() -> Draft:
    from deckbuilder.games.dreamblade.table import DRAFT

    return DRAFT


def _packs() -> Packs:
    from deckbuilder.games.dreamblade.rules import packs

    return packs


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
    packs=_packs,
    statistics=_statistics,
    ratings=_ratings,
    builder=_builder,
)
