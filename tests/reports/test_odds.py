"""Exact odds against counting every hand, and against values worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.decks.odds import at_least_one, exactly, expected, none_among
from deckbuilder.games.dreamblade.spawning import spawn_by_turn, spawn_points


def share(outcomes, wanted):
    outcomes = list(outcomes)
    return Fraction(sum(map(wanted, outcomes)), len(outcomes))


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_the_hypergeometric_chance_is_the_share_of_all_hands(data):
    size = data.draw(st.integers(1, 9))
    copies = data.draw(st.integers(0, size))
    drawn = data.draw(st.integers(0, size))
    wanted = data.draw(st.integers(0, size))
    hands = combinations(range(size), drawn)
    assert exactly(size, copies, drawn, wanted) == share(
        hands, lambda hand: sum(card < copies for card in hand) == wanted
    )


def test_three_copies_in_fifty_cards_and_a_hand_of_seven():
    # 47*46*...*41 / 50*49*...*44 = 43*42*41 / 50*49*48.
    none = Fraction(43 * 42 * 41, 50 * 49 * 48)
    assert none_among(50, 3, 7) == none
    assert at_least_one(50, 3, 7) == 1 - none
    assert expected(50, 3, 7) == Fraction(21, 50)


def test_INV_32_the_mulligan_is_a_second_hand_when_the_first_holds_none():
    # Four cards, one copy, hands of two: half of the hands hold it; then half again.
    assert at_least_one(4, 1, 2, mulligan=True) == Fraction(3, 4)
    # One more draw: the kept first hand counts whole; the second one sees three of four cards.
    assert at_least_one(4, 1, 2, later=1, mulligan=True) == 1 - Fraction(1, 2) * Fraction(1, 4)


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 6), st.data())
def test_INV_32_mulligan_and_draws_against_all_pairs_of_orders(size, data):
    copies = data.draw(st.integers(1, size - 1))
    hand = data.draw(st.integers(1, size))
    later = data.draw(st.integers(0, size))
    hands = list(combinations(range(size), hand))
    seen = list(combinations(range(size), min(size, hand + later)))

    def holds(cards):
        return any(card < copies for card in cards)

    found = Fraction(0)
    for first in hands:
        if holds(first):
            found += Fraction(1, len(hands))
        else:
            found += Fraction(1, len(hands)) * share(seen, holds)
    assert at_least_one(size, copies, hand, later=later, mulligan=True) == found


def test_drawing_more_cards_than_there_are_draws_them_all():
    assert at_least_one(5, 1, 7) == 1
    assert expected(5, 2, 7) == 2


@pytest.mark.parametrize(("size", "copies", "drawn"), [(5, 6, 1), (5, -1, 1), (5, 1, -1)])
def test_impossible_counts_are_refused(size, copies, drawn):
    with pytest.raises(ValueError, match="copies"):
        none_among(size, copies, drawn)


def test_DRB_20_the_first_turn_has_twenty_equal_pairs_without_ones_and_ties():
    # 2+3 twice, 2+4 twice, 2+5 and 3+4, 2+6 and 3+5, 3+6 and 4+5, 4+6 twice, 5+6 twice.
    assert spawn_points(first_turn=True) == {
        5: Fraction(1, 10),
        6: Fraction(1, 10),
        7: Fraction(1, 5),
        8: Fraction(1, 5),
        9: Fraction(1, 5),
        10: Fraction(1, 10),
        11: Fraction(1, 10),
    }


def rolled_until_it_stands(roll_again):
    """Weigh the pairs that stand by their chances, following `rounds` rolls of both dice."""
    faces = range(1, 7)
    standing: dict[tuple[int, int], Fraction] = {}
    open_pairs = {pair: Fraction(1, 36) for pair in product(faces, repeat=2)}
    for _ in range(60):
        again: dict[tuple[int, int], Fraction] = {}
        for pair, chance in open_pairs.items():
            dice = roll_again(pair)
            if not any(dice):
                standing[pair] = standing.get(pair, Fraction(0)) + chance
                continue
            choices = [faces if rolled else [face] for face, rolled in zip(pair, dice, strict=True)]
            results = list(product(*choices))
            for result in results:
                again[result] = again.get(result, Fraction(0)) + chance / len(results)
        open_pairs = again
    return standing


@pytest.mark.parametrize("ties_first", [True, False])
def test_DRB_20_rerolls_on_the_first_turn_leave_all_standing_pairs_equally_likely(ties_first):
    def roll_again(pair):
        tie, ones = pair[0] == pair[1], tuple(face == 1 for face in pair)
        if ties_first:
            return (True, True) if tie else ones
        return ones if any(ones) else (tie, tie)

    standing = rolled_until_it_stands(roll_again)
    totals: dict[int, Fraction] = {}
    for pair, chance in standing.items():
        totals[sum(pair)] = totals.get(sum(pair), Fraction(0)) + chance
    exact = spawn_points(first_turn=True)
    assert totals.keys() == exact.keys()
    assert all(abs(totals[points] - exact[points]) < Fraction(1, 10**9) for points in exact)


def test_DRB_20_a_one_skips_eleven_of_thirty_six_turns():
    assert spawn_points()[0] == Fraction(11, 36)
    assert spawn_points()[4] == Fraction(1, 36)
    assert spawn_points()[12] == Fraction(1, 36)
    # With equal victory points equal dice are rolled again: 10 of 30 pairs hold a 1.
    assert spawn_points(level=True)[0] == Fraction(1, 3)
    assert 0 not in spawn_points(no_ones=True)
    assert all(sum(spawn_points(level=level).values()) == 1 for level in (True, False))


def test_DRB_20_an_expensive_figure_by_turn_two():
    # Price 12 cannot be paid on turn 1 (ties are rolled again); later by 6+6 alone.
    assert spawn_by_turn(12, 3) == (
        Fraction(0),
        Fraction(1, 36),
        1 - Fraction(35, 36) ** 2,
    )


def test_DRB_20_tournament_spawn_phases_are_never_skipped_twice_in_a_row():
    # Any phase pays 4. Turn 1 pays at once; a price of 12 shows the memory of the skip:
    # turn 3 follows a skipped turn 2 in 11/36 of cases, with 1/25 instead of 1/36.
    by_turn = spawn_by_turn(12, 3, tournament=True)
    expected_miss = Fraction(24, 36) * Fraction(35, 36) + Fraction(11, 36) * Fraction(24, 25)
    assert by_turn[2] == 1 - expected_miss
    assert spawn_by_turn(4, 2, tournament=True) == (1, 1)


@pytest.mark.parametrize("tournament", [True, False])
@pytest.mark.parametrize("level", [True, False])
def test_DRB_20_three_turns_against_every_course_of_the_dice(level, tournament):
    for price in (5, 8, 11):
        paid = Fraction(0)
        for one, first in spawn_points(first_turn=True).items():
            for two, second in spawn_points(level=level).items():
                third_dice = spawn_points(level=level, no_ones=tournament and two == 0)
                for three, third in third_dice.items():
                    if max(one, two, three) >= price:
                        paid += first * second * third
        assert spawn_by_turn(price, 3, level=level, tournament=tournament)[2] == paid
