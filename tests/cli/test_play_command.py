"""`deckbuilder play` as a person uses it: choosing, asking, leaving, going on, watching."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from deckbuilder.cli import play as play_module
from deckbuilder.cli.main import run
from deckbuilder.registry import game
from deckbuilder.tables.log import read_log
from deckbuilder.tables.table import replay

ONES = "1\n" * 400


@pytest.fixture(autouse=True)
def _own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def sit(arguments, typed=ONES):
    """Run the play command with what a person types; return (status, output)."""
    result = CliRunner().invoke(play_module.command, arguments, input=typed)
    return result.exit_code, result.output


def test_a_game_is_played_to_its_end_and_logged(tmp_path):
    status, output = sit(["xeno", "--seed", "7", "--first", "1"])
    assert status == 0
    assert "The game is over." in output
    log = read_log(tmp_path / "xeno-7.jsonl")
    assert log.end is not None
    assert log.head.seats == ("person", "expert")
    *_, last = replay(game("xeno").play().rules, log)
    assert last.after.phase == "over"


def test_the_screen_shows_hand_discards_protection_and_knowledge():
    typed = "1\n" * 30
    shown = [sit(["xeno", "--seed", str(seed), "--players", "3"], typed)[1] for seed in range(12)]
    everything = "\n".join(shown)
    for words in ("Your hand", "What you know", "cards in the deck", "no discards", "protected"):
        assert words in everything
    assert "knows your" in everything


def test_names_of_cards_are_english_or_japanese():
    _, english = sit(["xeno", "--seed", "7", "--first", "1"])
    _, japanese = sit(["xeno", "--seed", "7", "--first", "1", "--names", "ja", "--force"])
    assert "Seat 1 draws" in english
    assert "Seat 1 draws" in japanese
    assert not any(letter > "\u3000" for letter in english)
    assert any(letter > "\u3000" for letter in japanese)


def test_a_question_mark_tells_what_the_bot_believes_and_what_choices_are_worth():
    _, output = sit(["xeno", "--seed", "7", "--first", "1"], "?\n" + ONES)
    assert "What the bot believes" in output
    assert "Seat 2 holds" in output
    assert "now" in output or "later" in output


def test_nothing_can_be_taken_back():
    _, output = sit(["xeno", "--seed", "7", "--first", "1"], "u\n" + ONES)
    assert "nothing here that can be taken back" in output


def test_a_match_has_a_score():
    status, output = sit(["xeno", "--seed", "7", "--games", "3"])
    assert status == 0
    assert "game 2 of 3" in output
    totals = re.findall(r"^Seat \d: ([\d.]+)$", output, re.MULTILINE)
    assert sum(map(float, totals)) == 3


@pytest.mark.parametrize("choices", range(0, 6))
def test_leaving_anywhere_keeps_the_log_and_going_on_gives_what_staying_gives(tmp_path, choices):
    arguments = ["xeno", "--seed", "11", "--games", "4", "--players", "3", "--bots", "casual"]
    assert sit([*arguments, "--log", "stayed.jsonl"])[0] == 0
    status, output = sit([*arguments, "--log", "left.jsonl"], "1\n" * choices)
    assert status == 1  # click's own status for leaving; the program's is 130
    assert "--resume left.jsonl" in output
    assert read_log(tmp_path / "left.jsonl").end is None
    assert sit(["--resume", "left.jsonl"])[0] == 0
    stayed, left = (read_log(tmp_path / name) for name in ("stayed.jsonl", "left.jsonl"))
    assert left.choices == stayed.choices
    assert left.end == stayed.end


def test_leaving_gives_status_130(monkeypatch):
    import io
    import sys

    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert run(["play", "xeno", "--seed", "7", "--first", "1"]) == 130


def test_watching_lets_bots_play_and_shows_every_hand(capsys):
    arguments = ["play", "xeno", "--watch", "--pace", "0", "--seed", "3"]
    assert run([*arguments, "--bots", "counter", "--bots", "random"]) == 0
    told = capsys.readouterr().out
    assert "Seat 1 draws" in told
    assert "Seat 2 draws" in told
    assert read_log("xeno-3.jsonl").head.seats == ("counter", "random")


def test_replay_verifies_and_shows_the_game_with_scores(capsys):
    assert run(["play", "xeno", "--watch", "--pace", "0", "--seed", "3"]) == 0
    capsys.readouterr()
    assert run(["replay", "xeno-3.jsonl", "--scores", "counter"]) == 0
    told = capsys.readouterr()
    assert "plays" in told.out
    assert "The end is the one that the log states" in told.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["play", "xeno", "--players", "5"], "XENO-2"),
        (["play", "xeno", "--bots", "oracle"], "there is no bot 'oracle'"),
        (["play", "xeno", "--seat", "3"], "there is no seat '3'"),
        (["play", "xeno", "--boys", "sometimes"], "no value of boys"),
        (["play", "xeno", "--option", "boys=sometimes"], "no value of boys"),
        (["play", "xeno", "--option", "girls=2"], "no setting 'girls'"),
        (["play", "xeno", "--watch", "--seat", "2"], "--seat cannot be said beside --watch"),
        (["play", "xeno", "--log", "-"], "standard output"),
        (["play", "--resume", "nothing.jsonl", "--players", "3"], "beside --resume"),
        (["play", "--resume", "nothing.jsonl", "--bots", "casual"], "beside --resume"),
        (["play", "xeno", "--resume", "nothing.jsonl"], "beside --resume"),
        (["play", "xeno", "--players", "3", "--bots", "random", "--bots", "casual",
          "--bots", "random"], "one for each seat"),
        (["play", "whist"], "there is no game 'whist'"),
        (["play", "dreamblade"], "cannot be played"),
        (["play"], "Name a game"),
        (["play", "--resume", "nothing.jsonl"], "there is no such file"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_said(arguments, told, capsys):
    assert run(arguments) == 2
    assert told in capsys.readouterr().err


def test_a_log_that_is_there_is_not_overwritten(capsys):
    arguments = ["play", "xeno", "--watch", "--pace", "0", "--seed", "3"]
    assert run(arguments) == 0
    assert run(arguments) == 2
    assert "--force" in capsys.readouterr().err
    assert run([*arguments, "--force"]) == 0


DUEL = ["play", "invasion", "--watch", "--pace", "0", "--seed", "3", "--bots", "random"]


def test_INV_15_without_lists_two_starting_decks_are_played(capsys):
    assert run([*DUEL, "--log", "duel.jsonl"]) == 0
    told = capsys.readouterr().out
    assert "begins." in told
    assert "wins." in told
    assert run(["replay", "--assert", "duel.jsonl"]) == 0


def test_what_was_drafted_is_played(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    assert run(["draft", "invasion-draft", "--seed", "7", "--auto", "-o", "mine"]) == 0
    assert run([*DUEL, "--from-draft", "mine", "--log", "duel.jsonl"]) == 0
    assert "Empire 1" in capsys.readouterr().out
    assert run(["play", "--resume", "duel.jsonl"]) == 0


def test_think_is_for_bots_that_can(tmp_path):
    """The log says how much a bot thinks; bots without work to do more of are told of."""
    # A duel that is soon over.
    arguments = ["invasion", "--deck", "dwarf", "--against", "orc", "--seed", "4", "--watch"]
    bots = ["--bots", "planner:card=1", "--bots", "random", "--think", "0.01", "--pace", "0"]
    assert sit([*arguments, *bots, "--log", "duel.jsonl"])[0] == 0
    assert read_log(tmp_path / "duel.jsonl").head.seats == ("planner:card=1,think=0.01", "random")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("invasion --bots greedy", "no more work is done for a choice by greedy"),
        ("xeno", "no more work is done for a choice by expert"),
        ("invasion --bots planner:think=2", "'planner:think=2' says already how much"),
        ("invasion --think 1001", "'planner:think=1001' does not say how much"),
        ("invasion --think -1", "-1.0 is not in the range x>0"),
    ],
)
def test_thinking_that_has_no_effect_is_refused(arguments, told, capsys):
    words = arguments.split()
    assert run(["play", *words, *(() if "--think" in words else ("--think", "3"))]) == 2
    assert told in capsys.readouterr().err


def test_two_people_at_one_terminal_change_places(tmp_path):
    status, output = sit(
        ["invasion", "--hotseat", "--deck", "dwarf", "--against", "orc", "--seed", "3"], "1\n\n1\n"
    )
    assert status == 1
    assert "Change places" in output
    assert read_log(tmp_path / "invasion-3.jsonl").head.seats == ("person", "person")


def test_nobody_sees_the_hand_of_the_other_at_one_terminal():
    """Orc begins by this seed: what Dwarf drew is told only when Dwarf has sat down."""
    arguments = ["invasion", "--hotseat", "--deck", "dwarf", "--against", "orc", "--seed", "3"]
    _, output = sit(arguments, "\n1\n\n")
    first, orc, dwarf = output.split("Change places, and press Enter.")
    assert "draws" not in first
    assert "Orc 2 draws Banna of Da Red Sunz" in orc
    assert "Hammerer of Karak Azul" not in orc
    assert "Dwarf 1 draws Hammerer of Karak Azul" in dwarf
    assert "Banna" not in dwarf


def test_nobody_takes_back_what_the_other_chose_at_one_terminal():
    arguments = ["invasion", "--hotseat", "--deck", "dwarf", "--against", "orc", "--seed", "3"]
    _, output = sit(arguments, "\n1\n\nu\n")
    assert "nothing here that can be taken back" in output


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Game: Invasion\nCapital: Dwarf\n\n3 Runesmth\n", "these cards are not known: Runesmth"),
        ("Game: Invasion\n\n3 Runesmith\n", "the list names 0 capitals"),
        (
            "Game: Invasion\nFormat: invasion-constructed\nCapital: Dwarf\n\n3 Runesmith\n",
            "not legal in invasion-constructed",
        ),
        ("Game: Invasion\nCapital: Dwarf\n\n1 Shadow Warrior\n", "--blank"),
        ("Game: XENO\n\n2 Boy\n", "no list of Warhammer"),
    ],
)
def test_lists_that_cannot_be_played_are_told(text, told, tmp_path, capsys):
    (tmp_path / "mine.txt").write_text(text, encoding="utf-8")
    status = run([*DUEL, "--deck", "mine.txt", "--against", "orc", "--log", "duel.jsonl"])
    error = capsys.readouterr().err
    assert status == 2
    assert told in error


def test_a_game_without_lists_refuses_them(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    assert run(["draft", "invasion-draft", "--seed", "7", "--auto", "-o", "mine"]) == 0
    assert run(["play", "xeno", "--watch", "--pace", "0", "--from-draft", "mine"]) == 2
    assert "played without lists" in capsys.readouterr().err


def test_an_illegal_list_is_played_where_that_is_wanted(tmp_path):
    text = "Game: Invasion\nFormat: invasion-constructed\nCapital: Dwarf\n\n9 Runesmith\n"
    (tmp_path / "mine.txt").write_text(text, encoding="utf-8")
    lists = ["--deck", "mine.txt", "--against", "orc", "--log", "duel.jsonl"]
    assert run([*DUEL, *lists, "--anyway"]) == 0


def test_what_reading_a_list_passed_over_is_told_before_it_is_played(tmp_path, capsys):
    text = "Hi all\nGame: Invasion\nCapital: Dwarf\n\n3 Runesmith\nMaybeboard:\n2 Troll Slayers\n"
    (tmp_path / "mine.txt").write_text(text, encoding="utf-8")
    lists = ["--deck", "mine.txt", "--against", "orc", "--log", "duel.jsonl"]
    assert run([*DUEL, *lists]) == 0
    told = capsys.readouterr().err
    assert "mine.txt:1: 'Hi all'" in told
    assert "'Maybeboard' holds 2 cards" in told
