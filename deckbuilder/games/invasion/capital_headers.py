"""The header lines of a list that name its capital, however people write it."""

from __future__ import annotations

from functools import lru_cache
from typing import cast, get_args

from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck
from deckbuilder.formats.counting import (
    Headers,
)
from deckbuilder.games.invasion.card import CapitalRace

HEADERS = frozenset(map(fold, ("Capital", "Capital board", "首都", "首都ボード")))


def capitals_of(deck: Deck) -> tuple[str, ...]:
    """Return what the list's capital headers say, as written."""
    return written_capitals(deck.headers)


@lru_cache(maxsize=1024)
def written_capitals(headers: Headers) -> tuple[str, ...]:
    """Return what the capital lines among some header lines say, as written."""
    return tuple(value.strip() for key, value in headers if fold(key) in HEADERS)


@lru_cache(maxsize=1024)
def capital_race(written: str) -> str | None:
    """Return the race that a capital header means ("High Elves", "orc capital"), or None."""
    words = fold(written).replace("-", " ").split()
    name = " ".join(word for word in words if word not in ("capital", "board"))
    for race in get_args(CapitalRace):
        if name in _spellings(race.replace("-", " ")):
            return cast(str, race)
    return None


def _spellings(name: str) -> tuple[str, ...]:
    spellings = [name, f"{name}s"]
    if name.endswith("f"):
        spellings.append(f"{name[:-1]}ves")
    return tuple(spellings)


def first_capital(headers: Headers) -> str | None:
    """Return the race of the capital that header lines name first, None where that is none."""
    written = written_capitals(headers)
    return capital_race(written[0]) if written else None


def header_key(deck: Deck) -> str:
    """Return the word by which a list names its capital, or would."""
    return next((key for key, _ in deck.headers if fold(key) in HEADERS), "Capital")
