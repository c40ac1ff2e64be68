"""`deckbuilder cards nightfall --rated`: what the bots think of each order."""

from __future__ import annotations

import json

import pytest

from deckbuilder.cli.main import run
from deckbuilder.games.nightfall.rating import model, rated
from deckbuilder.registry import game


def test_orders_are_told_with_their_worth_and_its_parts_best_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["cards", "nightfall", "s:nightfall", "--rated", "--json"]) == 0
    ratings = [row["rating"] for row in json.loads(capsys.readouterr().out)]
    assert ratings
    worths = [rating["total"] for rating in ratings]
    assert worths == sorted(worths, reverse=True)
    for rating in ratings:
        assert rating["total"] == pytest.approx(sum(rating["parts"].values()), abs=1e-4)


def test_the_worth_told_is_the_one_that_bots_choose_by() -> None:
    rating = model().rating
    for card in game("nightfall").catalog().cards:
        told = rated(card)
        if told is None:
            assert card.type in ("starter", "wound", "draft", "moon-phase", "avatar")
        else:
            assert told[0] == pytest.approx(rating.of(card))
