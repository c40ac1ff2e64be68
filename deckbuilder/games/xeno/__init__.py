"""XENO."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckbuilder.games.xeno.settings import SETTINGS
from deckbuilder.registry import Game

if TYPE_CHECKING:
    from deckbuilder.catalog.card import Card
    from deckbuilder.games.parts import Batch, Beliefs, GameFacts, Learning, Solving
    from deckbuilder.games.statistics import Measure
    from deckbuilder.games.xeno.table import XenoTable


def _card() -> type[Card]:
    from deckbuilder.games.xeno.card import XenoCard

    return XenoCard


def _play() -> XenoTable:
    from deckbuilder.games.xeno.table import PLAY

    return PLAY


def _batch() -> Batch:
    from deckbuilder.games.xeno.batch import BATCH

    return BATCH


def _learning() -> Learning:
    from deckbuilder.games.xeno.learning import LEARNING

    return LEARNING


def _facts() -> GameFacts:
    from deckbuilder.games.xeno.facts import FACTS

    return FACTS


def _solving() -> Solving:
    from deckbuilder.games.xeno.endgame import SOLVING

    return SOLVING


def _beliefs() -> Beliefs:
    from deckbuilder.games.xeno.beliefs import BELIEFS

    return BELIEFS


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
    batch=_batch,
    learning=_learning,
    facts=_facts,
    solving=_solving,
    beliefs=_beliefs,
    settings=SETTINGS,
    statistics=_statistics,
)
