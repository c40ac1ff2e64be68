"""What click refuses is told in the reader's language, in both for every form it has."""

from __future__ import annotations

import click
import pytest

from deckbuilder.cli.error_messages import misuse, usage_message
from deckbuilder.cli.main import run
from deckbuilder.preferences import Preferences


@click.group()
def group() -> None: ...


@group.command()
@click.argument("lists", metavar="LIST...", nargs=-1, required=True)
@click.option("--seed", type=click.IntRange(0, 9))
@click.option("--pace", type=float)
@click.option("--flag", type=bool)
@click.option("--paper", type=click.Choice(["a4", "letter"]))
@click.option("--size", nargs=2)
@click.option("--input", type=click.Path(exists=True))
@click.option("--plain", is_flag=True)
def check(**_: object) -> None:
    raise misuse("usage.two-lists")


@group.command()
@click.argument("name")
@click.option("--paper", required=True, type=click.Choice(["a4", "letter"]))
@click.option("--day", required=True)
def sheet(**_: object) -> None: ...


TOLD = {
    "check": ("Missing argument 'LIST...'.", "引数'LIST...'がありません。"),
    "check a --seed x": (
        "Invalid value for '--seed': 'x' is not a whole number.",
        "'--seed'の値が正しくありません：「x」は整数ではありません。",
    ),
    "check a --seed 10": (
        "Invalid value for '--seed': 10 is not in the range 0<=x<=9.",
        "'--seed'の値が正しくありません：10は範囲0<=x<=9に入りません。",
    ),
    "check a --pace x": (
        "Invalid value for '--pace': 'x' is not a number.",
        "'--pace'の値が正しくありません：「x」は数ではありません。",
    ),
    "check a --flag x": (
        "Invalid value for '--flag': 'x' is neither true nor false.",
        "'--flag'の値が正しくありません：「x」はtrueでもfalseでもありません。",
    ),
    "check a --paper b5": (
        "Invalid value for '--paper': 'b5' is not one of a4, letter.",
        "'--paper'の値が正しくありません：「b5」は選べません。選べるのはa4、letterです。",
    ),
    "check a --input nowhere.txt": (
        "Invalid value for '--input': 'nowhere.txt' does not exist.",
        "'--input'の値が正しくありません：「nowhere.txt」がありません。",
    ),
    "check a --seed": (
        "Option '--seed' requires an argument.",
        "オプション「--seed」には値が必要です。",
    ),
    "check a --size 1": (
        "'--size' requires more values.",
        "「--size」の値が足りません。",
    ),
    "check a --plain=1": (
        "Option '--plain' does not take a value.",
        "オプション「--plain」に値は付けられません。",
    ),
    "check a --inputt 1": (
        "No such option '--inputt'. Did you mean: --input?",
        "オプション「--inputt」はありません。もしかして：--input",
    ),
    "check a --zzz": (
        "No such option '--zzz'. See what there is by --help.",
        "オプション「--zzz」はありません。--help で使えるものを見てください。",
    ),
    "check a": (
        "--compare needs exactly two lists.",
        "--compare にはちょうど2つのリストが必要です。",
    ),
    "sheet": ("Missing argument 'NAME'.", "引数'NAME'がありません。"),
    "sheet a --day 1": (
        "Missing '--paper'. Choose from: a4, letter.",
        "'--paper'がありません。次から選んでください：a4、letter。",
    ),
    "sheet a --paper a4": ("Missing option '--day'.", "オプション'--day'がありません。"),
    "sheet a b --paper a4 --day 1": (
        "Got unexpected extra arguments (b). Leave them out, or put quotes around words that go "
        "together.",
        "余分な引数があります（b）。外すか、ひと続きの語を引用符で囲んでください。",
    ),
    "zzz": (
        "No such command 'zzz'. See what there is by --help.",
        "コマンド「zzz」はありません。--help で使えるものを見てください。",
    ),
}


@pytest.mark.parametrize(("language", "error"), [("en", "Error: "), ("ja", "エラー：")])
@pytest.mark.parametrize("arguments", TOLD)
def test_what_click_refuses_is_told_in_the_readers_language(
    arguments: str, language: str, error: str
) -> None:
    with Preferences(language=language).in_force():
        with pytest.raises(click.ClickException) as caught:
            group.main(arguments.split(), prog_name="deckbuilder", standalone_mode=False)
        told = usage_message(caught.value).splitlines()
    assert told[-1] == error + TOLD[arguments][language == "ja"]


def test_the_usage_and_where_to_find_help_stand_above(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--lang", "ja"]) == 2
    assert capsys.readouterr().err.splitlines()[:2] == [
        "使い方： deckbuilder check [OPTIONS] LIST...",
        "「deckbuilder check --help」で説明を表示します。",
    ]


def test_the_language_that_is_asked_for_holds_for_one_run(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for arguments in (["check", "--lang=ja", "nowhere.txt"], ["check", "nowhere.txt"]):
        assert run(arguments) == 2
    japanese, english = capsys.readouterr().err.splitlines()
    assert japanese == "エラー：nowhere.txt: ファイルがありません。名前を確かめてください。"
    assert english == "Error: nowhere.txt: there is no such file. Check the name."
