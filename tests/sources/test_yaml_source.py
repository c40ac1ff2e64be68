"""YAML of strangers becomes plain data, or one error that names its line."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from deckbuilder.errors import InputError
from deckbuilder.sources.yaml_source import LARGE, MAX_DEPTH, Pause, parse_yaml

REFUSED = {
    "name: !!bool maybe": 1,
    "date: 2009-02-01\nname: !!timestamp x": 2,
    'name: !!int ""': 1,
    "name: !!float x": 1,
    "name: !!null x": 1,
    "name: !!set {a}": 1,
    "name: !!omap [a: 1]": 1,
    "name: !!binary x=": 1,
    "\nname: !!python/object:os.system x": 2,
    "name: !card x": 1,
    "- 1\n- =": 2,
    "a: 1\nsize: 99999999999999999999": 2,
    "size: 0x" + "f" * 3_000: 1,
    "size: .nan": 1,
    "size: -.inf": 1,
    "size: 1.0e+300": 1,
    "hour: 12:30:00": 1,
    "a: &a [*a]": 1,
    "a:\n  b: &a {c: *a}": 2,
    "a: 1\nb: \x01": 2,
    "<<: 5": 1,
    "a: 1\na: 2": 2,
    "a: 1\n---\nb: 2": 2,
    "a: [\n1": 2,
    "- " * 50_000: 1,
    "? " * 50_000: 1,
    "[" * 100_000: 1,
    "{a: " * 60: 1,
}


@pytest.mark.parametrize(("text", "line"), REFUSED.items(), ids=range(len(REFUSED)))
def test_what_is_no_plain_yaml_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(InputError) as caught:
        parse_yaml(text, "event.yaml")
    assert [(fault.where, fault.line) for fault in caught.value.faults] == [("event.yaml", line)]
    assert all(fault.what and fault.mend for fault in caught.value.faults)


def test_tags_that_say_what_is_so_are_plain() -> None:
    text = "name: !!str 33\ncount: !!int 3\nodds: !!float 0.5\nold: !!bool no\ncards: !!seq [a]"
    assert parse_yaml(text, "x") == {
        "name": "33",
        "count": 3,
        "odds": 0.5,
        "old": False,
        "cards": ["a"],
    }


def test_parts_may_be_nested_up_to_the_bound() -> None:
    inner = parse_yaml("[" * MAX_DEPTH + "]" * MAX_DEPTH, "x")
    for _ in range(MAX_DEPTH - 1):
        (inner,) = inner
    assert inner == []
    with pytest.raises(InputError, match="nested deeper"):
        parse_yaml("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), "x")


def test_every_fault_of_a_file_is_told() -> None:
    with pytest.raises(InputError) as caught:
        parse_yaml("a: !!bool maybe\nb: !x 1\nb: 2\nc: .nan\n", "x")
    assert sorted((fault.code, fault.line) for fault in caught.value.faults) == [
        ("sources.endless-number", 4),
        ("sources.tag", 1),
        ("sources.tag", 2),
        ("sources.twice", 3),
    ]


@pytest.fixture
def collecting() -> Iterator[None]:
    yield
    gc.enable()


@pytest.mark.usefixtures("collecting")
@pytest.mark.parametrize("end", ["", "- [\n"])
def test_the_search_for_cycles_goes_on_after_a_large_document(end: str) -> None:
    text = "- 1\n" * (LARGE // 4 + 1) + end
    for was_on in (True, False):
        (gc.enable if was_on else gc.disable)()
        if end:
            with pytest.raises(InputError):
                parse_yaml(text, "large.yaml")
        else:
            assert len(parse_yaml(text, "large.yaml")) > LARGE // 4
        assert gc.isenabled() is was_on


@pytest.mark.usefixtures("collecting")
def test_who_reads_beside_others_never_leaves_the_search_for_cycles_off() -> None:
    pause = Pause()
    with pause:
        pause.__enter__()
    # The first has ended while the second still reads.
    assert not gc.isenabled()
    pause.__exit__()
    assert gc.isenabled()
