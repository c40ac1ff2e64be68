"""The contracts between the rooms of the house hold, and see every import that they forbid."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("importlinter")

ROOT = Path(__file__).parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ONE_WAY, APART = (each["name"] for each in SETTINGS["tool"]["importlinter"]["contracts"])
LINT = "from importlinter.cli import lint_imports_command as lint; lint()"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package's code and its contracts, with a further game in it."""
    tmp_path = tmp_path_factory.mktemp("house")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    package = tmp_path / "deckbuilder"
    shutil.copytree(ROOT / "deckbuilder", package, ignore=shutil.ignore_patterns("__pycache__"))
    fifth = package / "games" / "fifth"
    fifth.mkdir()
    for name in ("__init__.py", "card.py"):
        text = (package / "games" / "xeno" / name).read_text(encoding="utf-8")
        (fifth / name).write_text(text.replace("games.xeno", "games.fifth"), encoding="utf-8")
        for other in ("statistics", "table"):
            (fifth / f"{other}.py").write_text('"""Nothing yet."""\n', encoding="utf-8")
    return tmp_path


@contextmanager
def planted(path: Path, line: str) -> Iterator[None]:
    """A line stands at the end of a file, which is new where there is none."""
    before = path.read_text(encoding="utf-8") if path.exists() else None
    path.write_text(f"{before or ''}\n{line}\n", encoding="utf-8")
    yield
    if before is None:
        path.unlink()
    else:
        path.write_text(before, encoding="utf-8")


def lint(house: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", LINT, "--no-cache", "--no-logo"]
    return subprocess.run(command, cwd=house, capture_output=True, text=True, check=False)


def test_the_contracts_hold_with_a_further_game_that_they_do_not_name(house):
    done = lint(house)
    assert done.returncode == 0, done.stdout
    assert "Contracts: 2 kept, 0 broken." in done.stdout


@pytest.mark.parametrize(
    ("room", "line", "contract"),
    [
        # Down the rooms only.
        ("errors", "from deckbuilder.registry import game", ONE_WAY),
        ("resources", "from deckbuilder.words import say", ONE_WAY),
        ("words", "from deckbuilder.errors import refusal", ONE_WAY),
        ("registry", "from deckbuilder.decks.deck import Deck", ONE_WAY),
        ("catalog.card", "from deckbuilder.decks.deck import Deck", ONE_WAY),
        ("decks.deck", "from deckbuilder.formats.format import Format", ONE_WAY),
        ("formats.kind", "from deckbuilder.games.building import build", ONE_WAY),
        ("tables.chance", "from deckbuilder.games.supply import Supply", ONE_WAY),
        ("games.supply", "from deckbuilder.reports.page import page", ONE_WAY),
        ("exchange.text", "from deckbuilder.simulation import drafts", ONE_WAY),
        ("reports.page", "from deckbuilder.cli import main", ONE_WAY),
        ("sessions.lists", "from deckbuilder.web.site import Site", ONE_WAY),
        ("web.site", "from deckbuilder.cli import main", ONE_WAY),
        # The registry knows no game.
        ("registry", "from deckbuilder.games.invasion import GAME", ONE_WAY),
        # Games and lists know nothing of each other.
        ("exchange.text_reading", "from deckbuilder.games.supply import Supply", ONE_WAY),
        ("exchange.text_reading", "from deckbuilder.games.xeno import GAME", ONE_WAY),
        ("games.supply", "from deckbuilder.exchange.text import write", ONE_WAY),
        ("games.fifth.card", "from deckbuilder.exchange.text import write", ONE_WAY),
        # Within a function, or for types only, is an import as well.
        ("decks.deck", "def later(): from deckbuilder.formats.format import Format", ONE_WAY),
        (
            "decks.deck",
            "if TYPE_CHECKING: from deckbuilder.formats.format import Format",
            ONE_WAY,
        ),
        # The games, named nowhere, know nothing of each other.
        ("games.fifth.card", "from deckbuilder.games.xeno.card import XenoCard", APART),
        ("games.xeno.card", "from deckbuilder.games.fifth.card import XenoCard", APART),
        ("games.invasion", "from deckbuilder.games.nightfall.card import NightfallCard", APART),
        # What they share knows no game.
        ("games.supply", "from deckbuilder.games.fifth.card import XenoCard", APART),
        ("games.tallies", "from deckbuilder.games.fifth import card", APART),
    ],
)
def test_a_forbidden_import_is_seen(house, room, line, contract):
    path = house.joinpath("deckbuilder", *room.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    with planted(path, line):
        done = lint(house)
    assert done.returncode == 1, done.stdout
    assert f"{contract} BROKEN" in done.stdout
    imported = line.partition("from ")[2].split()[0]
    assert f"deckbuilder.{room} -> {imported}" in done.stdout


def descriptions_imported(house: Path) -> set[str]:
    """The modules that import the description of a game, `GAME`, from outside its folder."""
    games = {path.parent.name for path in house.glob("deckbuilder/games/*/__init__.py")}
    found = set()
    for path in house.glob("deckbuilder/**/*.py"):
        room, *rest = path.relative_to(house / "deckbuilder").parts
        own = rest[0] if room == "games" else ""
        text = path.read_text(encoding="utf-8")
        # Parsing is slow, and few files speak of games.
        for node in ast.walk(ast.parse(text)) if "deckbuilder.games" in text else ():
            if isinstance(node, ast.ImportFrom) and not node.level:
                above, _, game = (node.module or "").rpartition(".")
                names = [each.name for each in node.names]
                if node.module == "deckbuilder.games":
                    met = games.intersection(names)
                else:
                    met = {game} & games if above == "deckbuilder.games" else set()
            elif isinstance(node, ast.Import):
                met = games & {each.name.removeprefix("deckbuilder.games.") for each in node.names}
            else:
                continue
            found |= {f"{path.relative_to(house)}: {each}" for each in met - {own}}
    return found


def test_nothing_imports_the_description_of_a_game_but_by_the_registry(house):
    assert descriptions_imported(house) == set()


@pytest.mark.parametrize(
    ("room", "line", "met"),
    [
        ("games/xeno/card.py", "from deckbuilder.games.fifth import GAME", "fifth"),
        ("games/fifth/card.py", "from deckbuilder.games import xeno", "xeno"),
        ("games/supply.py", "import deckbuilder.games.xeno", "xeno"),
        ("registry.py", "def later(): from deckbuilder.games.xeno import GAME", "xeno"),
    ],
)
def test_an_imported_description_is_seen(house, room, line, met):
    with planted(house / "deckbuilder" / room, line):
        assert descriptions_imported(house) == {f"deckbuilder/{room}: {met}"}


def test_a_new_room_needs_its_place_among_the_others(house):
    with planted(house / "deckbuilder" / "attic.py", '"""Old things."""'):
        done = lint(house)
    assert done.returncode == 1
    assert "attic" in done.stdout


def test_a_list_is_read_without_the_rules_tables_and_bots_of_any_game():
    probe = (
        "import sys; from deckbuilder.exchange.reading import read_deck; "
        "read_deck(b'Game: Invasion\\n3x Defender of the Hold\\n', 'list.txt'); "
        "print(*(name for name in sys.modules if name.startswith('deckbuilder.games.')))"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    games = {path.parent.name for path in ROOT.glob("deckbuilder/games/*/__init__.py")}
    loaded = {name.removeprefix("deckbuilder.games.") for name in done.stdout.split()}
    # What games say of themselves, and the cards of this one.
    further = {name for name in loaded - games if not name.endswith(".settings")}
    assert further <= {"invasion.card", "procedures"}
