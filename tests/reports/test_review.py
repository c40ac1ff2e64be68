"""A draft reviewed: what the coach would have chosen, what that cost, where the cards went."""

from __future__ import annotations

import json

import pytest

from deckbuilder.cli.main import run
from deckbuilder.registry import game
from deckbuilder.reports.review import Reviewed, review
from deckbuilder.tables.log import read_log
from deckbuilder.tables.table import replay


@pytest.fixture
def invasion_log(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    folder = tmp_path / "mine"
    assert run(["draft", "invasion-draft", "--seed", "7", "--auto", "-o", str(folder)]) == 0
    return folder / "log.jsonl"


def reviewed(path, spec, seat=0):
    log = read_log(path)
    home = game(log.head.game)
    draft, catalog = home.draft(), home.catalog()
    coach = draft.bot(spec, log.head.settings, catalog)
    found = review(
        Reviewed(
            table=draft,
            history=home.history(),
            catalog=catalog,
            log=log,
            coach=coach,
            coach_spec=spec,
        ),
        seat,
    )
    return found, draft, log, catalog


def test_a_seat_that_the_coach_drafted_costs_nothing(invasion_log):
    found, *_ = reviewed(invasion_log, "drafter")
    assert found.moves
    assert found.costly == ()
    assert found.agreed == len(found.moves)


def test_the_cost_is_what_the_best_of_a_step_are_worth_more_than_the_chosen(invasion_log):
    """By rating alone two takes are best the two best cards of the pack: one missed counts once."""
    found, draft, log, catalog = reviewed(invasion_log, "rating")
    coach = draft.bot("rating", log.head.settings, catalog)
    own = {step.number: step for step in replay(draft.rules, log) if step.seat == 0}
    numbers = sorted(own)
    judged = 0
    for move in found.moves:
        step = own[move.number]
        if step.before.public.phase not in ("take", "strike") or step.before.seats[0].left < 0:
            continue
        made = numbers[numbers.index(move.number) :][: move.choices]
        assert move.choices == (2 if step.before.public.phase == "take" else 1)
        options = draft.rules.options(step.before, 0)
        totals = {
            score.option.subject: score.total
            for score in coach.score(draft.rules.view(step.before, 0), options)
        }
        pack = sorted((totals[card] for card in step.before.seats[0].cards), reverse=True)
        chosen = sum(totals[own[number].option.subject] for number in made)
        assert move.cost == pytest.approx(sum(pack[: move.choices]) - chosen)
        assert bool(move.why) == (move.cost > 0)
        judged += 1
    assert judged == 35, "four steps to take and three to strike, in each of five packs"


def test_the_five_most_costly_moves_come_first(invasion_log):
    found, *_ = reviewed(invasion_log, "rating")
    costs = sorted((move.cost for move in found.moves), reverse=True)
    assert [move.cost for move in found.costly] == costs[:5]


def test_INV_22_every_card_of_every_pack_is_accounted_for(invasion_log):
    found, draft, log, _ = reviewed(invasion_log, "drafter")
    end = list(replay(draft.rules, log))[-1].after
    growth, fates, strikes = found.boards
    assert len(growth.rows) == 5
    assert int(growth.rows[-1][1]) == len(end.seats[0].taken)
    struck_from_me = [card for seat, card in end.public.struck if seat == 1]
    assert sum("struck by" in row[2] for row in fates.rows) == len(struck_from_me)
    assert sum(row[2] == "left over" for row in fates.rows) == len(end.seats[0].discarded)
    my_strikes = sum(seat == 0 for seat, _ in end.public.struck)
    assert sum(len(row[1].split(", ")) for row in strikes.rows) == my_strikes


def test_NF_24_what_nobody_takes_goes_back_to_the_box(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    arguments = ["draft", "nightfall-draft", "--players", "4", "--seed", "3", "--auto"]
    assert run([*arguments, "-o", str(tmp_path / "mine")]) == 0
    found, draft, log, catalog = reviewed(tmp_path / "mine/log.jsonl", "drafter", seat=2)
    end = list(replay(draft.rules, log))[-1].after
    choices, passed = found.boards
    assert len(choices.rows) == 3
    assert len(passed.rows) == 3 + 2 + 1
    # Four hands go round in three choices: none comes back.
    assert [column.title for column in passed.columns] == ["Choice", "Draft card", "Where it went"]
    names = {catalog.card(log.head.settings["orders"][card]).name for card in end.box}
    assert {row[1] for row in passed.rows if row[2] == "the box"} <= names


def test_NF_26_a_hand_that_comes_back_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    arguments = ["draft", "nightfall-draft", "--players", "2", "--seed", "3", "--auto"]
    assert run([*arguments, "-o", str(tmp_path / "mine")]) == 0
    found, draft, log, _ = reviewed(tmp_path / "mine/log.jsonl", "drafter", seat=0)
    end = list(replay(draft.rules, log))[-1].after
    passed = found.boards[1]
    assert passed.columns[-1].title == "Came back"
    # Of two seats, the hand of choice 1 comes back at choice 3, less two cards.
    came_back = [row for row in passed.rows if row[0] == "1" and row[-1] == "3"]
    assert len(came_back) == len(end.seen[0][2])


def test_japanese_words_name_cards_in_japanese(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    arguments = ["draft", "nightfall-draft", "--players", "3", "--seed", "3", "--auto"]
    assert run([*arguments, "-o", str(tmp_path / "mine")]) == 0
    capsys.readouterr()
    log = tmp_path / "mine/log.jsonl"
    assert run(["review", str(log), "--lang", "ja"]) == 0
    shown = capsys.readouterr().out
    catalog = game("nightfall").catalog()
    orders = {catalog.card(each) for each in read_log(log).head.settings["orders"].values()}
    named = [card for card in orders if card.name_ja and card.name_ja in shown]
    assert len(named) >= 3
    assert not [card.name for card in named if card.name in shown]


def test_INV_R10_the_capital_is_reviewed_as_any_choice(invasion_log):
    found, *_ = reviewed(invasion_log, "rating")
    assert found.moves[-1].title == "Order: the capital"
    assert found.moves[-1].chosen == "chooses the capital Empire"


def test_the_command_reviews_in_the_terminal_as_data_and_as_a_page(invasion_log, capsys):
    assert run(["review", str(invasion_log), "--seat", "destruction", "--coach", "rating"]) == 0
    assert "What cost most" in capsys.readouterr().out
    assert run(["review", str(invasion_log), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seat"] == "order"
    page = invasion_log.parent / "review.html"
    assert run(["review", str(invasion_log), "--html", str(page)]) == 0
    assert page.read_text().count("<section") == 0
    page.unlink()
    assert run(["review", str(invasion_log), "--coach", "rating", "--html", str(page)]) == 0
    assert page.read_text().count("<section") == 5
    assert run(["review", str(invasion_log), "--html", str(page)]) == 2


def test_a_log_whose_settings_do_not_fit_is_refused(tmp_path, capsys):
    path = tmp_path / "log.jsonl"
    path.write_text(
        '{"log":2,"kind":"play","game":"xeno","table":"xeno","seed":1,"seats":[],"settings":{}}\n'
    )
    assert run(["review", str(path)]) == 2
    assert "log.jsonl:1: settings" in capsys.readouterr().err
