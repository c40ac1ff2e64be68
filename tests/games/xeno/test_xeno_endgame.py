"""Exact ends of games: the method on a game solved elsewhere, the tree against the rules."""

from __future__ import annotations

from itertools import permutations

import msgspec
import numpy as np
import pytest
from xeno_table import ID, RANK, RULES, settings

from deckbuilder.errors import InputError
from deckbuilder.games.xeno.bots.policies import bot_for
from deckbuilder.games.xeno.endgame import endgame, solved, strategy_of
from deckbuilder.games.xeno.equilibrium import OVER, Level, Tree, best_response, solve, value
from deckbuilder.games.xeno.rules import deal_in_order
from deckbuilder.tables.chance import Stream


def left(*names):
    return [ID[name] for name in names]


def kuhn_poker():
    """Kuhn's poker with three cards, whose value to the first player is -1/18.

    Both ante 1. The first checks or bets 1; after a check the second checks or bets, and a bet
    is folded or called.
    """
    deals = list(permutations((0, 1, 2), 2))
    numbers, first, owner = {}, [0], []

    def set_of(player, card, told):
        key = (player, card, told)
        if key not in numbers:
            numbers[key] = len(owner)
            owner.append(player)
            first.append(first[-1] + 2)
        return numbers[key]

    def worth(deal, told):
        stake = {"cc": 1, "cbf": -1, "bf": 1}.get(told, 2)
        return stake if told in ("cbf", "bf") or deal[0] > deal[1] else -stake

    moves = {"": "cb", "c": "cb", "b": "fk", "cb": "fk"}
    rows = [(0, -1, 1 / 6, deal, "") for deal in deals]
    levels = []
    while rows:
        node_set, values, following = [], [], []
        for place, (_, _, _, deal, told) in enumerate(rows):
            over = told not in moves
            values.append(worth(deal, told.replace("k", "")) if over else 0.0)
            if over:
                node_set.append(OVER)
                continue
            player = len(told) % 2
            number = set_of(player, deal[player], told)
            node_set.append(number)
            for index, move in enumerate(moves[told]):
                following.append((place, first[number] + index, 1.0, deal, told + move))
        levels.append(
            Level(
                np.array([row[0] for row in rows]),
                np.array([row[1] for row in rows]),
                np.array([row[2] for row in rows]),
                np.array(node_set),
                np.array(values, float),
            )
        )
        rows = following
    return Tree(levels, first, owner)


def test_the_method_finds_the_known_value_of_kuhn_poker():
    found = solve(kuhn_poker(), 2000)
    assert found.exploitability < 0.001
    assert found.low <= -1 / 18 <= found.high
    assert found.value == pytest.approx(-1 / 18, abs=0.001)


def test_with_one_card_in_the_deck_the_best_play_is_a_matter_of_counting():
    names = ("Noble", "Soldier", "Sage", "Sage")
    total = 0.0
    for own in range(4):
        for drawn in range(4):
            if own == drawn:
                continue
            others = [names[index] for index in range(4) if index not in (own, drawn)]
            hands = [
                (names[own], names[drawn], held, aside) for held, aside in (others, others[::-1])
            ]
            total += (
                max(
                    np.mean([worth_of(option, *hand) for hand in hands])
                    for option in options_of(*hands[0])
                )
                / 12
            )
    found = solved(settings(2), left(*names), 0, 0.0005)
    assert found.worth == pytest.approx(total, abs=0.0005)
    assert found.exploitability <= 0.0005


def moment(own, drawn, held, aside):
    setup = endgame(settings(2), left(own, drawn, held, aside)).moments[0].setup
    return deal_in_order(setup, [RANK[name] for name in (own, held, aside, drawn)])[0]


def options_of(own, drawn, held, aside):
    return RULES.options(moment(own, drawn, held, aside), 0)


def worth_of(option, own, drawn, held, aside):
    state, _ = RULES.apply(moment(own, drawn, held, aside), {0: option})
    return RULES.outcome(state).points[0]


def test_two_maidens_and_two_sages_split_as_counted_by_hand():
    # The mover has two Sages in 1 deal of 6, and wins; two Maidens in 1 of 6, and loses. Of one
    # of each it keeps the Sage, and meets a Maiden or, for half a win, the other Sage.
    found = solved(settings(2), left("Maiden", "Maiden", "Sage", "Sage"), 0, 0.0001)
    assert found.worth == pytest.approx(1 / 6 + 4 / 6 * 3 / 4, abs=0.0005)


