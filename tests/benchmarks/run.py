"""Run every benchmark and print its figures: `python tests/benchmarks/run.py [PART]...`.

A part is a module `bench_<part>.py` beside this file with a function `benchmarks()` that
returns (name, value, aim, unit[, at_most]) tuples. Ratios are against a reference in the same
run; on a busy machine they hold better than times.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main(parts: list[str]) -> int:
    """Print the figures of the named parts, of all without any."""
    sys.path.insert(0, str(HERE))
    from measure import Measurement

    known = sorted(path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py"))
    if unknown := [part for part in parts if part not in known]:
        print(f"There is no part {', '.join(unknown)}; parts: {', '.join(known)}.")
        return 2
    for part in parts or known:
        for figure in importlib.import_module(f"bench_{part}").benchmarks():
            print(Measurement(*figure), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
