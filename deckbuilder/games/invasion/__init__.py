"""Warhammer: Invasion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from deckbuilder.game_settings import Setting, Use
from deckbuilder.registry import Game

RULINGS = {
    "cover-includes-cancelling": "Q-01: cover a defender's Toughness before the section.",
    "bloodthirster-global": "Q-02: a ban on cancelling holds for all damage.",
    "greatswords-self": "Q-03: a card counts its own arrival.",
    "plays-open-chain-only": "Q-15: cards are played to an empty chain only.",
    "faq-windows": "Q-17: windows that the book does not name.",
    "doom-divers-burning": "Q-25: who has a burning section may choose damage to each.",
}
"""Rulings that the texts leave open."""

_PLAYED: tuple[Use, ...] = ("play", "duel")

if TYPE_CHECKING:
    from deckbuilder.catalog.card import Card
    from deckbuilder.formats.kind import Kind
    from deckbuilder.games.drafted import DraftBatch
    from deckbuilder.games.duels import Courses
    from deckbuilder.games.invasion.duel.table import InvasionDuel
    from deckbuilder.games.invasion.table import InvasionDraft
    from deckbuilder.games.parts import CardTexts, Effects, History, Measures, Rate
    from deckbuilder.games.planning import Builder
    from deckbuilder.games.statistics import Measure
    from deckbuilder.games.tracking import Tracking


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


def _draft_batch() -> DraftBatch:
    from deckbuilder.games.invasion.batch import BATCH

    return BATCH


def _tracking() -> Tracking:
    from deckbuilder.games.invasion.tracking import TRACKING

    return TRACKING


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


def _card_texts() -> CardTexts:
    from deckbuilder.games.invasion.texts import card_texts

    return card_texts


def _play() -> InvasionDuel:
    from deckbuilder.games.invasion.duel.table import DUEL

    return DUEL


def _courses() -> Courses:
    from deckbuilder.games.invasion.duel.course import COURSES

    return COURSES


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
    tracking=_tracking,
    draft_batch=_draft_batch,
    history=_history,
    play=_play,
    courses=_courses,
    statistics=_statistics,
    ratings=_ratings,
    builder=_builder,
    effects=_effects,
    card_texts=_card_texts,
    settings=(
        Setting(name="capital", use="build", help="The race of its capital."),
        Setting(name="side", use="build", help="Its side, order or destruction."),
        Setting(name="first", use="play", least=1, most=2, help="The seat that begins."),
        *(
            Setting(
                name="blank",
                use=use,
                choices=("yes", "no"),
                help="Play cards of unknown effect with their figures and keywords alone.",
            )
            for use in _PLAYED
        ),
        *(
            Setting(name=name, use=use, choices=("yes", "no"), help=told, rare=True)
            for use in _PLAYED
            for name, told in RULINGS.items()
        ),
    ),
)
