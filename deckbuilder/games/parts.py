"""Small parts that a game may offer: what its bots rate, and the packs of its drafts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from deckbuilder.catalog.card import Card

Rated = tuple[float, tuple[tuple[str, float], ...]]
"""A card's worth to the bots, and the named parts of it."""


class Rate(Protocol):
    """Rates single cards as the bots do."""

    def __call__(self, card: Card) -> Rated | None:
        """Return what a card is worth, None for one that bots never rate."""


class Packs(Protocol):
    """Shows the packs of a draft."""

    def __call__(self, state: Any) -> Sequence[Sequence[str]]:
        """Return the cards before each seat in a state, by id, then those open to all."""
