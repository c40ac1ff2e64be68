"""Fuzz every reader: `python -m tests.fuzz --minutes 60`."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fuzz_readers import readers, scratch
from fuzzing import Tally, fuzz

EVERY = 50_000


def main() -> int:
    """Fuzz until the number of inputs or the time is over; print what was tried and found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="Stop after so many minutes.")
    parser.add_argument("--inputs", type=int, default=10**9, help="Stop after so many inputs.")
    parser.add_argument("--seed", type=int, default=1, help="The same seed tries the same inputs.")
    parser.add_argument("--reader", action="append", help="Fuzz this reader only; may come often.")
    parser.add_argument("--keep", type=Path, help="Write the inputs with faults into this folder.")
    asked = parser.parse_args()
    os.environ["DECKBUILDER_LANG"] = "en"
    os.environ["DECKBUILDER_CACHE_DIR"] = str(scratch() / "cache")
    os.environ["DECKBUILDER_DATA_DIR"] = str(scratch() / "data")
    tally = Tally(asked.keep)
    try:
        known = readers()
        chosen = {name: known[name] for name in asked.reader or known}
        seconds = asked.minutes * 60
        for name, fault in fuzz(chosen, asked.seed, inputs=asked.inputs, seconds=seconds):
            tally.add(name, fault)
            if tally.tried.total() % EVERY == 0:
                found = len(tally.faults)
                print(f"{tally.tried.total()} inputs, {found} faults so far", flush=True)
    except KeyboardInterrupt:
        print("Interrupted.")
    finally:
        shutil.rmtree(scratch(), ignore_errors=True)
    print(tally.told())
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
