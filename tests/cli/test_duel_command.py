"""`deckbuilder duel` and lists in `bots compare`, as a person uses them."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree

import pytest

from deckbuilder.cli.main import run

ILLEGAL = "Game: Invasion\nFormat: invasion-constructed\nCapital: Dwarf\n\n3 Runesmith\n"
UNKNOWN = "Game: Invasion\nCapital: Dwarf\n\n3 Runesmith\n1 Visit the Haunted City\n"
RANDOM = ("--games", "4", "--bots", "random")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "illegal.txt").write_text(ILLEGAL)
    (tmp_path / "unknown.txt").write_text(UNKNOWN)
    (tmp_path / "xeno.txt").write_text("Game: XENO\n\n2 Boy\n")
    (tmp_path / "no-card.txt").write_text(f"{UNKNOWN}3 Runesmiht\n")
    (tmp_path / "no-capital.txt").write_text("Game: Invasion\n\n3 Runesmith\n")


def test_a_duel_is_told_with_intervals_zones_and_cards(capsys):
    assert run(["duel", "dwarf", "orc", *RANDOM]) == 0
    told = capsys.readouterr().out
    assert "Dwarf against Orc: 4 games of random" in told
    for words in ("where it begins", "95 % interval", "battlefield", "Runesmith", "Squig Herders"):
        assert words in told
    assert all(len(line) <= 80 for line in told.splitlines() if not line.startswith(("D", "F")))


def test_the_figures_are_json_too_and_the_same_for_the_same_seed(capsys):
    found = []
    for seed in ("1", "1", "2"):
        assert run(["duel", "dwarf", "orc", *RANDOM, "--json", "--seed", seed]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1] != found[2]
    assert set(found[0]["damage"][0]) == {"kingdom", "quest", "battlefield"}
    assert found[0]["wins"]["low"] <= found[0]["wins"]["share"] <= found[0]["wins"]["high"]


def test_a_picture_holds_all_charts(tmp_path):
    assert run(["duel", "dwarf", "orc", *RANDOM, "--picture", "duel.svg"]) == 0
    root = ElementTree.fromstring((tmp_path / "duel.svg").read_text())
    assert len(root.findall(".//{*}svg")) == 5


def test_bots_are_compared_with_the_lists_of_a_folder(tmp_path, capsys):
    assert run(["draft", "invasion-draft", "--auto", "--seed", "3", "-o", "drafted"]) == 0
    (tmp_path / "lists").mkdir()
    for seat in ("order", "destruction"):
        (tmp_path / "drafted" / f"{seat}.txt").rename(tmp_path / "lists" / f"{seat}.txt")
    capsys.readouterr()
    arguments = ["bots", "compare", "random", "random", "invasion", "--deals", "2"]
    assert run([*arguments, "--decks", "lists"]) == 0
    told = capsys.readouterr()
    assert "2 tables in turn" in told.out
    assert "A choice of random took 0.0" in told.err
    assert run([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tables"] == 12


def test_drafts_are_judged_by_duels(capsys):
    arguments = ["bots", "compare", "drafter", "random", "invasion-draft", "--by", "duels"]
    assert run([*arguments, "--duel-bot", "random", "--drafts", "2", "--blank", "yes"]) == 0
    told = capsys.readouterr().out
    assert "8 duels" in told
    for words in ("95 % interval", "drafting order", "drafting destruction"):
        assert words in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["duel", "dwarf", "orc", "--games", "3"], "odd number"),
        (["duel", "dwarf", "orcs.txt"], "there is no list 'orcs.txt'"),
        (["duel", "dwarf", "illegal.txt"], "not legal in invasion-constructed"),
        (["duel", "dwarf", "unknown.txt", *RANDOM], "Visit the Haunted City"),
        (["duel", "dwarf", "xeno.txt"], "XENO"),
        (["duel", "xeno.txt", "xeno.txt", "--anyway"], "without lists"),
        (["duel", "dwarf", "no-card.txt"], "Runesmiht"),
        (["duel", "dwarf", "no-capital.txt"], "no-capital.txt: the list names 0 capitals"),
        (["duel", "dwarf", "orc", "--bots", "oracle"], "there is no bot 'oracle'"),
        (["duel", "dwarf", "orc", "--picture", "duel.gif"], ".svg"),
        (["duel", "dwarf", "orc", "--option", "first=1"], "no setting 'first'"),
        (["bots", "compare", "random", "random", "invasion", "--decks", "nowhere"], "folder"),
        (["bots", "compare", "random", "random", "invasion", "--by", "duels"], "draft formats"),
        (["bots", "compare", "random", "rating", "nightfall-draft", "--by", "duels"], "Nightfall"),
        (["bots", "compare", "random", "rating", "invasion-draft", "--duel-bot", "greedy"],
         "without --by"),
        (["bots", "compare", "random", "rating", "invasion-draft", "--by", "duels",
          "--duel-bot", "oracle"], "no bot 'oracle'"),
        (["bots", "compare", "random", "rating", "invasion-draft", "--blank", "yes"], "blank"),
        (["bots", "compare", "random", "random", "xeno", "--decks", "."], "without lists"),
        (["bots", "compare", "random", "random", "invasion", "--decks", "."], "xeno.txt"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_said(arguments, told, capsys):
    assert run(arguments) == 2
    assert told in capsys.readouterr().err