@pytest.mark.parametrize(
    ("names", "boys"),
    [
        (("Boy", "Reaper", "Hero", "Emperor", "Spirit", "Sage"), 1),
        (("Boy", "Boy", "Diviner", "Maiden", "Soldier"), 0),
        (("Sage", "Reaper", "Reaper", "Hero", "Noble", "Maiden"), 0),
    ],
)
def test_the_tree_is_the_game_of_the_rules_engine(names, boys):
    position = endgame(settings(2), left(*names), boys)
    setup = position.moments[0].setup
    expected = value(position.tree, position.tree.even())
    points = []
    for seed in range(2500):
        order = Stream(seed, "order").shuffled(setup.deck)
        state, _ = deal_in_order(setup, order)
        state = msgspec.structs.replace(state, boys=boys, seed=seed)
        step = 0
        while RULES.outcome(state) is None:
            option = Stream(seed, "choice", step).choice(RULES.options(state, state.acting))
            state, _ = RULES.apply(state, {state.acting: option})
            step += 1
        points.append(RULES.outcome(state).points[0])
    assert abs(np.mean(points) - expected) < 3.5 * np.std(points) / len(points) ** 0.5


def test_chance_and_information_are_whole():
    position = endgame(settings(2), left("Boy", "Reaper", "Sage", "Spirit", "Noble", "Soldier"))
    tree = position.tree
    assert tree.levels[0].chance.sum() == pytest.approx(1.0)
    for level in tree.levels[1:]:
        choices = level.parent * tree.actions + level.action
        _, choice_of = np.unique(choices, return_inverse=True)
        assert np.allclose(np.bincount(choice_of, weights=level.chance), 1.0)
    depths = {}
    for depth, level in enumerate(tree.levels):
        for number in set(level.node_set.tolist()) - {OVER}:
            assert depths.setdefault(number, depth) == depth


POSITIONS = {
    1: [
        ("Hero", "Noble", "Spirit", "Spirit"),
        ("Boy", "Diviner", "Reaper", "Soldier"),
        ("Maiden", "Maiden", "Sage", "Soldier"),
    ],
    2: [
        ("Boy", "Diviner", "Maiden", "Reaper", "Soldier"),
        ("Emperor", "Sage", "Soldier", "Spirit", "Spirit"),
        ("Boy", "Maiden", "Noble", "Sage", "Sage"),
        ("Hero", "Emperor", "Soldier", "Noble", "Spirit"),
    ],
    3: [
        ("Diviner", "Noble", "Reaper", "Sage", "Sage", "Spirit"),
        ("Boy", "Hero", "Maiden", "Reaper", "Reaper", "Spirit"),
        ("Boy", "Emperor", "Noble", "Reaper", "Sage", "Spirit"),
    ],
}


@pytest.mark.parametrize("deck", [1, 2, 3])
def test_expert_comes_near_the_exact_value_with_up_to_three_cards_left(deck):
    lost = {"counter": [], "expert": []}
    for names in POSITIONS[deck]:
        found = solved(settings(2), left(*names), 0, 0.001)
        assert found.exploitability <= 0.001
        assert found.low <= found.worth <= found.high
        for bot, amount in found.bots:
            assert amount >= -1e-9
            lost[bot].append(amount)
    # Where no choice of the opponent follows, counting is perfect.
    assert np.mean(lost["expert"]) <= {1: 1e-9, 2: 0.03, 3: 0.04}[deck]
    assert np.mean(lost["expert"]) <= np.mean(lost["counter"]) + 0.01


def test_expert_never_gets_less_than_it_can_be_held_to():
    position = endgame(settings(2), left("Emperor", "Sage", "Soldier", "Spirit", "Spirit"))
    setup = position.moments[0].setup
    strategy = strategy_of(position, (bot_for("expert", setup), bot_for("expert", setup)))
    worth = value(position.tree, strategy)
    assert best_response(position.tree, strategy, 1) <= worth + 1e-12
    assert worth <= best_response(position.tree, strategy, 0) + 1e-12


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("Hero", "Hero", "Boy", "Sage"), "cannot be left so often"),
        (("Hero", "Boy", "Sage"), "4 cards or more"),
    ],
)
def test_what_cannot_be_left_is_refused(names, told):
    with pytest.raises(InputError, match=told):
        endgame(settings(2), left(*names))
