"""A fifth game is its four folders and nothing else: all that the program does, it does for it.

`tests/data/fifth` is a small game of boats. It is laid over a copy of the project, in which no
file is changed, and used there as a person would use it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from deckbuilder.exchange.targets import targets

ROOT = Path(__file__).parents[2]
FIFTH = ROOT / "tests" / "data" / "fifth"
HOMES = {"deckbuilder/games/regatta", "cards/regatta", "formats/regatta", "exports/regatta"}

FORMS = targets()
WORKER = """
import contextlib, io, json, sys
from deckbuilder.cli.main import run

for line in sys.stdin:
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in "oe")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(json.loads(line))
    told = [each.buffer.getvalue().decode("utf-8", "replace") for each in (out, err)]
    print(json.dumps([status, *told]), flush=True)
"""


class House:
    """A copy of the project with the game in it, and a place where commands are typed."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "project"
        self.place = folder / "desk"
        self.place.mkdir()
        for room in ("deckbuilder", "cards", "formats", "exports"):
            unread = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / room, self.root / room, ignore=unread)
        shutil.copy(ROOT / "pyproject.toml", self.root)
        shutil.copytree(FIFTH, self.root, dirs_exist_ok=True)
        self._folder = folder

    def __enter__(self) -> House:
        data = {"DECKBUILDER_CACHE_DIR": "cache", "DECKBUILDER_DATA_DIR": "data"}
        # One process takes all commands: starting one for each would take most of the time.
        self._worker = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            cwd=self.place,
            env={
                **os.environ,
                "PYTHONPATH": str(self.root),
                **{name: str(self._folder / place) for name, place in data.items()},
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.run("draft", "regatta-draft", "--auto", "--seed", "7", "-o", "drafted")
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.communicate()

    def run(self, *arguments: str, status: int = 0) -> str:
        """Run the command line, and return what it says on standard output."""
        worker = self._worker
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdin.write(json.dumps(arguments) + "\n")
        worker.stdin.flush()
        done, out, err = json.loads(worker.stdout.readline())
        assert done == status, err
        return str(out)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("fifth")) as made:
        yield made


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The same without its exports but the words that its own code says."""
    made = House(tmp_path_factory.mktemp("bare"))
    exports = made.root / "exports" / "regatta"
    for path in exports.rglob("*"):
        if path.is_file() and path.name != "regatta.yaml":
            path.unlink()
    with made:
        yield made


def test_the_game_is_its_four_folders():
    files = [path.relative_to(FIFTH).as_posix() for path in FIFTH.rglob("*") if path.is_file()]
    own = [path for path in files if "__pycache__" not in path]
    assert {home for home in HOMES for path in own if path.startswith(f"{home}/")} == HOMES
    assert [path for path in own if not path.startswith(tuple(f"{home}/" for home in HOMES))] == []
    assert [path for path in own if (ROOT / path).exists()] == []


def test_the_house_takes_it_as_it_is(house):
    pytest.importorskip("importlinter")
    lint = "from importlinter.cli import lint_imports_command as lint; lint()"
    done = subprocess.run(
        [sys.executable, "-c", lint, "--no-cache", "--no-logo"], cwd=house.root, check=False
    )
    assert done.returncode == 0
    told = json.loads(house.run("formats", "--games", "--json"))
    (regatta,) = [each for each in told if each["id"] == "regatta"]
    assert regatta["formats"] == ["regatta", "regatta-draft"]
    assert {name for name, has in regatta["parts"].items() if has} == {
        "cards", "formats", "checks", "draft", "measures", "statistics", "ratings", "words", "face",
        "sheet", "headings", "list-facts", "octgn", "draftmancer",
    }  # fmt: skip


def test_it_is_drafted_and_its_lists_are_legal(house):
    lists = ["drafted/seat-1.txt", "drafted/seat-2.txt"]
    verdicts = json.loads(house.run("check", *lists, "--json"))
    assert [(each["format"], each["cards"]) for each in verdicts] == [("regatta-draft", 8)] * 2
    house.run("replay", "--assert", "drafted/log.jsonl")
    # The game's usual bot sits, and is the coach, where none is named.
    assert "(speed)" in house.run("review", "drafted/log.jsonl")


def test_its_bots_are_compared_by_what_it_measures(house):
    told = json.loads(
        house.run("bots", "compare", "speed", "random", "regatta-draft", "--drafts", "20", "--json")
    )
    (speed,) = told["measures"]
    assert (speed["id"], speed["favours"]) == ("speed", "bot")


def test_a_list_that_breaks_its_rules_is_told_so(house):
    (house.place / "slow.txt").write_text(
        "Game: レガッタ\nFormat: regatta\n[Boats]\n3x Punt\n4 Dinghy\n[Winds]\n1x Calm\n",
        encoding="utf-8",
    )
    (verdict,) = json.loads(house.run("check", "slow.txt", "--json", status=1))
    found = {(problem["code"], problem["rule"]) for problem in verdict["problems"]}
    assert found == {("too-many-copies", "REG-2"), ("too-few", "REG-3"), ("becalmed", "REG-7")}
    assert "Calm needs 2 boats that can row, and 1 is there." in house.run(
        "check", "slow.txt", status=1
    )
    assert "at least 2 boats that can row" in house.run("formats", "regatta")
    assert "Asks for boats that can row" in house.run("formats", "--kinds")
    fixed = house.run("check", "slow.txt", "--fix", "-o", "fast.txt", status=1)
    assert "Punt" in fixed
    house.run("check", "fast.txt")


def test_its_words_face_and_headings_are_its_own(house):
    assert "Boats by speed" in house.run("stats", "drafted/seat-1.txt")
    assert "船の速さ" in house.run("stats", "drafted/seat-1.txt", "--lang", "ja")
    assert "[Winds]" in house.run("export", "drafted/seat-1.txt", "--to", "text")
    assert "Everybody takes one card of the hand" in house.run("formats", "regatta-draft")
    house.run("card", "Clipper", "--svg", "clipper.svg")
    assert "#1f5fa8" in (house.place / "clipper.svg").read_text(encoding="utf-8")


def test_every_form_of_lists_takes_it(house):
    for form in FORMS:
        path = f"list.{form.id}"
        house.run("export", "drafted/seat-1.txt", "--to", form.id, "-o", path)
        assert (house.place / path).stat().st_size
        if form.reads_back:
            house.run("check", path, "--format", "regatta-draft")


def test_a_sheet_of_it_is_printed(house):
    house.run("sheet", "drafted/seat-1.txt", "--player", "Ann Smith", "-o", "sheet.html")
    page = (house.place / "sheet.html").read_text(encoding="utf-8")
    assert "Cutter" in page
    assert "Speed" in page
    house.run("sheet", "drafted/seat-1.txt", "-o", "sheet.pdf")
    assert (house.place / "sheet.pdf").read_bytes().startswith(b"%PDF")


def test_what_it_lacks_is_stood_in_for(bare):
    told = json.loads(bare.run("formats", "--games", "--json"))
    (regatta,) = [each for each in told if each["id"] == "regatta"]
    lacks = {name for name, has in regatta["parts"].items() if not has}
    assert {"face", "sheet", "headings", "list-facts", "octgn", "draftmancer"} <= lacks
    # A list without headings of the game's own has one section, and facts are told by their ids.
    assert "[Deck]" in bare.run("export", "drafted/seat-1.txt", "--to", "text")
    bare.run("check", "drafted/seat-1.txt")
    (bare.place / "calm.txt").write_text(
        "Game: Regatta\nFormat: regatta\n2 Gust\n2 Breeze\n2 Yawl\n2 Ketch\n1 Calm\n", "utf-8"
    )
    assert "Becalmed: Calm." in bare.run("check", "calm.txt", status=1)
    assert "Regatta/becalmed (boats: 2)." in bare.run("formats", "regatta")
    assert "regatta/becalmed" in bare.run("formats", "--kinds")
    told = bare.run("stats", "drafted/seat-1.txt")
    assert "\nFleet\nSpeed" in told
    assert "Speed" in bare.run("cards", "regatta", "--rated").splitlines()[0]
    compared = bare.run("bots", "compare", "speed", "random", "regatta-draft", "--drafts", "3")
    assert "Speed " in compared
    bare.run("card", "Clipper", "--svg", "clipper.svg")
    assert "Clipper" in (bare.place / "clipper.svg").read_text(encoding="utf-8")
    bare.run("sheet", "drafted/seat-1.txt", "-o", "sheet.pdf")


def test_every_form_of_lists_takes_a_game_without_words_and_layouts(bare):
    for form in FORMS:
        bare.run("export", "drafted/seat-1.txt", "--to", form.id, "-o", f"list.{form.id}")
