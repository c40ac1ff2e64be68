"""How much of the cards is known: nobody has to guess how complete the data is."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import cache
from typing import Any

import msgspec

from deckbuilder.catalog.card import Card, CardSet
from deckbuilder.catalog.catalog import Catalog


class Share(msgspec.Struct, frozen=True):
    """How many cards have a known fact, of how many that have the fact at all."""

    known: int
    of: int


class SetCoverage(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of one set; `size` is the number of cards printed in it, where known.

    `brought` counts the facts that cards of somebody's own brought, by fact, and new `cards`.
    """

    set: str
    name: str
    cards: int
    size: int | None
    facts: dict[str, Share]
    brought: dict[str, int] = {}


CARDS = "cards"
EFFECTS = "effects"
"""What a card does in play, among the facts: of every card that a deck may hold."""


def coverage(catalog: Catalog, effects: Container[str] | None = None) -> tuple[SetCoverage, ...]:
    """Return what is known of each set, in release order.

    `effects` are the ids of the cards whose effect is known; None where there is nothing to know.
    """
    by_set: dict[str, list[Card]] = {each.id: [] for each in catalog.sets}
    for card in catalog.cards:
        by_set[card.set].append(card)
    return tuple(
        _of_set(each, by_set[each.id], catalog.card_type, effects) for each in catalog.sets
    )


def with_brought(
    before: Sequence[SetCoverage], after: Sequence[SetCoverage]
) -> tuple[SetCoverage, ...]:
    """Return what is known now, with what was not known before."""
    known = {each.set: each for each in before}
    told = []
    for now in after:
        was = known.get(now.set)
        gains = {CARDS: now.cards - (was.cards if was else 0)} | {
            field: share.known - (was.facts[field].known if was else 0)
            for field, share in now.facts.items()
        }
        brought = {field: gain for field, gain in gains.items() if gain > 0}
        told.append(msgspec.structs.replace(now, brought=brought))
    return tuple(told)


def _of_set(
    card_set: CardSet,
    cards: list[Card],
    card_type: type[Card],
    effects: Container[str] | None,
) -> SetCoverage:
    facts = {}
    for field in card_type.facts:
        having = [card for card in cards if has_fact(card, field)]
        facts[field] = Share(sum(is_known(card, field) for card in having), len(having))
    if effects is not None:
        played = [card for card in cards if not card.never_in_deck]
        facts[EFFECTS] = Share(sum(card.id in effects for card in played), len(played))
    return SetCoverage(
        set=card_set.id,
        name=card_set.name,
        cards=len(cards),
        size=card_set.size,
        facts=facts,
    )


def has_fact(card: Card, field: str) -> bool:
    """Tell whether cards of this type have such a fact, known or not."""
    types = card.facts.get(field)
    return types is not None and (not types or card.type in types)


def is_known(card: Card, field: str) -> bool:
    """Tell whether the fact is known: no list that is empty by default, no stand-in value."""
    value = getattr(card, field)
    if value is None or value == card.unknown_values.get(field):
        return False
    return not (value == () == _defaults(type(card)).get(field))


@cache
def _defaults(card_type: type[Card]) -> dict[str, Any]:
    defaults = card_type.__struct_defaults__
    return dict(zip(card_type.__struct_fields__[-len(defaults) :], defaults, strict=True))
