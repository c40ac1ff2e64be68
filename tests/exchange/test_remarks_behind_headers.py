"""A remark behind a header that names one of few things is no part of its value."""

import pytest

from deckbuilder.exchange.reading import read_deck
from deckbuilder.exchange.text import write_text
from deckbuilder.formats.legality import check
from deckbuilder.formats.verdict import format_of

LIST = """\
Game: Invasion  # the card game
Format: invasion-constructed # mine
Capital: Orc // for now
Player: Mira # 2

3x Squig Herders
"""


def test_a_remark_behind_game_format_and_capital_is_a_note() -> None:
    deck = read_deck(LIST.encode(), "list.txt")
    assert (deck.game, deck.format) == ("invasion", "invasion-constructed")
    assert deck.headers == (("Capital", "Orc"), ("Player", "Mira # 2"))
    assert set(deck.notes) >= {"mine", "for now"}
    problems = check(deck, format_of(deck, "list.txt"))
    assert [problem.code for problem in problems] == ["too-few"]


@pytest.mark.parametrize("line", ["首都: オーク # メモ", "Capital board: Orc # note"])
def test_every_way_to_write_a_capital_may_have_a_remark(line: str) -> None:
    deck = read_deck(f"Game: Invasion\n{line}\n3x Squig Herders\n".encode(), "list.txt")
    ((_, value),) = deck.headers
    assert value in ("Orc", "オーク")


def test_remarks_behind_headers_survive_a_round_trip() -> None:
    deck = read_deck(LIST.encode(), "list.txt")
    again = read_deck(write_text(deck).encode(), "list.txt")
    assert (again.headers, again.format) == (deck.headers, deck.format)
    assert set(again.notes) == set(deck.notes)
