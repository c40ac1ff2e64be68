"""Runs commands with bounded memory and processor's time, each in a process of its own.

A process without threads that has loaded what commands need: it forks for each line of JSON that
it is sent, and answers with the status and the seconds that were used.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import traceback
from pathlib import Path

from deckbuilder.cli.main import run


def limited(asked: dict) -> int:
    """Run a command in this process, which ends with it."""
    os.chdir(asked["folder"])
    os.environ["DECKBUILDER_DATA_DIR"] = str(Path(asked["folder"]) / "data")
    for number, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(name, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), number)
    held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (held + asked["bytes"],) * 2)
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    resource.setrlimit(resource.RLIMIT_CPU, (int(used) + asked["seconds"],) * 2)
    status = 99
    try:
        status = run(asked["arguments"])
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    return status


def main() -> None:
    """Answer line by line until the input ends."""
    # What every command needs is in memory before it is counted.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    run(["check", "nothing.txt", "--format", "invasion-constructed"])
    run(["cards", "xeno", "--coverage"])
    sys.stdout.flush()
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            os._exit(limited(json.loads(line)))
        _, status, used = os.wait4(child, 0)
        seconds = used.ru_utime + used.ru_stime
        print(json.dumps([os.waitstatus_to_exitcode(status), seconds]), file=answers, flush=True)


if __name__ == "__main__":
    main()
