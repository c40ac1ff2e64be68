"""`deckbuilder cards invasion --rated`: what the bots think of each card."""

from __future__ import annotations

import csv
import io
import json

import pytest
from invasion_table import catalog

from deckbuilder.cli.main import run
from deckbuilder.games.invasion.bots import rated


def test_cards_are_told_with_their_worth_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cards", "invasion", "s:core r:empire", "--rated", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    worths = [float(row["rating"]) for row in rows]
    assert len(rows) == 25
    assert worths == sorted(worths, reverse=True)
    assert rows[0]["name"] == "Thyrus Gorman"


def test_the_parts_of_a_worth_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cards", "invasion", "thyrus", "--rated", "--json"]) == 0
    (card,) = json.loads(capsys.readouterr().out)
    rating = card["rating"]
    assert rating["total"] == pytest.approx(sum(rating["parts"].values()))


def test_what_is_never_in_a_deck_has_no_worth() -> None:
    unrated = {card.type for card in catalog().cards if rated(card) is None}
    assert unrated == {"capital", "draft", "fulcrum"}


def test_a_game_without_ratings_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cards", "xeno", "--rated"]) == 2
    assert "no ratings" in capsys.readouterr().err
