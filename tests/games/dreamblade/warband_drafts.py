"""Drafts to test with: a made-up set in which every miniature has its rarity."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from deckbuilder.catalog.loading import load_catalog
from deckbuilder.formats.loading import load_format
from deckbuilder.games.dreamblade.card import Miniature
from deckbuilder.games.dreamblade.table import DRAFT
from deckbuilder.games.table_game import Request
from deckbuilder.resources import cards_folder
from deckbuilder.tables.table import play_out

RULES = DRAFT.rules
MADE_UP = Path(__file__).parents[2] / "data" / "cards" / "dreamblade"


@cache
def catalog():
    return load_catalog("dreamblade", Miniature, [cards_folder("dreamblade"), MADE_UP])


def request(draft_format, **wishes):
    """Return a request; the game's own settings stand beside what every draft knows."""
    options = {name: wishes.pop(name) for name in ("boosters", "picks", "hand") if name in wishes}
    return Request(format=draft_format, options=options, **wishes)


def settings(kind="draft", **wishes):
    wishes = {"sets": ("made-up",), **wishes}
    return DRAFT.settings(request(load_format(f"dreamblade-{kind}"), **wishes), catalog())


def draft(players=3, boosters=4, picks=1, **wishes):
    return settings("draft", players=players, boosters=boosters, picks=picks, **wishes)


def sealed(players=2, boosters=4):
    return settings("sealed", players=players, boosters=boosters)


def bot_draft(told, seed=1, spec="random"):
    bots = [DRAFT.bot(spec, told, catalog())] * told["players"]
    return play_out(RULES, told, seed, bots)


def choose_first(state):
    """Every seat that must choose takes the first of its options."""
    choices = {seat: RULES.options(state, seat)[0] for seat in RULES.to_act(state)}
    return RULES.apply(state, choices)


def rarity(card_id):
    return catalog().card(card_id).rarity
