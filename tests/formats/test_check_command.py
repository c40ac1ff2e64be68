"""The command `check`: verdicts, exit statuses, and input that cannot be used."""

import io
import json
import sys
from pathlib import Path

import click
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
    assert (
        "error too-many-copies: 4 copies of Noble Dragon, but at most 3 are allowed. Take out 1."
        in out
    )
    assert "[line 5; DRB-2]" in out
    assert out.endswith("Rules are from:\n  DRB-2: Dreamblade play guide (Japanese, 2007)\n")


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
            "message": "4 copies of Noble Dragon, but at most 3 are allowed. Take out 1.",
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
    (fault,) = told[1]["faults"]
    assert fault["code"] == "files.missing"
    assert "no such file" in fault["what"]
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


def test_each_book_is_named_once_below_all_lists(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Game: Invasion\nFormat: invasion-constructed\nCapital: Dwarf\n4x Troll Slayers\n"
    one, two = write(tmp_path, text, "one.txt"), write(tmp_path, text, "two.txt")
    assert run(["check", one, two]) == 1
    out = capsys.readouterr().out
    assert out.count("rulebook") == 1
    assert out.count("[INV-10 p. 18]") == 2
    assert out.count("[line 4; INV-11 p. 18]") == 2
    book = "Warhammer Invasion core set rulebook (Japanese edition)"
    assert out.endswith(f"Rules are from:\n  INV-10, INV-11: {book}\n")


def test_sums_that_do_not_fit_are_warnings_with_their_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Game: Invasion\nUnits (6)\n3x Troll Slayers\n2x Innovation\n-- 5 Units\nTotal: 9\n"
    path = write(tmp_path, text)
    assert run(["check", path, "--format", "invasion-constructed", "--json"]) == 1
    [verdict] = json.loads(capsys.readouterr().out)
    told = [
        (each["severity"], each["have"], each["need"], each["lines"])
        for each in verdict["problems"]
        if each["code"] == "wrong-total"
    ]
    assert told == [("warning", 5, 6, [2]), ("warning", 5, 9, [6])]
    assert run(["check", path, "--format", "invasion-constructed"]) == 1
    assert "The list says 9 here, but the cards add up to 5. [line 6]" in capsys.readouterr().out


def test_INV_20_a_tactic_is_no_copy_of_the_draft_format_card_of_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Reinforcements: a draft format card of the core set, and a tactic of Cataclysm.
    text = "Game: Invasion\nFormat: invasion-draft\n1x Reinforcements (Cataclysm)\n1x Innovation\n"
    assert run(["check", write(tmp_path, text), "--json"]) == 1
    [verdict] = json.loads(capsys.readouterr().out)
    assert [(each["code"], each["cards"]) for each in verdict["problems"]] == [
        ("not-in-pool", ["Reinforcements"])
    ]


def test_sentences_are_broken_between_words_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("deckbuilder.cli.prose.screen_width", lambda: 80)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.chdir(tmp_path)
    assert run(["check", Path(write(tmp_path, WARBAND)).name]) == 1
    assert run(["formats", "invasion-draft"]) == 0
    lines = click.unstyle(capsys.readouterr().out).splitlines()
    words = {word for line in lines for word in line.split()}
    assert max(map(len, lines)) <= 80
    assert {"Dreamblade", "dreamblade-constructed", "Destruction,", "discarded."} <= words


def test_format_file_of_ones_own(tmp_path: Path) -> None:
    league = write(tmp_path, "id: l\nname: L\nextends: dreamblade-constructed\n"
                   "without: [DRB-2]\n", "league.yaml")  # fmt: skip
    assert run(["check", write(tmp_path, WARBAND), "--format", league]) == 0
