"""Words for people, by key and language, from the word files beside the templates.

Code knows keys and named fields only; every sentence stands in `words/<language>/<topic>.yaml`,
what only one game says in the file of that name in the game's own folder: both are one topic.
Only the topics that are asked for are read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec

from deckbuilder.preferences import preferences
from deckbuilder.resources import export_data, exports_folder, exports_of_games
from deckbuilder.sanitizing import printable

DEFAULT_LANGUAGE = "en"


@cache
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

    A number may bring its noun: `{have:card|cards}` is "1 card" and "2 cards". Several values
    (a tuple or list) are told one after the other; `{types:or}` is "a, b or c". Raises KeyError
    for an unknown key: every key that code uses is in every language.
    """
    topic, _, name = key.partition(".")
    placed = {key: _placed(value) for key, value in fields.items()}
    return _texts(language(), topic)[name].format(**placed)


def says(key: str) -> bool:
    """Tell whether there is a text of this key that says something."""
    topic, _, name = key.partition(".")
    return bool(_texts(language(), topic).get(name))


def name_of(key: str) -> str:
    """Return the text of a key whose last part is an id that a game brings.

    The id stands in words where nothing says it.
    """
    topic, _, name = key.partition(".")
    own = name.rpartition(".")[2]
    return _texts(language(), topic).get(name) or re.sub("[-_]+", " ", own).capitalize()


class Phrase(msgspec.Struct, frozen=True):
    """A text that is said only where it is shown, in the language then in force there."""

    key: str
    fields: dict[str, Any]

    def __str__(self) -> str:
        return say(self.key, **self.fields)

    def __format__(self, form: str) -> str:
        return format(str(self), form)


def phrase(key: str, /, **fields: Any) -> Phrase:
    """Return what `say` would say, to be said later: a field of a sentence, or kept."""
    return Phrase(key, fields)


class Later(msgspec.Struct, frozen=True):
    """The text that a function gives, asked for only where it is shown."""

    function: Callable[..., str]
    arguments: tuple[Any, ...]

    def __str__(self) -> str:
        return self.function(*self.arguments)

    def __format__(self, form: str) -> str:
        return format(str(self), form)


def later(function: Callable[..., str], *arguments: Any) -> Later:
    """Return what a function that puts things into words will say where it is shown."""
    return Later(function, arguments)


def enumerated(values: Iterable[object]) -> str:
    """Return values told one after the other, as the language in force does."""
    return phrases("errors.joints")["comma"].join(map(str, values))


def phrases(prefix: str) -> Mapping[str, str]:
    """Return the texts below a dotted prefix, the prefix taken off, in the file's order."""
    return _phrases(language(), prefix)


@cache
def _phrases(language: str, prefix: str) -> Mapping[str, str]:
    topic, _, rest = prefix.partition(".")
    start = f"{rest}." if rest else ""
    return MappingProxyType(
        {
            key[len(start) :]: text
            for key, text in _texts(language, topic).items()
            if key.startswith(start)
        }
    )


def _placed(value: Any) -> Any:
    if type(value) is int:
        return _Number(value)
    if isinstance(value, tuple | list):
        return _Several(str(_placed(each)) for each in value)
    return printable(value) if isinstance(value, str) else value


class _Number(int):
    """A number that takes the noun that fits it from its place in a text."""

    def __format__(self, form: str) -> str:
        one, bar, many = form.partition("|")
        if not bar:
            return super().__format__(form)
        return f"{int(self)} {one if self == 1 else many}"


class _Several(tuple[str, ...]):
    """Values that are told one after the other, as the language does."""

    __slots__ = ()

    def __format__(self, form: str) -> str:
        joints = phrases("errors.joints")
        if form and len(self) > 1:
            return f"{joints['comma'].join(self[:-1])}{joints[form]}{self[-1]}"
        return joints["comma"].join(self)


@cache
def help_texts(wanted: str) -> dict[str, Any]:
    """Return what help says in a language, none in the one that the code is written in."""
    found: dict[str, Any] = {} if wanted == DEFAULT_LANGUAGE else export_data(f"help/{wanted}.yaml")
    return found


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
