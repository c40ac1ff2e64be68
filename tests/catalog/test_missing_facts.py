"""Facts that nobody knows yet: told, asked for in a workbook, and taken from one filled in."""

from __future__ import annotations

import io
import json

import openpyxl
import pytest

from deckbuilder.catalog.missing import missing_facts, missing_in_sets
from deckbuilder.catalog.query import select
from deckbuilder.cli.main import run
from deckbuilder.exchange.fact_sheets import HEADING_ROW, write_facts
from deckbuilder.preferences import Preferences
from deckbuilder.registry import game, games

COMMUNITY = (
    "Name,Lineage,Aspect,Spawn Cost,Aspect Cost,Power,Defense,Life,Abilities,Flavor Text,"
    "Collector Number,Set Code,Rarity\n"
)
ASPECTS, RARITIES = ("Valor", "Madness", "Fear", "Passion"), ("Common", "Uncommon", "Rare")


@pytest.fixture(autouse=True)
def own_place(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def workbook(name, search=""):
    catalog = game(name).catalog()
    found = list(missing_in_sets(catalog, select(catalog, search)))
    return openpyxl.load_workbook(io.BytesIO(write_facts(catalog, found)))


def filled(path, sheet, change):
    """Write the workbook of Dreamblade's miniatures with one sheet changed, cells by heading."""
    book = workbook("dreamblade")
    headings = {cell.value: place for place, cell in enumerate(book[sheet][HEADING_ROW])}
    for number, row in enumerate(book[sheet].iter_rows(min_row=HEADING_ROW + 1)):
        change(number, {heading: row[place] for heading, place in headings.items()})
    book.save(path)


def complete(number, cells):
    """Fill in what is empty: 13 miniatures an aspect and 8 without, 20 a rarity."""
    facts = {
        "Name": f"Made-Up Miniature {number}",
        "Type": "creature",
        "Aspects": "none" if number >= 52 else ASPECTS[number % 4].lower(),
        "Spawn cost": 3 + number % 7,
        "Aspect cost": "none",
        "Power": number % 6,
        "Defense": 4,
        "Life": 6,
        "Rarity": RARITIES[number % 3].lower(),
    }
    for heading, fact in facts.items():
        if cells[heading].value is None:
            cells[heading].value = fact


def test_a_set_has_a_table_with_explanations_choices_and_a_row_a_card():
    book = workbook("dreamblade")
    assert book.sheetnames[:2] == ["Base Set", "Baxar s War"]
    sheet = book["Anvilborn"]
    rows = list(sheet.iter_rows(values_only=True))
    assert len(rows) == HEADING_ROW + 60, "three miniatures are known of 60"
    place = {heading: number for number, heading in enumerate(rows[HEADING_ROW - 1])}
    assert "one of: common, uncommon, rare" in rows[1][place["Rarity"]]
    soul = next(row for row in rows if row[0] == "Soul Slicer")
    assert [soul[place[name]] for name in ("Set", "Number", "Power")] == ["Anvilborn", 24, 3]
    assert soul[place["Aspects"]] is None
    offered = {rule.formula1 for rule in sheet.data_validations.dataValidation}
    assert '"common,uncommon,rare"' in offered


@pytest.mark.parametrize("name", [each.id for each in games()])
def test_the_workbook_as_it_is_brings_nothing_and_contradicts_nothing(name, tmp_path):
    catalog = game(name).catalog()
    found = list(missing_in_sets(catalog, catalog.cards))
    if not found:
        return
    (tmp_path / "facts.xlsx").write_bytes(write_facts(catalog, found))
    with Preferences(own_cards=(tmp_path / "facts.xlsx",)).in_force():
        again = game(name).catalog()
    assert again.notices == ()
    assert [(card.id, missing_facts(card)) for card in again.cards] == [
        (card.id, missing_facts(card)) for card in catalog.cards
    ]


def test_a_completed_set_is_kept_told_and_can_be_drafted_at_once(tmp_path, capsys):
    filled(tmp_path / "facts.xlsx", "Anvilborn", complete)
    assert run(["own", "facts", "facts.xlsx"]) == 0
    told = capsys.readouterr()
    assert "Anvilborn: 57 new cards, Type +58" in told.out
    draft = "deckbuilder draft dreamblade-draft --set anvilborn --players N --boosters N --picks N"
    assert draft in told.out
    assert told.err.startswith("Kept as ")
    assert run(["cards", "dreamblade", "--coverage", "--json"]) == 0
    sets = json.loads(capsys.readouterr().out)["dreamblade"]
    brought = next(each["brought"] for each in sets if each["set"] == "anvilborn")
    assert (brought["cards"], brought["rarity"]) == (57, 60)
    numbers = ["--players", "2", "--boosters", "3", "--picks", "7", "--seed", "1"]
    command = ["draft", "dreamblade-draft", "--set", "anvilborn", *numbers, "--auto", "-o", "out"]
    assert run(command) == 0
    assert "16 cards, legal in dreamblade-draft" in capsys.readouterr().out


def test_what_contradicts_a_known_fact_or_the_make_up_of_a_set_is_told(tmp_path, capsys):
    def wrong(number, cells):
        complete(number, cells)
        if cells["Name"].value == "Soul Slicer":
            cells["Power"].value = 9
        if number == 59:
            cells["Aspects"].value = "fear"

    filled(tmp_path / "facts.xlsx", "Anvilborn", wrong)
    assert run(["own", "facts", "facts.xlsx"]) == 0
    told = capsys.readouterr().err
    assert "this says 9 of Soul Slicer" in told
    assert "Anvilborn would have 14 cards with Aspects fear, but 13 are printed." in told
    soul = game("dreamblade").catalog().find("Soul Slicer")
    assert soul.power == 3


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["cards", "dreamblade", "--missing", "-o", "facts.csv"], "ends in .xlsx"),
        (["own", "facts", "nothing.csv"], "nothing in it is new"),
        (["own", "facts", "-"], "no name to be kept under"),
    ],
)
def test_what_cannot_be_used_is_told_and_nothing_is_kept(words, told, tmp_path, capsys):
    (tmp_path / "nothing.csv").write_text("Name,Spawn cost\nKitsune,7\n")
    assert run(words) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "data/cards").exists()


