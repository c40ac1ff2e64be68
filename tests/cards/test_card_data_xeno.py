"""The XENO deck against the publisher's page."""

from __future__ import annotations

from deckbuilder.catalog.loading import load_catalog
from deckbuilder.games.xeno.card import XenoCard


def test_XENO_1_ten_characters_and_18_cards() -> None:
    catalog = load_catalog("xeno", XenoCard)
    deck = [
        (card.rank, card.name, card.name_ja, card.quantity)
        for card in catalog.cards
        if isinstance(card, XenoCard)
    ]
    assert deck == [
        (10, "Hero", "英雄", 1),
        (9, "Emperor", "皇帝", 1),
        (8, "Spirit", "精霊", 2),
        (7, "Sage", "賢者", 2),
        (6, "Noble", "貴族", 2),
        (5, "Reaper", "死神", 2),
        (4, "Maiden", "乙女", 2),
        (3, "Diviner", "占師", 2),
        (2, "Soldier", "兵士", 2),
        (1, "Boy", "少年", 2),
    ]
    assert sum(card.quantity or 0 for card in catalog.cards) == 18
