"""Which measures of drafted decks go with winning, as it was found out by duels for a game."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from deckbuilder.games.characters import numbers_of, numbers_path

Goes = Literal["with", "against", "neither", "high", "low"]
"""With what a measure takes to be better, against it, with neither; or with more or less of it."""
FILE = "winning"


class Found(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Correlations of a measure with the share of duels that were won.

    `correlation` is that over all drafts; `within` that among drafts by the same bots, between
    `low` and `high` in 95 of 100 cases.
    """

    correlation: float
    within: float
    low: float
    high: float


class Winning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was found over so many drafts of a format, and the command that found it."""

    made_by: str
    format: str
    drafts: int
    measures: dict[str, Found]


def goes(better: str, low: float, high: float) -> Goes:
    """Return with what winning goes, by the ends of the interval of a correlation."""
    if low <= 0 <= high:
        return "neither"
    if better == "neither":
        return "high" if low > 0 else "low"
    return "with" if (low > 0) == (better == "high") else "against"


@cache
def winning_of(game: str) -> Winning | None:
    """Return what was found out for a game, None where nothing was.

    Raises InputError where the file is not as it should be.
    """
    if not numbers_path(game, FILE).is_file():
        return None
    return numbers_of(game, Winning, of=FILE)
