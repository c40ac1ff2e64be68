"""Invasion statistics on real cards, by values worked out from the printed facts."""

from __future__ import annotations

from fractions import Fraction

from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.decks.odds import at_least_one
from deckbuilder.games.statistics import Kind, Question, Word
from deckbuilder.registry import game
from deckbuilder.reports.statistics import statistics


def deck(*lines, capital="Dwarf"):
    catalog = game("invasion").catalog()
    return Deck(
        game="invasion",
        entries=tuple(Entry(count=n, name=name, card=catalog.find(name)) for n, name in lines),
        headers=(("Capital", capital),) if capital else (),
    )


def table(measured, part, **asked):
    parts = {each.id: each for each in statistics(measured, Question(**asked)).parts}
    columns = [column.id for column in parts[part].table.columns]
    return [dict(zip(columns, row, strict=True)) for row in parts[part].table.rows]


# King Kazador costs 6 with 5 Dwarf icons, Defender of the Hold 1 with 1, Contested Village 1
# with none, Thyrus Gorman 3 with 3 Empire icons.
SMALL = [
    (1, "King Kazador"),
    (3, "Defender of the Hold"),
    (3, "Contested Village"),
    (1, "Thyrus Gorman"),
]


def facts(name):
    card = game("invasion").catalog().find(name)
    return card.cost, card.loyalty, card.race


def test_the_facts_these_tests_are_worked_out_from():
    assert facts("King Kazador") == (6, 5, "dwarf")
    assert facts("Defender of the Hold") == (1, 1, "dwarf")
    assert facts("Contested Village") == (1, 0, "neutral")
    assert facts("Thyrus Gorman") == (3, 3, "empire")


def test_INV_31_the_capital_is_one_symbol_at_the_start():
    curve = {row["cost"]: row for row in table(deck(*SMALL), "curve")}
    assert (curve[1]["printed"], curve[1]["at-start"]) == (6, 6)
    assert (curve[3]["printed"], curve[3]["at-start"]) == (1, 0)
    # Thyrus Gorman 3 + 3 icons that nothing meets, the King 6 + 5 - 1.
    assert (curve[6]["printed"], curve[6]["at-start"]) == (1, 1)
    assert curve[10]["at-start"] == 1


def test_INV_31_the_picture_of_races_shows_copies_and_loyalty_icons():
    parts = {each.id: each for each in statistics(deck(*SMALL), Question()).parts}
    figure = parts["races"].figure
    assert figure.categories == (Word("dwarf"), Word("empire"), Word("neutral"))
    assert [(series.name, series.values) for series in figure.series] == [
        (Word("copies"), (4, 1, 3)),
        (Word("loyalty-icons"), (8, 3, 0)),
    ]


def test_INV_31_without_a_capital_no_symbol_is_in_play_and_a_note_says_so():
    measured = deck(*SMALL, capital=None)
    curve = {row["cost"]: row for row in table(measured, "curve")}
    assert curve[2]["at-start"] == 3
    notes = {note.key for part in statistics(measured, Question()).parts for note in part.notes}
    assert "no-capital" in notes


def test_INV_31_loyalty_pressure_by_race():
    races = {row["race"].key: row for row in table(deck(*SMALL), "races")}
    # Icons: King 5 and Defenders 3x1. Only the King costs more: 4 over four Dwarf cards.
    assert races["dwarf"]["loyalty-icons"] == 8
    assert races["dwarf"]["dearer"] == 1
    assert races["dwarf"]["mean-extra"] == 1
    assert races["empire"]["mean-extra"] == 3
    assert races["neutral"]["mean-extra"] == 0


def test_INV_14_the_capital_is_read_as_people_write_it():
    for written in ("Dwarf", "dwarfs", "Dwarves", "Dwarf Capital", "DWARVES"):
        races = {row["race"].key: row for row in table(deck(*SMALL, capital=written), "races")}
        assert races["dwarf"]["dearer"] == 1, written


def test_INV_32_the_opening_hand_of_a_starter_sized_deck():
    measured = deck((3, "Defender of the Hold"), (37, "Contested Village"))
    rows = {row["kind"]: row for row in table(measured, "opening")}
    unit = rows[Word("unit")]
    # 3 of 40 cards, 7 drawn: none = 33*32*31 / 40*39*38.
    none = Fraction(33 * 32 * 31, 40 * 39 * 38)
    assert unit["in-opening"] == 1 - none
    assert unit["with-mulligan"] == 1 - none**2
    assert unit["in-hand"] == Fraction(21, 40)


def test_INV_33_payable_on_turn_one_agrees_with_the_curve_tactics_too():
    catalog = game("invasion").catalog()
    cheap = catalog.find("Burying the Grudge")
    assert (cheap.type, cheap.cost, cheap.loyalty, cheap.race) == ("tactic", 0, 2, "dwarf")
    measured = deck(*SMALL, (2, "Burying the Grudge"))
    payable = next(
        row["copies"] for row in table(measured, "opening") if row["kind"] == Word("payable")
    )
    # Three Defenders and three Villages at 1, two tactics at 0 + 2 - 1; the kingdom gives 3.
    # Thyrus Gorman costs 6 at the start.
    assert payable == 8
    curve = table(measured, "curve")
    assert payable == sum(row["at-start"] for row in curve if row["cost"] <= 3)
    opening = next(p for p in statistics(measured, Question()).parts if p.id == "opening")
    assert {note.key: note.fields for note in opening.notes}["payable"] == {"resources": 3}


def test_INV_34_the_first_player_draws_nothing_on_turn_one_and_the_second_does():
    measured = deck((1, "King Kazador"), (39, "Contested Village"))
    first = {row["kind"]: row for row in table(measured, "by-turn")}[Word("unit")]
    second = {row["kind"]: row for row in table(measured, "by-turn", second=True)}[Word("unit")]
    assert first["turn-1"] == at_least_one(40, 1, 7, mulligan=True)
    # A single card of 40: kept with 7/40, else found among 7 + 1 of the second shuffle.
    assert first["turn-2"] == Fraction(7, 40) + Fraction(33, 40) * Fraction(8, 40)
    assert second["turn-1"] == first["turn-2"]


def test_INV_33_the_quest_power_of_the_capital_board_is_what_is_drawn():
    skaven = deck((1, "King Kazador"), (39, "Contested Village"), capital="Skaven")
    rows = {row["kind"]: row for row in table(skaven, "by-turn")}
    # The Skaven board has quest power 2: turn 2 sees two more cards.
    assert rows[Word("unit")]["turn-2"] == Fraction(7, 40) + Fraction(33, 40) * Fraction(9, 40)


def test_a_search_of_the_player_is_a_kind_of_its_own():
    kind = Kind("three or more power", lambda card: (card.power or 0) >= 3)
    measured = deck((2, "King Kazador"), (38, "Contested Village"))
    rows = {row["kind"]: row for row in table(measured, "opening", kinds=(kind,))}
    assert rows["three or more power"]["copies"] == 2


def test_unknown_names_are_counted_as_unknown():
    measured = Deck(game="invasion", entries=(Entry(count=2, name="Nobody Knows"),))
    assert table(measured, "types") == [
        {"type": Word("unknown"), "copies": 2, "titles": 1, "share": Fraction(1)}
    ]
