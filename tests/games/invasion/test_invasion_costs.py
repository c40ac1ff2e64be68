"""What cards cost (INV-31), and the capital chosen for it (INV-14, INV-R10)."""

from __future__ import annotations

import pytest
from invasion_table import card, ids

from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.invasion.costs import (
    cheapest_capital,
    cost_at_start,
    loyalty_cost,
    total_cost,
)


def core(name: str) -> InvasionCard:
    return card(ids([name])[0])


def test_INV_31_thyrus_gorman_costs_4_with_two_symbols_of_the_empire() -> None:
    """The example of page 11: cost 3, three loyalty icons, two symbols."""
    assert total_cost(core("Thyrus Gorman"), 2) == 4
    assert loyalty_cost(3, 2) == 1


@pytest.mark.parametrize(("symbols", "cost"), [(0, 6), (1, 5), (2, 4), (3, 3), (4, 3)])
def test_INV_31_loyalty_never_makes_a_card_cheaper(symbols: int, cost: int) -> None:
    assert total_cost(core("Thyrus Gorman"), symbols) == cost


def test_INV_14_the_capital_counts_as_one_symbol_of_its_race() -> None:
    assert cost_at_start(core("Thyrus Gorman"), "empire") == 5
    assert cost_at_start(core("Thyrus Gorman"), "dwarf") == 6
    assert cost_at_start(core("Contested Village"), "dwarf") == 1


def test_INV_31_a_cost_of_X_is_not_known() -> None:
    assert total_cost(core("Flames of Tzeentch"), 3) is None


def test_INV_R10_the_capital_is_the_one_that_covers_most_cards_with_loyalty() -> None:
    boards = [card(f"invasion/capitals/{race}-capital") for race in ("dwarf", "empire")]
    dwarf, empire = boards
    # One symbol saves one resource a card, however many icons the card has.
    deck = [core(name) for name in ("King Kazador", "Huntsmen", "Free Company")]
    assert cheapest_capital(deck, boards) is empire
    assert cheapest_capital(deck[:2], boards) is dwarf
    assert cheapest_capital([], boards) is dwarf
    assert cheapest_capital(deck, []) is None
