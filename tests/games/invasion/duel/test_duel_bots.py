"""The bots of the duel: what they see, what they make of it, and how long they may think."""

from __future__ import annotations

import pytest
from scenarios import Run

from deckbuilder.errors import InputError
from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.bots import bot
from deckbuilder.games.invasion.duel.evaluation import numbers, worth
from deckbuilder.games.invasion.duel.names import object_name
from deckbuilder.games.invasion.duel.planner import Tried, bounded
from deckbuilder.games.invasion.duel.plans import Plan, Playout
from deckbuilder.games.invasion.duel.playout_policy import Habits
from deckbuilder.games.invasion.duel.rules import RULES
from deckbuilder.games.invasion.duel.table import DUEL
from deckbuilder.games.table_game import Request
from deckbuilder.preferences import Preferences
from deckbuilder.registry import game
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.policy import pick
from deckbuilder.tables.protocol import Option

LOOKING = ("greedy", "planner:think=0.1")
CATALOG = game("invasion").catalog()
TROLL, SQUAD, RITUAL, FORGE, RUNESMITH = 82, 60, 96, 14, 5


def taken(spec, state):
    seat = RULES.to_act(state)[0]
    options = RULES.options(state, seat)
    return pick(bot(spec), RULES.view(state, seat), options, Stream(1, "ties"))


@pytest.mark.parametrize("spec", LOOKING)
def test_a_bot_knows_no_hidden_card(spec):
    """What a seat cannot see may be permuted: the scores stay what they are, and so the choice."""
    state, _ = RULES.start(DUEL.settings(Request(seed=3), CATALOG), 3)
    policy = bot(spec)
    compared = 0
    for number in range(60):
        seats = RULES.to_act(state)
        if not seats:
            break
        seat = seats[0]
        view, options = RULES.view(state, seat), RULES.options(state, seat)
        if number % 8 == 4 and len(options) > 1:
            other = RULES.imagine(view, Stream(99, "permuted", number))
            assert (other.hands[1 - seat], other.decks) != (state.hands[1 - seat], state.decks)
            scores = policy.score(view, options)
            assert policy.score(RULES.view(other, seat), RULES.options(other, seat)) == scores
            compared += 1
        option = Stream(3, "walk", number).choice(options)
        state, _ = RULES.apply(state, {seat: option})
    assert compared > 2


@pytest.mark.parametrize("spec", LOOKING)
def test_INV_36_the_attack_that_burns_a_second_section_is_made(spec):
    duel = Run({
        "before": {"A": {"F": {"u": [[TROLL, "t"]]}}, "B": {"K": {"burn": True}, "Q": {"dmg": 7}}},
        "do": [{"attack": "Q"}],
    })  # fmt: skip
    while duel.kind != "attack":
        duel.pass_on()
    assert taken(spec, duel.state) == Option("attack", "zone/1/quest")


@pytest.mark.parametrize("spec", LOOKING)
def test_INV_36_a_unit_defends_the_section_that_must_not_burn(spec):
    duel = Run({
        "before": {
            "A": {"F": {"u": [[TROLL, "t"]]}},
            "B": {"K": {"burn": True}, "Q": {"dmg": 7, "u": [[SQUAD, "s"]]}},
        },
        "do": [{"attack": "Q"}, "pass2", {"attackers": ["t"]}],
    })  # fmt: skip
    for place, step in enumerate(duel.scenario["do"]):
        duel.place = place
        duel.step(step)
    while duel.kind != "defenders":
        duel.pass_on()
    assert taken(spec, duel.state).action == "declare"


def test_the_work_of_a_choice_is_what_the_planner_is_told_to_do(monkeypatch):
    state, _ = RULES.start(DUEL.settings(Request(seed=3), CATALOG), 3)
    seat = RULES.to_act(state)[0]
    view, options = RULES.view(state, seat), RULES.options(state, seat)
    work = []
    play = Playout.play

    def counted(self, *given):
        board = play(self, *given)
        work.append(board.work)
        return board

    monkeypatch.setattr(Playout, "play", counted)
    done = {}
    for think in (0.1, 0.4):
        bot(f"planner:think={think}").score(view, options)
        done[think] = sum(work)
        work.clear()
    assert done[0.1] < done[0.4] < 0.4 * numbers().planner.work * 1.1


def power_part(before, *steps):
    """Return what the power of both seats is worth to A, by the weights that are shipped."""
    duel = Run({"before": before, "do": list(steps)})
    for place, step in enumerate(steps):
        duel.place = place
        duel.step(step)
    return dict(worth(duel.state, 0, numbers().position))["power"]


def test_INV_35_a_support_in_the_battlefield_fights_nobody():
    """Its power counts where it makes resources or cards, and nowhere else."""
    found = {zone: power_part({"A": {zone: {"s": [[FORGE, "f"]]}}, "B": {}}) for zone in "KQF"}
    weights = numbers().position
    assert found["K"] - found["F"] == pytest.approx(weights.kingdom.each)
    assert found["Q"] - found["F"] == pytest.approx(weights.quest.each)
    assert found["F"] == power_part({"A": {}, "B": {}})


