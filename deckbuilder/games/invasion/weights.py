"""The weights of the bots, from their data file."""

from __future__ import annotations

from functools import cache

import msgspec
import yaml

from deckbuilder.errors import unusable
from deckbuilder.games.invasion.rating import RatingWeights
from deckbuilder.resources import formats_folder


class DrafterWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of the drafter; see the comments of the weights' file."""

    rating: float
    race: float
    pile_counts_as: float
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


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights' file."""

    rating: RatingWeights
    drafter: DrafterWeights
    curve: tuple[float, ...]
    roles: dict[str, float]


@cache
def weights() -> Weights:
    """Return the weights of the bots, from their data file. Raises InputError."""
    path = formats_folder() / "bots" / "invasion.yaml"
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return msgspec.convert(
            yaml.load(path.read_text(encoding="utf-8"), Loader=loader), Weights, strict=False
        )
    except msgspec.ValidationError as error:
        raise unusable(f"{error}.", where=str(path)) from None
