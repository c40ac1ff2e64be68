"""The command line around every command: streams that fail, terminals that lack letters."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from deckbuilder.cli.main import group

COMMAND = Path(sys.executable).with_name("deckbuilder")


def shell(command, **environment):
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
    )


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "koi8-r"])
def test_a_terminal_that_lacks_letters_gets_others(encoding):
    done = shell(f"{COMMAND} cards nightfall kilo", PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_error():
    done = shell(f"{COMMAND} cards invasion | head -n 1 >/dev/null")
    assert done.returncode == 0
    assert b"rror" not in done.stderr


def test_closed_streams_are_told_or_borne():
    assert shell(f"{COMMAND} check - <&-").returncode == 2
    assert shell(f"{COMMAND} formats nope 2>/dev/full").returncode == 2
    assert b"Traceback" not in shell(f"{COMMAND} formats >/dev/full").stderr


def test_an_argument_cannot_steer_the_terminal():
    done = shell(f"{COMMAND} formats $'no\\e[31mpe'")
    assert done.returncode == 2
    assert b"\x1b" not in done.stderr
    assert b"\x1b" not in shell(f"{COMMAND} $'no\\e[31mpe'").stderr


def test_no_color_is_obeyed_on_a_terminal(tmp_path):
    (tmp_path / "deck.txt").write_text("Game: Invasion\n1 Huntsmen\n")
    command = f"{COMMAND} check {tmp_path}/deck.txt --format invasion-constructed"
    coloured = shell(f"script -qec '{command}' /dev/null </dev/null")
    plain = shell(f"script -qec '{command}' /dev/null </dev/null", NO_COLOR="1")
    assert b"\x1b[" in coloured.stdout
    assert b"\x1b[" not in plain.stdout


@pytest.mark.parametrize(
    "arguments", ["play xeno --watch --pace nan", "bots solve xeno Boy Boy Sage Sage --near nan"]
)
def test_what_is_not_a_number_is_refused(arguments, tmp_path):
    done = shell(f"cd {tmp_path} && {COMMAND} {arguments}")
    assert done.returncode == 2
    assert b"'nan' is not a number." in done.stderr
    assert list(tmp_path.iterdir()) == []


def leaves(command, name, context):
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            found = command.get_command(context, each)
            yield from leaves(found, f"{name} {each}".strip(), click.Context(found))
    else:
        yield name, command


def test_every_command_speaks_both_languages():
    without = {
        name
        for name, command in leaves(group, "", click.Context(group))
        if not any("--lang" in parameter.opts for parameter in command.params)
    }
    assert without == set()


HAND_MADE = """Game: Invasion
Format: invasion-constructed
Capital: Dwarf
3 Hammerer of Karak Azul
"""


@pytest.mark.parametrize("closed", ["2>&-", ">&- <&-"])
def test_no_command_falls_over_closed_streams(closed, tmp_path):
    """Each command runs; what it would tell is lost, its files and its status are not."""
    (tmp_path / "lists").mkdir()
    for path in (tmp_path / "deck.txt", tmp_path / "lists" / "deck.txt"):
        path.write_text(HAND_MADE)
    commands = {
        "formats": 0,
        "cards xeno --json": 0,
        "card Pillage": 0,
        "own": 0,
        "check deck.txt": 1,
        "check -": 2,
        "build xeno": 0,
        "stats deck.txt": 0,
        "draft nightfall-draft --auto --seed 7 -o draft": 0,
        "drafts": 0,
        "review draft/log.jsonl": 0,
        "replay draft/log.jsonl": 0,
        "play xeno --seed 7": 130,
        "bots compare xeno random casual --games 2": None,
        "export deck.txt --to csv": 0,
        "sheet deck.txt -o sheet.pdf": 0,
        "event check lists": 1,
        "event book lists -o book.xlsx": 0,
        "--help": 0,
        "nothing": 2,
    }
    script = "\n".join(
        f"rc=0; {COMMAND} {each} {closed} || rc=$?; echo $rc >> status" for each in commands
    )
    data = str(tmp_path / "data")
    done = shell(f"cd {tmp_path}; exec </dev/null; {script}", DECKBUILDER_DATA_DIR=data)
    assert b"Traceback" not in done.stderr
    assert b"should not have happened" not in done.stderr
    found = dict(zip(commands, map(int, (tmp_path / "status").read_text().split()), strict=True))
    assert {each: found[each] for each in commands if commands[each] is not None} == {
        each: status for each, status in commands.items() if status is not None
    }
    assert (tmp_path / "draft" / "log.jsonl").read_bytes().startswith(b'{"log":')
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
