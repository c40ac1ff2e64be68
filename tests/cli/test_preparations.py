"""An engine that is prepared for the first time says so once, on standard error."""

from __future__ import annotations

from deckbuilder.cli.preparations import preparations_shown
from deckbuilder.games.preparing import heard_by, tell_preparation


def test_a_preparation_is_said_once_and_results_stay_alone_on_standard_output(capsys):
    with preparations_shown():
        for done in (0, 1, 2, 3):
            tell_preparation(done, 3)
    told = capsys.readouterr()
    assert told.err.count("Preparing for the first time") == 1
    assert told.out == ""


def test_two_preparations_are_said_each(capsys):
    with preparations_shown():
        for done in (0, 2, 0, 2):
            tell_preparation(done, 2)
    assert capsys.readouterr().err.count("Preparing for the first time") == 2


def test_where_nobody_listens_nothing_is_said(capsys):
    tell_preparation(0, 3)
    assert capsys.readouterr().err == ""


def test_only_the_innermost_hears():
    outer, inner = [], []
    with (
        heard_by(lambda done, steps: outer.append(done)),
        heard_by(lambda done, steps: inner.append(done)),
    ):
        tell_preparation(1, 2)
    assert (outer, inner) == ([], [1])
