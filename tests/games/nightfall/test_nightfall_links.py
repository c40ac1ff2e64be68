"""The chance that one order follows another, by the rulebook's examples and by arithmetic."""

from __future__ import annotations

import pytest
from archive_drafts import catalog

from deckbuilder.games.nightfall.links import can_follow, chaining, kicked

TWO = 2


def order(name):
    return catalog().find(name)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Doktor Nyilaszy", "Banner 89"),  # p. 17: by blue
        ("Dog Eat Dog", "Full Battle Rattle"),  # p. 17-19: by green
        ("Full Battle Rattle", "Kaspar Udunian"),  # by gold
        ("Kaspar Udunian", "Banner 89"),  # by blue
        ("Full Battle Rattle", "Unholy Resurrection"),  # p. 20: by silver
        ("Unholy Resurrection", "R&D"),  # by blue
        ("Asset Seven", "Full Battle Rattle"),  # p. 19: by green
    ],
)
def test_NF_54_what_followed_in_the_rulebook_surely_can(before, after):
    assert can_follow(order(after), order(before), TWO) == 1


def test_NF_54_what_no_link_colour_names_never_follows():
    # White links to blue and gold only; Asset Seven is red.
    assert can_follow(order("Asset Seven"), order("Doktor Nyilaszy"), TWO) == 0
    assert can_follow(order("Unholy Resurrection"), order("Doktor Nyilaszy"), TWO) == 0


def test_NF_7_an_unknown_second_link_is_any_other_colour():
    # Asset Seven links to green and one of five more; blue is one of these.
    assert can_follow(order("Banner 89"), order("Asset Seven"), TWO) == pytest.approx(1 / 5)


def test_NF_7_an_unknown_colour_is_any_of_six():
    assert can_follow(order("Emil Balev"), order("Doktor Nyilaszy"), TWO) == pytest.approx(2 / 6)
    assert can_follow(order("Emil Balev"), order("Fresh Meat"), TWO) == pytest.approx(2 / 6)
    assert can_follow(order("Emil Balev"), order("Snowstorm"), TWO) == pytest.approx(1 / 6)


def test_chaining_counts_both_ways_round():
    # Full Battle Rattle to Unholy Resurrection surely; back never (blue and gold, not green).
    pair = order("Full Battle Rattle"), order("Unholy Resurrection")
    assert chaining(*pair, TWO) == chaining(*reversed(pair), TWO) == 0.5


def test_NF_56_a_kicker_needs_its_colour_below_and_the_link():
    rattle, seven = order("Full Battle Rattle"), order("Asset Seven")
    resurrection = order("Unholy Resurrection")
    assert kicked(rattle, seven, TWO) == 1
    assert kicked(resurrection, rattle, TWO) == 1
    assert kicked(rattle, resurrection, TWO) == 0
    assert kicked(seven, rattle, TWO) == 0
    # Dog Eat Dog has green among its links; red is one of six colours it may have.
    assert kicked(rattle, order("Dog Eat Dog"), TWO) == pytest.approx(1 / 6)
