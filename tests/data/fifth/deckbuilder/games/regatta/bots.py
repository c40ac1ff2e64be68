"""The bots of Regatta: one that takes anything, and one that takes the fastest boat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.characters import RANDOM, chosen
from deckbuilder.games.parts import Rated
from deckbuilder.games.regatta.card import RegattaCard
from deckbuilder.tables.policy import Policy, RandomPolicy, Score
from deckbuilder.tables.protocol import Event, Option

SPEED = "speed"
BOTS = (RANDOM, SPEED)


def rated(card: Card) -> Rated | None:
    """Return the worth of a card: its speed."""
    if not isinstance(card, RegattaCard):
        return None
    worth = float(card.speed or 0)
    return worth, ((SPEED, worth),)


def bot_of(spec: str, catalog: Catalog) -> Policy:
    """Return the bot that a spec names. Raises InputError for an unknown one."""
    name, _ = chosen(spec, dict.fromkeys(BOTS, ()))
    return RandomPolicy() if name == RANDOM else SpeedBot(catalog)


class SpeedBot(Policy):
    """Takes the fastest."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def score(
        self, view: Any, options: Sequence[Option], feed: Sequence[Event] = ()
    ) -> Sequence[Score]:
        """Score every option by its speed."""
        found = [rated(self._catalog.card(option.subject)) or (0.0, ()) for option in options]
        return [Score(option, *worth) for option, worth in zip(options, found, strict=True)]
