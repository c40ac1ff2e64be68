"""The command `check`: verdicts, exit statuses, and input that cannot be used."""

import io
import json
import sys
from pathlib import Path

import pytest

from deckbuilder.cli.main import run

WARBAND = """\
# Four dragons
Game: Dreamblade
Format: dreamblade-constructed

4x Noble Dragon
3x Scarab Warcharm
3x Cannibal Pariah
3x Doctor Ape
3x Skull Hill
"""


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECKBUILDER_LANG", "en")


def write(folder: Path, text: str, name: str = "list.txt") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_not_legal_is_1_and_the_problem_says_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, WARBAND)
    assert run(["check", path]) == 1
    out = capsys.readouterr().out
    assert f"{path}: not legal in dreamblade-constructed (16 cards, 1 error, 0 warnings)" in out
    assert "error too-many-copies: 4 copies of Noble Dragon; the most: 3. Take out 1 of 4." in out
    assert "[line 5; DRB-2, Dreamblade play guide (Japanese, 2007)]" in out


def test_legal_is_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    legal = WARBAND.replace("4x Noble", "3x Noble").replace("3x Skull Hill", "4x Skull Hill")
    path = write(tmp_path, legal.replace("4x Skull Hill", "3x Skull Hill\n1x Temple Lion"))
    assert run(["check", path]) == 0
    assert "legal in dreamblade-constructed" in capsys.readouterr().out


def test_json_has_the_same_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, WARBAND)
    assert run(["check", path, "--json"]) == 1
    [verdict] = json.loads(capsys.readouterr().out)
    assert verdict["list"] == path
    assert verdict["legal"] is False
    assert verdict["format"] == "dreamblade-constructed"
    assert verdict["problems"] == [
        {
            "code": "too-many-copies",
            "severity": "error",
            "section": None,
            "cards": ["Noble Dragon"],
            "have": 4,
            "need": 3,
            "message": "4 copies of Noble Dragon; the most: 3. Take out 1 of 4.",
            "rule": "DRB-2",
            "source": {"book": "Dreamblade play guide (Japanese, 2007)", "page": None},
            "lines": [5],
        }
    ]


def test_several_lists_get_a_verdict_each_and_the_worst_decides(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = write(tmp_path, WARBAND.replace("4x", "3x") + "1x Temple Lion\n", "good.txt")
    bad = write(tmp_path, WARBAND, "bad.txt")
    gone = str(tmp_path / "gone.txt")
    assert run(["check", good, bad]) == 1
    capsys.readouterr()
    assert run(["check", good, gone, bad, "--json"]) == 2
    captured = capsys.readouterr()
    told = json.loads(captured.out)
    assert [each["legal"] for each in told] == [True, None, False]
    assert "no such file" in told[1]["faults"][0]
    assert "no such file" in captured.err


def test_japanese_sentences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", write(tmp_path, WARBAND), "--lang", "ja"]) == 1
    assert "Noble Dragonが4枚あります。3枚までです。" in capsys.readouterr().out
    assert run(["check", write(tmp_path, WARBAND)]) == 1
    assert "4 copies of Noble Dragon" in capsys.readouterr().out


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WARBAND.encode())))
    assert run(["check", "-"]) == 1
    assert "-: not legal" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("", "names no format"),
        ("Format: dreamblade-deluxe\n", "no format 'dreamblade-deluxe'"),
        ("Format: ../../etc/passwd.yaml\n", "no format"),
    ],
)
def test_list_without_a_format_is_told_the_formats_of_its_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], header: str, words: str
) -> None:
    path = write(tmp_path, WARBAND.replace("Format: dreamblade-constructed\n", header))
    assert run(["check", path]) == 2
    captured = capsys.readouterr()
    assert words in captured.err
    assert "dreamblade-constructed" in captured.err
    assert "invasion" not in captured.err


@pytest.mark.parametrize("name", ["Dreamblade constructed", "ドリームブレイド 構築戦"])
def test_header_may_name_the_format_by_its_title(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, WARBAND.replace("dreamblade-constructed", name))
    assert run(["check", path]) == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--format", "xeno"], "the list is for dreamblade"),
        (["--format", "no-such-format"], "no format 'no-such-format'"),
        (["--format", "missing.yaml"], "no such file"),
        (["--date", "yesterday"], "no day"),
        (["--date", "2007-02-30"], "no day"),
    ],
)
def test_option_that_cannot_be_used_is_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], words: str
) -> None:
    assert run(["check", write(tmp_path, WARBAND), *options]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02\x7fELF", b"   \n\n", b"\xff\xfe"])
def test_content_that_is_no_list_is_2_without_a_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    path = tmp_path / "list.bin"
    path.write_bytes(content)
    assert run(["check", str(path), "--format", "xeno"]) == 2
    assert str(path) in capsys.readouterr().err


@pytest.mark.parametrize("count", ["0", "-1", "1000000000"])
def test_impossible_count_is_2_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], count: str
) -> None:
    path = write(tmp_path, WARBAND.replace("4x Noble", f"{count}x Noble"))
    assert run(["check", path]) == 2
    assert f"{path}:5" in capsys.readouterr().err


def test_folder_is_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(tmp_path)]) == 2
    assert "folder" in capsys.readouterr().err


def test_unknown_card_is_a_problem_with_the_nearest_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Game: XENO\nFormat: xeno\n" + "2x Empress\n"
    assert run(["check", write(tmp_path, text)]) == 1
    out = capsys.readouterr().out
    assert "error unknown-card: There is no card 'Empress'" in out
    assert "[line 3]" in out


def test_near_miss_is_suggested_by_words_not_letters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Game: Invasion\nFormat: invasion-draft\n1x Chaos and Orc Alliances\n1x Huntsmen\n"
    assert run(["check", write(tmp_path, text), "--json"]) == 1
    [verdict] = json.loads(capsys.readouterr().out)
    [problem] = [each for each in verdict["problems"] if each["code"] == "unknown-card"]
    assert "Alliance - Chaos and Orc" in problem["message"].split("Did you mean:")[1].split(",")[0]


def test_format_file_of_ones_own(tmp_path: Path) -> None:
    league = write(tmp_path, "id: l\nname: L\nextends: dreamblade-constructed\n"
                   "without: [DRB-2]\n", "league.yaml")  # fmt: skip
    assert run(["check", write(tmp_path, WARBAND), "--format", league]) == 0
