"""The numbers of the bots, from their data file: how cards are rated, and the characters."""

from __future__ import annotations

from functools import cache

import msgspec
import yaml

from deckbuilder.errors import misfit, unusable
from deckbuilder.games.invasion.rating import RatingWeights
from deckbuilder.resources import formats_folder


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


class _Stated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character as the file states it; what is left out is the first one's."""

    weights: dict[str, float] = {}
    curve: tuple[float, ...] | None = None
    roles: dict[str, float] | None = None
    taste: dict[str, float] = {}


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rating: RatingWeights
    characters: dict[str, _Stated]


def rating_weights() -> RatingWeights:
    """Return how cards are rated. Raises InputError where the data file is not as it should be."""
    return _numbers()[0]


def characters() -> dict[str, Character]:
    """Return the characters by name, the default first. Raises InputError as above."""
    return _numbers()[1]


@cache
def _numbers() -> tuple[RatingWeights, dict[str, Character]]:
    path = formats_folder() / "bots" / "invasion.yaml"
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        file = msgspec.convert(
            yaml.load(path.read_text(encoding="utf-8"), Loader=loader), _File, strict=False
        )
        first = next(iter(file.characters.values()))
        found = {
            name: Character(
                weights=msgspec.convert({**first.weights, **stated.weights}, DrafterWeights),
                curve=stated.curve or first.curve or (),
                roles=stated.roles or first.roles or {},
                taste=stated.taste,
            )
            for name, stated in file.characters.items()
        }
    except msgspec.ValidationError as error:
        wrong = misfit(error)
        raise unusable(f"{wrong.what}.", where=str(path), field=wrong.field) from None
    return file.rating, found
