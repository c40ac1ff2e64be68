"""Tables of strangers: headings of many kinds, sums, formulas, bombs."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import openpyxl
import pytest

from deckbuilder.decks.deck import Deck
from deckbuilder.errors import InputError
from deckbuilder.exchange.reading import read_deck, read_decks
from deckbuilder.sources import spreadsheets, workbooks

EXPECTED = [(3, "Squig Herders"), (2, "Pillage")]


def cards(deck: Deck) -> list[tuple[int, str]]:
    return [(entry.count, entry.title) for entry in deck.entries]


def workbook(*sheets: list[list[Any]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for rows in sheets:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


TABLES = {
    "Moxfield": "Count,Name,Edition,Collector Number\n3,Squig Herders,Core,57\n2,Pillage,Core,78\n",
    "semicolons": "Qty;Card name\r\n3;Squig Herders\r\n2;Pillage\r\n",
    "tabs": "Card\tCopies\nSquig Herders\t3\nPillage\t2\n",
    "quotes": '"Quantity","Card"\n"3","Squig Herders"\n"2x","Pillage"\n',
    "other columns": "Foil,QUANTITY,card,Condition\nno,3,Squig Herders,NM\nyes,2,Pillage,\n",
    "a total": "Qty,Card\n3,Squig Herders\n2,Pillage\n5,Total\n",
    "rows that are headings": "Qty,Card\n,Units\n3,Squig Herders\n,Tactics\n2,Pillage\n",
    "lines above": "Orc rush\nPlayer,Anna\n\nQty,Card\n3,Squig Herders\n2,Pillage\n",
    "no headings": "3,Squig Herders\n2,Pillage\n",
    "Japanese": "枚数,カード名\n3,Squig Herders\n2,Pillage\n",
    "with a mark": "\ufeffCount,Name\n3,Squig Herders\n2,Pillage\n",
    "printings in names": "Count,Name\n3,Squig Herders (Core 57)\n2,Pillage [Core:78]\n",
}


@pytest.mark.parametrize("name", TABLES)
def test_headings_are_read_tolerantly(name: str) -> None:
    deck = read_deck(TABLES[name].encode(), "list.csv")
    assert deck.game == "invasion"
    assert cards(deck) == EXPECTED
    assert all(entry.card for entry in deck.entries)


def test_lines_above_the_table_are_about_the_deck() -> None:
    deck = read_deck(TABLES["lines above"].encode(), "list.csv")
    assert (deck.name, deck.header("Player")) == ("Orc rush", "Anna")


def test_an_id_says_the_printing() -> None:
    deck = read_deck(b"Count,Name,Id\n1,Innovation,invasion/assault-on-ulthuan/057\n", "list.csv")
    assert deck.entries[0].card is not None
    assert deck.entries[0].card.set == "assault-on-ulthuan"


def test_an_id_of_another_card_is_not_believed() -> None:
    deck = read_deck(b"Count,Name,Id\n1,Pillage,invasion/core/001\n", "list.csv")
    assert deck.entries[0].title == "Pillage"


def test_rows_of_other_players_are_other_decks() -> None:
    text = "Player,Count,Name\nAnna,3,Pillage\nBo,2,Pillage\nAnna,1,Choppa\n"
    first, second = read_decks(text.encode(), "event.csv")
    assert (first.header("Player"), cards(first)) == ("Anna", [(3, "Pillage"), (1, "Choppa")])
    assert (second.header("Player"), cards(second)) == ("Bo", [(2, "Pillage")])


def test_a_column_that_varies_is_about_cards_and_parts_no_decks() -> None:
    deck = read_deck(b"Count,Name,Side\n3,Pillage,destruction\n1,Innovation,neutral\n", "pool.csv")
    assert cards(deck) == [(3, "Pillage"), (1, "Innovation")]
    assert deck.header("Side") is None


def test_every_faulty_row_is_told_with_its_line() -> None:
    text = "Count,Name\n0,Pillage\n3,Choppa\n-1,Innovation\n1000000000,Pillage\n2,\nmany,Choppa\n"
    with pytest.raises(InputError) as caught:
        read_deck(text.encode(), "list.csv")
    assert [fault.line for fault in caught.value.faults] == [2, 4, 5, 6, 7]


def test_a_line_number_counts_lines_within_cells() -> None:
    text = 'Count,Name,Notes\n3,Pillage,"one\ntwo"\n0,Choppa,\n'
    with pytest.raises(InputError) as caught:
        read_deck(text.encode(), "list.csv")
    assert [fault.line for fault in caught.value.faults] == [4]


def test_sections_of_a_table() -> None:
    text = "Count,Name,Section\n3,Kaos 33,Archive 1\n3,R&D,archive-2\n"
    assert [entry.section for entry in read_deck(text.encode(), "l").entries] == [
        "archive-1",
        "archive-2",
    ]
    with pytest.raises(InputError, match=r"l:2: there is no section 'Archive 9'"):
        read_deck(b"Count,Name,Section\n3,Kaos 33,Archive 9\n", "l")


def test_a_workbook_of_a_stranger() -> None:
    deck = read_deck(
        workbook(
            [
                ["League night"],
                ["Player:", "Anna"],
                [],
                ["#", "Card title", "Set", "No."],
                [3.0, "Squig Herders", "Core", 57],
                [2, "Pillage", "Core", 78.0],
                [5, "Total"],
            ]
        ),
        "list.xlsx",
    )
    assert (deck.name, deck.header("Player"), cards(deck)) == ("League night", "Anna", EXPECTED)
    assert deck.entries[0].line == 5


def test_sheets_without_a_list_are_passed_over() -> None:
    content = workbook([["Shopping"], ["Milk"]], [["Count", "Name"], [3, "Pillage"]])
    assert cards(read_deck(content, "list.xlsx")) == [(3, "Pillage")]
    with pytest.raises(InputError, match="no sheet"):
        read_deck(workbook([["Shopping"], ["Milk"]]), "list.xlsx")


def test_several_sheets_are_several_lists() -> None:
    content = workbook([["Count", "Name"], [3, "Pillage"]], [["Count", "Name"], [1, "Hero"]])
    first, second = read_decks(content, "lists.xlsx")
    assert (first.game, second.game) == ("invasion", "xeno")
    with pytest.raises(InputError, match="2 lists"):
        read_deck(content, "lists.xlsx")


def test_a_formula_is_never_worked_out() -> None:
    content = workbook([["Count", "Name"], [3, "Pillage"], ["=1+1", "Choppa"]])
    with pytest.raises(InputError) as caught:
        read_deck(content, "list.xlsx")
    (fault,) = caught.value.faults
    assert (fault.line, fault.field) == (3, "count")
    assert "=1+1 is not possible" in fault.what


@pytest.mark.parametrize("value", [True, None, "", " "])
def test_a_cell_that_holds_no_count_is_not_taken_for_one(value: object) -> None:
    content = workbook([["Count", "Name"], [3, "Pillage"], [value, "Choppa"]])
    with pytest.raises(InputError) as caught:
        read_deck(content, "list.xlsx")
    assert [(fault.line, fault.field) for fault in caught.value.faults] == [(3, "count")]


def test_two_columns_that_say_the_same_must_agree() -> None:
    for head, row in (("count,count,name", "3,4,Pillage"), ("qty,name,card", "3,Pillage,Choppa")):
        with pytest.raises(InputError, match="two columns") as caught:
            read_deck(f"{head}\n{row}\n".encode(), "list.csv")
        assert caught.value.faults[0].line == 1
    deck = read_deck(b"count,qty,name,name\n3,3,Pillage,\n", "list.csv")
    assert cards(deck) == [(3, "Pillage")]


def zipped(**parts: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name.replace("__", "/").replace("_xml", ".xml"), content)
    return stream.getvalue()


def test_a_workbook_that_unpacks_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbooks, "MAX_UNPACKED", 100_000)
    bomb = zipped(xl__workbook_xml=b"<x>" + b" " * 200_000 + b"</x>")
    assert len(bomb) < 2_000
    with pytest.raises(InputError, match="unpacks to more than"):
        read_deck(bomb, "bomb.xlsx")


def test_a_sheet_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheets, "MAX_ROWS", 10)
    rows: list[list[Any]] = [["Count", "Name"], *[[1, "Pillage"] for _ in range(20)]]
    with pytest.raises(InputError, match="more than 10 rows"):
        read_deck(workbook(rows), "long.xlsx")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"PK\x03\x04 broken", "cannot be read"),
        (zipped(readme_txt=b"hello"), "an archive and no workbook"),
        (zipped(xl__workbook_xml=b"<broken"), "cannot be read"),
        (
            zipped(xl__workbook_xml=b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'),
            "cannot be read",
        ),
    ],
)
def test_a_broken_workbook_is_one_clear_error(content: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_deck(content, "list.xlsx")
    (fault,) = caught.value.faults
    assert fault.mend


def test_a_row_of_blanks_above_the_headings_is_passed_over() -> None:
    (entry,) = read_deck(b" \r\nCount,Name\n3,Troll Slayers\n", "deck.csv").entries
    assert (entry.count, entry.title) == (3, "Troll Slayers")