def test_the_community_spreadsheet_is_kept_and_drafted_as_it_is(tmp_path, capsys):
    """A made-up file of its 13 columns, with 20 miniatures a rarity, as Baxar's War has them."""
    known = [card for card in game("dreamblade").catalog().cards if card.set == "baxars-war"]
    names = [card.name for card in known] + [f"Invented {n}" for n in range(60 - len(known))]
    rarities = {card.name: card.rarity.title() for card in known if card.rarity}
    left = [rarity for rarity in RARITIES for _ in range(20)]
    for rarity in rarities.values():
        left.remove(rarity)
    rows = [
        f'{name},,?,,?,,,,"Made up; Lure","Words, as printed",,BW,'
        f"{rarities.get(name) or left.pop()}\n"
        for name in names
    ]
    (tmp_path / "dreamblade.csv").write_text(COMMUNITY + "".join(rows), encoding="utf-8")
    assert run(["own", "facts", "dreamblade.csv"]) == 0
    told = capsys.readouterr().out
    assert f"Baxar's War: {60 - len(known)} new cards" in told
    assert "Baxar's War can be drafted with dreamblade-draft" in told
    numbers = ["--players", "2", "--boosters", "3", "--picks", "7", "--seed", "1", "--auto"]
    assert run(["draft", "dreamblade-draft", "--set", "BW", *numbers, "-o", "out"]) == 0
    assert "16 cards, legal in dreamblade-draft" in capsys.readouterr().out
