"""`event check`: a folder of lists, one verdict each."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
from datetime import datetime
from pathlib import Path

import pytest
from sample_lists import TEXTS, sample

from deckbuilder.cli.main import run
from deckbuilder.exchange.targets import target

LISTS = Path(__file__).parents[1] / "data" / "lists" / "invasion"
LEGAL = (LISTS / "dark-elf-regional.txt").read_text(encoding="utf-8")
FORTY = (LISTS / "starter-orc.txt").read_text(encoding="utf-8")


def check(folder: Path, *options: str) -> int:
    return run(["event", "check", str(folder), "--format", "invasion-constructed", *options])


def test_every_list_gets_a_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "anna_smith.txt").write_text(LEGAL, encoding="utf-8")
    (tmp_path / "bo.txt").write_text(f"Player: Bo Jensen\n{FORTY}", encoding="utf-8")
    assert check(tmp_path) == 1
    told = capsys.readouterr().out
    assert "anna smith" in told
    assert "Bo Jensen" in told
    assert "too-few" in told
    assert "2 lists: 1 legal, 1 not legal, 0 not usable." in told


def test_a_folder_of_legal_lists_is_done(tmp_path: Path) -> None:
    (tmp_path / "anna.txt").write_text(LEGAL, encoding="utf-8")
    assert check(tmp_path) == 0


def test_a_list_that_cannot_be_used_is_told_and_the_others_are_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "anna.txt").write_text(LEGAL, encoding="utf-8")
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF\x00")
    (tmp_path / "zed.txt").write_text("Game: Invasion\n0 Pillage\n3x\n", encoding="utf-8")
    assert check(tmp_path) == 2
    told = capsys.readouterr()
    assert "3 lists: 1 legal, 0 not legal, 2 not usable." in told.out
    assert "photo.jpg: this is a picture, not a list" in told.err
    assert "zed.txt:2: the count 0" in told.err
    assert "zed.txt:3: there is no card name" in told.err


def test_mixed_forms_of_lists(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forms = ("text", "csv", "xlsx", "json", "octgn", "cockatrice", "lackey", "markdown")
    for name in forms:
        each = target(name)
        (tmp_path / f"{name}.{each.extension}").write_bytes(each.write(sample("invasion")))
    assert check(tmp_path, "--json") == 1
    told = json.loads(capsys.readouterr().out)
    assert [each["cards"] for each in told["lists"]] == [13] * len(forms)
    assert {each["hash"] for each in told["lists"]} == {told["lists"][0]["hash"]}
    assert {each["player"] for each in told["lists"]} == {'=Anna "The Boss" <Orc>'}
    assert [each["code"] for each in told["twice"]] == ["same-player", "same-deck"]


def test_each_list_by_the_format_that_it_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for game_id, text in TEXTS.items():
        (tmp_path / f"{game_id}.txt").write_text(text, encoding="utf-8")
    (tmp_path / "nameless.txt").write_text("3x Pillage\n", encoding="utf-8")
    assert run(["event", "check", str(tmp_path), "--json"]) == 2
    told = json.loads(capsys.readouterr().out)
    formats = {each["list"]: each.get("format") for each in told["lists"]}
    assert formats["xeno.txt"] == "xeno"
    assert formats["nightfall.txt"] == "nightfall-constructed"
    assert formats["nameless.txt"] is None


def test_a_player_with_two_lists_and_two_equal_decks_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text(f"Player: Anna\n{LEGAL}", encoding="utf-8")
    (tmp_path / "b.txt").write_text(f"Player: ANNA\n{FORTY}", encoding="utf-8")
    (tmp_path / "c.txt").write_text(f"# other order\n{FORTY}", encoding="utf-8")
    check(tmp_path)
    told = capsys.readouterr().out
    assert "Anna has several lists: a.txt, b.txt." in told
    assert "): b.txt, c.txt." in told


def test_several_lists_in_one_workbook_are_several_players(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    decks = [sample("invasion"), sample("invasion")]
    (tmp_path / "all.xlsx").write_bytes(target("xlsx").write_all(decks))
    check(tmp_path, "--json")
    told = json.loads(capsys.readouterr().out)
    assert [each["list"] for each in told["lists"]] == ["all.xlsx[1]", "all.xlsx[2]"]


def test_csv_has_a_row_a_list_and_no_formulas(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "=1+1.txt").write_text(LEGAL, encoding="utf-8")
    (tmp_path / "bo.txt").write_text(FORTY, encoding="utf-8")
    (tmp_path / "empty.txt").write_text("", encoding="utf-8")
    check(tmp_path, "--csv")
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["player"] for row in rows] == ["'=1+1", "bo", "empty"]
    assert [row["legal"] for row in rows] == ["yes", "no", ""]
    assert [row["problems"] for row in rows] == ["", "too-few", ""]
    assert [row["cards"] for row in rows] == ["52", "40", ""]


def test_problems_are_told_in_sentences_when_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bo.txt").write_text(FORTY, encoding="utf-8")
    check(tmp_path, "--problems")
    assert "INV-10" in capsys.readouterr().out


def test_logs_and_hidden_files_are_no_lists(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "anna.txt").write_text(LEGAL, encoding="utf-8")
    (tmp_path / "log.jsonl").write_text("{}", encoding="utf-8")
    (tmp_path / "event.yaml").write_text("name: x", encoding="utf-8")
    (tmp_path / ".DS_Store").write_bytes(b"\x00")
    (tmp_path / "~$anna.xlsx").write_bytes(b"\x00")
    (tmp_path / "older").mkdir()
    assert check(tmp_path) == 0
    assert "1 list: 1 legal" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing", "there is no such folder"),
        ("file.txt", "this is no folder"),
        ("empty", "there is no list in this folder"),
    ],
)
def test_a_folder_that_cannot_be_used(
    name: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    shutil.copy(LISTS / "starter-orc.txt", tmp_path / "file.txt")
    assert check(tmp_path / name) == 2
    assert message in capsys.readouterr().err


def test_json_and_csv_at_once_are_refused(tmp_path: Path) -> None:
    assert check(tmp_path, "--json", "--csv") == 2


def an_event(folder: Path, players: str, head: str = "") -> None:
    """Write the event's file: a format that every list is judged by, whatever it names."""
    names = "".join(f"- name: {name}\n" for name in players.split(", "))
    text = f"format: invasion-constructed\n{head}players:\n{names}"
    (folder / "event.yaml").write_text(text, encoding="utf-8")


