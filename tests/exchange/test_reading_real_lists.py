"""Lists as their posters typed them, and the four core starters."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckbuilder.decks.deck import Deck
from deckbuilder.decks.identity import deck_hash
from deckbuilder.exchange.reading import read_deck
from deckbuilder.exchange.text import write_text

LISTS = Path(__file__).parents[1] / "data" / "lists" / "invasion"

SIZES = {
    "dark-elf-regional": 52,
    "orc-one-line": 50,
    "high-elf-legend": 51,
    "dwarf-midrange": 50,
    "starter-dwarf": 40,
    "starter-empire": 40,
    "starter-orc": 40,
    "starter-chaos": 40,
}


def read(name: str) -> Deck:
    return read_deck((LISTS / f"{name}.txt").read_bytes(), f"{name}.txt")


def counts(deck: Deck) -> dict[str, int]:
    return {entry.title: entry.count for entry in deck.entries}


@pytest.mark.parametrize("name", SIZES)
def test_every_card_of_a_real_list_is_counted_and_known(name: str) -> None:
    deck = read(name)
    assert deck.game == "invasion"
    assert deck.size() == SIZES[name]
    assert [entry.name for entry in deck.entries if entry.card is None] == []


@pytest.mark.parametrize("name", SIZES)
def test_a_real_list_survives_the_canonical_text(name: str) -> None:
    deck = read(name)
    again = read_deck(write_text(deck).encode(), name)
    assert deck_hash(again) == deck_hash(deck)
    assert sorted((e.title, e.count, e.comment) for e in again.entries) == sorted(
        (e.title, e.count, e.comment) for e in deck.entries
    )
    assert (again.name, again.headers, again.notes) == (deck.name, deck.headers, deck.notes)
    assert write_text(again) == write_text(deck)


def test_bullets_counts_behind_the_name_and_a_title_with_a_total() -> None:
    deck = read("dark-elf-regional")
    assert len(deck.entries) == 19
    found = counts(deck)
    assert found["Clan Moulder's Elite"] == 3
    assert found["Alliance - Chaos and Orc"] == 3
    assert found["Mortella"] == 2
    assert found["Brutal Offering"] == 3


def test_one_line_without_separators_is_cut_at_its_counts() -> None:
    deck = read("orc-one-line")
    assert [entry.line for entry in deck.entries] == [2] * 17
    found = counts(deck)
    assert found["Alliance - Chaos and Orc"] == 3
    assert found["Rip Dere 'eads Off!"] == 3
    assert found["Lord of Change"] == 2
    assert found["Spider Riders"] == 3
    assert sum(found.values()) == 50


def test_sections_with_cards_on_the_same_line_and_remarks_in_brackets() -> None:
    deck = read("high-elf-legend")
    assert deck.header("Capital") == "High Elves"
    found = {entry.title: entry for entry in deck.entries}
    assert found["Eltharion the Grim"].count == 3
    assert found["Eltharion the Grim"].comment == "One copy starts on the board."
    assert found["Heroic Task"].comment == "Starts on the board."
    assert found["Eataine War Room"].count == 2
    assert found["Asuryan's Cleansing"].line == 12


def test_subtotal_lines_count_nothing() -> None:
    deck = read("dwarf-midrange")
    by_type: dict[str, int] = {}
    for entry in deck.entries:
        assert entry.card is not None
        by_type[entry.card.type] = by_type.get(entry.card.type, 0) + entry.count
    assert by_type == {"unit": 22, "tactic": 13, "support": 15}


def test_printings_written_behind_the_name_are_found() -> None:
    deck = read("starter-dwarf")
    assert [entry.card and entry.card.number for entry in deck.entries] == list(range(1, 26))
    assert {entry.card and entry.card.set for entry in deck.entries} == {"core"}
    assert deck.header("Capital") == "Dwarf"
