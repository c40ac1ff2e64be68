"""JSON of strangers becomes data, or one error that names its line."""

from __future__ import annotations

import msgspec
import pytest

from deckbuilder.errors import InputError
from deckbuilder.sources.json_source import MAX_DEPTH, parse_json, refuse_keys_twice

BROKEN = {
    '{"a": 1,\n"b": }': 2,
    '{"a": 1': 1,
    '{"a": "\\ud800"}': 1,
    '\n{"a": \udc00}': 2,
    '{"a":\n1e999}': 2,
    "[" * 2_000: 1,
    "[\n" * 100_000: MAX_DEPTH + 1,
    '{"a":' * 2_000: 1,
    "": 1,
    "nul": 1,
}


@pytest.mark.parametrize(("text", "line"), BROKEN.items(), ids=range(len(BROKEN)))
def test_broken_json_is_told_with_its_line(text: str, line: int) -> None:
    with pytest.raises(InputError) as caught:
        parse_json(text, "list.json")
    (fault,) = caught.value.faults
    assert (fault.code, fault.where, fault.line) == ("sources.json", "list.json", line)


def test_a_key_that_stands_twice_in_one_object_is_told_with_its_line() -> None:
    text = '{"a": [{"name": "x"}, {"name": "a", "b": {"a": "a"},\n"n\\u0061me": 2}],\n"a": 1}'
    with pytest.raises(InputError) as caught:
        refuse_keys_twice(text, "list.json")
    told = [(fault.code, fault.line, fault.field) for fault in caught.value.faults]
    assert told == [("sources.twice", 2, "name"), ("sources.twice", 3, "a")]


def test_brackets_in_texts_do_not_nest() -> None:
    text = "[" * 500 + '\\"' + "{" * 500
    assert parse_json(f'["{text}"]', "x") == [text.replace("\\", "")]


def test_what_is_no_record_is_told_with_its_field() -> None:
    class Card(msgspec.Struct):
        count: int

    assert parse_json(b'{"count": 3}', "x", Card) == Card(3)
    with pytest.raises(InputError) as caught:
        parse_json(b'{"count": "three"}', "x", Card, line=7, code="sources.log-line")
    (fault,) = caught.value.faults
    assert (fault.code, fault.line, fault.field) == ("sources.log-line", 7, "count")
    assert "a whole number is expected" in fault.what
