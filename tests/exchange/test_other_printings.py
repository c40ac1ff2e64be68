"""A set or number in a list that the card does not have is told, and the card still counted."""

import pytest

from deckbuilder.exchange.reading import read_deck
from deckbuilder.exchange.text import write_text
from deckbuilder.formats.legality import check
from deckbuilder.formats.loading import load_format
from deckbuilder.formats.problem import Problem
from deckbuilder.preferences import Preferences

HAMMERER = "Hammerer of Karak Azul"


def others(text: str, name: str = "list.txt") -> list[Problem]:
    deck = read_deck(text.encode(), name, game="invasion")
    problems = check(deck, load_format("invasion-constructed"))
    return [problem for problem in problems if problem.code == "other-printing"]


def test_a_wrong_number_is_a_warning_at_its_line() -> None:
    (problem,) = others(f"2x Troll Slayers\n\n3x {HAMMERER} (Core, 12)\n")
    assert problem.severity == "warning"
    assert (problem.cards, problem.have, problem.lines) == ((HAMMERER,), 3, (3,))
    assert "(Core, 12)" in problem.message
    assert f"{HAMMERER} (Core Set, 3)" in problem.message


def test_the_same_line_read_again_is_told_again() -> None:
    text = f"3x {HAMMERER} (Core, 12)\n"
    assert [len(others(text)) for _ in range(2)] == [1, 1]


@pytest.mark.parametrize(
    "line",
    [
        f"3x {HAMMERER}",
        f"3x {HAMMERER} (Core)",
        f"3x {HAMMERER} (Core, 3)",
        f"3x {HAMMERER} (Core Set 3)",
        f"3x {HAMMERER} (our favourite)",
    ],
)
def test_what_fits_or_states_no_printing_is_not_told(line: str) -> None:
    assert others(f"{line}\n") == []


def test_a_set_that_never_had_the_card_is_told() -> None:
    (problem,) = others(f"3x {HAMMERER} (Hidden Kingdoms)\n")
    assert problem.fields["stated"] == "Hidden Kingdoms"


def test_a_table_with_a_wrong_number_is_told_at_its_row() -> None:
    (problem,) = others(f"count,name,set,number\n3,{HAMMERER},Core Set,12\n", "list.csv")
    assert problem.lines == (2,)


def test_the_text_written_of_such_a_list_states_the_cards_own_printing() -> None:
    deck = read_deck(f"3x {HAMMERER} (Core, 12)\n".encode(), "list.txt", game="invasion")
    assert others(write_text(deck)) == []


def test_the_warning_is_said_in_japanese_too() -> None:
    with Preferences(language="ja").in_force():
        (problem,) = others(f"3x {HAMMERER} (Core, 12)\n")
        assert "リストに書かれた版（Core, 12）" in problem.message
