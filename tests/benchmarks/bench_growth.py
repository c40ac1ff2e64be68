"""What twice the size costs: inputs of strangers may be large, and none may cost its square."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from measure import ratio

PAIRS = 3
AIM = 2.2
PLAYERS = 2_000
LINES = 100_000
MARKS = 3_000
DRAFTS = 10_000
LIST = "Game: Invasion\nPlayer: {player}\n3x Pillage\n"


def command(*arguments: str) -> None:
    """Run a command in this process, and throw away what it tells."""
    from deckbuilder.cli.main import run

    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        run([*arguments])


def checked_event(folder: Path, players: int) -> Callable[[], None]:
    """Check an event whose players all have a list that names them."""
    folder.mkdir()
    rows = "".join(f"- name: Anna Number{n}\n  id: '{n}'\n" for n in range(players))
    (folder / "event.yaml").write_text(f"format: invasion-constructed\nplayers:\n{rows}")
    for n in range(players):
        (folder / f"{n}.txt").write_text(LIST.format(player=f"Anna Number{n}"))
    return lambda: command("event", "check", str(folder))


def new_event(folder: Path, players: int) -> Callable[[], None]:
    """Write an event whose players are found by parts of their names."""
    folder.mkdir()
    for n in range(players):
        (folder / f"number{n}.txt").write_text("Game: Invasion\n3x Pillage\n")
    named = [part for n in range(players) for part in ("--player", f"Anna Number{n}")]
    return lambda: command("event", "new", str(folder), "--force", *named)


def marked_line(folder: Path, marks: int) -> Callable[[], None]:
    """Check a list with a line of marks that are never closed."""
    folder.mkdir()
    path = folder / "list.txt"
    path.write_text("Game: Invasion\n3x Pillage " + "[url=" * marks + "\n")
    return lambda: command("check", str(path), "--format", "invasion-constructed")


def collection(folder: Path, lines: int) -> Callable[[], None]:
    """Read a collection of cards that are none."""
    from deckbuilder.catalog.collection import load_collection
    from deckbuilder.errors import InputError
    from deckbuilder.registry import game

    folder.mkdir()
    path = folder / "collection.yaml"
    rows = "".join(f"    Nobody {n}: 1\n" for n in range(lines))
    path.write_text(f"invasion:\n  cards:\n{rows}")
    catalogs = {"invasion": game("invasion").catalog()}

    def read() -> None:
        with contextlib.suppress(InputError):
            load_collection(catalogs, path)

    return read


def past_drafts(folder: Path, drafts: int) -> Callable[[], None]:
    """List drafts, each with a log of its own."""
    folder.mkdir()
    head = (
        '{"log":2,"program":"0","kind":"draft","game":"nightfall","table":"nightfall-draft",'
        '"seed":7,"seats":["drafter"],"settings":{}}\n'
    )
    lines = []
    for n in range(drafts):
        (folder / f"{n}.jsonl").write_text(head)
        lines.append(
            f'{{"begun":"2024-05-01T18:00:00+00:00","format":"nightfall-draft","seed":{n},'
            f'"seat":null,"bots":"drafter","code":null,"folder":"{folder}",'
            f'"log":"{folder}/{n}.jsonl"}}\n'
        )
    (folder / "drafts.jsonl").write_text("".join(lines))

    def told() -> None:
        os.environ["DECKBUILDER_DATA_DIR"] = str(folder)
        command("drafts")

    return told


WORK: dict[str, tuple[Callable[[Path, int], Callable[[], None]], int]] = {
    "event check, players": (checked_event, PLAYERS),
    "event new, players": (new_event, PLAYERS),
    "marks in a line": (marked_line, MARKS),
    "near names, lines of a collection": (collection, LINES),
    "drafts": (past_drafts, DRAFTS),
}


def benchmarks() -> Iterator[tuple[str, float, float, str]]:
    """Yield for each work what the full size costs by half of it."""
    with tempfile.TemporaryDirectory() as scratch:
        os.environ.setdefault("DECKBUILDER_CACHE_DIR", str(Path(scratch) / "cache"))
        for name, (work, size) in WORK.items():
            folder = Path(scratch) / name.replace(" ", "-")
            folder.mkdir()
            whole, half = work(folder / "whole", size), work(folder / "half", size // 2)
            found = ratio(whole, half, pairs=PAIRS, clock=time.process_time)
            yield f"{size} {name}, by {size // 2}", found, AIM, "times"
