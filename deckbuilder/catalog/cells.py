"""A cell of a spreadsheet as a fact of a card, however people write it."""

from __future__ import annotations

import re
from typing import Any

from deckbuilder.catalog.fields import CHOICE, FLAG, MAPPING, NUMBER, Field
from deckbuilder.catalog.names import fold, squeeze
from deckbuilder.catalog.records import one_of
from deckbuilder.words import Phrase, phrase

_UNKNOWN = frozenset(("", "?", "-", "–", "—", "n/a", "na", "unknown", "tbd"))
_YES = frozenset(("yes", "y", "true", "x", "1", "✓", "✔"))
_NO = frozenset(("no", "n", "false", "0"))
_ITEMS = re.compile(r"\s*[;|\n]\s*")
_ITEMS_OR_COMMAS = re.compile(r"\s*[;|\n,]\s*")
_CHOICES = re.compile(r"\s*(?:[;|\n,/+&]|\band\b)\s*")
_TIMES = re.compile(r"(?:(\d)\s*[x×]?\s*)?([^\d]+?)(?:\s*[x×]?\s*(\d))?")
_OF_TOTAL = re.compile(r"#?\s*(\d{1,9})\s*/\s*\d{1,9}")
"""A collector number as cards print it, with the size of the set behind it."""
COLLECTOR_NUMBER = "number"
_ENTRY = re.compile(r"(.*?)(?:\s+(\d+|X))?", re.DOTALL)


class UnreadableCell(Exception):
    """The text is no value of the field; says what was expected."""

    def __init__(self, expected: Phrase) -> None:
        self.expected = expected
        super().__init__(expected)


def read_cell(field: Field, text: str) -> Any | None:
    """Return the fact that a cell states, None for an unknown one.

    Raises UnreadableCell.
    """
    text = text.strip()
    if text.casefold() in _UNKNOWN:
        return None
    if field.kind == NUMBER:
        return _number(field, text)
    if field.kind == FLAG:
        if text.casefold() not in _YES | _NO:
            raise UnreadableCell(phrase("errors.expected.yes-no"))
        return text.casefold() in _YES
    if field.kind == MAPPING:
        return _mapping(text)
    if field.kind == CHOICE and field.many:
        return _choices(field, text) if field.choices else _items(text)
    if field.kind == CHOICE and field.choices:
        return _choice(field, text)
    return text


def _number(field: Field, text: str) -> int | str:
    if field.name == COLLECTOR_NUMBER and (of_total := _OF_TOTAL.fullmatch(text)):
        text = of_total[1]
    if re.fullmatch(r"\d{1,9}(\.0+)?", text):
        return int(text.split(".")[0])
    for letter in field.letters:
        if text.casefold() == letter.casefold():
            return letter
    kinds = (phrase("errors.misfit.type.int"), *field.letters)
    raise UnreadableCell(phrase("errors.expected.any", kinds=kinds))


def _choice(field: Field, text: str) -> str:
    wanted = squeeze(text)
    for choice in field.choices:
        if wanted in (squeeze(choice), squeeze(choice) + "s"):
            return choice
    initials = [choice for choice in field.choices if choice[0] == wanted]
    if len(initials) != 1:
        raise UnreadableCell(one_of(field.choices))
    return initials[0]


def _choices(field: Field, text: str) -> tuple[str, ...]:
    if squeeze(text) == "none":
        return ()
    found: list[str] = []
    for part in filter(None, _CHOICES.split(text)):
        times = _TIMES.fullmatch(part)
        if times is None:
            raise UnreadableCell(phrase("errors.expected.some-of", choices=field.choices))
        words = times[2].split()
        try:
            chosen = [_choice(field, times[2])]
        except UnreadableCell:
            letters = list(words[0]) if len(words) == 1 else words
            chosen = [_choice(field, each) for each in letters]
        found.extend(chosen * int(times[1] or times[3] or 1))
    return tuple(found)


def _items(text: str) -> tuple[str, ...]:
    if squeeze(text) == "none":
        return ()
    # Commas part short items only; a sentence keeps its own.
    parts = _ITEMS.split(text)
    if len(parts) == 1 and all(len(part) <= 30 for part in text.split(",")):
        parts = text.split(",")
    return tuple(part.strip() for part in parts if part.strip())


def _mapping(text: str) -> dict[str, int | bool | str]:
    found: dict[str, int | bool | str] = {}
    for part in filter(None, _ITEMS_OR_COMMAS.split(text)):
        entry = _ENTRY.fullmatch(part)
        name, number = (entry[1], entry[2]) if entry else (part, None)
        key = "_".join(fold(name).replace("-", " ").split())
        found[key] = True if number is None else int(number) if number.isdecimal() else number
    return found
