"""`--help` in both languages: every command and every option has its words in Japanese."""

from __future__ import annotations

import re

import click
import pytest

from deckbuilder.catalog.wording import cell_width
from deckbuilder.cli.main import COMMANDS, group, run
from deckbuilder.registry import games
from deckbuilder.words import help_texts as texts

JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def commands(command=group, path=""):
    """Yield every command with its path, in English."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            yield from commands(below, f"{path} {name}".strip())


PATHS = [path for path, _ in commands()]


@pytest.mark.parametrize("path", PATHS)
def test_every_command_and_option_is_explained_in_japanese(path, capsys):
    assert run([*path.split(), "--help", "--lang", "ja"]) in (0, 2)
    capsys.readouterr()
    found = texts("ja")
    command = dict(commands())[path]
    assert JAPANESE.search(found["commands"][path])
    for option in command.params:
        if isinstance(option, click.Option) and option.help:
            english = option.__dict__.get("_in_english", {}).get("help", option.help)
            assert JAPANESE.search(found["options"][english]), english
    assert set(COMMANDS) == set(found["summaries"])


@pytest.mark.parametrize("path", ["", "check", "event", "event new", "export"])
def test_help_is_in_the_language_in_force_and_english_again_afterwards(path, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    told = {}
    for language in ("en", "ja", "en"):
        monkeypatch.setenv("DECKBUILDER_LANG", language)
        assert run([*path.split(), "--help"]) == 0
        text = capsys.readouterr().out
        told.setdefault(language, text)
        assert told[language] == text
    assert told["en"].startswith("Usage:")
    assert "Options:" in told["en"]
    assert not JAPANESE.search(told["en"])
    assert "オプション:" in told["ja"]
    # What people type and examples stand as they are; all else fits the terminal.
    wide = [line for line in told["ja"].splitlines() if cell_width(line) > 80]
    assert all(not JAPANESE.search(line) for line in wide)


def test_no_text_is_there_for_what_is_not():
    paths = dict(commands())
    assert set(texts("ja")["commands"]) == set(paths)
    said = {
        option.__dict__.get("_in_english", {}).get("help", option.help)
        for command in paths.values()
        for option in command.params
        if isinstance(option, click.Option)
    }
    assert set(texts("ja")["options"]) - said == {"Show this message and exit."}


def test_every_setting_of_a_game_is_explained_in_japanese():
    declared = {setting.help for game in games() for setting in game.settings}
    assert set(texts("ja")["settings"]) == declared
