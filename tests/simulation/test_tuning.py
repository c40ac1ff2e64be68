"""Weights searched for a bot, and measures held against winning."""

from __future__ import annotations

import pytest
import yaml

from deckbuilder.cli.main import run
from deckbuilder.games import winning_measures
from deckbuilder.games.winning_measures import Found, Winning, goes, winning_of
from deckbuilder.registry import games_with
from deckbuilder.simulation.tuning import Kept, Search, begin, best_of, search, spec_of

PLAN = Search(
    format="f", bot="drafter", by="duels", candidates=30, drafts=2, seed=3,
    weights={"one": 1.0, "none": 0.0, "two": 2.0},
)  # fmt: skip


def near_three(changes):
    """A score that is best where `two` is 3, and cares for nothing else."""
    return -abs(changes.get("two", 2.0) - 3.0)


def found_by(path, plan=PLAN, score=near_three):
    begin(plan, path, force=False)
    return search(plan, score, path)


def test_a_search_begins_with_the_bot_as_it_is_and_comes_nearer(tmp_path):
    tried = found_by(tmp_path / "s")
    assert tried[0].changes == {}
    assert tried[0].score == -1.0
    assert best_of(tried).score > -0.3
    assert len(tried) == PLAN.candidates


def test_an_interrupted_search_goes_on_with_the_same_candidates(tmp_path):
    whole = found_by(tmp_path / "whole")
    asked = []

    def interrupted(changes):
        asked.append(changes)
        if len(asked) == 7:
            raise KeyboardInterrupt
        return near_three(changes)

    path = tmp_path / "part"
    assert found_by(path, score=interrupted) == whole[:6]
    assert search(PLAN, near_three, path) == whole


def test_a_search_of_another_plan_is_not_gone_on_with(tmp_path, capsys):
    arguments = ["bots", "tune", "nightfall-draft", "--by", "links", "--players", "2"]
    arguments += ["--candidates", "2", "--drafts", "2", "--workers", "1"]
    path = tmp_path / "tuned.yaml"
    begin(PLAN, tmp_path / "tuned.yaml.part", force=False)
    for more, says in ((["--resume"], "another value"), ([], "--resume")):
        assert run([*arguments, "-o", str(path), *more]) == 2
        assert says in capsys.readouterr().err
    assert run([*arguments, "-o", str(path), "--force"]) == 0
    assert [each.name for each in tmp_path.iterdir()] == ["tuned.yaml"]


def test_a_weight_of_nothing_can_be_tried_too(tmp_path):
    assert any(each.changes.get("none") for each in found_by(tmp_path / "s"))


def test_what_is_kept_is_the_plan_and_what_was_tried():
    assert Kept(PLAN).tried == ()
    assert spec_of("drafter", {}) == "drafter"
    assert spec_of("drafter:role=2", {"role": 3.0}) == "drafter:role=3"


@pytest.mark.parametrize(
    ("arguments", "by"),
    [
        (["invasion-draft", "--duel-bot", "random"], "duels"),
        (["nightfall-draft", "--by", "links", "--players", "3"], "links"),
    ],
)
def test_the_file_says_the_spec_the_command_and_a_comparison_on_other_seeds(
    arguments, by, tmp_path, capsys
):
    path = tmp_path / "tuned.yaml"
    arguments = ["bots", "tune", *arguments, "--candidates", "3", "--drafts", "2"]
    assert run([*arguments, "--check", "3", "--workers", "1", "-o", str(path)]) == 0
    told = capsys.readouterr().out
    data = yaml.safe_load(path.read_text("utf-8"))
    assert data["made_by"].startswith(
        f"deckbuilder bots tune {arguments[2]} --bot drafter --by {by}"
    )
    assert data["spec"] in told.replace("\n", " ")
    assert data["compared"]["drafts"] == 3
    assert data["compared"]["seed"] != 1
    assert data["compared"]["low"] <= data["compared"]["mean"] <= data["compared"]["high"]
    # The spec is one that the other commands take.
    compared = ["bots", "compare", data["spec"], "rating" if by == "duels" else "random"]
    assert run([*compared, arguments[2], "--drafts", "2"]) == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["invasion-draft", "--by", "luck"], "there is no measure 'luck'"),
        (["invasion-draft", "--bot", "rating", "--by", "cost"], "has no weights"),
        (["nightfall-draft"], "Nightfall"),
        (["invasion-draft", "--by", "cost", "--duel-bot", "random"], "--duel-bot"),
    ],
)
def test_what_cannot_be_tuned_is_said(arguments, says, tmp_path, capsys):
    arguments = [*arguments, "--candidates", "2", "--drafts", "2", "-o", str(tmp_path / "t.yaml")]
    assert run(["bots", "tune", *arguments]) == 2
    assert says in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("better", "low", "high", "expected"),
    [
        ("high", 0.1, 0.3, "with"),
        ("high", -0.3, -0.1, "against"),
        ("low", -0.3, -0.1, "with"),
        ("low", -0.1, 0.1, "neither"),
        ("neither", 0.1, 0.3, "high"),
        ("neither", -0.3, -0.1, "low"),
    ],
)
def test_winning_goes_with_what_is_better_or_against_it(better, low, high, expected):
    assert goes(better, low, high) == expected


def test_measures_are_held_against_winning_and_written_for_comparisons(
    tmp_path, monkeypatch, capsys
):
    path = tmp_path / "winning.yaml"
    arguments = ["invasion-draft", "--drafts", "8", "--duel-bot", "random", "--workers", "1"]
    assert run(["bots", "measures", *arguments, "-o", str(path)]) == 0
    assert "Measures and winning" in capsys.readouterr().out
    found = yaml.safe_load(path.read_text("utf-8"))
    assert found["drafts"] == 8
    assert [*found["measures"]] == [
        *("races", "main-race", "cost", "curve", "units", "power", "hit-points")
    ]
    known = {
        "cost": Found(correlation=0.2, within=0.2, low=0.1, high=0.3),
        "power": Found(correlation=0.2, within=0.2, low=0.1, high=0.3),
        "units": Found(correlation=0.2, within=0.0, low=-0.1, high=0.1),
    }
    told = Winning(made_by="", format="invasion-draft", drafts=900, measures=known)
    monkeypatch.setattr("deckbuilder.simulation.drafts.winning_of", lambda game: told)
    monkeypatch.setattr(winning_measures, "winning_of", lambda game: told)
    assert run(["bots", "compare", "drafter", "rating", "invasion-draft", "--drafts", "2"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "What 900 drafts of invasion-draft" in out
    assert "Goes with winning: power for each resource." in out
    assert "Goes with losing, and misleads: mean total cost at the start." in out
    assert "Not shown to go with winning, and no ground to prefer a bot: share of units." in out


def test_what_is_shipped_is_of_measures_that_there_are():
    for home in games_with("measures"):
        known = winning_of(home.id)
        if known is not None:
            assert known.measures.keys() == home.measures().better().keys()
            assert known.made_by.startswith("deckbuilder bots measures ")
