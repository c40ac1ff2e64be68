"""`deckbuilder cards dreamblade --rated`: what the bots think of each miniature."""

from __future__ import annotations

import json

import pytest

from deckbuilder.cli.main import run


def test_miniatures_are_told_with_their_worth_and_its_parts_best_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["cards", "dreamblade", "--rated", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    worths = [row["rating"]["total"] for row in rows]
    assert worths == sorted(worths, reverse=True)
    for row in rows:
        assert row["rating"]["total"] == pytest.approx(sum(row["rating"]["parts"].values()))


def test_a_worth_is_worked_out_from_the_facts(capsys: pytest.CaptureFixture[str]) -> None:
    # Spawn cost 11 is 4 above the usual 7, power 6 is 2 above 4, defense 10 and life 13 are 4
    # above 6 and 9; one aspect symbol is the usual.
    assert run(["cards", "dreamblade", "dreadmorph ogre", "--rated", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["spawn_cost"], row["power"], row["defense"], row["life"]) == (11, 6, 10, 13)
    parts = row["rating"]["parts"]
    assert parts["spawn cost"] == pytest.approx(-1.4)
    assert parts["power"] == pytest.approx(1.0)
    assert parts["defense"] == parts["life"] == pytest.approx(0.8)
