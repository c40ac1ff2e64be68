"""`deckbuilder bots`: comparing, learning, solving."""

from __future__ import annotations

import json
import sys

import pytest

from deckbuilder.cli.main import run


def test_compare_tells_the_score_with_its_interval(capsys):
    assert run(["bots", "compare", "casual", "random", "xeno", "--deals", "500"]) == 0
    told = capsys.readouterr()
    assert "casual against random, 2 seats, 500 deals" in told.out
    assert "95 % interval" in told.out
    assert "batch engine" in told.err


def test_compare_writes_json_and_is_the_same_for_the_same_seed(capsys):
    arguments = ["bots", "compare", "counter", "random", "xeno", "--deals", "50", "--json"]
    found = []
    for more in ([], [], ["--seed", "2"], ["--at-tables"]):
        assert run([*arguments, *more]) == 0
        found.append(json.loads(capsys.readouterr().out))
    one, two, other, at_tables = found
    assert one["score"] == two["score"] != other["score"]
    assert one["fast"]
    assert not at_tables["fast"]
    assert one["games"] == 100


def test_compare_seats_three_or_four(capsys):
    arguments = ["bots", "compare", "casual", "random", "xeno", "--deals", "100", "--json"]
    assert run([*arguments, "--players", "4"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["seats"], found["games"], found["fair"]) == (4, 400, 0.25)


def test_learn_writes_tables_once(tmp_path, capsys):
    path = tmp_path / "tables.bin"
    arguments = ["bots", "learn", "xeno", "--rounds", "1", "--games", "100", "-o", str(path)]
    assert run(arguments) == 0
    assert path.read_bytes().startswith(b'{"made_by":"deckbuilder bots learn xeno --rounds 1')
    assert run(arguments) == 2
    assert "--force" in capsys.readouterr().err


def test_solve_tells_worth_bounds_and_choices(capsys):
    assert run(["bots", "solve", "xeno", "Sage", "Maiden", "Sage", "乙女"]) == 0
    told = capsys.readouterr().out
    assert "Worth 0.66" in told
    assert "Maiden, Sage" in told
    assert "expert loses 0.0000 here" in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["compare", "oracle", "random", "xeno"], "there is no bot 'oracle'"),
        (["compare", "random", "random", "dreamblade"], "cannot be played"),
        (["compare", "random", "random", "xeno", "--players", "7"], "XENO-2"),
        (["solve", "xeno", "Sage", "Knight", "Boy", "Boy"], "there is no card 'Knight'"),
        (["solve", "xeno", "Sage", "Sage"], "4 cards or more"),
    ],
)
def test_what_cannot_be_used_is_said(arguments, told, capsys):
    assert run(["bots", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_without_numba_games_are_played_at_the_table(monkeypatch, capsys):
    monkeypatch.setattr("deckbuilder.games.xeno.batch.find_spec", lambda _: None)
    assert run(["bots", "compare", "casual", "random", "xeno", "--deals", "5", "--json"]) == 0
    assert not json.loads(capsys.readouterr().out)["fast"]
    assert run(["stats", "xeno", "--games", "5", "--bot", "casual"]) == 0


def test_without_numba_learning_says_what_to_install(monkeypatch, tmp_path, capsys):
    from deckbuilder.games import compiling

    compiling.compiled.cache_clear()
    monkeypatch.setitem(sys.modules, "numba", None)
    path = tmp_path / "tables.bin"
    arguments = ["bots", "learn", "xeno", "--rounds", "1", "--games", "10", "-o", str(path)]
    assert run(arguments) == 2
    assert "deckbuilder[fast]" in capsys.readouterr().err
    assert not path.exists()
