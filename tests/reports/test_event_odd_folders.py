"""Folders of events as they should not be: odd names, pipes, links, players said twice."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import openpyxl
import pytest

from deckbuilder.cli.main import run
from deckbuilder.errors import InputError
from deckbuilder.exchange.event import list_files, printable_name
from deckbuilder.reports.event_file import read_event

LIST = "Game: XENO\n\n2x Boy\n"
NOT_UTF8, ESCAPE = os.fsdecode(b"bad\xff.txt"), "n\x1b[31mred.txt"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lists = tmp_path / "lists"
    lists.mkdir()
    for name in ("ann.txt", NOT_UTF8, ESCAPE):
        (lists / name).write_text(LIST, encoding="utf-8")
    return lists


SHOWN = {"ann.txt", "bad\\udcff.txt", "n\\x1b[31mred.txt"}


def test_names_that_cannot_be_printed_are_written_out() -> None:
    assert {printable_name(name) for name in ("ann.txt", NOT_UTF8, ESCAPE)} == SHOWN
    assert printable_name("山\u3000田 é.txt") == "山\u3000田 é.txt"


def test_a_folder_of_odd_names_is_checked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["event", "check", str(folder), "--format", "xeno", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert {each["list"] for each in told["lists"]} == SHOWN
    assert run(["event", "check", str(folder), "--format", "xeno"]) == 1
    assert "\x1b[31mred" not in capsys.readouterr().out


def test_odd_names_stand_in_every_form_of_the_book(folder: Path, tmp_path: Path) -> None:
    books = [tmp_path / name for name in ("b.csv", "b.xlsx", "b.pdf")]
    outputs = [part for path in books for part in ("-o", str(path))]
    assert run(["event", "book", str(folder), *outputs]) == 0
    with books[0].open(encoding="utf-8", newline="") as stream:
        assert {row[1] for row in csv.reader(stream)} > SHOWN
    overview = openpyxl.load_workbook(books[1]).worksheets[0]
    assert {row[3] for row in overview.iter_rows(values_only=True)} > SHOWN


def test_odd_names_are_locked_and_a_change_is_noticed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["event", "verify", str(folder), "--lock"]) == 0
    assert run(["event", "verify", str(folder)]) == 0
    (folder / NOT_UTF8).write_text(LIST.replace("2x", "1x"), encoding="utf-8")
    capsys.readouterr()
    assert run(["event", "verify", str(folder), "--json"]) == 1
    states = {each["list"]: each["state"] for each in json.loads(capsys.readouterr().out)}
    assert states.pop("bad\\udcff.txt") == "changed"
    assert set(states.values()) == {"same"}


def test_only_files_are_lists(folder: Path) -> None:
    os.mkfifo(folder / "pipe.txt")
    (folder / "folder.txt").mkdir()
    (folder / "nowhere.txt").symlink_to("missing")
    names = {path.name for path in list_files(folder)}
    assert names == {"ann.txt", NOT_UTF8, ESCAPE, "nowhere.txt"}


@pytest.mark.parametrize("name", ["event.yaml", "event-lock.yaml"])
def test_a_pipe_in_place_of_the_events_own_files_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    os.mkfifo(folder / name)
    assert run(["event", "check", str(folder), "--format", "xeno"]) == 2
    assert f"{name}: this is no file." in capsys.readouterr().err


def test_every_fault_names_the_file_in_the_same_way(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "empty.txt").touch()
    (folder / "nowhere.txt").symlink_to("missing")
    assert run(["event", "check", str(folder), "--format", "xeno"]) == 2
    told = capsys.readouterr().err.splitlines()
    assert [line.split(":")[1].strip() for line in told] == ["empty.txt", "nowhere.txt"]
    (folder / "event.yaml").write_text("deadline: 2026-03-14T09:30\n", encoding="utf-8")
    book = folder.parent / "b.csv"
    assert run(["event", "book", str(folder), "-o", str(book)]) == 0
    assert run(["event", "verify", str(folder), "--lock"]) == 0


def test_two_players_cannot_have_one_list(folder: Path) -> None:
    (folder / "event.yaml").write_text(
        "players:\n- {name: Ann, list: ann.txt}\n- name: Bo\n  list: ann.txt\n", encoding="utf-8"
    )
    with pytest.raises(InputError, match="another player's already") as caught:
        read_event(folder)
    assert (caught.value.faults[0].line, caught.value.faults[0].field) == (4, "list")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--player", "Ann", "--player", "ann"), "the player 'ann' is said twice"),
        (("--name", os.fsdecode(b"\xff")), "--name: '\\udcff' holds letters"),
        (("--player", "Ann\x1b[31m"), "--player: 'Ann\\x1b[31m' holds letters"),
    ],
)
def test_no_event_file_is_written_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], told: str
) -> None:
    assert run(["event", "new", str(tmp_path / "e"), *options]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "e").exists()


def test_a_sheet_holds_only_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "list.txt"
    path.write_text(LIST, encoding="utf-8")
    for ending in ("html", "pdf"):
        output = tmp_path / f"x.{ending}"
        player = ["--player", os.fsdecode(b"\xff")]
        assert run(["sheet", str(path), *player, "-o", str(output)]) == 2
        assert "--player" in capsys.readouterr().err
        assert not output.exists()


def test_a_book_that_would_be_written_twice_is_not_written(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)
    assert run(["event", "book", "lists", "-o", "z.csv", "-o", "./z.csv"]) == 2
    assert "written twice" in capsys.readouterr().err
    assert not Path("z.csv").exists()
