"""`deckbuilder stats` end to end: tables, JSON, pictures, comparison, bad input."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from deckbuilder.cli.main import run
from deckbuilder.decks.odds import at_least_one
from deckbuilder.resources import exports_folder
from deckbuilder.templates import render

DWARVES = """Game: Invasion
Capital: Dwarf

3x Defender of the Hold
3x Hammerer of Karak Azul
3x Contested Village
1x King Kazador
"""


@pytest.fixture
def dwarves(tmp_path):
    path = tmp_path / "dwarves.txt"
    path.write_text(DWARVES, encoding="utf-8")
    return path


def test_the_tables_fit_eighty_columns(dwarves, capsys):
    assert run(["stats", str(dwarves)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Warhammer: Invasion\n10 cards, 4 titles, hash ")
    tables = [line for line in shown.splitlines() if "─" in line]
    assert tables
    assert all(len(line.rstrip()) <= 80 for line in tables)


def test_json_states_odds_exactly(dwarves, capsys):
    assert run(["stats", str(dwarves), "--json", "--kind", "t:support"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["schema"], document["game"], document["cards"]) == (1, "invasion", 10)
    opening = {row["kind"]: row for row in document["parts"]["opening"]["rows"]}
    # Three of ten cards in seven: none is 7 of the 120 ways to leave three cards out... = 1/120.
    assert opening["support"]["in-opening"]["exact"] == str(1 - Fraction(1, 120))
    assert opening["t:support"] == {**opening["support"], "kind": "t:support"}


def test_pictures_are_svg_with_named_axes_and_both_schemes(dwarves, tmp_path):
    folder = tmp_path / "pictures"
    assert run(["stats", str(dwarves), "--svg", str(folder)]) == 0
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["by-turn.svg", "curve.svg", "power.svg", "races.svg", "types.svg"]
    for path in folder.iterdir():
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert "prefers-color-scheme: dark" in path.read_text(encoding="utf-8")
    curve = (folder / "curve.svg").read_text(encoding="utf-8")
    assert ">cost</text>" in curve
    assert ">copies</text>" in curve


def test_pictures_and_pages_are_the_same_from_run_to_run(dwarves, tmp_path):
    for name in ("one", "two"):
        page = tmp_path / f"{name}.html"
        assert run(["stats", str(dwarves), "--html", str(page)]) == 0
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()


def test_names_are_escaped_in_pages(tmp_path):
    path = tmp_path / "odd.txt"
    path.write_text("# <script>alert(1)</script>\nGame: XENO\n1x Hero\n", encoding="utf-8")
    assert run(["stats", str(path), "--html", str(tmp_path / "odd.html")]) == 0
    page = (tmp_path / "odd.html").read_text(encoding="utf-8")
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_two_lists_side_by_side_show_what_differs(dwarves, tmp_path, capsys):
    other = tmp_path / "other.txt"
    changed = DWARVES.replace("3x Contested", "2x Contested") + "1x Innovation\n"
    other.write_text(changed, encoding="utf-8")
    assert run(["stats", "--compare", str(dwarves), str(other)]) == 0
    shown = capsys.readouterr().out
    assert "+1  Innovation (0 → 1)" in shown
    assert "-1  Contested Village (3 → 2)" in shown
    assert "3 → 2" in shown
    assert run(["stats", "--compare", "--json", str(dwarves), str(other)]) == 0
    document = json.loads(capsys.readouterr().out)
    assert {"section": "main", "title": "Innovation", "before": 0, "after": 1} in document[
        "changes"
    ]


def test_every_table_of_a_comparison_shows_both_values_in_eighty_columns(dwarves, tmp_path, capsys):
    other = tmp_path / "other.txt"
    other.write_text(DWARVES.replace("3x Defender", "1x Pillage\n2x Defender"), encoding="utf-8")
    assert run(["stats", "--compare", str(dwarves), str(other)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"{dwarves} → {other}\n")
    tables = shown.partition("Types\n")[2]
    assert "→" in tables.partition("Races and loyalty\n")[2].partition("\n\n")[0]
    assert "→" in tables.partition("At least one by turn\n")[2].partition("\n\n")[0]
    # A difference alone begins with its sign; both values stand around an arrow.
    assert not re.search(r" [+-]\d", tables)
    assert all(len(line.rstrip()) <= 80 for line in tables.splitlines())


def test_a_named_deck_is_told_with_its_game_and_a_nameless_one_once(tmp_path, capsys):
    path = tmp_path / "list.txt"
    path.write_text("# Rock\nGame: XENO\n1x Hero\n", encoding="utf-8")
    assert run(["stats", str(path)]) == 0
    assert capsys.readouterr().out.startswith("Rock\nXENO: 1 card, 1 title, hash ")
    path.write_text("Game: XENO\n1x Hero\n", encoding="utf-8")
    page = tmp_path / "page.html"
    assert run(["stats", str(path), "--html", str(page)]) == 0
    assert page.read_text(encoding="utf-8").partition("<body>")[2].count("XENO") == 1


def test_equal_lists_do_not_differ(dwarves, capsys):
    assert run(["stats", "--compare", str(dwarves), str(dwarves)]) == 0
    assert "The two lists hold the same cards." in capsys.readouterr().out


def test_an_existing_picture_is_not_overwritten(dwarves, tmp_path, capsys):
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "types.svg").write_text("mine", encoding="utf-8")
    assert run(["stats", str(dwarves), "--svg", str(folder)]) == 2
    assert [path.name for path in folder.iterdir()] == ["types.svg"]
    assert "--force" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["--compare"], ["--kind", "cost:many"]])
def test_what_cannot_be_used_is_told(dwarves, arguments, capsys):
    lists = [str(dwarves)] if arguments else [str(dwarves.with_name("missing.txt"))]
    assert run(["stats", *lists, *arguments]) == 2
    assert capsys.readouterr().err


def test_decks_of_two_games_are_not_compared(dwarves, tmp_path, capsys):
    other = tmp_path / "xeno.txt"
    other.write_text("Game: XENO\n1x Hero\n", encoding="utf-8")
    assert run(["stats", "--compare", str(dwarves), str(other)]) == 2
    assert "one game" in capsys.readouterr().err


def test_the_draws_of_a_stronger_quest_zone(dwarves, capsys):
    assert run(["stats", str(dwarves), "--json", "--draws", "2", "--turns", "2"]) == 0
    rows = json.loads(capsys.readouterr().out)["parts"]["by-turn"]["rows"]
    unit = next(row for row in rows if row["kind"] == "copies-1")
    assert unit["turn-2"]["exact"] == str(at_least_one(10, 1, 7, later=2, mulligan=True))


def test_every_page_has_one_look(dwarves, tmp_path):
    shared = render("page.css.j2")
    assert "prefers-color-scheme: dark" in shared
    assert run(["stats", str(dwarves), "--html", str(tmp_path / "stats.html")]) == 0
    assert run(["export", str(dwarves), "--to", "html", "-o", str(tmp_path / "list.html")]) == 0
    for name in ("stats.html", "list.html"):
        page = (tmp_path / name).read_text(encoding="utf-8")
        assert shared in page
        assert "background: var(--paper)" not in page.replace(shared, "")
    review = (exports_folder() / "review.html.j2").read_text(encoding="utf-8")
    assert '{% include "page.css.j2" %}' in review


def test_the_page_of_a_list_holds_its_pictures(dwarves, tmp_path):
    page = tmp_path / "list.html"
    assert run(["export", str(dwarves), "--to", "html", "-o", str(page)]) == 0
    drawn = page.read_text(encoding="utf-8")
    assert drawn.count('<svg xmlns="http://www.w3.org/2000/svg" class="figure"') == 5
    assert 'aria-label="Cost curve"' in drawn


def test_japanese_words_name_cards_in_japanese_where_they_have_a_name(tmp_path, capsys):
    path = tmp_path / "archives.txt"
    path.write_text(
        "Game: Nightfall\n7x Infected Ghoul\n7x Wight Trash\n7x Nobody\n", encoding="utf-8"
    )
    pictures = tmp_path / "pictures"
    assert run(["stats", str(path), "--lang", "ja", "--svg", str(pictures)]) == 0
    shown = capsys.readouterr().out
    assert "感染したグール" in shown
    assert "Infected Ghoul" not in shown
    assert "Nobody" in shown
    other = tmp_path / "other.txt"
    other.write_text("Game: Nightfall\n7x Infected Ghoul\n", encoding="utf-8")
    assert run(["stats", str(path), str(other), "--compare", "--lang", "ja"]) == 0
    assert "ワイトのくず (7 → 0)" in capsys.readouterr().out
    # Data keep the printed names: programs read them in every language.
    path.write_text("Game: XENO\n1x Hero\n", encoding="utf-8")
    assert run(["stats", str(path), "--json", "--lang", "ja"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["parts"]["ranks"]["rows"]
    assert row["card"] == "Hero"
