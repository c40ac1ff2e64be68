"""The examples of the pages: `python tests/readme/examples.py` prints them anew into the pages.

Each `$ ` line of a console block is run, all of a page in one folder and in the page's order. A
block whose fence says `file=NAME` is written to that file of the folder first; one that says
`from=PATH` is part of the project's file at this path, with nothing changed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from deckbuilder.registry import Game

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = (
    README,
    *(ROOT / room / "README.md" for room in ("cards", "formats", "exports", "deckbuilder")),
    ROOT / "tests" / "README.md",
)
CONSOLE = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(\w+) (file|from)=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SUCCESSFUL = (0, 1)
"""Exit statuses that an example may have: done, or a list that is not legal."""
CRASHED = -1
KINDS = ("<!-- kinds:begin -->\n", "<!-- kinds:end -->")
LAYERS = ("<!-- layers:begin -->\n", "<!-- layers:end -->")
EFFECTS = ("<!-- effects:begin -->\n", "<!-- effects:end -->")
SEARCH = ("<!-- search:begin -->\n", "<!-- search:end -->")


class Block(NamedTuple):
    """A block of a page that is a file of the reader's (`file`) or part of ours (`from`)."""

    language: str
    role: str
    path: str
    content: str


def examples(page: str) -> Iterator[tuple[str, str]]:
    """Yield (command, output shown) of every example."""
    for block in CONSOLE.findall(page):
        yield from _split(block)


def blocks(page: str) -> list[Block]:
    """Return the blocks that are files, or parts of files."""
    return [Block(*parts) for parts in BLOCK.findall(page)]


def lay_out(page: str, folder: Path) -> None:
    """Write the files that a page shows."""
    for block in blocks(page):
        if block.role == "file":
            (folder / block.path).write_text(block.content, encoding="utf-8")


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


def between(page: str, marks: tuple[str, str]) -> str:
    """Return what stands between two marks of a page, "" where it has none."""
    return page.partition(marks[0])[2].partition(marks[1])[0]


def games_told() -> tuple[Game, ...]:
    """Return the games that the project says it is for; the pages tell of each of them.

    A further game may bring pages of its own, and none of these need change for it.
    """
    from deckbuilder.registry import games

    content = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    about = content["project"]["description"]
    return tuple(each for each in games() if each.title in about)


def kinds_table() -> str:
    """Return the kinds of rule as a table, from the code and the words that `--kinds` shows."""
    from deckbuilder.formats.explaining import describe
    from deckbuilder.formats.format_files import OWN_KIND
    from deckbuilder.formats.legality import all_kinds
    from deckbuilder.preferences import Preferences

    lines = ["| kind | does | parameters | problems |", "| --- | --- | --- | --- |"]
    with Preferences(language="en").in_force():
        shared_or_told = ("", *(each.id for each in games_told()))
        kinds = {
            name: kind
            for name, kind in all_kinds().items()
            if name.rpartition(OWN_KIND)[0] in shared_or_told
        }
        for note in describe(kinds):
            named = [
                f"**`{each.name}`**" if each.required else f"`{each.name}`"
                for each in note.parameters
                if each.name != "sections"
            ]
            codes = ", ".join(f"`{code}`" for code in note.codes)
            lines.append(f"| `{note.name}` | {note.about} | {', '.join(named)} | {codes} |")
    return "\n".join(lines) + "\n"


def search_table() -> str:
    """Return the search language as a table, as the program explains it."""
    from deckbuilder.catalog.language import as_markdown
    from deckbuilder.preferences import Preferences

    with Preferences(language="en").in_force():
        return as_markdown({each.title: each.card_type() for each in games_told()})


def effects_table() -> str:
    """Return what effects files can do as a table: each word and what it takes."""
    from deckbuilder.games.invasion.duel.operations import SIGNATURES

    lines = ["| do | takes |", "| --- | --- |"]
    for name, words in sorted(SIGNATURES.items()):
        told = [
            f"`{word}`" if isinstance(kind, str) else f"`{word}` ({', '.join(kind)})"
            for word, kind in words.items()
        ]
        lines.append(f"| `{name}` | {', '.join(told)} |")
    return "\n".join(lines) + "\n"


ROOMS = {
    "cli": "the command line: a module a command; draws sessions, decides nothing",
    "web": "the local web page: a module a family of pages; draws sessions, decides nothing",
    "sessions": "a sitting: begin, resume, choose, undo, coach, result",
    "simulation": "many tables at once: bots compared, with intervals",
    "reports": "statistics, figures, reviews, event books",
    "games": "what games share; games/<game>/ what only one game knows",
    "exchange": "readers and writers of lists, a module a target",
    "tables": "the table: protocol, runtime, chance, logs, bots",
    "formats": "formats, kinds of rule, problems, the repair search",
    "decks": "the deck, its hash, its arithmetic",
    "catalog": "cards: loading, cache, names, the search language",
    "sources": "bytes into text, YAML, JSON, XML, spreadsheets: bounded and safe",
    "registry": "which games there are, and their parts",
    "files": "files written whole, locked, never overwritten unasked",
    "templates": "Jinja2 templates of the exports",
    "game_settings": "settings that games declare",
    "errors": "what cannot be used: code, place, fields",
    "words": "sentences by key and language",
    "resources": "where the data folders are",
    "preferences": "language, own cards and plainness, as they are passed in",
    "sanitizing": "texts of strangers made fit to be shown",
}
"""What the rooms of the package are for."""


def layers_picture() -> str:
    """Return the layers as `pyproject.toml` states them for import-linter."""
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = stated["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if each["type"] == "layers")
    lines = []
    for layer in layers:
        rooms = [room.strip() for room in layer.split("|")]
        there = [room for room in rooms if not room.startswith("(")]
        lines += [
            f"{'' if row else '-':<2}{room:<14} {ROOMS[room]}" for row, room in enumerate(there)
        ]
    return "\n".join(("```text", *lines, "```", ""))


TABLES = (
    (LAYERS, layers_picture),
    (KINDS, kinds_table),
    (SEARCH, search_table),
    (EFFECTS, effects_table),
)
"""What stands between two marks of a page is what the program tells."""


def _split(block: str) -> Iterator[tuple[str, str]]:
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output.rstrip()


def _rewrite(page: Path) -> None:
    content = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        lay_out(content, Path(folder))

        def fresh(found: re.Match[str]) -> str:
            printed = []
            for command, _ in _split(found.group()):
                output, status = run(command, Path(folder))
                if status not in SUCCESSFUL:
                    sys.exit(f"{page}: {command}\n{output}")
                printed.append(f"$ {command}\n{output}\n".rstrip() + "\n")
            return "".join(printed)

        content = CONSOLE.sub(fresh, content)
    for marks, table in TABLES:
        if marks[0] in content:
            old = marks[0] + between(content, marks)
            content = content.replace(old, marks[0] + table())
    page.write_text(content, encoding="utf-8")


if __name__ == "__main__":
    for each in PAGES:
        _rewrite(each)
