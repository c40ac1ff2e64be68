"""The files of a user's own cards, and what tells which game each is for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog


class PoolFile(NamedTuple):
    """A file of cards; `sure` when its folder says its game, `chosen` when it was asked for."""

    path: Path
    sure: bool = False
    chosen: bool = False


class Games(NamedTuple):
    """What tells games apart: ids by every squeezed name, classes and shipped cards by id."""

    names: Mapping[str, str]
    card_types: Mapping[str, type[Card]]
    shipped: Callable[[str], Catalog]
