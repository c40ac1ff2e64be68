"""What a player owns: boxes, single cards, and what a deck needs beyond it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from deckbuilder.catalog.collection import (
    Holding,
    Owned,
    changing,
    collection_path,
    load_collection,
    save_collection,
)
from deckbuilder.cli.main import run
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.decks.ownership import shortages
from deckbuilder.errors import InputError
from deckbuilder.registry import game, games

CATALOGS = {each.id: each.catalog() for each in games()}
INVASION = CATALOGS["invasion"]


def owned(**parts):
    return Owned(INVASION, Holding(**parts))


def test_a_box_holds_its_quantities():
    two = owned(boxes={"core": 2})
    assert two.copies("Hammerer of Karak Azul") == 6
    assert two.copies("King Kazador") == 2
    assert two.copies("Karl Franz") == 0
    assert two.copies("Dwarf Capital") == 2, "the boards came in the box"


def test_all_printings_of_a_title_add_up():
    card = INVASION.find("Innovation", "Assault on Ulthuan")
    holding = owned(boxes={"core": 1}, cards={card.id: 2})
    assert holding.copies("Innovation") == 3
    assert holding.has(card)
    assert not holding.has(INVASION.find("Karl Franz"))


def test_cards_taken_away_are_missing_from_the_box():
    card = INVASION.find("King Kazador")
    holding = owned(boxes={"core": 2}, cards={card.id: -2})
    assert holding.copies("King Kazador") == 0
    assert not holding.has(card)


def test_an_unknown_quantity_stays_unknown():
    unknown = next(card for card in INVASION.cards if card.quantity is None and card.official)
    holding = owned(boxes={unknown.set: 1})
    assert holding.copies(unknown.name) is None
    assert holding.has(unknown)


def test_what_a_deck_lacks():
    def entry(name, count):
        return Entry(count=count, name=name, card=INVASION.find(name))

    deck = Deck(
        game="invasion",
        entries=(
            entry("King Kazador", 2),
            entry("King Kazador", 1),
            entry("Karl Franz", 1),
            entry("Hammerer of Karak Azul", 3),
            Entry(count=1, name="Nobody"),
        ),
    )
    found = {each.title: (each.have, each.need, each.missing) for each in
             shortages(deck, owned(boxes={"core": 1}))}  # fmt: skip
    assert found == {
        "King Kazador": (1, 3, 2),
        "Karl Franz": (0, 1, 1),
    }


def test_the_file_is_readable_and_reads_back():
    innovation = INVASION.find("Innovation", "Assault on Ulthuan")
    held = {"invasion": Holding(boxes={"core": 2}, cards={innovation.id: -1})}
    save_collection(held, CATALOGS)
    text = collection_path().read_text("utf-8")
    assert "Core Set: 2" in text
    assert "Innovation (Assault on Ulthuan, 57): -1" in text
    assert load_collection(CATALOGS) == held


def test_no_file_is_an_empty_collection():
    assert load_collection(CATALOGS) == {}


def test_all_faults_of_the_file_at_once():
    collection_path().parent.mkdir(parents=True)
    collection_path().write_text(
        "invasion:\n  boxes: {Core Sat: 1, Legends: none, Core Set: 0}\n"
        "  cards: {Kong Kazador: 1}\n  packs: {}\nchess: {}\nxeno: 3\n"
    )
    with pytest.raises(InputError) as raised:
        load_collection(CATALOGS)
    told = [str(fault) for fault in raised.value.faults]
    assert len(told) == 7
    assert any("Did you mean: Core Set" in each for each in told)
    assert any("Did you mean: King Kazador" in each for each in told)


def test_the_games_are_those_of_the_registry():
    assert set(CATALOGS) == {game(each.id).id for each in games()}


def test_changes_at_the_same_time_add_up():
    def add(_):
        with changing():
            held = load_collection(CATALOGS)
            before = held.get("invasion", Holding()).boxes.get("core", 0)
            save_collection({"invasion": Holding(boxes={"core": before + 1})}, CATALOGS)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(add, range(16)))
    assert load_collection(CATALOGS)["invasion"].boxes == {"core": 16}


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be changed"), changing(tmp_path / "file" / "x"):
        pass


def test_INV_14_the_capital_of_a_list_is_owned_or_lacking_too(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elf.txt").write_text("Game: Invasion\nCapital: High Elf\n\n3 Runesmith\n")
    (tmp_path / "dwarf.txt").write_text("Game: Invasion\nCapital: Dwarf\n\n3 Runesmith\n")
    assert run(["own", "add", "Core Set"]) == 0
    arguments = ["--owned", "--format", "invasion-draft"]
    capsys.readouterr()
    run(["check", "elf.txt", *arguments])
    assert "High Elf Capital" in capsys.readouterr().out
    run(["check", "dwarf.txt", *arguments])
    assert "Dwarf Capital" not in capsys.readouterr().out
