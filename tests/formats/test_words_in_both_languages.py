"""English and Japanese have every message, with the same fields."""

import string
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from deckbuilder.formats.explaining import common_parameters, describe, explain
from deckbuilder.formats.legality import all_kinds, kinds_of
from deckbuilder.formats.loading import format_ids, load_format
from deckbuilder.preferences import Preferences
from deckbuilder.resources import exports_folder
from deckbuilder.words import languages, phrases, word_files

TOPICS = sorted({path.stem for path in exports_folder().glob("**/words/en/*.yaml")})


def files_of(language: str, topic: str) -> dict[str, dict[str, str]]:
    """The texts of a topic by the folder that says them: the shared one and those of games."""
    return {
        file.split("/")[0]: dict(
            flat(
                "",
                yaml.load((exports_folder() / file).read_text(encoding="utf-8"), yaml.CSafeLoader),
            )
        )
        for file in word_files(language, topic)
    }


def flat(prefix: str, node: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in node.items():
        if isinstance(value, dict):
            yield from flat(f"{prefix}{key}.", value)
        else:
            yield f"{prefix}{key}", str(value)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("topic", TOPICS)
def test_every_message_is_in_japanese_with_the_same_fields(topic: str) -> None:
    english, japanese = files_of("en", topic), files_of("ja", topic)
    assert japanese.keys() == english.keys()
    for folder, texts in english.items():
        assert japanese[folder].keys() == texts.keys()
        for key, text in texts.items():
            assert fields(japanese[folder][key]) == fields(text), key


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("topic", TOPICS)
def test_what_one_folder_says_no_other_says_differently(topic: str, language: str) -> None:
    said: dict[str, str] = {}
    for texts in files_of(language, topic).values():
        for key, text in texts.items():
            assert said.setdefault(key, text) == text, key


@pytest.mark.parametrize("language", languages())
def test_every_code_has_its_sentence_and_every_kind_its_words(language: str) -> None:
    with Preferences(language=language).in_force():
        sentences = phrases("problems")
        for kind in all_kinds().values():
            assert set(kind.codes) - {"too-few-of-these"} <= sentences.keys()
        assert describe(all_kinds())
        assert common_parameters()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("format_id", format_ids())
def test_every_rule_of_every_format_is_explained(format_id: str, language: str) -> None:
    with Preferences(language=language).in_force():
        shown = load_format(format_id)
        for rule in shown.rules:
            sentence = explain(rule, shown, kinds_of(shown.game))
            assert sentence
            assert "None" not in sentence.replace("None of", "")
            assert "{" not in sentence