def test_power_until_the_end_of_the_turn_is_no_power_to_keep():
    """A Runesmith gives a unit 1 power for 2 resources, which a position is not worth more for."""
    before = {"A": {"cap": "Dwarf", "res": 2, "Q": {"u": [[RUNESMITH, "r"]]}}, "B": {}}
    raised = power_part(before, {"use": "r", "T": ["r"]}, "pass2")
    assert raised == power_part(before)


def test_what_is_seen_at_a_glance_counts_beside_the_mean_of_the_deals():
    """Worth 8 at a glance that counts twice, and 3 in the mean of 2 and 4: (2 * 8 + 3) / 3."""
    tried = Tried(Plan(Option("pass")), (("power", 3.0), ("cards", 5.0)), 2)
    tried.add((("power", 2.0),))
    tried.add((("power", 1.0), ("cards", 3.0)))
    assert tried.mean(2) == pytest.approx(19 / 3)
    assert tried.parts(2) == pytest.approx({"power": 7.5 / 3, "cards": 11.5 / 3})
    blind = Tried(Plan(Option("pass")))
    blind.add((("power", 2.0),))
    assert tried.ahead_of(blind) == (2 * 8 + 2) / 3 - 2


def test_a_playout_develops_what_is_worth_least_where_the_damage_is():
    """INV-34: one card a turn goes face down, here for a section that is damaged."""
    duel = Run({
        "before": {
            "A": {"cap": "Orc", "hand": [TROLL, SQUAD], "Q": {"dmg": 5}},
            "B": {"cap": "Chaos"},
        },
        "do": [],
    })  # fmt: skip
    state = duel.state
    habits = Habits(numbers().position, numbers().habits.effect)
    option = habits.answer(Board(state), state.question)
    held = {object_name("card", number): duel.number(card) for number, card in state.hands[0]}
    assert (option.action, held[option.subject]) == ("develop", SQUAD)
    board = Playout(Plan(option), 0, state.turn + 1, habits).play(state, option)
    built = [piece for piece in board.pieces.values() if piece.seat == 0]
    assert [(piece.kind, piece.zone) for piece in built] == [("development", 1)]


def test_a_playout_ends_when_every_zone_has_done_its_part():
    """It ends in the quest phase, where cards have been drawn after resources were taken."""
    state, _ = RULES.start(DUEL.settings(Request(seed=3), CATALOG), 3)
    seat = RULES.to_act(state)[0]
    habits = Habits(numbers().position, numbers().habits.effect)
    option = RULES.options(state, seat)[-1]
    board = Playout(Plan(option), seat, 3, habits).play(state, option)
    assert (board.turn, board.phase) == (3, "quest")


def test_a_position_however_good_is_worth_less_than_a_duel_that_is_won():
    """Worth 300 where a won duel is worth 100: 300 * 100 / 400, the parts in proportion."""
    assert bounded((("power", 200.0), ("cards", 100.0)), 100.0) == (
        ("power", 50.0),
        ("cards", 25.0),
    )
    assert bounded((("power", -1e6),), 100.0)[0][1] > -100
    assert bounded((("power", 0.0),), 100.0) == (("power", 0.0),)


@pytest.mark.parametrize("think", ["0", "-1", "1e9"])
def test_thinking_is_a_number_that_can_be_done(think):
    with pytest.raises(InputError) as caught:
        bot(f"planner:think={think}")
    assert caught.value.faults[0].code == "duel.think"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["Corrupt one", "Deal 1 damage"]),
        ("ja", ["堕落させる", "1点のダメージ"]),
    ],
)
def test_the_coach_names_what_may_be_chosen_by_what_it_does(language, told):
    """One of two effects is no "number 1"."""
    duel = Run({
        "before": {
            "A": {"cap": "Chaos", "K": {"s": [[RITUAL, "r"]], "u": [[SQUAD, "s"]]}},
            "B": {"cap": "Orc"},
        },
        "do": ["start_turn"],
    })  # fmt: skip
    with Preferences(language=language).in_force():
        view, options = RULES.view(duel.state, 0), RULES.options(duel.state, 0)
        assert [option.action for option in options] == ["option", "option"]
        rows = DUEL.screen(duel.book.settings, view, options, CATALOG).rows
        made = [DUEL.tell_made(duel.book.settings, view, each, CATALOG) for each in options]
    assert [row.cells[0] for row in rows] == made
    assert all(words in name for words, name in zip(told, made, strict=True))


def test_a_spec_changes_a_weight_and_of_power_what_each_point_is_worth():
    """A spec with the numbers of the file scores as the bot without; with others it does not."""
    weights = numbers().position
    state, _ = RULES.start(DUEL.settings(Request(seed=3), CATALOG), 3)
    while (question := state.question) is None or question.kind != "window":
        state, _ = RULES.apply(state, {state.question.seat: state.question.options[0]})
    view, options = RULES.view(state, question.seat), question.options
    scores = bot("greedy").score(view, options)
    same = f"greedy:card={weights.card},kingdom={weights.kingdom.each}"
    assert bot(same).score(view, options) == scores
    assert bot("greedy:kingdom=9").score(view, options) != scores
