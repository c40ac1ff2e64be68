"""The README's examples are run, in its order, in one folder, and print what it shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"
EXAMPLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples():
    """Yield (command, output) of every `$ ` line of the README's console blocks."""
    for block in EXAMPLE.findall(README.read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def test_the_examples_print_what_the_readme_shows(tmp_path):
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "DECKBUILDER_DATA_DIR": str(tmp_path / "data"),
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "80",
    }
    folder = tmp_path / "work"
    folder.mkdir()
    ran = 0
    for command, shown in examples():
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
        assert done.stdout.rstrip() == shown.rstrip(), command
        assert done.returncode in (0, 1), command
        ran += 1
    assert ran >= 4, "one example a game at least"
