"""The parts of a game are typed: mypy sees a game whose part lacks what the others rely on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from deckbuilder.registry import Part

pytest.importorskip("mypy")

ROOT = Path(__file__).parents[2]
HALVES = {
    "card": "str",
    "checks": "{'half': 3}",
    "draft": "Half()",
    "measures": "Half()",
    "tracking": "Half()",
    "history": "Half()",
    "play": "Half()",
    "courses": "Half()",
    "batch": "Half()",
    "draft_batch": "Half()",
    "learning": "Half()",
    "facts": "Half()",
    "solving": "Half()",
    "beliefs": "Half()",
    "statistics": "Half()",
    "ratings": "Half()",
    "builder": "Half()",
    "effects": "Half()",
    "card_texts": "Half()",
}


def told(tmp_path: Path, code: str) -> list[str]:
    """What mypy says of some code beside the package."""
    file = tmp_path / "half.py"
    file.write_text(code, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml")]
    done = subprocess.run(
        [*command, "--no-error-summary", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return [line for line in done.stdout.splitlines() if "half.py" in line and "error:" in line]


def test_a_part_that_lacks_what_it_must_have_is_seen(tmp_path):
    parts = dict(HALVES)
    assert parts.keys() == {"card", *get_args(Part)}
    required = f"card=lambda: {parts.pop('card')}"
    games = [f"    lambda: Game(id='h', title='H', names=(), {required}),"]
    needed = "card=lambda: Card"
    games += [
        f"    lambda: Game(id='h', title='H', names=(), {needed}, {part}=lambda: {half}),"
        for part, half in parts.items()
    ]
    code = [
        "from deckbuilder.catalog.card import Card",
        "from deckbuilder.registry import Game",
        "class Half:",
        "    def seat_names(self, settings: object) -> tuple[str, ...]: return ()",
        "GAMES = [",
        *games,
        "]",
    ]
    faults = told(tmp_path, "\n".join(code) + "\n")
    lines = {int(line.split(":")[1]) for line in faults}
    first = code.index("GAMES = [") + 2
    assert lines == set(range(first, first + len(games))), "\n".join(faults)


def test_every_game_states_its_parts_with_their_types():
    # A game described by functions without types would be believed whatever it gives.
    for path in ROOT.glob("deckbuilder/games/*/__init__.py"):
        text = path.read_text(encoding="utf-8")
        assert "Any" not in text
        assert "type: ignore" not in text
