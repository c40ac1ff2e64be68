"""Messages: bounded, and without letters that steer a terminal."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.errors import Fault, InputError, misfit
from deckbuilder.preferences import Preferences
from deckbuilder.sanitizing import printable, shown
from deckbuilder.sources import xml_source
from deckbuilder.sources.yaml_source import parse_yaml
from deckbuilder.words import say

ESCAPES = ["\x1b[31mred", "a\x07b", "a\x9bb", "a\u202eb", "a\rb", "a\0b", "a\udcffb"]


@pytest.mark.parametrize("text", ESCAPES)
def test_no_message_steers_the_terminal(text):
    told = [
        str(Fault.of("files.missing", where=text)),
        say("draft.seed", seed=text),
        shown({"name": text}),
    ]
    for each in told:
        assert printable(each) == each
        assert text not in each


@settings(max_examples=60)
@given(st.recursive(st.integers() | st.text(), lambda inner: st.lists(inner, max_size=9)))
def test_a_value_of_any_size_is_shown_in_bounds(value):
    assert len(shown(value)) <= 2000


def test_parts_that_hold_parts_are_refused_before_they_unfold():
    levels = "".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]\n" for n in range(1, 10))
    with pytest.raises(InputError, match=r"bomb\.yaml:3: \*l1 refers back"):
        parse_yaml("l0: &l0 [1]\n" + levels, "bomb.yaml")


def test_parts_may_be_referred_to():
    assert parse_yaml("a: &a [1]\nb: *a\n", "x.yaml") == {"a": [1], "b": [1]}


def test_escapes_in_yaml_are_named_with_their_line():
    with pytest.raises(InputError, match=r"x\.yaml:2: .*control letter"):
        parse_yaml('id: a\nname: "\\e[31mred"\n', "x.yaml")


def test_a_fault_is_said_in_the_language_in_force_where_it_is_read():
    fault = Fault.of("place.more", where="list.txt", line=3, more=7)
    assert str(fault) == "list.txt:3: and 7 more faults. Mend these first."
    with Preferences(language="ja").in_force():
        assert str(fault) == (
            "list.txt:3: ほかに7件の誤りがあります。まずここまでを直してください。"
        )
    assert fault.as_data() == {
        "code": "place.more",
        "where": "list.txt",
        "line": 3,
        "what": "and 7 more faults.",
        "mend": "Mend these first.",
    }


def test_what_does_not_fit_is_said_in_the_language_in_force():
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"count": []}, dict[str, int | str | None])
    found = misfit(caught.value)
    assert str(found.what) == "a whole number or a text is expected, not a list"
    with Preferences(language="ja").in_force():
        assert str(found.what) == "整数または文字列を書くところですが、一覧です"


@pytest.mark.parametrize(
    ("content", "japanese"),
    [
        ("a: b: c\n", "ここに項目の値（:）は書けません"),
        ("a: [1, 2\n", "「,」か「]」がありません"),
        ("a: 'x\n", "途中で終わっています"),
        ("\ta: 1\n", "ここに書けない文字です"),
        ("a: *b\n", "指している目印がありません"),
        ("a: 1\nb\n", "「:」がありません"),
    ],
)
def test_what_yaml_complains_of_is_said_in_the_language_in_force(content, japanese):
    with pytest.raises(InputError) as caught:
        parse_yaml(content, "x.yaml")
    with Preferences(language="ja").in_force():
        assert f"YAMLが壊れています：{japanese}。" in str(caught.value)


@pytest.mark.parametrize(
    ("content", "japanese"),
    [
        (b"<a><b></a>", "開始と終了のタグが合いません"),
        (b"<a>&x;</a>", "定義されていない名前です"),
        (b"<a/><b/>", "終わりの後に余分なものがあります"),
        (b"<a b='1' b='2'/>", "同じ属性が2回あります"),
    ],
)
def test_what_xml_complains_of_is_said_in_the_language_in_force(content, japanese):
    with pytest.raises(InputError) as caught:
        xml_source.parse(content.decode(), "x.xml")
    with Preferences(language="ja").in_force():
        assert japanese in str(caught.value)
