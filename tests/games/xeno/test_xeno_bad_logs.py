"""Settings of a log that are no table of XENO are refused, whoever reads them."""

from __future__ import annotations

import msgspec
import pytest
from xeno_table import CARDS, CATALOG, RULES, settings

from deckbuilder.errors import InputError
from deckbuilder.games.xeno.table import PLAY


def _cards(*changes):
    cards = [list(card) for card in CARDS]
    for row, place, value in changes:
        cards[row][place] = value
    return cards


@pytest.mark.parametrize(
    "change",
    [
        {"players": 10**30},
        {"first": -1},
        {"first": 2},
        {"games": 0},
        {"games": 10**30},
        {"cards": _cards((0, 0, 3))},
        {"cards": _cards((0, 1, 11))},
        {"cards": _cards((0, 2, 10**30))},
        {"cards": _cards((0, 2, -1))},
        {"cards": _cards((1, 0, CARDS[0][0]))},
        {"cards": _cards(*((row, 2, 0) for row in range(10)))},
        {"cards": []},
        {"boys": "none"},
    ],
)
def test_a_forged_table_is_refused_by_all_that_read_its_settings(change):
    forged = {**msgspec.to_builtins(settings(2)), **change}
    for reader in (
        lambda: RULES.start(forged, 1),
        lambda: PLAY.seat_names(forged),
        lambda: PLAY.bot("casual", forged, CATALOG),
    ):
        with pytest.raises(InputError, match="settings"):
            reader()
