"""Capitals are cards: they come in a set, and dates, bans and restrictions bind them."""

from __future__ import annotations

import pytest

from deckbuilder.exchange.reading import read_deck
from deckbuilder.formats.legality import check, checker, open_format
from deckbuilder.formats.loading import load_format
from deckbuilder.formats.mending import HeaderChange, mend

TOURNAMENT = load_format("invasion-tournament")
RESTRICTED = """
id: club
name: Club
extends: invasion-tournament
rules:
- {kind: banned, cite: C 1, cards: [Skaven Capital]}
- {kind: restricted, cite: C 2, cards: [Orc Capital, Innovation], most: 1}
"""


def deck(capital, cards="3 Innovation\n"):
    return read_deck(f"Capital: {capital}\n{cards}".encode(), "list", game="invasion")


def found(capital, date, law=TOURNAMENT, cards="3 Innovation\n"):
    named = [
        problem
        for problem in check(deck(capital, cards), law, date=date)
        if f"{capital} Capital" in problem.cards
    ]
    return [(problem.code, problem.severity) for problem in named]


@pytest.mark.parametrize(
    ("capital", "before", "after"),
    [
        # Assault on Ulthuan came in March 2010, Hidden Kingdoms on 26 November 2013.
        ("High Elf", "2010-02-28", "2010-04-01"),
        ("Lizardmen", "2013-11-25", "2013-11-26"),
    ],
)
def test_a_capital_is_legal_from_the_release_of_its_set(capital, before, after):
    assert found(capital, before) == [("not-yet-legal", "error")]
    assert found(capital, after) == []
    assert found(capital, None) == []


def test_within_the_month_of_which_no_day_is_known_a_capital_is_in_doubt():
    assert found("High Elf", "2010-03-10") == [("release-unknown", "warning")]


def test_the_capitals_of_the_core_set_were_there_from_the_beginning():
    assert found("Dwarf", "2010-01-01") == []


def test_a_month_without_a_day_is_told_as_such():
    problems = check(deck("High Elf"), TOURNAMENT, date="2009-12-01")
    told = [each.message for each in problems if each.code == "not-yet-legal"]
    assert any("2010-03, day unknown" in message for message in told)


def test_bans_and_restrictions_bind_capitals(tmp_path):
    path = tmp_path / "club.yaml"
    path.write_text(RESTRICTED, encoding="utf-8")
    law = open_format(str(path))
    assert found("Skaven", None, law) == [("banned", "error")]
    assert found("Orc", None, law) == [("restricted", "error")]
    assert found("Orc", None, law, cards="3 Burn It Down\n") == []


POOL = """
id: club
name: Club
extends: invasion-constructed
pool: "{}"
"""


@pytest.mark.parametrize(
    ("pool", "allowed", "shut"),
    [
        # The boards of the core set, of Assault on Ulthuan and of Hidden Kingdoms (INV-16, INV-52).
        ("s:core", ["Dwarf", "Orc"], ["High Elf", "Skaven"]),
        ("s:core or s:assault-on-ulthuan", ["Dwarf", "High Elf"], ["Skaven", "Undead"]),
        ("-s:hidden-kingdoms", ["Chaos", "Dark Elf"], ["Lizardmen", "Wood Elf"]),
        ("race:dwarf or race:neutral", ["Dwarf"], ["Empire"]),
        # A pool without boards speaks of other cards; the boards of their sets come with them.
        ("s:core -t:capital", ["Empire"], ["High Elf"]),
        ("s:core t:unit", ["Empire"], ["High Elf"]),
        ("", ["Dwarf", "High Elf", "Undead"], []),
    ],
)
@pytest.mark.parametrize("rule", ["pool", "allowed", "pool-subset"])
def test_a_capital_is_bound_by_the_pool_that_binds_cards(tmp_path, pool, allowed, shut, rule):
    path = tmp_path / "club.yaml"
    text = POOL.format(pool if rule == "pool" else "")
    if rule != "pool":
        if not pool:
            return
        text += f'rules:\n- {{kind: {rule}, cite: C 1, cards: "{pool}"}}\n'
    path.write_text(text, encoding="utf-8")
    law = open_format(str(path))
    codes = {
        capital: {each.code for each in check(deck(capital), law)} for capital in allowed + shut
    }
    assert {name for name in codes if "capital-not-available" in codes[name]} == set(shut)


def test_a_capital_outside_the_pool_is_changed_by_a_repair(tmp_path):
    path = tmp_path / "club.yaml"
    path.write_text(POOL.format("s:core"), encoding="utf-8")
    mended = mend(deck("High Elf", "3 Troll Slayers\n"), checker(open_format(str(path))))
    lines = [each for each in mended.changes if isinstance(each, HeaderChange)]
    assert [(each.before, each.after) for each in lines] == [("High Elf", "Dwarf")]
    assert mended.left == ()


def test_a_capital_that_is_not_out_yet_is_changed_by_a_repair():
    law = checker(TOURNAMENT, date="2010-02-01")
    mended = mend(deck("High Elf", "3 Troll Slayers\n"), law)
    lines = [each for each in mended.changes if isinstance(each, HeaderChange)]
    assert [(each.before, each.after) for each in lines] == [("High Elf", "Dwarf")]
    assert mended.left == ()
