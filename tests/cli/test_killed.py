"""Killed in the middle of writing, begun twice at once, with a clock set back: nothing is lost."""

from __future__ import annotations

import datetime
import io
import os
import signal
import stat
import subprocess
import sys
import traceback
from pathlib import Path

import pytest

from deckbuilder.catalog.loading import load_catalog
from deckbuilder.cli.main import run
from deckbuilder.registry import game
from deckbuilder.resources import cards_folder
from deckbuilder.sessions import past_drafts

DRAFT = ["draft", "nightfall-draft", "--auto", "--seed", "7", "-o"]
KILLED = """
import os, pathlib, signal, sys
from deckbuilder.cli.main import main

left = int(sys.argv[1])

class Dying:
    "A stream that ends its process in the middle of the write that was chosen."
    def __init__(self, stream): self.stream = stream
    def __getattr__(self, name): return getattr(self.stream, name)
    def __enter__(self): return self
    def __exit__(self, *_): self.stream.close()
    def write(self, content):
        global left
        left -= 1
        if left == 0:
            self.stream.write(content[: len(content) // 2])
            self.stream.flush()
            os.kill(os.getpid(), signal.SIGKILL)
        return self.stream.write(content)

opened, opened_by_number = pathlib.Path.open, os.fdopen

def open_path(path, mode="r", *more, **how):
    stream = opened(path, mode, *more, **how)
    return Dying(stream) if mode in ("xb", "r+b") else stream

pathlib.Path.open = open_path
os.fdopen = lambda *how: Dying(opened_by_number(*how))
try:
    main(sys.argv[2:])
finally:
    pathlib.Path("writes").write_text(str(int(sys.argv[1]) - left))
"""


@pytest.fixture(autouse=True)
def quiet_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))


def killed_at(write: int, *arguments: str) -> int:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(write), *arguments], capture_output=True, check=False
    )
    return done.returncode


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_draft_that_was_killed_anywhere_is_finished_as_if_it_never_was(tmp_path: Path) -> None:
    # What the first run ever writes into the cache is written before the writes are counted.
    assert killed_at(10**6, *DRAFT, "before") == 0
    assert killed_at(10**6, *DRAFT, "whole") == 0
    expected = contents(tmp_path / "whole")
    lists = len(expected) - 1
    writes = int((tmp_path / "writes").read_text())
    assert (lists, writes > 2 * lists) == (4, True)
    for number, at in enumerate((2, writes // 2, *range(writes - lists, writes + 1))):
        folder = tmp_path / f"killed-{number}"
        assert killed_at(at, *DRAFT, folder.name) == -signal.SIGKILL, at
        assert run(["draft", "--resume", str(folder / "log.jsonl")]) == 0, at
        assert contents(folder) == expected, at


def test_a_draft_that_was_killed_with_its_first_line_is_told(tmp_path: Path, capsys) -> None:
    assert killed_at(1, *DRAFT, "killed") == -signal.SIGKILL
    assert run(["draft", "--resume", "killed/log.jsonl"]) == 2
    assert "killed/log.jsonl" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [
        "export list.txt --to csv -o out --force",
        "export list.txt --to xlsx -o out --force",
        "event new lists --player Anna --force",
        "own add Pillage",
    ],
)
def test_a_file_is_the_old_one_or_the_new_one(command: str, tmp_path: Path) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "data").mkdir()
    (tmp_path / "list.txt").write_text("Game: Invasion\n3 Pillage\n")
    old = {
        tmp_path / "out": b"mine",
        tmp_path / "lists" / "event.yaml": b"name: Mine\n",
        tmp_path / "data" / "collection.yaml": b"xeno:\n  boxes: {XENO: 1}\n",
    }
    for path, content in old.items():
        path.write_bytes(content)
    assert killed_at(1, *command.split()) == -signal.SIGKILL
    assert {path: path.read_bytes() for path in old} == old
    assert run(command.split()) == 0
    assert len([path for path in old if path.read_bytes() != old[path]]) == 1
    assert not list(tmp_path.rglob(".deckbuilder-*"))


def test_of_two_that_go_on_with_a_draft_one_is_refused(tmp_path: Path, capsys) -> None:
    command = [sys.executable, "-m", "deckbuilder", "draft"]
    root = Path(__file__).parents[2]
    where = {**os.environ, "PYTHONPATH": str(root)}
    begun = [*command, "nightfall-draft", "--seat", "1", "--seed", "7", "-o", "draft"]
    subprocess.run(begun, stdin=subprocess.DEVNULL, capture_output=True, env=where, check=False)
    log = tmp_path / "draft" / "log.jsonl"
    before = log.read_bytes()
    with subprocess.Popen(
        [*command, "--resume", str(log)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=where,
    ) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        while "Your choice" not in (seen := first.stdout.read(1).decode("latin-1")) and seen:
            if log.exists() and _is_locked(log):
                break
        assert run(["draft", "--resume", str(log)]) == 2
        assert "another process" in capsys.readouterr().err
        first.stdin.close()
        first.stdout.read()
    assert log.read_bytes()[: len(before)] == before


def _is_locked(path: Path) -> bool:
    import fcntl

    with path.open("rb") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def test_a_clock_that_is_set_back_changes_no_order(tmp_path: Path, monkeypatch, capsys) -> None:
    class Clock(datetime.datetime):
        days = 3

        @classmethod
        def now(cls, zone=None):
            cls.days -= 1
            return datetime.datetime(2024, 5, 1 + cls.days, tzinfo=datetime.UTC)

    monkeypatch.setattr(past_drafts.datetime, "datetime", Clock)
    for number in (1, 2, 3):
        assert run([*DRAFT[:-2], str(number), "-o", f"draft-{number}"]) == 0
    folders = [Path(each.folder).name for each in past_drafts.newest_first()]
    assert folders == ["draft-3", "draft-2", "draft-1"]
    ahead = (tmp_path / "draft-1" / "log.jsonl").stat().st_mtime + 10**8
    for path in (tmp_path / "draft-1").iterdir():
        os.utime(path, (ahead, ahead))
    assert run(["replay", "draft-1/log.jsonl", "--assert"]) == 0
    assert run(["drafts"]) == 0
    capsys.readouterr()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can be another user")
def test_a_cache_of_another_user_is_as_if_not_there(tmp_path: Path, monkeypatch) -> None:
    if not all(folder.stat().st_mode & stat.S_IXOTH for folder in cards_folder("xeno").parents):
        pytest.skip("the project lies where another user cannot read it")
    cache = tmp_path / "cache"
    monkeypatch.setenv("DECKBUILDER_CACHE_DIR", str(cache))
    home = game("xeno")
    names = [card.name for card in load_catalog("xeno", home.card_type()).cards]
    stored = contents(cache)
    assert stored
    for rights in (stat.S_IRWXU, stat.S_IRWXU | stat.S_IRWXO & ~stat.S_IWOTH):
        for path in cache.iterdir():
            path.chmod(rights & ~stat.S_IXUSR & ~stat.S_IXOTH)
        cache.chmod(rights)
        child = os.fork()
        if child == 0:
            read = None
            try:
                os.setuid(65_534)
                read = [card.name for card in load_catalog("xeno", home.card_type()).cards]
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(read != names)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert contents(cache) == stored
