"""The two walks through the house: modules that are gone through, and calls of its functions.

`python tests/benchmarks/bench_walks.py verdict` prints the modules of one, with their calls.
Each runs in a process of its own; what is read once for a catalogue lies in the cache.
"""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "deckbuilder"
LISTS = ROOT / "tests" / "data" / "lists"
WALKS = {
    "verdict": [
        "check",
        str(LISTS / "invasion" / "dwarf-midrange.txt"),
        "--format",
        "invasion-constructed",
    ],
    "draft": ["draft", "invasion-draft", "--seat", "order", "--auto", "--seed", "7", "--force"],
}


def walked(arguments: list[str]) -> dict[str, int]:
    """Return how many calls each module of the package gets while a command runs."""
    from deckbuilder.cli.main import run

    calls: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        # Bodies of modules and classes run when they are imported; what is written within a
        # function belongs to it.
        named = code.co_flags & inspect.CO_OPTIMIZED and not code.co_name.startswith("<")
        if event == "call" and named:
            calls[code.co_filename] += 1

    sys.setprofile(count)
    try:
        run(arguments)
    finally:
        sys.setprofile(None)
    return {
        ".".join(Path(path).relative_to(PACKAGE).with_suffix("").parts): number
        for path, number in calls.most_common()
        if Path(path).is_relative_to(PACKAGE)
    }


def counted(walk: str) -> dict[str, int]:
    """Return the calls of a walk by module, counted in a process of its own in another folder."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):
            done = subprocess.run(
                [sys.executable, __file__, walk, "--json"],
                cwd=folder,
                capture_output=True,
                text=True,
                check=True,
            )
    found: dict[str, int] = json.loads(done.stdout.splitlines()[-1])
    return found


def benchmarks() -> list[tuple[str, float, float, str]]:
    """Return modules and calls of each walk."""
    figures: list[tuple[str, float, float, str]] = []
    for walk, modules, calls in (("verdict", 65, 35), ("draft", 95, 60)):
        found = counted(walk)
        figures += [
            (f"walk to a {walk}", len(found), modules, "modules"),
            (f"walk to a {walk}", sum(found.values()) / 1000, calls, "1000 calls"),
        ]
    return figures


if __name__ == "__main__":
    walk, *more = sys.argv[1:]
    sys.path.insert(0, str(ROOT))
    found = walked(WALKS[walk])
    if more:
        print(json.dumps(found))
    else:
        for module, calls in found.items():
            print(f"{calls:>8}  {module}")
        print(f"{sum(found.values()):>8}  calls in {len(found)} modules")
