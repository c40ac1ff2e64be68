"""What a format says of a single card, found by the same checks that judge decks."""

from __future__ import annotations

from typing import Literal

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.formats.format import Format
from deckbuilder.formats.legality import checker

CardLegality = Literal["legal", "restricted", "banned", "never", "outside"]

_VERDICTS: dict[str, CardLegality] = {
    "banned": "banned",
    "never-in-deck": "never",
    "not-allowed": "outside",
    "not-in-pool": "outside",
    "not-on-list": "outside",
}
_BEST_FIRST: tuple[CardLegality, ...] = ("legal", "banned", "never", "outside")
_RESTRICTED = "restricted"


def card_legality(
    card: Card, deck_format: Format, catalog: Catalog, date: str | None = None
) -> CardLegality:
    """Return whether one copy may be in some section of a deck: the best of all sections.

    `restricted` is a legal card that takes the place of another one in the deck.
    """
    check = checker(deck_format, date=date, catalog=catalog)
    found: set[CardLegality] = set()
    for section in deck_format.sections:
        entry = Entry(count=1, name=card.name, card=card, section=section.id)
        problems = check(Deck(game=catalog.game, entries=(entry,)))
        verdicts = {
            _VERDICTS[problem.code]
            for problem in problems
            if problem.code in _VERDICTS and card.name in problem.cards
        }
        found.add(max(verdicts, key=_BEST_FIRST.index) if verdicts else "legal")
    best = min(found, key=_BEST_FIRST.index)
    if best == "legal" and _is_restricted(card, deck_format, date):
        return "restricted"
    return best


def _is_restricted(card: Card, deck_format: Format, date: str | None) -> bool:
    return any(
        fold(card.name) in map(fold, rule.parameters.get("cards", ()))
        for rule in deck_format.rules
        if rule.kind == _RESTRICTED and rule.in_force(date)
    )
