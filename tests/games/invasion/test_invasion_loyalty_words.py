"""What a list without a capital is told about loyalty is true of it (INV-31)."""

from pathlib import Path

from deckbuilder.exchange.reading import read_deck
from deckbuilder.formats.legality import check
from deckbuilder.formats.loading import load_format
from deckbuilder.formats.problem import Problem
from deckbuilder.preferences import Preferences

MIDRANGE = Path(__file__).parents[2] / "data" / "lists" / "invasion" / "dwarf-midrange.txt"


def unpaid(text: str) -> list[Problem]:
    problems = check(read_deck(text.encode(), "list.txt"), load_format("invasion-constructed"))
    return [problem for problem in problems if problem.code == "loyalty-unpaid"]


def test_INV_31_a_symbol_of_a_capital_that_the_list_does_not_name_is_not_the_decks() -> None:
    text = MIDRANGE.read_text(encoding="utf-8")
    (problem,) = unpaid(text)
    assert problem.have == 1
    assert "even with the capital Empire" in problem.message
    assert "the list names no capital" in problem.message
    assert "the deck has" not in problem.message


def test_INV_31_with_a_capital_the_number_is_the_decks() -> None:
    text = "Game: Invasion\nCapital: Dwarf\n" + MIDRANGE.read_text(encoding="utf-8")
    (problem,) = unpaid(text)
    assert problem.have == 0
    assert "names no capital" not in problem.message


def test_INV_31_the_same_is_said_in_japanese() -> None:
    with Preferences(language="ja").in_force():
        (problem,) = unpaid(MIDRANGE.read_text(encoding="utf-8"))
        assert "リストに首都の指定がありません" in problem.message
