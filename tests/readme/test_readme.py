"""The README's examples are run and print what it shows."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import yaml
from examples import README, SUCCESSFUL, examples, run

from deckbuilder.cli.main import COMMANDS
from deckbuilder.resources import exports_folder
from deckbuilder.words import word_files


def test_the_examples_print_what_the_readme_shows(tmp_path):
    shown = list(examples(README.read_text(encoding="utf-8")))
    assert len(shown) >= 4, "one example a game at least"
    for command, output in shown:
        printed, status = run(command, tmp_path)
        assert printed == output, command
        assert status in SUCCESSFUL, command


def test_the_two_commands_stand_in_it_as_they_are():
    lines = README.read_text(encoding="utf-8").splitlines()
    assert (
        "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/deckbuilder draft "
        "invasion-draft --seat order --auto --seed 7 -o my-draft"
    ) in lines
    assert "python3 -m venv .venv && .venv/bin/pip install '.[test]' && .venv/bin/pytest" in lines


def test_every_problem_code_is_listed():
    listed = README.read_text(encoding="utf-8")
    words = {
        key: text
        for file in word_files("en", "problems")
        for key, text in yaml.safe_load((exports_folder() / file).read_text("utf-8")).items()
    }
    variants = ("unknown-card-nearest", "group-too-many-title", "loyalty-unpaid-no-capital")
    codes = [
        key
        for key, text in words.items()
        if isinstance(text, str) and key not in ("separator", "in-section", "found-by", "official")
    ]
    assert len(codes) > 30
    assert [code for code in codes if code not in variants and f"`{code}`" not in listed] == []


def test_every_command_is_named():
    listed = README.read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"deckbuilder {name}" not in listed] == []
