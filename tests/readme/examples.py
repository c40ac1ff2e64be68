"""The README's examples: `python tests/readme/examples.py` prints them anew into the README.

Each `$ ` line of a console block is run, all in one folder and in the README's order.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"
BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
SUCCESSFUL = (0, 1)
"""Exit statuses that an example may have: done, or a list that is not legal."""
CRASHED = -1


def examples(readme: str) -> Iterator[tuple[str, str]]:
    """Yield (command, output shown) of every example."""
    for block in BLOCK.findall(readme):
        yield from _split(block)


def run(command: str, folder: Path) -> tuple[str, int]:
    """Run a command as a reader would at 80 columns; return what it printed and its status.

    The status of a program that crashed is not one that an example may have.
    """
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "DECKBUILDER_DATA_DIR": str(folder / ".data"),
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "80",
    }
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    crashed = "Traceback (most recent call last)" in done.stdout
    return done.stdout.rstrip(), CRASHED if crashed else done.returncode


def _split(block: str) -> Iterator[tuple[str, str]]:
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output.rstrip()


def _rewrite() -> None:
    with tempfile.TemporaryDirectory() as folder:

        def fresh(found: re.Match[str]) -> str:
            printed = []
            for command, _ in _split(found.group()):
                output, status = run(command, Path(folder))
                if status not in SUCCESSFUL:
                    sys.exit(f"{command}\n{output}")
                printed.append(f"$ {command}\n{output}\n".rstrip() + "\n")
            return "".join(printed)

        content = BLOCK.sub(fresh, README.read_text(encoding="utf-8"))
    README.write_text(content, encoding="utf-8")


if __name__ == "__main__":
    _rewrite()
