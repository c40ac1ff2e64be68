"""One door to the terminal: what comes from outside cannot steer it, whoever writes it."""

from __future__ import annotations

import ast
import io
import sys
from pathlib import Path

import click
import pytest

import deckbuilder.cli
from deckbuilder.cli.console import console
from deckbuilder.cli.main import group, run
from deckbuilder.cli.terminal import Door, clear, doors, paged, styled, unstyled

HOSTILE = "a\x1b[31mb\x07\x9bc\u202ed\x00\ufdd1e"
SEEN = "a?[31mb??c?d?"
MODULES = sorted(Path(deckbuilder.cli.__file__).parent.glob("*.py"))
DOORKEEPERS = {"terminal.py", "main.py", "console.py"}
"""Modules that know what is behind a door."""
BEHIND = {"__stdout__", "__stderr__", "buffer", "behind", "style", "secho", "progressbar"}
"""Names by which a module would go past the door, or style what it did not clean."""


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_whatever_is_echoed_or_printed_is_cleaned(capsys: pytest.CaptureFixture[str]) -> None:
    with doors():
        click.echo(HOSTILE)
        print(HOSTILE)
        sys.stdout.writelines([HOSTILE])
        print(HOSTILE, file=sys.stderr)
        console().print(HOSTILE)
    out, err = capsys.readouterr()
    assert (out.count("a"), err.count("a")) == (4, 1)
    assert set(out + err) <= {*SEEN, "e", "\n"}


def test_styles_are_of_the_program_and_for_terminals_alone(monkeypatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    text = styled(HOSTILE, "bold")
    screen, file = Screen(), io.StringIO()
    Door(screen).write(text)
    Door(file).write(text)
    assert screen.getvalue() == f"\x1b[1m{SEEN}?e\x1b[0m"
    assert file.getvalue() == unstyled(text) == f"{SEEN}?e"
    monkeypatch.setenv("NO_COLOR", "1")
    Door(plain := Screen()).write(text)
    assert plain.getvalue() == f"{SEEN}?e"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_command_goes_past_the_door(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    past = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in BEHIND
    } | {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        if alias.name in {"behind", "Console", "secho"}
    }
    assert not past or path.name in DOORKEEPERS


def test_an_error_that_nobody_foresaw_is_one_line(monkeypatch, capsys) -> None:
    def broken(**_: object) -> None:
        raise KeyError(HOSTILE)

    monkeypatch.delenv("DECKBUILDER_DEBUG", raising=False)
    monkeypatch.setattr(group, "main", broken)
    assert run(["formats"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert err.startswith("Error: this should not have happened (KeyError: ")
    assert "DECKBUILDER_DEBUG=1" in err
    assert "\x1b" not in err
    monkeypatch.setenv("DECKBUILDER_DEBUG", "1")
    assert run(["formats"]) == 2
    assert "Traceback" in capsys.readouterr().err


def test_clearing_empties_the_screen_and_what_can_be_scrolled_back_to(monkeypatch):
    """At one terminal for two people the first one's hand must not stand there any more."""

    class Seen(io.StringIO):
        def isatty(self):
            return True

    for screen, told in ((Seen(), "\x1b[2J\x1b[3J\x1b[H"), (io.StringIO(), "")):
        monkeypatch.setattr("sys.stdout", screen)
        with doors():
            clear()
        assert screen.getvalue() == told


def test_what_is_longer_than_the_terminal_is_paged_and_what_is_not_is_printed(monkeypatch) -> None:
    pages: list[str] = []
    monkeypatch.setattr("click.echo_via_pager", lambda text, color: pages.append(text))
    monkeypatch.setenv("LINES", "10")
    for query, long in (("xeno rank=1", False), ("xeno", True)):
        monkeypatch.setattr(sys, "stdout", screen := Screen())
        assert run(["cards", *query.split()]) == 0
        assert len(pages) == long
        assert bool(screen.getvalue()) != long
    assert pages[0].count("\n") + 1 >= 10
    monkeypatch.setattr(sys, "stdout", read := io.StringIO())
    assert run(["cards", "xeno"]) == 0
    assert read.getvalue().count("\n") >= 10
    assert len(pages) == 1, "programs get all of it at once"


def test_an_error_while_pages_are_kept_loses_nothing_of_them(monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "stdout", screen := Screen())

    def breaking() -> None:
        with doors(), paged():
            click.echo("so far")
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        breaking()
    assert screen.getvalue() == "so far\n"