def test_check_and_book_give_one_verdict_on_an_event(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "lists"
    folder.mkdir()
    nameless = "".join(line for line in LEGAL.splitlines(True) if not line.startswith("Format"))
    (folder / "anna.txt").write_text(f"Player: Anna Berg\n{nameless}", encoding="utf-8")
    (folder / "zed.txt").write_text(f"Player: Zed Carl\n{FORTY}", encoding="utf-8")
    an_event(folder, "Anna Berg, Bo Dahl", "deadline: '2026-03-14T09:30'\n")
    noon = datetime.fromisoformat("2026-03-14T12:00").timestamp()
    os.utime(folder / "anna.txt", (noon, noon))
    os.utime(folder / "zed.txt", (noon - 86_400, noon - 86_400))
    assert run(["event", "check", str(folder), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert [(each["player"], each["legal"], each["marks"]) for each in told["lists"]] == [
        ("Anna Berg", True, ["late"]),
        ("Zed Carl", False, ["unexpected", "illegal"]),
    ]
    assert told["missing"] == ["Bo Dahl"]
    assert run(["event", "check", str(folder)]) == 1
    shown = capsys.readouterr().out
    assert "To look at: 1 late, 1 missing, 1 not expected." in shown
    rows = tmp_path / "rows.csv"
    assert run(["event", "book", str(folder), "-o", str(rows)]) == 0
    book = csv.DictReader(io.StringIO(rows.read_text(encoding="utf-8-sig")))
    verdicts = {row["Player"]: row["Verdict"] for row in book}
    assert verdicts["Anna Berg"] == "legal, LATE"
    for verdict in " ".join(verdicts.values()).replace(",", "").split():
        assert verdict in shown


def test_a_format_that_is_asked_for_goes_before_the_events(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "anna.txt").write_text(LEGAL, encoding="utf-8")
    an_event(tmp_path, "anna")
    assert run(["event", "check", str(tmp_path), "--format", "invasion-first-game", "--json"]) == 1
    (told,) = json.loads(capsys.readouterr().out)["lists"]
    assert told["format"] == "invasion-first-game"


def test_codes_and_verdicts_are_never_cut(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    faulty = (
        "Player: Wolfgang Amadeus Langstrumpf\nCapital: Dwarf\nCapital: Orc\n"
        "9x Innovation\n4x Troll Slayers\n4x Bloodletter\n2x Nonesuch\n"
    )
    (tmp_path / "a-list-with-a-rather-long-name.txt").write_text(faulty, encoding="utf-8")
    an_event(tmp_path, "Anna")
    check(tmp_path)
    table = capsys.readouterr().out.partition("\n\n")[0]
    assert "…" not in table
    for code in ("mixed-sides", "several-capitals", "too-few", "too-many-copies", "unknown-card"):
        assert code in table
    assert all(len(line) <= 80 for line in table.splitlines())
