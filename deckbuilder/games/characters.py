"""Bots that are characters: numbers from a file, a spec that chooses, parts that add up."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import nearest
from deckbuilder.errors import misfit, refusal
from deckbuilder.files import read_input
from deckbuilder.resources import bots_folder
from deckbuilder.tables.policy import Score, parse_spec
from deckbuilder.tables.protocol import Option

RANDOM = "random"
"""The bot that every game has; it has no weights."""
USUAL = "drafter"
"""The character that drafts where none is named."""
DIGITS = 9

T = TypeVar("T")


class Measure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points for each step above what is usual."""

    usual: float
    points: float

    def of(self, value: float | None) -> float:
        """Return the points of a value, 0 for an unknown one."""
        return 0.0 if value is None else (value - self.usual) * self.points


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot's weights by part of its score, and what it likes, in points."""

    weights: dict[str, float]
    taste: dict[str, float] = {}


def numbers_path(game: str, of: str = "weights") -> Path:
    """Return the file of the weights of a game's bots, or of its `builder` or `measures`."""
    return bots_folder(game) / f"{of}.yaml"


def numbers_of(game: str, kind: type[T], of: str = "weights") -> T:
    """Return the weights of a game's bots, or the numbers of its other file, as a record.

    Raises InputError where the file is not as it should be.
    """
    from deckbuilder.sources.yaml_source import parse_yaml

    path = numbers_path(game, of)
    try:
        return msgspec.convert(parse_yaml(read_input(path), str(path)), kind)
    except msgspec.ValidationError as error:
        wrong = misfit(error)
        where = str(path)
        raise refusal("fields.of-data", where=where, field=wrong.field, why=wrong.what) from None


def cards_of(ids: Mapping[str, str], kind: type[T], catalog: Catalog) -> dict[str, T]:
    """Return the cards of a draft by the keys of their ids.

    Raises InputError for one that the card files do not have.
    """
    found = {}
    for key, card_id in ids.items():
        card = catalog.by_id.get(card_id)
        if not isinstance(card, kind):
            raise refusal("bot.no-card", card=card_id)
        found[key] = card
    return found


def chosen(spec: str, weights: Mapping[str, Collection[str]]) -> tuple[str, dict[str, float]]:
    """Return the name in a spec and the weights that it changes.

    `weights` are those of each bot there is. Raises InputError for another bot or weight.
    """
    name, changes = parse_spec(spec)
    if name not in weights:
        if close := nearest(name, weights):
            raise refusal("bot.unknown-near", bot=name, nearest=close)
        raise refusal("bot.unknown", bot=name, known=tuple(weights))
    known = weights[name]
    for weight in changes:
        if weight not in known:
            if not known:
                raise refusal("bot.no-weights", bot=name, weight=weight)
            raise refusal("bot.no-weight", bot=name, weight=weight, known=tuple(known))
    return name, changes


def character_of(
    spec: str, characters: Mapping[str, Character], parts: Collection[str]
) -> Character | None:
    """Return the character that a spec names with the weights it changes; None for `random`.

    `parts` are what its score is made of. Raises InputError as `chosen` does.
    """
    name, changes = chosen(spec, {**dict.fromkeys(characters, parts), RANDOM: ()})
    if name == RANDOM:
        return None
    character = characters[name]
    return msgspec.structs.replace(character, weights={**character.weights, **changes})


def weighted(weights: Mapping[str, float], part: str, amount: float) -> float:
    """Return a part of a score: rounded, and never -0.0."""
    return round(weights.get(part, 0.0) * amount, DIGITS) + 0.0


def score_of(option: Option, weights: Mapping[str, float], amounts: Mapping[str, float]) -> Score:
    """Return the score that is the sum of weighted parts; one without weight is left out.

    Parts are rounded, and never -0.0, so that what cancels out is not shown as a part.
    """
    parts = tuple(
        (part, weighted(weights, part, amount))
        for part, amount in amounts.items()
        if weights.get(part, 0.0)
    )
    return Score(option, sum(amount for _, amount in parts), parts)
