"""`deckbuilder build` as a person uses it: pools, parts, collections, files, refusals."""

from __future__ import annotations

import json

import pytest

from deckbuilder.cli.main import run
from deckbuilder.exchange.reading import read_deck


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def deck_of(path):
    return read_deck(path.read_bytes(), path.name)


def test_a_list_is_written_and_legal(tmp_path, capsys):
    arguments = ["build", "invasion-constructed", "--from", "s:core", "--seed", "7", "-o", "a.txt"]
    assert run(arguments) == 0
    told = capsys.readouterr()
    assert told.out == "a.txt: 50 cards, legal in invasion-constructed.\n"
    assert told.err.startswith("Seed 7. ")
    assert {entry.card.set for entry in deck_of(tmp_path / "a.txt").entries} == {"core"}
    assert run(["check", "a.txt"]) == 0


def test_without_a_file_the_list_goes_to_standard_output(capsys):
    assert run(["build", "xeno", "--seed", "1"]) == 0
    told = capsys.readouterr()
    assert read_deck(told.out.encode(), "out").size() == 18
    assert "Seed 1" in told.err


def test_the_seed_that_is_shown_gives_the_same_list(tmp_path, capsys):
    assert run(["build", "nightfall-constructed", "-o", "a.txt"]) == 0
    seed = capsys.readouterr().err.split()[1].rstrip(".")
    assert run(["build", "nightfall-constructed", "--seed", seed, "-o", "b.txt"]) == 0
    assert (tmp_path / "a.txt").read_bytes() == (tmp_path / "b.txt").read_bytes()


def test_a_file_that_is_there_is_kept_without_force(tmp_path, capsys):
    (tmp_path / "a.txt").write_text("mine")
    assert run(["build", "xeno", "-o", "a.txt"]) == 2
    assert "--force" in capsys.readouterr().err
    assert (tmp_path / "a.txt").read_text() == "mine"
    assert run(["build", "xeno", "-o", "a.txt", "--force"]) == 0
    assert deck_of(tmp_path / "a.txt").size() == 18


def test_a_part_is_completed(tmp_path):
    (tmp_path / "part.txt").write_text("Player: Mina\n\n3 Troll Slayers  # the heart of it\n")
    arguments = ["build", "invasion-constructed", "--with", "part.txt", "-o", "whole.txt"]
    assert run(arguments) == 0
    whole = deck_of(tmp_path / "whole.txt")
    slayers = next(entry for entry in whole.entries if entry.title == "Troll Slayers")
    assert (slayers.count, slayers.comment) == (3, "the heart of it")
    assert whole.header("Player") == "Mina"
    assert whole.size() == 50


def test_a_part_that_breaks_rules_is_told_by_its_lines(tmp_path, capsys):
    (tmp_path / "part.txt").write_text("3 Runesmith\n4 Troll Slayers\n")
    assert run(["build", "invasion-constructed", "--with", "part.txt", "-o", "a.txt"]) == 2
    told = capsys.readouterr().err
    assert "part.txt:2: 4 copies of Troll Slayers" in told
    assert not (tmp_path / "a.txt").exists()


def test_a_list_file_is_a_pool_with_as_many_copies_as_it_holds(tmp_path):
    draft = ["draft", "invasion-draft", "--seat", "order", "--auto", "--seed", "7", "-o", "my"]
    assert run(draft) == 0
    arguments = ["build", "invasion-draft", "--from", "my/order.txt", "--size", "30"]
    assert run([*arguments, "-o", "a.txt"]) == 0
    pool, built = deck_of(tmp_path / "my/order.txt"), deck_of(tmp_path / "a.txt")
    there = {entry.title: entry.count for entry in pool.entries}
    assert built.size() == 30
    assert all(entry.count <= there[entry.title] for entry in built.entries)


@pytest.mark.parametrize("name", ["invasion-draft", "nightfall-draft", "dreamblade-draft"])
def test_a_draft_format_is_refused_with_the_way_to_draft_it(name, capsys):
    assert run(["build", name]) == 2
    assert f"deckbuilder draft {name}" in capsys.readouterr().err


def test_a_cube_is_a_pool_by_itself(capsys):
    assert run(["build", "invasion-cube", "--seed", "1"]) == 0
    assert "Format: invasion-cube" in capsys.readouterr().out


