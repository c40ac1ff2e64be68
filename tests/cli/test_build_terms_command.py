"""`deckbuilder build` with terms, proposals and reasons, as a person uses it."""

from __future__ import annotations

import json

import pytest

from deckbuilder.cli.main import run
from deckbuilder.exchange.reading import read_deck

BUILD = ["build", "invasion-constructed", "--from", "s:core", "--seed", "7"]


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def deck_of(path):
    return read_deck(path.read_bytes(), path.name)


def held(deck):
    return {entry.title: entry.count for entry in deck.entries}


def test_terms_are_met_by_the_list_that_is_written(tmp_path):
    terms = ["--must", "3x Runesmith", "--must", "Organ Gun", "--must", "King Kazador x1"]
    terms += ["--never", "innovation", "--want", "unit=28", "--want", "Tactics=4"]
    assert run([*BUILD, *terms, "-o", "a.txt"]) == 0
    deck = deck_of(tmp_path / "a.txt")
    assert held(deck)["Runesmith"] == 3
    assert held(deck)["Organ Gun"] >= 1
    assert "Innovation" not in held(deck)
    kinds = [entry.card.type for entry in deck.entries for _ in range(entry.count)]
    assert (kinds.count("unit"), kinds.count("tactic")) == (28, 4)
    assert run(["check", "a.txt"]) == 0


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        (["--must", "Runesmith", "--never", "runesmith"], "Runesmith must be in and may never"),
        (["--must", "3x Runesmit"], "--must: there is no card 'Runesmit'. Did you mean: Runesmith"),
        (["--never", "Rnsmth"], "--never: there is no card 'Rnsmth'."),
        (["--must", "3"], "--must: '3': there is no card name"),
        (["--must", ""], "--must: ''"),
        (["--want", "unit"], "--want: 'unit' states no number of cards"),
        (["--want", "unit=-1"], "--want: 'unit=-1' states no number"),
        (["--want", "unit=1000000"], "states no number of cards up to 999"),
        (["--want", "dragon=3"], "--want: there is no type 'dragon'. Types: capital, legend"),
        (["--want", "unit=3", "--want", "units=4"], "unit is wanted 3 times and 4 times"),
        (["--want", "unit=40", "--want", "quest=20", "--size", "50"], "60 cards are wanted"),
        (["--side", "middle"], "there is no side 'middle'."),
        (["--side", "order", "--capital", "orc"], "not of the side Order"),
        (["--take", "2"], "--take K needs --proposals N"),
        (["--take", "3", "--proposals", "2"], "--take K needs --proposals N"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(terms, told, tmp_path, capsys):
    assert run([*BUILD, *terms, "-o", "a.txt"]) == 2
    assert told in capsys.readouterr().err
    assert list(tmp_path.glob("a.txt")) == []


def test_a_game_without_sides_says_so(capsys):
    assert run(["build", "xeno", "--side", "order"]) == 2
    assert "lists of XENO know no side." in capsys.readouterr().err


def test_proposals_are_compared_and_written_to_a_folder(tmp_path, capsys):
    assert run([*BUILD, "--proposals", "3", "-o", "three"]) == 0
    told = capsys.readouterr().out
    for heading in ("Seed", "Capital", "Races", "Types", "Mean cost at"):
        assert heading in told
    assert "three: 3 lists, every one legal." in told
    files = sorted((tmp_path / "three").iterdir())
    assert [each.name for each in files] == [f"proposal-{k}.txt" for k in (1, 2, 3)]
    assert len({each.read_bytes() for each in files}) == 3
    assert run(["check", *map(str, files)]) == 0
    assert run([*BUILD, "--proposals", "3", "-o", "three"]) == 2
    assert "--force" in capsys.readouterr().err
    assert run([*BUILD, "--proposals", "3", "-o", "three", "--force"]) == 0


def test_the_first_proposal_is_the_list_of_the_seed_and_one_can_be_taken(tmp_path, capsys):
    assert run([*BUILD, "--proposals", "2", "-o", "two"]) == 0
    assert run([*BUILD, "-o", "one.txt"]) == 0
    assert run([*BUILD, "--proposals", "2", "--take", "2", "-o", "second.txt"]) == 0
    first, second = (tmp_path / "two" / f"proposal-{k}.txt" for k in (1, 2))
    assert (tmp_path / "one.txt").read_bytes() == first.read_bytes()
    assert (tmp_path / "second.txt").read_bytes() == second.read_bytes()
    told = capsys.readouterr().err
    seed = told.rsplit("Seed ", 1)[1].split(".")[0]
    alone = ["build", "invasion-constructed", "--from", "s:core", "--seed", seed, "-o", "b.txt"]
    assert run(alone) == 0
    assert (tmp_path / "b.txt").read_bytes() == second.read_bytes()


def test_a_file_is_no_folder_for_proposals(tmp_path, capsys):
    (tmp_path / "a.txt").write_text("mine")
    assert run([*BUILD, "--proposals", "2", "-o", "a.txt", "--force"]) == 2
    assert "need a folder" in capsys.readouterr().err
    assert (tmp_path / "a.txt").read_text() == "mine"


def test_fewer_lists_than_proposals_are_told(capsys):
    assert run(["build", "xeno", "--seed", "1", "--proposals", "3"]) == 0
    assert "Only 1 different list was found, not 3." in capsys.readouterr().err
    assert run(["build", "xeno", "--seed", "1", "--proposals", "3", "--take", "2"]) == 2
    assert "there is no proposal 2" in capsys.readouterr().err


def test_the_copies_that_are_owned_are_compared_where_a_collection_is_stated(capsys):
    assert run(["own", "add", "1x Core Set"]) == 0
    capsys.readouterr()
    assert run([*BUILD, "--proposals", "2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["proposals"][0]["seed"] == data["seed"] == 7
    for each in data["proposals"]:
        facts = each["facts"]
        assert 0 < facts["owned"] <= facts["cards"] == 50
        assert sum(facts["types"].values()) == sum(facts["races"].values()) == 50


def test_why_is_a_table_of_parts_and_leaves_the_list_readable(capsys):
    assert run([*BUILD, "--must", "3x Runesmith", "--why"]) == 0
    told = capsys.readouterr()
    assert read_deck(told.out.encode(), "out").size() == 50
    for heading in ("Rating", "Loyalty", "Curve", "Role", "Chance", "Total"):
        assert heading in told.err
    assert "INV-10" in told.err
    row = next(line for line in told.err.splitlines() if "Runesmith" in line)
    assert row.split() == ["1", "3", "Runesmith", "must"]


def test_json_tells_of_every_choice_what_its_score_was_the_sum_of(capsys):
    assert run([*BUILD, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert sum(choice["copies"] for choice in data["why"]) == 50
    for choice in data["why"]:
        assert choice["total"] == pytest.approx(sum(choice["parts"].values()), abs=0.001)


@pytest.mark.parametrize(
    "name", ["invasion-constructed", "nightfall-constructed", "dreamblade-constructed", "xeno"]
)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_game_has_words_for_tables_in_both_languages(name, language, capsys):
    arguments = ["build", name, "--seed", "2", "--proposals", "2", "--why", "--lang", language]
    assert run(arguments) == 0
    told = capsys.readouterr().out
    assert ("Types" if language == "en" else "種類") in told
