"""The README's examples are run and print what it shows."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from examples import README, SUCCESSFUL, examples, run


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
