"""What a shell offers to complete, and the lines that let it ask."""

from __future__ import annotations

import pytest
from click.shell_completion import ShellComplete

from deckbuilder.cli.completion import SHELLS
from deckbuilder.cli.main import COMPLETES, group, run


def offered(*typed):
    """Return what goes on from the last word typed."""
    *before, last = typed
    found = ShellComplete(group, {}, "deckbuilder", COMPLETES).get_completions(list(before), last)
    return [item.value for item in found]


@pytest.fixture(autouse=True)
def asked_by_zsh(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv(COMPLETES, "zsh_complete")


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        (["dr"], ["draft", "drafts"]),
        (["check", "--for"], ["--format", "--force"]),
        (["check", "--format", "xen"], ["xeno"]),
        (["draft", "nightfall-d"], ["nightfall-draft"]),
        (["export", "list.txt", "--to", "ma"], ["markdown"]),
        (["cards", "inv"], ["invasion"]),
        (["play", ""], ["invasion", "xeno"]),
        (["card", "king kaz"], ["King Kazador"]),
        (["build", "nightfall-constructed", "--must", "Asset"], ["Asset Seven"]),
        (["draft", "--set", "anv"], ["anvilborn"]),
        (["draft", "--bots", "dr"], ["drafter"]),
        (["sheet", "--paper", ""], ["a4", "letter"]),
        (["settings", "pa"], ["paper="]),
        (["own", "ad"], ["add"]),
        (["check", "--lang", "j"], ["ja"]),
    ],
)
def test_commands_options_and_values_are_offered(typed, first):
    assert offered(*typed)[: len(first)] == first


def test_bash_is_given_names_that_can_stand_on_its_line(monkeypatch):
    monkeypatch.setenv(COMPLETES, "bash_complete")
    assert offered("card", "King Kaz") == ["King\\ Kazador"]


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_gets_lines_that_ask_for_completions(shell, monkeypatch, capsys):
    monkeypatch.delenv(COMPLETES)
    assert run(["completion", shell]) == 0
    assert f"{COMPLETES}={shell}_complete" in capsys.readouterr().out


def test_deckbuilder_alone_shows_its_help(monkeypatch, capsys):
    monkeypatch.delenv(COMPLETES)
    assert run([]) in (0, 2)
    assert "Commands:" in "".join(capsys.readouterr())
