"""Lists with Japanese names of cards, for people and read back."""

from __future__ import annotations

import pytest

from deckbuilder.cli.main import run
from deckbuilder.exchange.reading import read_deck

NIGHT = "Game: Nightfall\nFormat: nightfall-constructed\n\n[Archive 1]\n7x Dog Eat Dog\n"
XENO = "Game: XENO\n\n1x Hero\n2x Maiden\n1x Nobody Known\n"


@pytest.mark.parametrize("form", ["text", "markdown", "bbcode", "forum", "names"])
def test_cards_are_named_in_japanese_where_that_is_asked_for_and_known(form, tmp_path, capsys):
    path = tmp_path / "list.txt"
    path.write_text(XENO, encoding="utf-8")
    assert run(["export", str(path), "--to", form, "--names", "ja"]) == 0
    told = capsys.readouterr().out
    assert "英雄" in told
    assert "乙女" in told
    assert "Hero" not in told
    assert "Nobody Known" in told
    # Without being asked for they stay English, in Japanese sentences too.
    assert run(["export", str(path), "--to", form, "--lang", "ja"]) == 0
    assert "Hero" in capsys.readouterr().out


@pytest.mark.parametrize("text", [XENO, NIGHT])
def test_a_list_with_japanese_names_is_read_back_as_the_same(text, tmp_path, capsys):
    path = tmp_path / "list.txt"
    path.write_text(text, encoding="utf-8")
    assert run(["export", str(path), "--to", "text", "--names", "ja"]) == 0
    again = read_deck(capsys.readouterr().out.encode(), "again.txt")
    before = read_deck(text.encode(), "list.txt")
    assert [(e.count, e.card, e.section) for e in again.entries] == [
        (e.count, e.card, e.section) for e in before.entries
    ]


def test_names_that_nobody_knows_are_told(tmp_path, capsys):
    path = tmp_path / "list.txt"
    path.write_text("Game: Invasion\n\n3x Runesmith\n2x Huntsmen\n", encoding="utf-8")
    assert run(["export", str(path), "--to", "text", "--names", "ja"]) == 0
    assert "No name in this language is known of 2 cards" in capsys.readouterr().err


def test_forms_for_programs_have_no_choice_of_names(tmp_path, capsys):
    path = tmp_path / "list.txt"
    path.write_text(XENO, encoding="utf-8")
    assert run(["export", str(path), "--to", "json", "--names", "ja"]) == 2
    assert "--names is for forms for people" in capsys.readouterr().err
