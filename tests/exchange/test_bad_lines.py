"""Lines, tables and documents that state cards wrongly: said with their place, never guessed."""

from __future__ import annotations

import json

import pytest

from deckbuilder.errors import MOST_FAULTS, Fault, InputError
from deckbuilder.exchange.reading import read_deck
from deckbuilder.exchange.targets import Context, target
from deckbuilder.exchange.text import write_text
from deckbuilder.formats.legality import check
from deckbuilder.formats.loading import load_format


def read(content: str | bytes, where: str = "list.txt", game: str | None = None):
    return read_deck(content.encode() if isinstance(content, str) else content, where, game=game)


def faults(content: str | bytes, where: str = "list.txt", game: str | None = None) -> list[Fault]:
    with pytest.raises(InputError) as caught:
        read(content, where, game)
    return list(caught.value.faults)


@pytest.mark.parametrize(
    ("line", "count", "name"),
    [
        ("1x Unknown Thing 12", 1, "Unknown Thing 12"),
        ("1x Kilo 14", 1, "Kilo 14"),
        ("3 Foo 100", 3, "Foo 100"),
    ],
)
def test_a_number_at_the_end_of_an_unknown_name_belongs_to_it(line, count, name):
    deck = read(f"Game: Invasion\n2x Pillage\n{line}\n")
    assert [(entry.count, entry.name, entry.card) for entry in deck.entries[1:]] == [
        (count, name, None)
    ]


def test_an_unknown_name_with_a_number_does_not_hide_the_cards_behind_it():
    deck = read("Game: Invasion\n1x Unknown Thing 12 2x Pillage\n")
    assert [(entry.count, entry.name) for entry in deck.entries] == [
        (1, "Unknown Thing 12"),
        (2, "Pillage"),
    ]


def test_a_count_alone_is_still_no_card():
    (fault,) = faults("Game: Invasion\n2x Pillage 3x\n")
    assert fault.line == 2
    assert "no card name beside the count" in fault.what


def test_faults_without_end_are_told_up_to_a_bound_with_the_number_of_the_others():
    found = faults("Game: Invasion\n" + "0 Pillage\n" * 3_000)
    assert len(found) == MOST_FAULTS + 1
    assert [fault.line for fault in found[:2]] == [2, 3]
    assert found[-1].what == "and 2950 more faults."


def test_a_list_that_is_too_long_says_so_once():
    found = faults("Game: Invasion\n" + "1x Pillage\n" * 5_100)
    assert [(fault.line, fault.what) for fault in found] == [
        (5_002, "the list has more than 5000 lines.")
    ]


@pytest.mark.parametrize(
    "content", ["null", "true\n", '"x"', "[1, 2]", "[[1]]", ' \n[["Pillage"]]', "[]"]
)
def test_json_that_is_no_list_is_not_read_as_text(content):
    (fault,) = faults(content, "list.json", "invasion")
    assert "JSON" in fault.what


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ('{"cards": [\n{"name": "Pillage"},\n{"name" "Choppa"}]}', 3),
        ('{"cards": [\n{"name": "Pillage"}\n', 2),
        ("\n[" * 100_000, 22),
        ('\n[{"cards": []\n,}]', 3),
        ('{"cards": [\n{"count":\n1e400, "name": "Pillage"}]\n}\n', 3),
    ],
)
def test_broken_json_gives_its_line(content, line):
    (fault,) = faults(content, "list.json", "invasion")
    assert "JSON" in fault.what
    assert fault.line == line


def test_brackets_that_begin_a_line_of_text_are_no_json():
    for text in ("[3] Pillage\n", "[Tactics]\n3 Pillage\n", "[Core:78] Pillage\n", '"Pillage"'):
        assert read(text, game="invasion").entries[0].name == "Pillage"


