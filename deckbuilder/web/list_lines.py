"""A list as it was written, with what is to be told of each line beside it."""

from __future__ import annotations

from collections.abc import Iterable

from deckbuilder.decks.deck import Deck
from deckbuilder.errors import InputError
from deckbuilder.formats.checking import reading_warnings
from deckbuilder.formats.problem import Problem
from deckbuilder.formats.verdict import format_of, judge
from deckbuilder.registry import game

Lines = tuple[tuple[int, str, tuple[Problem, ...]], ...]


def lines_with(content: bytes, told: Iterable[Problem]) -> Lines:
    """Return number, text and problems of each line; none of what is no text."""
    problems = list(told)
    try:
        text = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        return ()
    return tuple(
        (number, line, tuple(each for each in problems if number in each.lines))
        for number, line in enumerate(text, start=1)
    )


def told_of(deck: Deck) -> tuple[Problem, ...]:
    """Return all problems of a deck where its format is known, else what reading made of it."""
    try:
        return judge(deck, format_of(deck, ""), "").problems
    except InputError:
        return tuple(reading_warnings(deck, game(deck.game).catalog()))
