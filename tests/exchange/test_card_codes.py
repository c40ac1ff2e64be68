"""Tables that name cards by codes: ids, and five digits for a set's place and a number."""

import pytest

from deckbuilder.errors import InputError
from deckbuilder.exchange.reading import read_deck


def cards(text: str, game: str | None = None) -> list[tuple[int, str]]:
    deck = read_deck(text.encode(), "deck.csv", game=game)
    return [(entry.count, entry.card.id if entry.card else "?") for entry in deck.entries]


def test_ids_tell_the_game_and_the_card() -> None:
    text = "code,quantity\ninvasion/core/017,3\nnightfall/none/001,1\ninvasion/core/004,2\n"
    with pytest.raises(InputError, match="no card has the code 'nightfall/none/001'") as caught:
        cards(text)
    assert [fault.line for fault in caught.value.faults] == [3]
    assert cards(text.replace("nightfall/none/001,1\n", "")) == [
        (3, "invasion/core/017"),
        (2, "invasion/core/004"),
    ]


def test_five_digits_are_the_place_of_the_set_and_the_number() -> None:
    # Core Set first, The Skavenblight Threat second by release.
    text = "code,quantity\n01017,3\n02001,1\n"
    assert cards(text, "invasion") == [
        (3, "invasion/core/017"),
        (1, "invasion/the-skavenblight-threat/001"),
    ]
    assert cards("code,quantity,game\n01017,3,Invasion\n") == [(3, "invasion/core/017")]


def test_codes_of_no_game_are_told_with_what_to_write() -> None:
    with pytest.raises(InputError, match=r"do not say of which game.*Add a column `Game`"):
        cards("code,quantity\n99001,3\n")


def test_codes_that_one_game_alone_can_mean_tell_it() -> None:
    # Only Invasion has a forty-first set.
    assert cards("code,quantity\n41001,1\n01017,3\n")[1] == (3, "invasion/core/017")


def test_a_code_of_no_card_is_told_with_its_line() -> None:
    with pytest.raises(InputError, match="no card has the code '01999'") as caught:
        cards("code,quantity\n01017,3\n01999,1\n", "invasion")
    assert caught.value.faults[0].line == 3


def test_a_name_beside_a_foreign_code_decides() -> None:
    text = "code,name,quantity\n01001,Troll Slayers,3\n"
    assert cards(text, "invasion") == [(3, "invasion/core/004")]
