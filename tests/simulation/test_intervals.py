"""Shares of games with 95 % intervals."""

from __future__ import annotations

import math

import pytest

from deckbuilder.simulation.intervals import Estimate, mean_of, share_ends, share_of


def test_independent_games_have_wilsons_interval():
    """15 of 20: Wilson's interval is 0.531 to 0.888 (Newcombe 1998, for such a share)."""
    found = share_of([[1.0]] * 15 + [[0.0]] * 5)
    assert (found.share, found.games) == (0.75, 20)
    # The samples' own spread counts 19 and not 20 as independent.
    assert found.low == pytest.approx(0.524, abs=0.002)
    assert found.high == pytest.approx(0.891, abs=0.002)


def test_an_interval_is_never_empty_nor_outside():
    """20 of 20: the lower end is n / (n + z²)."""
    found = share_of([[1.0, 1.0]] * 10)
    assert found.low == pytest.approx(20 / (20 + 1.959964**2))
    assert found.high == 1.0
    none = share_of([[0.0]] * 4)
    assert none.low == pytest.approx(0.0)
    assert none.high == pytest.approx(1 - 4 / (4 + 1.959964**2))


def test_games_of_a_deal_are_one_sample():
    """Ten deals won or lost as a whole tell as much as ten games, not as twenty."""
    whole = share_of([[1.0, 1.0], [0.0, 0.0]] * 5)
    single = share_of([[1.0], [0.0]] * 5)
    assert (whole.low, whole.high) == pytest.approx((single.low, single.high))


def test_without_games_nothing_is_known():
    found = share_of([[], []])
    assert (found.share, found.low, found.high, found.games) == (None, None, None, 0)


def test_one_deal_tells_little():
    found = share_of([[1.0, 1.0]])
    assert found.low is not None
    assert found.low < 0.25
    assert share_ends(Estimate(1.0, math.inf, 1), 2)[0] == found.low


def test_a_mean_of_what_is_not_below_nothing_ends_there():
    found = mean_of([0, 0, 0, 4])
    assert found.low == 0.0
    assert found.mean == 1.0
    assert found.high > 2.0
