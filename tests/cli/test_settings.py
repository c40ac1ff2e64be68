"""Settings in the user's folder: what they change, what goes before them, what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from deckbuilder.cli.main import run

DWARVES = "Game: Invasion\nFormat: invasion-tournament\nCapital: Dwarf\n\n3 Runesmith\n"


@pytest.fixture(autouse=True)
def own_place(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.txt").write_text(DWARVES)


def sheet(*more, of="list.txt"):
    assert run(["sheet", *of.split(), "-o", "sheet.html", "--force", *more]) == 0
    return Path("sheet.html").read_text(encoding="utf-8")


def test_settings_are_kept_shown_and_taken_back(tmp_path, capsys):
    assert run(["settings", 'name=Ann "the Axe" Smith', "paper=letter"]) == 0
    assert str(tmp_path / "data/settings.yaml") in capsys.readouterr().err
    assert run(["settings", "paper=", "--lang", "en"]) == 0
    capsys.readouterr()
    assert run(["settings", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"name": 'Ann "the Axe" Smith'}


def test_the_help_says_where_the_folder_is(tmp_path, capsys):
    assert run(["settings", "--help"]) == 0
    assert str(tmp_path / "data/settings.yaml") in capsys.readouterr().out.replace("\n", "")


def test_name_team_and_event_go_onto_a_sheet_where_nothing_else_is_said(tmp_path):
    assert run(["settings", "name=Annika", "team=Axes", "event=Spring Cup"]) == 0
    assert all(each in sheet() for each in ("Annika", "Axes", "Spring Cup"))
    assert "Annika" not in sheet("--player", "Bo")
    (tmp_path / "list.txt").write_text(f"Player: Cem\nTeam: Hammers\n{DWARVES}")
    page = sheet()
    assert "Cem" in page
    assert "Annika" not in page
    assert "Axes" not in page
    (tmp_path / "other.txt").write_text(DWARVES)
    page = sheet(of="other.txt list.txt")
    assert "Annika" not in page, "of two lists nobody knows whose they are"


def test_paper_is_that_of_sheets_unless_it_is_said():
    before = sheet()
    assert run(["settings", "paper=letter"]) == 0
    assert sheet() != before
    assert sheet("--paper", "a4") == before


def test_the_language_goes_behind_that_of_the_command_line_and_of_the_environment(
    monkeypatch, capsys
):
    assert run(["settings", "language=ja"]) == 0
    capsys.readouterr()
    monkeypatch.setenv("DECKBUILDER_LANG", "en")
    assert run(["formats", "nothing"]) == 2
    assert "there is no format" in capsys.readouterr().err
    monkeypatch.delenv("DECKBUILDER_LANG")
    assert run(["formats", "nothing"]) == 2
    assert "フォーマット" in capsys.readouterr().err
    assert run(["formats", "nothing", "--lang", "en"]) == 2
    assert "there is no format" in capsys.readouterr().err


def test_bots_draft_the_other_seats_unless_they_are_said(capsys):
    assert run(["settings", "bots=rating"]) == 0
    draft = ["draft", "invasion-draft", "--auto", "--seed", "3", "--force", "-o", "out"]
    assert run(draft) == 0
    assert "rating drafts every seat." in capsys.readouterr().err
    assert run([*draft, "--bots", "random"]) == 0
    assert "random drafts every seat." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("paper=a5", "Write a4 or letter."),
        ("language=de", "Write en or ja."),
        ("colour=red", "Settings: name, team"),
        ("name=\x07", "without control letters"),
        ("name", "Write NAME=VALUE"),
    ],
)
def test_what_is_no_setting_is_refused_and_nothing_is_kept(change, told, tmp_path, capsys):
    assert run(["settings", "name=Ann", change]) == 2
    assert told in capsys.readouterr().err.replace("\n", " ")
    assert not (tmp_path / "data/settings.yaml").exists()


def test_a_file_that_cannot_be_read_is_told_with_its_line_where_it_counts(tmp_path, capsys):
    (tmp_path / "data").mkdir()
    (tmp_path / "data/settings.yaml").write_text("name: Ann\npaper: a5\n")
    assert run(["formats"]) == 0
    assert run(["sheet", "list.txt"]) == 2
    assert "settings.yaml:2: paper: 'a5' is none of the values." in capsys.readouterr().err
