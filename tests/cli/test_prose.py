"""Sentences wrapped between words at any width, in English and Japanese."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.catalog.wording import cell_width
from deckbuilder.cli.prose import wrapped


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("take two cards", ["take two", "cards"]),
        ("  take two cards", ["  take two", "  cards"]),
        ("take", ["take"]),
        ("", [""]),
        ("reincarnation card", ["reincarnation", "card"]),
        ("山札から二枚取る。", ["山札から二", "枚取る。"]),
    ],
)
def test_lines_break_between_words_and_keep_their_indentation(line, parts):
    assert list(wrapped(line, 10)) == parts


def test_a_line_that_goes_on_hangs_in():
    assert list(wrapped("1  takes Troll Slayers", 14, hang=3)) == ["1  takes Troll", "   Slayers"]


@settings(max_examples=60)
@given(st.text(alphabet="ab 精霊。", max_size=60), st.integers(6, 40))
def test_nothing_is_lost_and_only_long_words_stand_out(line, width):
    parts = list(wrapped(line, width))
    assert "".join("".join(parts).split()) == "".join(line.split())
    for part in parts:
        longest = max((cell_width(word) for word in part.split()), default=0)
        assert cell_width(part) <= width or longest + len(part) - len(part.lstrip()) > width - 4
