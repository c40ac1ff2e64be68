"""What many games tell of XENO, beside what can be counted."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import permutations

import pytest
from xeno_table import CATALOG

from deckbuilder.cli.main import run
from deckbuilder.games.table_game import Request
from deckbuilder.games.xeno.facts import FACTS, execution_chance
from deckbuilder.games.xeno.table import PLAY
from deckbuilder.simulation.intervals import estimate, from_sums


def test_the_chance_of_a_first_turn_execution_is_two_in_153():
    # Dealt in order: the starter's card, the other's, the one aside, the starter's draw, and
    # the card that the Emperor would make the other draw.
    own, other = {0, 3}, {1, 4}
    ways = sum(emperor in own and hero in other for emperor, hero in permutations(range(18), 2))
    assert Fraction(ways, 18 * 17) == Fraction(2, 153) == execution_chance(18)


@pytest.mark.parametrize(("players", "bot"), [(2, "random"), (2, "expert"), (3, "random")])
def test_the_games_agree_with_counting(players, bot):
    table = PLAY.settings(Request(players=players), CATALOG)
    *_, first_turn = FACTS.facts(table, CATALOG, bot, 20_000, 4)
    possible, happened = (
        from_sums(each.count, each.total, each.squares) for each in first_turn.samples
    )
    assert abs(possible.mean - 2 / 153) < 1.5 * possible.margin
    assert happened.mean < possible.mean + possible.margin


def test_seats_share_every_game_and_endings_are_all_there_are():
    table = PLAY.settings(Request(players=4), CATALOG)
    seats, length, endings, openings, _ = FACTS.facts(table, CATALOG, "casual", 5_000, 4)
    assert sum(each.total for each in seats.samples) == 5_000
    assert sum(each.total for each in endings.samples) == 5_000
    assert sum(each.count for each in openings.samples) == 20_000
    assert 9 < length.samples[0].total / 5_000 < 12


def test_bots_that_the_batch_engine_does_not_know_play_at_the_table():
    table = PLAY.settings(Request(players=3), CATALOG)
    seats, *_ = FACTS.facts(table, CATALOG, "counter", 20, 4)
    assert sum(each.total for each in seats.samples) == 20


def test_estimates_from_samples_and_from_their_sums_are_the_same():
    samples = [0.0, 1.0, 0.5, 1.0, 0.0, 0.25]
    one = estimate(samples)
    two = from_sums(len(samples), sum(samples), sum(each * each for each in samples))
    assert one.mean == pytest.approx(two.mean)
    assert one.margin == pytest.approx(two.margin)
    # By hand: mean 11/24, squares about it 1.0521 in all, over 5 and 6, root, times 1.96.
    assert one.mean == pytest.approx(11 / 24)
    assert one.margin == pytest.approx(1.96 * (1.052083 / 30) ** 0.5, rel=1e-4)


def test_stats_tells_a_game(capsys):
    assert run(["stats", "xeno", "--games", "2000", "--bot", "random"]) == 0
    told = capsys.readouterr().out
    for words in ("Score by seat", "How games end", "Hero", "2/153", "1.307 %"):
        assert words in told
    assert run(["stats", "xeno", "--games", "2000", "--bot", "random", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 5
