"""What miniatures cost beside others of their aspects (DRB-10, DRB-11)."""

from __future__ import annotations

import pytest

from deckbuilder.games.dreamblade.card import Miniature
from deckbuilder.games.dreamblade.spawning import price_at_best, price_at_start
from deckbuilder.registry import game

VALOR = ("Temple Lion", "Seraph")


def miniature(name: str) -> Miniature:
    found = game("dreamblade").catalog().find(name)
    assert isinstance(found, Miniature)
    return found


@pytest.mark.parametrize(("creatures", "price"), [(0, 6), (1, 5), (2, 4)])
def test_DRB_10_scarab_warcharm_costs_one_more_for_each_symbol_not_met(
    creatures: int, price: int
) -> None:
    """4vv costs 6, 5 or 4 with none, one or two creatures of Valor."""
    others = [miniature(name) for name in VALOR[:creatures]]
    assert price_at_best(miniature("Scarab Warcharm"), others) == price


def test_DRB_10_with_no_symbol_met_the_price_is_that_at_the_start() -> None:
    warcharm = miniature("Scarab Warcharm")
    assert price_at_start(warcharm) == price_at_best(warcharm, []) == 6


def test_DRB_10_valor_in_dreamscape_and_graveyard_both_count() -> None:
    """One creature of Valor in each of the two zones meets both symbols."""
    dreamscape, graveyard = [miniature(VALOR[0])], [miniature(VALOR[1])]
    warcharm = miniature("Scarab Warcharm")
    assert price_at_best(warcharm, [*dreamscape, *graveyard]) == 4
    assert price_at_best(warcharm, dreamscape) == price_at_best(warcharm, graveyard) == 5


def test_DRB_10_symbols_are_not_used_up_and_a_price_never_falls_below_its_number() -> None:
    others = [miniature(VALOR[0])] * 5
    assert price_at_best(miniature("Scarab Warcharm"), others) == 4


def test_DRB_10_creatures_of_other_aspects_meet_nothing() -> None:
    assert price_at_best(miniature("Scarab Warcharm"), [miniature("Cannibal Pariah")] * 2) == 6


def test_DRB_11_of_two_cannibal_pariahs_the_second_finds_the_first() -> None:
    """2f twice on the first turn costs 3 + 2 = 5."""
    pariah = miniature("Cannibal Pariah")
    assert [price_at_best(pariah, []), price_at_best(pariah, [pariah])] == [3, 2]
