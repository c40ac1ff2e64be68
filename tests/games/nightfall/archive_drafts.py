"""Drafts to test with: the shipped cards, and a made-up set beside them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from deckbuilder.catalog.loading import load_catalog
from deckbuilder.formats.loading import load_format
from deckbuilder.games.nightfall.card import NightfallCard
from deckbuilder.games.nightfall.table import DRAFT
from deckbuilder.games.table_game import Request
from deckbuilder.resources import cards_folder
from deckbuilder.tables.policy import RandomPolicy
from deckbuilder.tables.table import play_out

RULES = DRAFT.rules
MADE_UP = Path(__file__).parents[2] / "data" / "cards" / "nightfall"


@cache
def catalog():
    return load_catalog("nightfall", NightfallCard, [cards_folder("nightfall"), MADE_UP])


@cache
def draft_format():
    return load_format("nightfall-draft")


def settings(players=None, variants=(), sets=(), hand=None):
    request = Request(
        format=draft_format(),
        players=players,
        variants=tuple(variants),
        sets=tuple(sets),
        options={} if hand is None else {"hand": hand},
    )
    return DRAFT.settings(request, catalog())


def bot_draft(told, seed=1, spec="random"):
    bots = [DRAFT.bot(spec, told, catalog())] * told["players"]
    return play_out(RULES, told, seed, bots)


def random_draft(told, seed=1):
    return play_out(RULES, told, seed, [RandomPolicy()] * told["players"])


def choose_first(state):
    """Carry out one round in which every seat takes the first card of its hand."""
    choices = {seat: RULES.options(state, seat)[0] for seat in RULES.to_act(state)}
    return RULES.apply(state, choices)


def states(told, seed=1):
    """Return the states of a draft in which every seat takes the first card of its hand."""
    found = [RULES.start(told, seed)[0]]
    while RULES.to_act(found[-1]):
        found.append(choose_first(found[-1])[0])
    return found


def order_name(card_id):
    return catalog().card(card_id).order
