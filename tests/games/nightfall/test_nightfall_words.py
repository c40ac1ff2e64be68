"""The words of Nightfall are there in every language, with the same fields."""

from __future__ import annotations

import re

from deckbuilder.words import choose_language, phrases


def words(language):
    choose_language(language)
    try:
        return phrases("nightfall")
    finally:
        choose_language(None)


def test_japanese_has_every_text_and_every_field_of_english():
    english, japanese = words("en"), words("ja")
    assert list(english) == list(japanese)
    for key, text in english.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", japanese[key])), key
