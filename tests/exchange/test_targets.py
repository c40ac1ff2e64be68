"""What each target writes: compared with golden files, and safe for the programs that read it."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import uuid
import zipfile

import msgspec
import openpyxl
import pytest
from golden_files import COMPARED, FOLDER, golden_name, shown
from sample_lists import TEXTS, sample

from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.errors import InputError
from deckbuilder.exchange.images import read_images
from deckbuilder.exchange.json import json_schema
from deckbuilder.exchange.reading import read_deck
from deckbuilder.exchange.targets import Context, target, targets
from deckbuilder.exchange.xlsx import overview_table
from deckbuilder.preferences import Preferences
from deckbuilder.resources import exports_folder
from deckbuilder.words import languages

DANGEROUS = ["=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0"]


@pytest.mark.parametrize("name", COMPARED)
def test_a_target_writes_its_golden_file(name: str) -> None:
    assert shown(name) == (FOLDER / golden_name(name)).read_text(encoding="utf-8")


@pytest.mark.parametrize("language", languages())
def test_every_target_says_what_it_is_and_loses(language: str) -> None:
    with Preferences(language=language).in_force():
        for each in targets():
            assert each.what
            assert each.reads_back or each.loses


def test_an_unknown_target_names_the_known_ones() -> None:
    with pytest.raises(InputError, match=", ".join(each.id for each in targets())):
        target("word")


def test_a_target_for_one_list_refuses_several() -> None:
    with pytest.raises(InputError, match="holds one list, not 2"):
        target("octgn").write_all([sample("xeno"), sample("xeno")])


def test_the_schema_in_the_exports_folder_is_the_one_that_is_read() -> None:
    written = json.loads((exports_folder() / "list.schema.json").read_text(encoding="utf-8"))
    assert written == msgspec.to_builtins(json_schema())


def dangerous_deck() -> Deck:
    return Deck(
        game="invasion",
        name="=HYPERLINK(0)",
        headers=(("Player", "@evil"),),
        entries=tuple(Entry(count=1, name=f"{start} Nobody", comment=start) for start in DANGEROUS),
    )


def test_no_cell_of_a_csv_starts_a_formula() -> None:
    import csv

    content = target("csv").write(dangerous_deck()).decode()
    for row in csv.reader(io.StringIO(content)):
        assert all(not cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)


def test_no_cell_of_a_workbook_is_or_starts_a_formula() -> None:
    book = openpyxl.load_workbook(io.BytesIO(target("xlsx").write(dangerous_deck())))
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.data_type != "f"
                assert not str(cell.value or "").startswith(("=", "+", "-", "@", "\t", "\r"))


@pytest.mark.parametrize("name", ["csv", "xlsx", "json", "text"])
def test_dangerous_cells_read_back_as_they_were(name: str) -> None:
    again = read_deck(target(name).write(dangerous_deck()), name)
    assert [(e.name, e.comment) for e in again.entries] == [
        (e.name, e.comment) for e in dangerous_deck().entries
    ]
    assert (again.name, again.header("Player")) == ("=HYPERLINK(0)", "@evil")


def test_a_page_escapes_everything() -> None:
    bad = '<script>alert("x")</script>'
    deck = Deck(
        game="invasion",
        name=bad,
        format=bad,
        headers=((bad, bad),),
        notes=(bad,),
        entries=(Entry(count=1, name=bad, comment=bad, notes=(bad,)),),
    )
    page = target("html").write(deck).decode()
    assert "<script" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize("game_id", TEXTS)
def test_a_page_shows_every_card_with_its_facts(game_id: str) -> None:
    page = target("html").write(sample(game_id)).decode()
    for entry in sample(game_id).entries:
        assert entry.title.replace("&", "&amp;").split("'")[0].split("<")[0] in page
    assert "None" not in page


def test_a_name_that_looks_like_a_path_is_only_a_name() -> None:
    deck = msgspec.structs.replace(sample("xeno"), name="../../x: [y]*?")
    book = openpyxl.load_workbook(io.BytesIO(target("xlsx").write(deck)))
    assert book.sheetnames == ["Overview", ".. .. x y"]
    archive = zipfile.ZipFile(io.BytesIO(target("xlsx").write(deck)))
    assert not any(".." in name for name in archive.namelist())


def test_sheets_of_lists_with_one_name_are_told_apart() -> None:
    book = openpyxl.load_workbook(
        io.BytesIO(target("xlsx").write_all([sample("dreamblade"), sample("dreamblade")]))
    )
    assert book.sheetnames == ["Overview", "Fear", "Fear (2)"]


def test_the_overview_counts_by_heading() -> None:
    decks = [sample("invasion"), sample("nightfall")]
    table = overview_table(decks, ["a", "b"])
    assert list(table["Units"]) == [5, 0]
    assert list(table["Archive 1"]) == [0, 6]
    assert list(table["Total"]) == [13, 26]
    assert list(table["Format"]) == ["invasion-constructed", "nightfall-constructed"]


def test_a_workbook_holds_no_time() -> None:
    archive = zipfile.ZipFile(io.BytesIO(target("xlsx").write(sample("xeno"))))
    assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert b"1980-01-01T00:00:00Z" in archive.read("docProps/core.xml")


@pytest.mark.parametrize("name", ["xlsx", "json", "html", "tts", "draftmancer"])
def test_another_process_writes_the_same_bytes(name: str) -> None:
    code = (
        "import sys; from deckbuilder.exchange.reading import read_deck\n"
        "from deckbuilder.exchange.targets import target\n"
        "deck = read_deck(sys.stdin.buffer.read(), 'list')\n"
        f"sys.stdout.buffer.write(target({name!r}).write(deck))\n"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            input=TEXTS["invasion"].encode(),
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "DECKBUILDER_LANG": "en"},
        ).stdout
        for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo"))
    }
    assert len(found) == 1


def test_octgn_ids_are_well_formed_and_names_are_printed_ones() -> None:
    from defusedxml.ElementTree import fromstring

    root = fromstring(target("octgn").write(sample("invasion")))
    assert root.get("game") == "e1e11562-efce-4379-9701-534f9717391f"
    cards = list(root.iter("card"))
    assert all(str(uuid.UUID(card.get("id"))) == card.get("id") for card in cards)
    capital, deck = root.findall("section")
    assert (capital.get("name"), [card.text for card in capital]) == ("Capital", ["Orc Capital"])
    assert (deck.get("name"), deck.get("shared")) == ("Deck", "False")
    other = fromstring(target("octgn").write(sample("nightfall")))
    assert str(uuid.UUID(other.get("game"))) == other.get("game")
    assert [section.get("name") for section in other.findall("section")] == [
        "Archive 1",
        "Archive 2",
        "Wounds",
    ]


@pytest.mark.parametrize("game_id", TEXTS)
def test_tabletop_simulator_ids_and_objects_are_one_to_one(game_id: str) -> None:
    saved = json.loads(target("tts").write(sample(game_id)))
    copies = 0
    for pile in saved["ObjectStates"]:
        assert pile["DeckIDs"] == [card["CardID"] for card in pile["ContainedObjects"]]
        assert {str(card // 100) for card in pile["DeckIDs"]} == set(pile["CustomDeck"])
        copies += len(pile["DeckIDs"])
    assert copies == sample(game_id).size()


def test_tabletop_simulator_takes_a_pile_of_one_as_a_card() -> None:
    deck = read_deck(b"Game: XENO\n1x Hero\n", "one")
    (card,) = json.loads(target("tts").write(deck))["ObjectStates"]
    assert (card["Name"], card["Nickname"]) == ("Card", "Hero")
    assert "DeckIDs" not in card


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"cards: {Pillage: {sheet: x}}", "there is no sheet 'x'"),
        (b"cards: {Pillage: {index: 3}}", "no picture"),
        (b"cards: {Pillage: {face: 'javascript:alert(1)'}}", "face"),
        (b"sheets: {a: {face: 'https://x.org/a.png', columns: 11}}", "columns"),
        (
            b"sheets: {a: {face: 'https://x.org/a.png', columns: 2, rows: 1}}\n"
            b"cards: {Pillage: {sheet: a, index: 2}}",
            "no cell 2",
        ),
        (b"pictures: {}", "pictures"),
        (b"[1, 2]", "mapping"),
    ],
)
def test_a_faulty_image_file_is_told(content: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_images(content, "images.yaml")


def test_draftmancer_gets_custom_cards_before_the_sheet() -> None:
    text = target("draftmancer").write(sample("nightfall")).decode()
    custom, _, rest = text.removeprefix("[CustomCards]\n").partition("[Settings]\n")
    settings, _, pool = rest.partition("[Pool(15)]\n")
    names = [card["name"] for card in json.loads(custom)]
    assert json.loads(settings)["name"] == "Two archives"
    assert [line.split(" ", 1)[1] for line in pool.splitlines()] == names
    assert sum(int(line.split(" ", 1)[0]) for line in pool.splitlines()) == 26
    assert not any(set("()[]") & set(name) for name in names)


@pytest.mark.parametrize("game_id", TEXTS)
@pytest.mark.parametrize("name", ["markdown", "bbcode", "forum", "names"])
def test_forms_for_people_hold_the_same_cards(name: str, game_id: str) -> None:
    deck = sample(game_id)
    again = read_deck(target(name).write(deck, Context()), name, game=game_id)
    titles = {entry.title for entry in deck.entries if entry.card}
    for title in titles:
        assert sum(e.count for e in again.entries if e.title == title) == sum(
            e.count for e in deck.entries if e.title == title
        )
