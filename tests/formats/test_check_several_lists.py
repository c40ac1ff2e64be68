"""`check` judges each list of a file that holds several, at the lines where they stand."""

import json
from pathlib import Path

import pytest

from deckbuilder.cli.main import run

TWO = """\
Game: XENO
Format: xeno

2x Boy
===
Game: Invasion
Format: invasion-constructed

4x Troll Slayers
"""


def test_two_lists_parted_by_a_line_are_each_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "two.txt"
    path.write_text(TWO, encoding="utf-8")
    assert run(["check", str(path), "--json"]) == 1
    first, second = json.loads(capsys.readouterr().out)
    assert (first["list"], first["format"]) == (f"{path}[1]", "xeno")
    assert (second["list"], second["format"]) == (f"{path}[2]", "invasion-constructed")
    copies = [each for each in second["problems"] if each["code"] == "too-many-copies"]
    assert [(each["have"], each["lines"]) for each in copies] == [(4, [9])]


def test_one_list_without_a_format_keeps_the_other_from_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "two.txt"
    path.write_text(TWO.replace("Format: xeno\n", ""), encoding="utf-8")
    assert run(["check", str(path), "--json"]) == 2
    first, second = json.loads(capsys.readouterr().out)
    assert first["legal"] is None
    assert second["legal"] is False


def test_a_mended_list_is_written_of_one_list_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, output = tmp_path / "two.txt", tmp_path / "mended.txt"
    path.write_text(TWO, encoding="utf-8")
    assert run(["check", str(path), "--fix", "-o", str(output)]) == 2
    assert "there are 2 lists in this file" in capsys.readouterr().err
    assert not output.exists()
