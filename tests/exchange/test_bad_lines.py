"""Lines, tables and documents that state cards wrongly: said with their place, never guessed."""

from __future__ import annotations

import pytest

from deckbuilder.errors import Fault, InputError
from deckbuilder.exchange.reading import read_deck


def read(content: str | bytes, where: str = "list.txt", game: str | None = None):
    return read_deck(content.encode() if isinstance(content, str) else content, where, game=game)


def faults(content: str | bytes, where: str = "list.txt", game: str | None = None) -> list[Fault]:
    with pytest.raises(InputError) as caught:
        read(content, where, game)
    return list(caught.value.faults)


@pytest.mark.parametrize(
    ("line", "count", "name"),
    [
        ("1x Unknown Thing 12", 1, "Unknown Thing 12"),
        ("1x Kilo 14", 1, "Kilo 14"),
        ("3 Foo 100", 3, "Foo 100"),
    ],
)
def test_a_number_at_the_end_of_an_unknown_name_belongs_to_it(line, count, name):
    deck = read(f"Game: Invasion\n2x Pillage\n{line}\n")
    assert [(entry.count, entry.name, entry.card) for entry in deck.entries[1:]] == [
        (count, name, None)
    ]


def test_an_unknown_name_with_a_number_does_not_hide_the_cards_behind_it():
    deck = read("Game: Invasion\n1x Unknown Thing 12 2x Pillage\n")
    assert [(entry.count, entry.name) for entry in deck.entries] == [
        (1, "Unknown Thing 12"),
        (2, "Pillage"),
    ]


def test_a_count_alone_is_still_no_card():
    (fault,) = faults("Game: Invasion\n2x Pillage 3x\n")
    assert fault.line == 2
    assert "no card name beside the count" in fault.what
