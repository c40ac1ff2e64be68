"""Statistics of Nightfall, Dreamblade and XENO decks on real cards."""

from __future__ import annotations

from fractions import Fraction

from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.games.statistics import Kind, Name, Question, Word
from deckbuilder.registry import game
from deckbuilder.reports.statistics import statistics


def deck(game_id, *lines):
    catalog = game(game_id).catalog()
    return Deck(
        game=game_id,
        entries=tuple(
            Entry(count=n, name=name, section=(rest or ["main"])[0], card=catalog.find(name))
            for n, name, *rest in lines
        ),
    )


def table(measured, part):
    parts = {each.id: each for each in statistics(measured, Question()).parts}
    columns = [column.id for column in parts[part].table.columns]
    return [dict(zip(columns, map(printed, row), strict=True)) for row in parts[part].table.rows]


def printed(cell):
    if isinstance(cell, tuple):
        return ", ".join(map(printed, cell))
    return cell.printed if isinstance(cell, Name) else cell


NIGHTFALL = deck(
    "nightfall",
    (7, "Full Battle Rattle", "private-1"),
    (7, "Asset Seven", "commons"),
    (2, "Clever Ivan", "starters"),
    (2, "Kilo 13", "starters"),
    (5, "Bite wound (draw)", "wounds"),
)


def test_NF_54_who_can_follow_whom():
    links = {row["order"]: row["followed-by"] for row in table(NIGHTFALL, "links")}
    # Full Battle Rattle links to gold and white, Asset Seven to green.
    assert links["Full Battle Rattle"] == "Clever Ivan"
    assert links["Asset Seven"] == "Full Battle Rattle"
    assert links["Kilo 13"] == "Kilo 13"


def test_NF_56_kickers_that_can_be_met():
    assert table(NIGHTFALL, "kickers") == [
        {
            "order": "Full Battle Rattle",
            "kicker": Word("red"),
            "meeting": 1,
            "met-by": "Asset Seven",
        }
    ]


def test_NF_54_colours_that_lead_nowhere():
    states = {row["colour"].key: row["state"].key for row in table(NIGHTFALL, "colours")}
    # Nothing here is gold, though Full Battle Rattle links to it; nothing links to red.
    assert states == {
        "red": "never-linked",
        "green": "open",
        "gold": "dead-end",
        "white": "open",
        "purple": "open",
    }


def test_wounds_stand_apart_from_the_orders():
    assert table(NIGHTFALL, "wounds") == [
        {"wound": Word("bite-draw"), "copies": 5, "titles": 1, "share": Fraction(1)}
    ]
    assert all(row["colour"] != Word("unknown") for row in table(NIGHTFALL, "colours"))


WARBAND = deck("dreamblade", (2, "Cannibal Pariah"), (1, "Scarab Warcharm"), (1, "Night Queen"))


def test_DRB_10_prices_with_no_symbol_met_and_with_all_that_the_warband_meets():
    start = {row["figure"]: row["price"] for row in table(WARBAND, "spawn")}
    best = {row["figure"]: row["price"] for row in table(WARBAND, "spawn-met")}
    # 2f, 4vv and 6fff. The other Pariah and the Queen are of Fear; nobody else is of Valor.
    assert start == {"Cannibal Pariah": 3, "Scarab Warcharm": 6, "Night Queen": 9}
    assert best == {"Cannibal Pariah": 2, "Scarab Warcharm": 6, "Night Queen": 7}


def test_DRB_11_the_book_example_of_two_pariahs():
    # Together 3 + 2 = 5: one at the price with nothing met, one at the best price.
    figures = deck("dreamblade", (2, "Cannibal Pariah"))
    assert table(figures, "spawn")[0]["price"] + table(figures, "spawn-met")[0]["price"] == 5


def test_DRB_20_the_chance_of_a_price_by_turn():
    rows = {row["figure"]: row for row in table(WARBAND, "spawn")}
    # Turn 1: of 20 pairs those of 9 and more: four of 9, two of 10, two of 11.
    assert rows["Night Queen"]["turn-1"] == Fraction(8, 20)
    # Turn 2: of 36 pairs without a 1: 3+6, 4+5 twice each, 4+6 twice, 5+5, 5+6 twice, 6+6.
    assert rows["Night Queen"]["turn-2"] == 1 - Fraction(12, 20) * Fraction(26, 36)


def test_XENO_1_ranks_of_the_whole_deck():
    catalog = game("xeno").catalog()
    whole = deck("xeno", *((card.quantity, card.name) for card in catalog.cards))
    rows = table(whole, "ranks")
    assert [row["rank"] for row in rows] == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert [row["copies"] for row in rows] == [1, 1, 2, 2, 2, 2, 2, 2, 2, 2]
    assert sum(row["share"] for row in rows) == 1


def test_NF_13_the_first_hand_is_five_of_the_twelve_starters():
    starters = deck(
        "nightfall",
        *((2, name, "starters") for name in ("Clever Ivan", "JAREK", "Kilo 13")),
        *((2, name, "starters") for name in ("Patrol Zombie", "Snowstorm", "Victor One")),
    )
    rows = table(starters, "opening")
    # Two of twelve in five: none is (7 * 6) / (12 * 11).
    assert {row["in-opening"] for row in rows} == {1 - Fraction(7 * 6, 12 * 11)}
    assert len(rows) == 6


def test_DRB_20_a_search_names_the_figures_to_tell():
    dear = Kind("c>=6", lambda card: (card.spawn_cost or 0) >= 6)
    parts = {each.id: each for each in statistics(WARBAND, Question(kinds=(dear,))).parts}
    assert [printed(row[0]) for row in parts["spawn"].table.rows] == ["Night Queen"]


def test_XENO_10_a_card_among_the_two_of_the_first_turn():
    catalog = game("xeno").catalog()
    whole = deck("xeno", *((card.quantity, card.name) for card in catalog.cards))
    hero = Kind("hero", lambda card: card.rank == 10)
    parts = {each.id: each for each in statistics(whole, Question(kinds=(hero,))).parts}
    assert parts["opening"].table.rows[0][3] == Fraction(2, 18)
