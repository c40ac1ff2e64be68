"""Faults of files in words that a player understands, whatever the library calls the types."""

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest

from deckbuilder.errors import Fault, InputError, misfit
from deckbuilder.exchange.reading import read_deck
from deckbuilder.formats.loading import load_format


class _Part(msgspec.Struct):
    count: int | None
    names: Annotated[tuple[str, ...], msgspec.Meta(max_length=3)] = ()
    pair: tuple[str, str] = ("", "")
    id: Annotated[str, msgspec.Meta(pattern="^[a-z]+$")] = "a"
    by_number: dict[int, int] = {}
    share: float = 0
    side: Literal["order", "destruction"] = "order"
    flag: bool = False


@pytest.mark.parametrize(
    ("data", "what", "field"),
    [
        ({"count": "x"}, "a whole number is expected, not a text", "count"),
        ({"count": 1, "names": "x"}, "a list is expected, not a text", "names"),
        ({"count": 1, "names": [1]}, "a text is expected, not a whole number", "names[0]"),
        ({"count": 1, "names": None}, "a list is expected, not nothing", "names"),
        ({"count": 1, "share": []}, "a number is expected, not a list", "share"),
        ({"count": 1, "flag": 1}, "true or false is expected, not a whole number", "flag"),
        ({}, "the field 'count' is missing", None),
        ([], "a mapping (field: value) is expected, not a list", None),
        ({"count": 1, "names": ("a",) * 4}, "a list of up to 3 is expected", "names"),
        ({"count": 1, "pair": ("a",)}, "a list of 2 is expected, not 1", "pair"),
        ({"count": 1, "side": "up"}, "'up' is none of the words that can stand here", "side"),
        ({"count": 1, "id": "Ü"}, "a text of the form '^[a-z]+$' is expected", "id"),
        (
            {"count": 1, "by_number": {"x": 1}},
            "before the colon a whole number is expected, not a text",
            "by_number",
        ),
    ],
)
def test_wrong_types_are_told_in_plain_words(data: object, what: str, field: str | None) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(data, _Part)
    found = misfit(caught.value)
    assert (str(found.what), found.field) == (what, field)


def test_a_wrong_type_in_a_format_file_is_told_in_plain_words(tmp_path: Path) -> None:
    path = tmp_path / "league.yaml"
    path.write_text(
        "id: a\nname: A\ngame: invasion\nrules:\n"
        "- {kind: size, cite: L 1, least: fifty}\n"
        "- {kind: banned, cite: L 2, cards: [Innovation, [3]]}\n",
        encoding="utf-8",
    )
    with pytest.raises(InputError) as caught:
        load_format(str(path))
    least, cards = caught.value.faults
    assert least.what == '"fifty" does not fit: a whole number is expected, not a text.'
    assert cards.what.endswith("does not fit: a text is expected, not a list (at [1]).")


def test_a_wrong_type_in_a_json_list_is_told_in_plain_words() -> None:
    content = b'{"game": "invasion", "cards": [{"count": "three", "name": "Innovation"}]}'
    with pytest.raises(InputError) as caught:
        read_deck(content, "deck.json")
    assert caught.value.faults[0].what == "a whole number is expected, not a text."
    assert caught.value.faults[0].field == "cards[0].count"


def test_a_message_is_no_flood_whatever_an_input_puts_into_it() -> None:
    long = "x" * 1_000_000
    assert (
        len(str(Fault.of("build.no-line", field=long, text=long, reason=long, advice=long))) < 4000
    )