def test_a_wrong_field_of_json_gives_its_line():
    (fault,) = faults('{"game": "invasion",\n"cards": [\n{"name":\n 7}]}')
    assert (fault.line, fault.field) == (3, "cards[0].name")
    (fault,) = faults('[{"game": "invasion", "cards": [{"name": "Pillage"}]},\n\n3]')
    assert (fault.line, fault.what) == (3, "this JSON is no list.")
    (fault,) = faults('{"cards": [{"name": "Pillage"}],\n"game": "chess"}')
    assert (fault.line, fault.field) == (2, "game")


def test_cards_of_json_stand_in_the_lines_of_the_file():
    deck = read('{"game": "invasion", "cards": [\n{"name": "Pillage"},\n\n{"name": "Foo"}]}')
    assert [entry.line for entry in deck.entries] == [2, 4]


def test_odd_header_keys_of_json_are_kept_as_notes():
    deck = read(
        '{"game": "invasion", "notes": ["mine"], "cards": [{"name": "Pillage"}], "headers":'
        ' [{"key": "=K", "value": "a"}, {"key": "<script>", "value": "b"}]}'
    )
    assert deck.notes == ("=K: a", "<script>: b", "mine")


OCTGN = """<?xml version="1.0"
  encoding="utf-8"?>

<deck game="0">
  <section name="Deck">
    <card qty="0">Pillage</card>
    <card qty="2">Pillage</card>

    <card
      qty="x">Choppa</card>
  </section>
</deck>
"""
COCKATRICE = """<cockatrice_deck version="1">
  <zone name="main">
    <card number="0" name="Pillage"/>

    <card number="2" name="Pillage"/>
  </zone>
</cockatrice_deck>
"""


def test_faults_of_xml_give_the_lines_of_the_file():
    assert [fault.line for fault in faults(OCTGN, game="invasion")] == [6, 9]
    assert [fault.line for fault in faults(COCKATRICE, game="invasion")] == [3]
    kept = read(COCKATRICE.replace('"0"', '"1"'), game="invasion")
    assert [entry.line for entry in kept.entries] == [3, 5]


@pytest.mark.parametrize(
    "content",
    [
        '<cockatrice_deck version="1"></cockatrice_deck>',
        '<deck version="0.8"><superzone name="Deck"/></deck>',
        '{"cards": []}',
        "Count,Name\n,\n",
    ],
)
def test_nobody_is_told_to_write_lines_of_text_into_other_forms(content):
    (fault,) = faults(content)
    assert fault.mend
    assert "a line" not in fault.mend


RESERVE = {
    "list.txt": "Game: Invasion\n3 Pillage\n[Reserve pile]\n2 Innovation\n",
    "list.csv": "Count,Name,Section\n3,Pillage,\n2,Innovation,Reserve pile\n",
    "list.json": '{"game": "invasion", "cards": [{"count": 3, "name": "Pillage"},'
    ' {"count": 2, "name": "Innovation", "section": "Reserve pile"}]}',
    "list.cod": '<cockatrice_deck><zone name="main"><card number="3" name="Pillage"/></zone>'
    '<zone name="Reserve pile"><card number="2" name="Innovation"/></zone></cockatrice_deck>',
}


@pytest.mark.parametrize("where", RESERVE)
def test_a_section_that_the_game_does_not_have_stays_one_for_the_format_to_judge(where):
    deck = read(RESERVE[where], where, "invasion")
    assert deck.size("main") == 3
    assert deck.size("Reserve pile") == 2
    found = check(deck, load_format("invasion-constructed"))
    assert [(each.section, each.have) for each in found if each.code == "unknown-section"] == [
        ("Reserve pile", 2)
    ]
    assert read(write_text(deck)).sections == deck.sections


@pytest.mark.parametrize("name", ["<script>", "[b]", "a **b** c", "x: y", "=2+3 # x", "[code]"])
def test_odd_names_of_sections_are_read_back_as_they_were(name):
    card = {"count": 2, "name": "Innovation", "section": name}
    deck = read(json.dumps({"game": "invasion", "cards": [card]}))
    for form in ("text", "json", "csv", "xlsx", "octgn", "cockatrice", "lackey"):
        again = read(target(form).write_all([deck], Context()))
        assert again.sections == deck.sections, form