def test_an_impossible_pool_writes_nothing(tmp_path, capsys):
    arguments = ["build", "invasion-constructed", "--from", "s:core r:dwarf t:unit", "-o", "a.txt"]
    assert run(arguments) == 2
    told = capsys.readouterr().err
    assert "36 cards" in told  # 12 Dwarf units of the box, 3 of each
    assert "Add 14." in told
    assert not (tmp_path / "a.txt").exists()


def test_a_pool_that_is_no_file_and_no_card(capsys):
    assert run(["build", "xeno", "--from", "nope.txt"]) == 2
    assert "nope.txt: there is no such file." in capsys.readouterr().err
    assert run(["build", "xeno", "--from", "zzz"]) == 2
    assert "no card is found" in capsys.readouterr().err
    assert run(["build", "xeno", "--from", "rnk:3"]) == 2
    assert "rank" in capsys.readouterr().err


def test_a_pool_with_a_name_that_nobody_knows(tmp_path, capsys):
    (tmp_path / "pool.txt").write_text("Game: Invasion\n3 Troll Slayers\n2 Trll Slyrz\n")
    assert run(["build", "invasion-constructed", "--from", "pool.txt"]) == 2
    assert "pool.txt:3: there is no card 'Trll Slyrz'." in capsys.readouterr().err


def test_owned_cards_only(tmp_path, capsys):
    assert run(["build", "invasion-constructed", "--owned"]) == 2
    assert "own add" in capsys.readouterr().err
    assert run(["own", "add", "1x Core Set"]) == 0
    assert run(["build", "invasion-constructed", "--owned", "--seed", "3", "-o", "a.txt"]) == 0
    capsys.readouterr()
    assert run(["check", "a.txt", "--owned"]) == 0
    assert "Your collection holds every card" in capsys.readouterr().out


def test_cards_of_my_own_are_built_with_where_the_format_takes_them(tmp_path, capsys):
    (tmp_path / "mine.yaml").write_text(
        "game: invasion\nid: my-set\nname: My set\ncards:\n"
        "- {name: Wall of Shields, type: unit, race: dwarf, side: order, cost: 0, loyalty: 1,"
        " power: 3, hit_points: 5, official: true}\n"
    )
    (tmp_path / "league.yaml").write_text(
        "id: league\nname: League\ngame: invasion\nextends: invasion-constructed\n"
        'rules:\n- {kind: requires, cite: L-1, cards: "t:quest", least: 8}\n'
    )
    arguments = ["build", "league.yaml", "--cards", "mine.yaml", "--capital", "dwarf"]
    assert run([*arguments, "--seed", "2", "--from", "is:any", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["list"]["format"] == "league"
    counts = {card["name"]: card.get("count", 1) for card in data["list"]["cards"]}
    assert sum(counts.values()) == 50


def test_json_holds_list_and_seed(tmp_path, capsys):
    assert run(["build", "dreamblade-constructed", "--seed", "4", "--json", "-o", "a.txt"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["format"], data["seed"], data["legal"]) == ("dreamblade-constructed", 4, True)
    assert sum(card.get("count", 1) for card in data["list"]["cards"]) == 16
    (tmp_path / "b.json").write_text(json.dumps(data["list"]))
    assert deck_of(tmp_path / "b.json").entries[0].title == data["list"]["cards"][0]["name"]


def test_a_day_a_seed_and_a_list_that_are_none(tmp_path, capsys):
    assert run(["build", "xeno", "--date", "soon"]) == 2
    assert "soon" in capsys.readouterr().err
    assert run(["build", "xeno", "--seed", str(2**32)]) == 2
    assert str(2**32 - 1) in capsys.readouterr().err
    (tmp_path / "part.txt").write_text("Game: Nightfall\n[Archive 1]\n3 Katya Iliyevna\n")
    assert run(["build", "xeno", "--with", "part.txt"]) == 2
    assert "nightfall" in capsys.readouterr().err


def test_the_words_are_japanese_too(capsys):
    assert run(["build", "invasion-constructed", "--seed", "7", "--lang", "ja", "-o", "a.txt"]) == 0
    assert "適正" in capsys.readouterr().out
