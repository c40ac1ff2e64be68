"""Bots by their spec and from their data file, in every game whose bots are characters."""

from __future__ import annotations

import msgspec
import pytest

from deckbuilder.errors import InputError
from deckbuilder.games import characters
from deckbuilder.games.characters import Character, character_of, numbers_of, score_of
from deckbuilder.registry import game
from deckbuilder.tables.protocol import Option

DRAFTERS = ["dreamblade", "invasion", "nightfall"]


def bot_of(game_id, spec):
    """Return a bot for a draft of nothing, which is enough to refuse what there is not."""
    home = game(game_id)
    return home.draft().bot(spec, {}, home.catalog())


def refused(game_id, spec):
    with pytest.raises(InputError) as caught:
        bot_of(game_id, spec)
    (fault,) = caught.value.faults
    return f"{fault.what} {fault.mend}"


@pytest.mark.parametrize("game_id", DRAFTERS)
def test_every_game_refuses_unknown_bots_and_weights_in_the_same_words(game_id, monkeypatch):
    if game_id == "invasion":
        monkeypatch.setattr("deckbuilder.games.invasion.table.plan_of", lambda settings: settings)
    told = refused(game_id, "oracle")
    assert told.startswith("there is no bot 'oracle'. Bots: ")
    for name in ("drafter", "aggressive", "denier", "rating", "random"):
        assert name in told
    told = refused(game_id, "denier:luck=1")
    assert told.startswith("the bot denier has no weight 'luck'. Weights: rating, ")
    assert "denial" in told
    assert refused(game_id, "random:denial=1") == (
        "the bot random has no weight 'denial'. Write random alone: it has no weights."
    )
    told = refused(game_id, "drafter:denial=much")
    assert told.startswith("'denial=much' in the bot 'drafter:denial=much' is no weight.")


def test_a_spec_changes_weights_of_one_character_and_leaves_the_file_as_it_is():
    known = {"careful": Character(weights={"rating": 1.0}, taste={"unit": 2.0})}
    found = character_of("careful:rating=0.5,denial=2", known, ("rating", "denial"))
    assert found == Character(weights={"rating": 0.5, "denial": 2.0}, taste={"unit": 2.0})
    assert known["careful"].weights == {"rating": 1.0}
    assert character_of("random", known, ("rating",)) is None


def test_a_total_is_the_sum_of_its_weighted_parts():
    option = Option("take", "a")
    score = score_of(option, {"rating": 2.0, "link": -1.0}, {"rating": 1.5, "link": 0.5, "x": 9.0})
    assert score.parts == (("rating", 3.0), ("link", -0.5))
    assert score.total == 2.5
    (part,) = score_of(option, {"link": -1.0}, {"link": 0.0}).parts
    assert str(part[1]) == "0.0"


class Numbers(msgspec.Struct, forbid_unknown_fields=True):
    points: dict[str, float]


@pytest.mark.parametrize(
    ("content", "where", "what"),
    [
        ("points: {unit: much}", "points", "a number is expected"),
        ("points: {}\nluck: 1", None, "'luck'"),
        ("points: [", None, "broken YAML"),
    ],
)
def test_a_file_of_numbers_that_is_wrong_says_where(tmp_path, monkeypatch, content, where, what):
    monkeypatch.setattr(characters, "bots_folder", lambda game: tmp_path / game)
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "weights.yaml").write_text(content, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        numbers_of("own", Numbers)
    (fault,) = caught.value.faults
    assert fault.where == str(tmp_path / "own" / "weights.yaml")
    assert what in fault.what
    assert where is None or where in (fault.field or "")
