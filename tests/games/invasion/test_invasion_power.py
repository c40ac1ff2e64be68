"""Resources and cards drawn are the power of a zone: the capital's and that of what lies there."""

from __future__ import annotations

import pytest
from invasion_table import card, ids

from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.registry import game

BOARDS = ("Dwarf Capital", "Empire Capital", "Orc Capital", "Chaos Capital")


def capital(name: str) -> InvasionCard:
    found = game("invasion").catalog().find(name)
    assert isinstance(found, InvasionCard)
    return found


def power(zone: str, board: str, *names: str) -> int:
    """The power of a zone: what the capital prints there and the icons of the cards in it."""
    printed = capital(board).power_by_zone
    assert printed is not None
    powers = [card(each).power for each in ids(list(names))]
    return getattr(printed, zone) + sum(each for each in powers if isinstance(each, int))


@pytest.mark.parametrize("board", BOARDS)
def test_INV_33_INV_34_the_kingdom_of_the_example_gives_five_resources(board: str) -> None:
    """Page 10: 3 of the capital, 1 of Zhufbar Engineers, 1 of Contested Village."""
    assert power("kingdom", board) == 3
    assert power("kingdom", board, "Zhufbar Engineers", "Contested Village") == 3 + 1 + 1


@pytest.mark.parametrize("board", BOARDS)
def test_INV_33_INV_34_the_quest_zone_of_the_example_draws_three_cards(board: str) -> None:
    """Page 10: 1 of the capital, 2 of Mountain Brigade."""
    assert power("quest", board) == 1
    assert power("quest", board, "Mountain Brigade") == 1 + 2
