"""What the house promises about itself: rooms, names, and nothing from outside."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from parsed_sources import nodes

import deckbuilder
from deckbuilder.formats.loading import load_format
from deckbuilder.registry import games
from deckbuilder.resources import format_files

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "deckbuilder"
CODE = sorted(PACKAGE.rglob("*.py"))


def text_constants(path):
    tree = nodes(path)
    docstrings = {
        id(node.body[0].value)
        for node in tree
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in tree:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in docstrings:
                yield node.value
        elif isinstance(node, ast.Name | ast.Attribute):
            yield node.id if isinstance(node, ast.Name) else node.attr


def test_nothing_outside_the_games_decides_by_a_game():
    ids = {game.id for game in games()}
    outside = [path for path in CODE if "games" not in path.relative_to(PACKAGE).parts[:1]]
    naming = {
        f"{path.relative_to(ROOT)}: {text}"
        for path in outside
        for text in text_constants(path)
        if text in ids
    }
    assert naming == set()


def test_every_folder_of_the_games_registers_a_game():
    folders = {path.parent.name for path in PACKAGE.glob("games/*/__init__.py")}
    assert {game.id for game in games()} == folders
    assert all((ROOT / "cards" / game.id).is_dir() for game in games())


def test_every_data_folder_of_a_game_is_of_a_registered_game():
    ids = {game.id for game in games()}
    for folder in ("cards", "formats"):
        files = (ROOT / folder).rglob("*.yaml")
        assert {path.relative_to(ROOT / folder).parts[0] for path in files} <= ids


def test_every_shipped_format_is_of_the_game_in_whose_folder_it_is():
    for format_id, path in format_files().items():
        assert load_format(format_id).game == path.parent.name
        assert path.stem == load_format(format_id).id


def test_the_data_folders_hold_no_code():
    for folder in ("cards", "formats", "exports"):
        assert [str(path) for path in (ROOT / folder).rglob("*.py")] == []


def test_the_top_level_is_as_agreed():
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    top = {name.split("/")[0] for name in tracked}
    agreed = {"pyproject.toml", "README.md", "deckbuilder", "formats", "cards", "exports", "tests"}
    assert {name for name in top if not name.startswith(".")} <= agreed


HEAVY = ["pandas", "numpy", "openpyxl", "rich", "jinja2", "rapidfuzz", "starlette", "uvicorn"]


@pytest.mark.parametrize("module", HEAVY)
def test_starting_up_imports_nothing_heavy(module):
    probe = (
        "import sys; from deckbuilder.cli.main import run; run(['--help']); "
        f"sys.exit({module!r} in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, check=False)
    assert done.returncode == 0


def test_only_the_room_of_the_page_imports_what_serves_it():
    served = {"starlette", "uvicorn", "python_multipart"}
    importing = {
        path.relative_to(PACKAGE).parts[0]
        for path in CODE
        for node in nodes(path)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([each.name for each in node.names], [getattr(node, "module", "") or ""])
        if {each.partition(".")[0] for each in name} & served
    }
    assert importing == {"web"}


LONGEST = 60


def test_functions_are_no_longer_than_sixty_lines():
    long = {
        f"{path.relative_to(PACKAGE)}: {node.name}": node.end_lineno - node.lineno + 1
        for path in CODE
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno - node.lineno + 1 > LONGEST
    }
    assert not long


def test_the_package_runs_as_the_command_does():
    asked = [sys.executable, "-m", "deckbuilder", "--version"]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert done.stdout == f"deckbuilder, version {deckbuilder.__version__}\n"


def test_no_file_names_a_machine_path():
    # Folders of a person or a build machine; a path of the project's own is relative.
    absolute = re.compile(r"(?<![\w./])/(?:[a-z]+)/[\w./-]*(?:main|shared|deckbuilder)\b")
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    for name in tracked:
        content = (ROOT / name).read_bytes()
        if b"\0" not in content:
            assert not absolute.search(content.decode("utf-8", errors="replace")), name
