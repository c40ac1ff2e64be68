"""The numbers of the bots, from their data file: how cards are rated, and the characters."""

from __future__ import annotations

from functools import cache
from typing import Annotated

import msgspec

from deckbuilder.games.characters import numbers_of, numbers_path
from deckbuilder.games.invasion.plan import convert
from deckbuilder.games.invasion.rating import RatingWeights

GAME = "invasion"


class DrafterWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of a character; see the comments of the data file."""

    rating: float
    taste: float
    race: float
    pile_counts_as: float
    guess: float
    loyalty: float
    symbols: float
    curve: float
    role: float
    side: float
    denial: float
    card: float
    guard: float
    reinforcements: float
    fewer_choices: float
    fewer_cards: float
    sabotage: float
    keep_sabotage: float
    tides: float


class Character(msgspec.Struct, frozen=True):
    """Who drafts: weights, the deck that is wanted, and likes by tag or keyword."""

    weights: DrafterWeights
    curve: tuple[float, ...]
    roles: dict[str, float]
    taste: dict[str, float]


class _CharacterEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character as the file states it; what is left out is the first one's."""

    weights: dict[str, float] = {}
    curve: tuple[float, ...] | None = None
    roles: dict[str, float] | None = None
    taste: dict[str, float] = {}


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rating: RatingWeights
    characters: Annotated[dict[str, _CharacterEntry], msgspec.Meta(min_length=1)]


def rating_weights() -> RatingWeights:
    """Return how cards are rated. Raises InputError where the data file is not as it should be."""
    return _numbers()[0]


def characters() -> dict[str, Character]:
    """Return the characters by name, the default first. Raises InputError as above."""
    return _numbers()[1]


@cache
def _numbers() -> tuple[RatingWeights, dict[str, Character]]:
    file = numbers_of(GAME, _File)
    first = next(iter(file.characters.values()))
    found = {
        name: Character(
            weights=convert(
                {**first.weights, **stated.weights},
                DrafterWeights,
                str(numbers_path(GAME)),
                f"characters.{name}.weights",
            ),
            curve=stated.curve or first.curve or (),
            roles=stated.roles or first.roles or {},
            taste=stated.taste,
        )
        for name, stated in file.characters.items()
    }
    return file.rating, found
