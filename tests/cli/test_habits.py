"""What people are used to from other programs: near names, files named by their endings."""

from __future__ import annotations

import pytest

from deckbuilder.cli.main import run
from deckbuilder.exchange.targets import targets

DWARVES = "Game: Invasion\nFormat: invasion-tournament\nCapital: Dwarf\n\n3 Runesmith\n"


@pytest.fixture(autouse=True)
def own_place(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.txt").write_text(DWARVES)


@pytest.mark.parametrize(
    ("words", "near"),
    [
        ("chekc list.txt", "check"),
        ("check list.txt --fromat xeno", "--format"),
        ("own ad Sage", "add"),
        ("check list.txt --format invasion-darft", "invasion-draft"),
        ("export list.txt --to markdwon", "markdown"),
        ("cards invasoin", "invasion"),
        ("play invasoin", "invasion"),
        ("draft invasion-draft --bots draftr", "drafter"),
        ("card Runesmiht", "Runesmith"),
    ],
)
def test_a_mistyped_word_offers_the_nearest(words, near, capsys):
    assert run(words.split()) == 2
    assert f"Did you mean: {near}" in capsys.readouterr().err


def test_play_offers_the_games_that_can_be_played_and_no_others(capsys):
    for word in ("chess", "nightfall"):
        assert run(["play", word]) == 2
        told = capsys.readouterr().err
        assert "Games: invasion, xeno." in told


def test_the_ending_of_a_file_names_the_target_and_the_file_is_told(tmp_path, capsys):
    assert run(["export", "list.txt", "-o", "list.xlsx"]) == 0
    assert (tmp_path / "list.xlsx").read_bytes().startswith(b"PK")
    assert capsys.readouterr().err == "list.xlsx is written.\n"
    assert run(["export", "list.txt", "-o", "list.doc"]) == 2
    told = capsys.readouterr().err
    assert all(f".{each.extension}" in told for each in targets())


def test_a_sheet_lies_beside_its_list_unless_a_file_is_named(tmp_path, capsys):
    assert run(["sheet", "list.txt"]) == 0
    assert (tmp_path / "list.pdf").read_bytes().startswith(b"%PDF")
    assert "list.pdf" in capsys.readouterr().err
    assert run(["sheet", "-"]) == 2


def test_sheets_and_books_know_cards_of_ones_own(tmp_path, capsys):
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists/ann.txt").write_text("Game: XENO\nFormat: xeno\n\n1 Jester\n")
    (tmp_path / "jester.yaml").write_text(
        "game: xeno\nid: own\ncards:\n- {name: Jester, rank: 3}\n"
    )
    for words in ("sheet lists/ann.txt -o {}.html", "event book lists -o {}.csv"):
        for name, more in (("without", []), ("with", ["--cards", "jester.yaml"])):
            assert run([*words.format(name).split(), *more]) == 0
        ending = words.rpartition(".")[2]
        texts = [(tmp_path / f"{name}.{ending}").read_text() for name in ("without", "with")]
        assert texts[0] != texts[1]


def test_every_file_that_a_draft_or_statistics_write_is_told(tmp_path, capsys):
    assert (
        run(["draft", "invasion-draft", "--seed", "7", "--auto", "-o", "mine", "--to", "csv"]) == 0
    )
    assert run(["stats", "list.txt", "--html", "stats.html"]) == 0
    told = "".join(capsys.readouterr())
    for path in ("mine/order.txt", "mine/order.csv", "mine/log.jsonl", "stats.html"):
        assert (tmp_path / path).exists()
        assert path in told


def test_a_fault_in_a_shipped_file_is_told_by_its_path_in_the_project(tmp_path, capsys):
    rows = "".join(f"M{number},B,{number},rare\n" for number in range(97))
    (tmp_path / "own.csv").write_text(f"Name,Set,Spawn cost,Rarity\n{rows}")
    (tmp_path / "own.csv").write_text(
        "Name,Set,Rarity\n" + "".join(f"M{n},Mine,{('rare', 'common')[n % 2]}\n" for n in range(9))
    )
    words = ["draft", "dreamblade-sealed", "--set", "Mine", "--players", "2", "--boosters", "1"]
    assert run([*words, "--cards", "own.csv"]) == 2
    assert capsys.readouterr().err.startswith("Error: formats/dreamblade/dreamblade-sealed.yaml:")
