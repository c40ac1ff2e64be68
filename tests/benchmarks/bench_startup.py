"""Cold start of commands against a bare interpreter that imports click and yaml."""

from __future__ import annotations

import sys
from pathlib import Path

from measure import Measurement, process, ratio

LISTS = Path(__file__).parents[1] / "data" / "lists"
BARE = process(sys.executable, "-c", "import click, yaml")


def command(*arguments: str):
    """Return a call of the installed command."""
    return process(str(Path(sys.executable).with_name("deckbuilder")), *arguments)


def benchmarks() -> list[Measurement]:
    """Return the ratios: at most 2 and 4 times the bare start."""
    deck = sorted(LISTS.rglob("*dwarf*midrange*.txt"))[0]
    return [
        Measurement("start of --help / bare start", ratio(command("--help"), BARE), 2, "times"),
        Measurement(
            "start of check on a 50-card list / bare start",
            ratio(command("check", str(deck), "--format", "invasion-constructed"), BARE),
            4,
            "times",
        ),
    ]
