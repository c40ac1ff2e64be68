"""Words for people, by key and language, from the word files beside the templates.

Code knows keys and named fields only; every sentence stands in `words/<language>/<topic>.yaml`,
what only one game says in the file of that name in the game's own folder: both are one topic.
Only the topics that are asked for are read.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

from deckbuilder.errors import printable
from deckbuilder.preferences import preferences
from deckbuilder.resources import export_data, exports_folder, exports_of_games

DEFAULT_LANGUAGE = "en"


def languages() -> tuple[str, ...]:
    """Return the languages that have word files."""
    return tuple(sorted(path.name for path in (exports_folder() / "words").iterdir()))


def language() -> str:
    """Return the language in force: the preferred one, else the locale's, else English."""
    if preferred := preferences().language:
        return preferred
    for variable in ("DECKBUILDER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            short = value.split(".")[0].split("_")[0].lower()
            return short if short in languages() else DEFAULT_LANGUAGE
    return DEFAULT_LANGUAGE


def card_language() -> str:
    """Return the language of names of cards: the one preferred for them, else that in force."""
    return preferences().card_names or language()


def say(key: str, /, **fields: Any) -> str:
    """Return the text of a key, `<topic>.<name>`, with its fields placed by name.

    A number may bring its noun: `{have:card|cards}` is "1 card" and "2 cards". Raises KeyError
    for an unknown key: every key that code uses is in every language.
    """
    topic, _, name = key.partition(".")
    placed = {key: _placed(value) for key, value in fields.items()}
    return _texts(language(), topic)[name].format(**placed)


def phrases(prefix: str) -> dict[str, str]:
    """Return the texts below a dotted prefix, the prefix taken off, in the file's order."""
    topic, _, rest = prefix.partition(".")
    start = f"{rest}." if rest else ""
    return {
        key[len(start) :]: text
        for key, text in _texts(language(), topic).items()
        if key.startswith(start)
    }


def _placed(value: Any) -> Any:
    if type(value) is int:
        return _Number(value)
    return printable(value) if isinstance(value, str) else value


class _Number(int):
    """A number that takes the noun that fits it from its place in a text."""

    def __format__(self, form: str) -> str:
        one, bar, many = form.partition("|")
        if not bar:
            return super().__format__(form)
        return f"{int(self)} {one if self == 1 else many}"


@cache
def _texts(language: str, topic: str) -> dict[str, str]:
    # A text that nobody has translated yet is told in English rather than not at all.
    flat = {} if language == DEFAULT_LANGUAGE else dict(_texts(DEFAULT_LANGUAGE, topic))
    for file in word_files(language, topic):
        _flatten("", export_data(file), flat)
    return flat


def word_files(language: str, topic: str) -> tuple[str, ...]:
    """Return the files of a topic in the exports folder: the shared one, then those of games."""
    name = f"words/{language}/{topic}.yaml"
    shared = (name,) if (exports_folder() / name).is_file() else ()
    return (*shared, *exports_of_games(name))


def _flatten(prefix: str, node: Any, into: dict[str, str]) -> None:
    for key, value in node.items():
        if isinstance(value, dict):
            _flatten(f"{prefix}{key}.", value, into)
        else:
            into[f"{prefix}{key}"] = str(value)
