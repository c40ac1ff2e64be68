"""`deckbuilder replay`: told, as data, by keys, and as a proof."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from deckbuilder.cli import replay as replay_module
from deckbuilder.cli.main import run


@pytest.fixture
def log(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    arguments = ["draft", "nightfall-draft", "--players", "2", "--seed", "7", "--auto"]
    assert run([*arguments, "-o", str(tmp_path / "mine")]) == 0
    return tmp_path / "mine/log.jsonl"


def test_NF_26_every_choice_is_told_with_its_seat(log, capsys):
    capsys.readouterr()
    assert run(["replay", str(log)]) == 0
    told = capsys.readouterr().out.splitlines()
    numbered = [line for line in told if line[:4].strip().isdecimal()]
    assert len(numbered) == 8
    assert all("seat-1" in line or "seat-2" in line for line in numbered)


def test_scores_have_the_total_as_the_sum_of_their_parts(log, capsys):
    capsys.readouterr()
    assert run(["replay", str(log), "--json", "--scores", "drafter"]) == 0
    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    scores = [score for step in steps for score in step["scores"]]
    assert scores
    for score in scores:
        assert score["total"] == pytest.approx(sum(amount for _, amount in score["parts"]))


def test_the_drafter_chose_what_scores_best(log, capsys):
    capsys.readouterr()
    assert run(["replay", str(log), "--json", "--scores", "drafter"]) == 0
    for line in capsys.readouterr().out.splitlines():
        step = json.loads(line)
        if step["scores"]:
            chosen = [s["total"] for s in step["scores"] if s["option"] == step["choice"]]
            assert chosen == [pytest.approx(step["scores"][0]["total"])]


def test_assert_proves_the_end_and_prints_no_steps(log, capsys):
    capsys.readouterr()
    assert run(["replay", "--assert", str(log)]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "8 choices by 2 seats" in captured.err


def test_assert_refuses_another_end_and_none(log, capsys):
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:-1]) + b'{"end":"0123456789abcdef"}\n')
    assert run(["replay", "--assert", str(log)]) == 2
    assert f"{log}:10: the head or the end is not the one" in capsys.readouterr().err
    log.write_bytes(b"".join(lines[:-1]))
    assert run(["replay", "--assert", str(log)]) == 2
    assert "no end to be proved" in capsys.readouterr().err


def test_keys_go_forth_and_back(log):
    result = CliRunner().invoke(replay_module.command, [str(log), "--step"], input="\nb\n8\nx\nq\n")
    assert result.exit_code == 0
    places = [line.split(" of ")[0] for line in result.output.splitlines() if "Enter goes" in line]
    assert places == ["1", "2", "1", "8", "8"]
    assert "type b to go back" in result.output


@pytest.mark.parametrize(
    "change",
    [
        (b'"settings":{', b'"settings":{"x":1,'),
        (b'"players":2', b'"players":-2'),
        (b'"players":2', b'"players":9999'),
        (b'"players":2', b'"players":"two"'),
        (b'"seed":7', b'"seed":"seven"'),
        (b'"game":"nightfall"', b'"game":"chess"'),
        (b'"kind":"draft"', b'"kind":"play"'),
        (b'"passing":"left"', b'"passing":"up"'),
        (b'"steps":[', b'"steps":[7,'),
        (b"nightfall/the-coldest-war/", b"nightfall/no-such-set/"),
    ],
)
def test_a_head_that_was_tampered_with_is_refused_or_replayed_never_a_crash(log, change, capsys):
    content = log.read_bytes()
    assert change[0] in content
    log.write_bytes(content.replace(*change))
    status = run(["replay", str(log)])
    captured = capsys.readouterr()
    assert status in (0, 2)
    assert status == 0 or str(log) in captured.err or "chess" in captured.err
