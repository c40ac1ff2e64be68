"""Every line, number and option of a list counts or is told: the rules by example."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from deckbuilder.catalog.names import fold, loose
from deckbuilder.cli.main import run
from deckbuilder.decks.deck import Deck
from deckbuilder.errors import InputError
from deckbuilder.exchange.card_lines import CardLines
from deckbuilder.exchange.reading import read_deck
from deckbuilder.exchange.targets import target
from deckbuilder.formats.format import Format
from deckbuilder.formats.legality import check
from deckbuilder.formats.loading import load_format
from deckbuilder.formats.problem import Problem
from deckbuilder.preferences import Preferences
from deckbuilder.registry import game, games

XENO = [card.name for card in game("xeno").catalog().cards for _ in range(card.quantity or 1)]
LISTS = Path(__file__).parents[1] / "data" / "lists" / "invasion"


def read(content: str | bytes, home: str | None = "invasion") -> Deck:
    content = content.encode() if isinstance(content, str) else content
    return read_deck(content, "list", game=home)


def cards(deck: Deck) -> list[tuple[int, str]]:
    return [(entry.count, entry.title) for entry in deck.entries]


def problems(deck: Deck, law: str | Format) -> list[Problem]:
    return list(check(deck, load_format(law) if isinstance(law, str) else law))


def errors(deck: Deck, law: str) -> list[Problem]:
    return [each for each in problems(deck, law) if each.severity == "error"]


def codes(deck: Deck, law: str = "invasion-constructed") -> set[str]:
    return {problem.code for problem in problems(deck, law)}


def faults(content: str | bytes, home: str | None = "invasion") -> list[tuple[int | None, str]]:
    with pytest.raises(InputError) as caught:
        read(content, home)
    return [(fault.line, fault.code) for fault in caught.value.faults]


def written(deck: Deck) -> str:
    return target("text").write(deck).decode()


# Nothing between or above cards that holds a card's name is dropped in silence.


def test_a_card_too_many_is_illegal_whatever_marks_it() -> None:
    deck = read((LISTS / "dwarf-midrange.txt").read_bytes())
    before = errors(deck, "invasion-tournament")
    for mark in ("* ", "- ", "– ", "=", "-", "_"):
        end = "_" if mark == "_" else ""
        text = f"{written(deck)}{mark}Visit the Haunted City{end}\n"
        again = read(text)
        assert again.size() == deck.size() + 1
        found = [
            each for each in problems(again, "invasion-tournament") if each.severity == "error"
        ]
        assert len(found) > len(before), mark


@pytest.mark.parametrize(
    "form", ["- {}", "* {}", "-{}", "*{}*", "_{}_", "={}", "{}: 1", "{} 1", "{} — 1", "① {}"]
)
def test_all_cards_of_xeno_are_legal_in_every_form(form: str) -> None:
    deck = read("\n".join(form.format(name) for name in XENO), "xeno")
    assert deck.size() == len(XENO)
    assert problems(deck, "xeno") == []


@pytest.mark.parametrize("line", ["Visit the Haunted City: 3", "Visit the Haunted City: 3 (Core)"])
def test_a_name_and_a_colon_before_the_cards_are_no_header(line: str) -> None:
    deck = read(f"{line}\n2 Huntsmen\n")
    assert cards(deck) == [(3, "Visit the Haunted City"), (2, "Huntsmen")]
    assert deck.headers == ()


def test_a_name_and_a_colon_below_a_heading_of_nightfall_are_cards() -> None:
    deck = read("[Archive 1]\n- Dog Eat Dog\nKaos 33: 2\nBanner 89: 3 (Martial Law)\n", "nightfall")
    assert cards(deck) == [(1, "Dog Eat Dog"), (2, "Kaos 33"), (3, "Banner 89")]
    assert deck.sections == ("archive-1",)


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        ("Runesmith 3", (3, "Runesmith")),
        ("Runesmith — 3", (3, "Runesmith")),
        ("③ Runesmith", (3, "Runesmith")),
        ("Runesmith *F*", (1, "Runesmith")),
        ("Runesmith | 3", (3, "Runesmith")),
    ],
)
def test_a_card_in_the_first_line_is_no_title(first: str, expected: tuple[int, str]) -> None:
    deck = read(f"{first}\n2 Huntsmen\n")
    assert (cards(deck), deck.name) == ([expected, (2, "Huntsmen")], "")


@pytest.mark.parametrize(
    "line",
    ["Runesmith / Huntsmen", "# 3x Runesmith", "// Runesmith", "Splash: Runesmith and more"],
)
def test_what_is_kept_beside_the_cards_but_names_one_is_told(line: str) -> None:
    deck = read(f"{line}\n2 Pillage\n")
    assert cards(deck) == [(2, "Pillage")]
    (problem,) = (each for each in problems(deck, "invasion-constructed") if each.lines == (1,))
    assert (problem.code, problem.severity) == ("passed-over", "warning")


@pytest.mark.parametrize("heading", ["Display Commander", "Commander:", "Companion"])
def test_a_heading_of_another_program_is_a_section_for_the_format_to_judge(heading: str) -> None:
    deck = read(f"2 Huntsmen\n{heading}\n1 Runesmith\n")
    assert cards(deck) == [(2, "Huntsmen"), (1, "Runesmith")]
    assert "unknown-section" in codes(deck)


def test_a_heading_that_nobody_knows_is_told() -> None:
    deck = read("2 Huntsmen\n## Spicy ones\n1 Runesmith\nCut next week:\n1 Pillage\n")
    assert deck.size() == 4
    assert [(each.code, each.lines) for each in deck.remarks] == [
        ("unknown-heading", (2,)),
        ("unknown-heading", (4,)),
    ]


def test_who_writes_a_list_and_below_it_is_no_card() -> None:
    deck = read("Hi all\n\n2 Huntsmen\n3 Pillage\n\nCheers!\nMira\n")
    assert cards(deck) == [(2, "Huntsmen"), (3, "Pillage")]
    assert "unknown-card" not in codes(deck)
    assert [each.lines for each in deck.remarks] == [(1,), (6,), (7,)]


def test_numbers_that_may_number_the_lines_are_told() -> None:
    deck = read("1. Runesmith\n2. Huntsmen\n3. Pillage\n")
    assert "numbered-lines" in codes(deck)
    counted = read("1. 3x Runesmith\n2. 2x Huntsmen\n3. Pillage x2\n")
    assert [count for count, _ in cards(counted)] == [3, 2, 2]
    assert counted.remarks == ()


def test_notes_that_name_cards_are_written_so_that_they_are_no_news() -> None:
    deck = read("# 3x Runesmith\n2 Pillage\n# Runesmith\n1 Huntsmen\n")
    again = read(written(deck))
    assert (again.name, sorted(cards(again))) == (deck.name, sorted(cards(deck)))
    assert {entry.title: entry.notes for entry in again.entries} == {
        entry.title: entry.notes for entry in deck.entries
    }
    assert again.remarks == ()


# A count is read or its absence is told.


@pytest.mark.parametrize("key", ["count", "quantity", "qty", "copies", "amount", "Anzahl"])
def test_json_has_the_words_of_tables(key: str) -> None:
    deck = read(json.dumps({"cards": [{"name": "Runesmith", key: 3}]}))
    assert (cards(deck), deck.remarks) == ([(3, "Runesmith")], ())


def test_json_without_a_count_is_told_or_refused() -> None:
    told = read('{"cards": [\n{"name": "Runesmith"}]}')
    assert [each.code for each in told.remarks] == ["no-counts"]
    mixed = '{"cards": [\n{"name": "Runesmith", "qty": 2},\n{"name": "Huntsmen"}]}'
    assert faults(mixed) == [(3, "lists.no-count")]
    both = '{"cards": [\n{"name": "Runesmith", "qty": 2, "count": 3}]}'
    assert faults(both) == [(2, "lists.json-two-counts")]


def test_json_with_a_key_twice_is_refused_as_one_of_the_two_would_be_lost() -> None:
    text = '{"cards": [{"name": "Runesmith", "count": 3,\n"name": "Huntsmen"}]}'
    assert faults(text) == [(2, "sources.twice")]


def test_json_with_keys_that_are_not_known_tells_them_once() -> None:
    card = {"name": "Runesmith", "count": 3, "foil": True, "owner": "x"}
    deck = read(json.dumps({"cards": [card, card], "colour": "red"}))
    assert [(each.code, each.text) for each in deck.remarks] == [
        ("unused-fields", "colour, foil, owner")
    ]


OCTGN = "e1e11562-efce-4379-9701-534f9717391f"
XML = {
    '<cockatrice_deck><zone name="main">\n<card {}="3" name="Runesmith"/>'
    "</zone></cockatrice_deck>": "number",
    f'<deck game="{OCTGN}"><section name="Deck">\n'
    '<card {}="3" id="x">Runesmith</card></section></deck>': "qty",
    '<Deck>\n<Cards CatID="1" {}="3" Name="Runesmith"/></Deck>': "Quantity",
}


@pytest.mark.parametrize("form", XML)
@pytest.mark.parametrize("attribute", ["number", "qty", "Quantity", "quantity", "count", "x"])
def test_xml_has_the_count_in_its_own_attribute_or_is_refused(form: str, attribute: str) -> None:
    content = form.format(attribute)
    if attribute == XML[form]:
        assert cards(read(content)) == [(3, "Runesmith")]
    else:
        known = attribute in ("qty", "Quantity", "quantity", "count")
        code = "lists.no-count-but" if known else "lists.no-count-attribute"
        assert faults(content) == [(2, code)]


def test_a_column_that_may_be_the_count_is_asked_for() -> None:
    assert faults("Name;Foo\nPillage;3\nHuntsmen;2\n") == [(1, "lists.count-column")]
    costs = read("Name;Cost\nPillage;3\nHuntsmen;2\n")
    assert [each.code for each in costs.remarks] == ["unused-columns"]
    letters = read("Name;Foo\nPillage;a\nHuntsmen;2\n")
    assert [each.text for each in letters.remarks] == ["Foo"]


def test_columns_that_are_not_used_are_named_once() -> None:
    deck = read("Count,Name,Foil,Price\n3,Pillage,yes,2.50\n2,Huntsmen,,1\n")
    assert [(each.code, each.lines, each.text) for each in deck.remarks] == [
        ("unused-columns", (1,), "Foil, Price")
    ]


def test_how_many_one_has_is_no_count_beside_a_count() -> None:
    deck = read("Count,Owned,Name\n2,3,Pillage\n")
    assert cards(deck) == [(2, "Pillage")]
    assert [each.text for each in deck.remarks] == ["Owned"]


@pytest.mark.parametrize("row", ["Total,50", "50,Total", "Total:,50", "合計,50"])
def test_the_last_row_of_a_table_may_be_its_total(row: str) -> None:
    deck = read(f"Count,Name\n3,Pillage\n{row}\n")
    assert cards(deck) == [(3, "Pillage")]
    assert [(each.stated, each.have) for each in deck.miscounts] == [(50, 3)]


def test_a_comma_in_a_name_without_quotes_is_part_of_it() -> None:
    assert cards(read("2,Smash 'Em, Bash 'Em\n3,Pillage\n"))[0] == (2, "Smash 'Em, Bash 'Em")
    headed = read("Count,Name\n2,Smash 'Em, Bash 'Em\n3,Pillage\n")
    assert cards(headed)[0] == (2, "Smash 'Em, Bash 'Em")


# A name, a number and a set that disagree are told.


def nearest(deck: Deck) -> list[str]:
    (problem,) = (
        each for each in problems(deck, "invasion-constructed") if each.code == "unknown-card"
    )
    return list(problem.fields["nearest"])


@pytest.mark.parametrize(
    "content",
    [
        "3x Blorx the Unready (Core, 3)\n",
        "Count,Name,Set,Number\n3,Blorx the Unready,Core,3\n",
        '{"cards": [{"count": 3, "name": "Blorx the Unready", "set": "Core", "number": 3}]}',
    ],
)
def test_a_name_that_is_not_alike_is_an_unknown_card(content: str) -> None:
    deck = read(content)
    assert [(entry.count, entry.card) for entry in deck.entries] == [(3, None)]
    assert "Hammerer of Karak Azul" in nearest(deck)


def test_a_name_that_is_alike_to_another_card_is_told_with_both() -> None:
    found = nearest(read("2 Bloodthirsterr (Core, 116)\n"))
    assert {"Bloodthirster", "Warpstone Excavation"} <= set(found)


def test_a_misspelt_name_whose_number_agrees_is_counted_and_told() -> None:
    deck = read("2 Hammerer of Karak Azull (Core, 3)\n")
    assert cards(deck) == [(2, "Hammerer of Karak Azul")]
    (remark,) = deck.remarks
    assert (remark.code, remark.lines) == ("counted-as", (1,))


@pytest.mark.parametrize(
    "line",
    [
        "3 Pillage (XYZ) 99",
        "3 Pillage|XYZ|99",
        "3 [XYZ:99] Pillage",
        "3 [XYZ#99] Pillage",
        "3 Pillage (XYZ, 99)",
        "3 Pillage (XYZ #99)",
        "3 Pillage (XYZ)",
        "3 Pillage (Some Other Set, 99)",
        "3 Pillage|XYZ",
    ],
)
def test_a_set_that_there_is_not_is_told(line: str) -> None:
    deck = read(f"{line}\n")
    assert cards(deck) == [(3, "Pillage")]
    assert "other-printing" in codes(deck)


def test_a_set_of_a_table_that_there_is_not_is_told() -> None:
    for content in (
        "Count,Name,Set\n3,Pillage,XYZ\n",
        '{"cards": [{"count": 3, "name": "Pillage", "set": "XYZ"}]}',
    ):
        assert "other-printing" in codes(read(content))


# Names in every spelling.


@pytest.mark.parametrize("mark", ["'", "’", "´", "′", "`", "&#39;", "&#039;", "&rsquo;", "&apos;"])
def test_every_apostrophe_is_one(mark: str) -> None:
    line = f"2 Rip Dere {mark}eads Off!\n"
    assert cards(read(line)) == [(2, "Rip Dere 'eads Off!")]
    assert cards(read(f"Count;Name\n2;Rip Dere {mark}eads Off!\n")) == [(2, "Rip Dere 'eads Off!")]


def test_an_ampersand_of_a_page_and_a_middle_dot_for_a_blank() -> None:
    assert cards(read("1 R&amp;D\n2 アセット・セブン\n3 アセットセブン\n", "nightfall")) == [
        (1, "R&D"),
        (2, "Asset Seven"),
        (3, "Asset Seven"),
    ]


@pytest.mark.parametrize("encoding", ["euc_jp", "iso2022_jp", "cp932", "utf-16"])
def test_japanese_encodings_are_read(encoding: str) -> None:
    content = "アセット セブン x7\nバナー89 x3\n".encode(encoding)
    assert cards(read(content, "nightfall")) == [(7, "Asset Seven"), (3, "Banner 89")]


# What is no list is recognised in one line.


def zipped(*names: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return stream.getvalue()


NO_LISTS = {
    "pdf": b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n",
    "docx": zipped("[Content_Types].xml", "word/document.xml"),
    "archive": zipped("lists/anna.txt"),
    "office": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(64),
    "rtf": rb"{\rtf1\ansi 3x Pillage}",
    "picture": b"\x89PNG\r\n\x1a\n" + bytes(20),
    "html": b"<!DOCTYPE html>\n<html><body><p>A page<br></body></html>",
    "svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "tts": b'{"SaveName": "", "ObjectStates": [{"Name": "Deck"}]}',
    "log": b'{"log": "deckbuilder", "version": 2}\n',
}


@pytest.mark.parametrize("kind", NO_LISTS)
def test_what_is_no_list_says_what_it_is(kind: str) -> None:
    for home in ("invasion", None):
        (found,) = faults(NO_LISTS[kind], home)
        assert found[1] == f"lists.no-list.{kind}"


@pytest.mark.parametrize("name", ["pdf", "tts", "html", "proxies"])
def test_what_is_written_for_people_is_recognised_when_it_is_handed_in(name: str) -> None:
    content = target(name).write(read("3 Pillage\n"))
    expected = {"proxies": "pdf"}.get(name, name)
    assert [code for _, code in faults(content, None)] == [f"lists.no-list.{expected}"]


@pytest.mark.parametrize("home", ["invasion", "nightfall", None])
def test_a_text_about_cards_is_no_list(home: str | None) -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_bytes()
    assert [code for _, code in faults(readme, home)] == ["lists.prose"]


def test_the_own_cards_of_a_user_may_hold_what_begins_a_comment(tmp_path: Path) -> None:
    own = tmp_path / "mine.csv"
    own.write_text("name,set,type\nKing #1,Core,unit\nHuntsmen // Nord,Core,unit\n", "utf-8")
    with Preferences(own_cards=(own,)).in_force():
        deck = read("2 King #1\n1 Huntsmen // Nord  # borrowed\n3 Huntsmen // mine\n")
        assert cards(deck) == [(2, "King #1"), (1, "Huntsmen // Nord"), (3, "Huntsmen")]
        assert [entry.comment for entry in deck.entries] == ["", "borrowed", "mine"]
        assert cards(read(written(deck))) == cards(deck)


def test_two_cards_of_one_name_are_told_apart_by_the_pool() -> None:
    deck = read("3 Reinforcements\n")
    of_draft = {each.code for each in problems(deck, "invasion-draft") if each.cards}
    assert "never-in-deck" in of_draft
    assert "not-in-pool" not in of_draft
    assert not [each for each in problems(deck, "invasion-constructed") if each.cards]


@pytest.mark.parametrize("line", ["~~2 Huntsmen~~", "- ~~2 Huntsmen~~", "[s]2 Huntsmen[/s]"])
def test_what_is_struck_out_is_not_counted(line: str) -> None:
    deck = read(f"3 Pillage\n{line}\n")
    assert cards(deck) == [(3, "Pillage")]
    assert [(each.code, each.have, each.lines) for each in deck.remarks] == [
        ("not-counted", 2, (2,))
    ]


def test_a_label_before_cards_and_a_number_behind_a_mark_are_told() -> None:
    deck = read("3 Pillage\nNot this time: 2 Huntsmen\nRunesmith #3\n")
    assert deck.size() == 6
    assert [(each.code, each.lines) for each in deck.remarks] == [
        ("unknown-heading", (2,)),
        ("passed-over", (3,)),
    ]


def test_cards_behind_a_mark_in_a_cell_are_told() -> None:
    deck = read("Count,Name\n3,Pillage # 2 Huntsmen\n")
    assert [(each.code, each.lines) for each in deck.remarks] == [("passed-over", (2,))]


@pytest.mark.parametrize(
    "arguments", [["export", "{}", "--to", "text"], ["stats", "{}"], ["check", "{}", "--json"]]
)
def test_every_command_tells_what_reading_passed_over(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "list.txt"
    path.write_text("Hi all\nGame: Invasion\nFormat: invasion-constructed\n2 Huntsmen\n", "utf-8")
    run([each.format(path) for each in arguments])
    told = capsys.readouterr()
    assert "'Hi all' was kept as a remark" in told.out + told.err


@pytest.mark.parametrize("home", [each.id for each in games()])
def test_no_name_is_overlooked_between_plain_words(home: str) -> None:
    """Titles are passed without a closer look only where no name can be in them."""
    catalog = game(home).catalog()
    lines = CardLines(catalog)
    names = {name for card in catalog.cards for name in (card.name, loose(fold(card.name)))}
    for name in sorted({*names, *catalog.aliases}):
        if lines.find(name) is not None:
            assert lines.states_a_card(name), name
            assert lines.states_a_card(f"2 {name.upper()}"), name
            assert lines.states_a_card(f"{name} 3"), name
    assert not lines.states_a_card("Friday 13 something else")


@pytest.mark.parametrize(
    "content",
    [
        "| Count | Card |\n|---|---|\n| 3 | Runesmith |\n| 2 | Huntsmen |\n| **Total** | **5** |\n",
        "Anzahl;Name\n3;Runesmith\n2;Huntsmen\nSumme;5\n",
        "Aantal;Naam\n3;Runesmith\n2;Huntsmen\nTotaal;5\n",
    ],
)
def test_the_last_row_of_a_table_is_a_total_in_any_language_and_markup(content: str) -> None:
    deck = read(content)
    assert (deck.size(), deck.remarks, deck.miscounts) == (5, (), ())
    wrong = read(content.replace("5", "6"))
    assert [(each.stated, each.have) for each in wrong.miscounts] == [(6, 5)]


def test_a_figure_in_the_column_of_the_sideboard_is_told() -> None:
    deck = read("Qty,Name,Sideboard\n3,Runesmith,0\n2,Huntsmen,2\n")
    assert deck.size() == 5
    assert [(each.code, each.lines) for each in deck.remarks] == [("passed-over", (3,))]


def test_what_cockatrice_has_outside_of_its_zones_is_told() -> None:
    deck = read(
        '<?xml version="1.0"?>\n<cockatrice_deck version="1">\n<deckname>x</deckname>\n'
        '<card number="2" name="Huntsmen"/>\n<zone name="main">\n'
        '<card number="3" name="Runesmith">Troll Slayers</card>\n</zone>\n</cockatrice_deck>\n'
    )
    assert deck.size() == 3
    assert [(each.code, each.text, each.lines) for each in deck.remarks] == [
        ("passed-over", "2 Huntsmen", (4,)),
        ("passed-over", "Troll Slayers", (6,)),
    ]


@pytest.mark.parametrize(
    "head",
    ["Antal,Kort", "Ilość;Nazwa", "Количество;Название", "수량,이름", "Počet;Název", "Antal,Namn"],
)
def test_tables_of_more_languages_are_tables(head: str) -> None:
    mark = ";" if ";" in head else ","
    deck = read(f"{head}\n3{mark}Runesmith\n2{mark}Huntsmen\n")
    assert (cards(deck), deck.remarks) == ([(3, "Runesmith"), (2, "Huntsmen")], ())
