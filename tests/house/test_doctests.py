"""What docstrings show a reader who uses the package as a library is run and true."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHOWING = sorted(
    path for path in ROOT.glob("deckbuilder/**/*.py") if ">>> " in path.read_text(encoding="utf-8")
)
STARTS = ("catalog", "exchange", "formats", "games", "sessions")
"""Where somebody starts: to search cards, to read and write, to check, to build, to draft."""


def module_of(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("path", SHOWING, ids=module_of)
def test_the_examples_of_a_module_are_true(path):
    done = doctest.testmod(importlib.import_module(module_of(path)))
    assert done.attempted > 0
    assert done.failed == 0


def test_every_start_shows_how():
    assert {f"deckbuilder.{room}" for room in STARTS} <= {*map(module_of, SHOWING)}
