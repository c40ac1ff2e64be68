"""What a card does, in sentences: a draft format card in a draft, any other one in a duel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from deckbuilder.games.invasion.card import DraftEffect, InvasionCard
from deckbuilder.games.invasion.plan import Plan
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.catalog.card import Card
    from deckbuilder.catalog.catalog import Catalog

_NUMBERS = ("cards_fewer", "look_at", "add", "extra_strikes")
"""The fields of a plan that say how much the draft format cards do."""


def card_texts(card: Card, catalog: Catalog, plan: Plan | None = None) -> tuple[str, ...] | None:
    """Return a sentence for each thing that a card does, None where that is not known.

    A draft format card does as much as the plan says, without one as the rulebook does (INV-26
    to INV-29), whenever it is taken or struck (INV-25).
    """
    if isinstance(card, InvasionCard) and card.draft_effect is not None:
        return effect_text(card.draft_effect, plan), say("invasion.draft.effect-when")
    from deckbuilder.games.invasion.duel.rules_text.abilities import card_texts as in_duel

    return in_duel(card, catalog)


def effect_text(effect: DraftEffect, plan: Plan | None) -> str:
    """Return what a draft format card does at the table of a plan, or by the rulebook."""
    numbers = {
        field.name: field.default if plan is None else getattr(plan, field.name)
        for field in msgspec.structs.fields(Plan)
        if field.name in _NUMBERS
    }
    return say(f"invasion.draft.effects.{effect}", **numbers)
