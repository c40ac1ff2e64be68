"""The games that there are, and their parts: typed, and imported only when they are asked for.

Each folder of `games` describes itself in its `GAME`; nothing is listed here, and no game is
known. Whoever needs a game's part asks for it here: that is the only way from below up to it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from deckbuilder.errors import refusal

if TYPE_CHECKING:
    from deckbuilder.catalog.card import Card
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.formats.kind import Kind
    from deckbuilder.games.drafting import Draft
    from deckbuilder.games.parts import Packs, Rate
    from deckbuilder.games.planning import Builder
    from deckbuilder.games.playing import Play
    from deckbuilder.games.statistics import Measure

Part = Literal["checks", "draft", "packs", "play", "statistics", "ratings", "builder"]
"""What some games have and others lack."""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game's own description. Each part is a function that imports it and returns it."""

    id: str
    title: str
    names: tuple[str, ...]
    """What people write behind `Game:`; matched without regard to case."""
    card: Callable[[], type[Card]]
    """The class of this game's card records."""
    checks: Callable[[], Mapping[str, Kind]] | None = None
    """The kinds of rule that only this game has."""
    draft: Callable[[], Draft] | None = None
    packs: Callable[[], Packs] | None = None
    """Gives the cards before each seat in a state of the draft, then those open to all."""
    play: Callable[[], Play] | None = None
    statistics: Callable[[], Measure] | None = None
    ratings: Callable[[], Rate] | None = None
    """Gives a card's worth to the bots and the named parts of it, None for one they never rate."""
    builder: Callable[[], Builder] | None = None
    """Says what a good list is; without one, lists are legal and no more."""

    def card_type(self) -> type[Card]:
        """Return the class of this game's card records."""
        return self.card()

    def catalog(self) -> Catalog:
        """Return all cards of this game, those of the pools in force among them."""
        from deckbuilder.catalog.shelf import catalog_in_force

        return catalog_in_force(self)


@cache
def games() -> tuple[Game, ...]:
    """Return every game, sorted by id."""
    folder = Path(__file__).parent / "games"
    found = [
        importlib.import_module(f"deckbuilder.games.{module.name}").GAME
        for module in pkgutil.iter_modules([str(folder)])
        if module.ispkg
    ]
    return tuple(sorted(found, key=lambda game: game.id))


def games_with(part: Part) -> tuple[Game, ...]:
    """Return the games that have a part."""
    return tuple(each for each in games() if getattr(each, part) is not None)


def game(name: str) -> Game:
    """Return the game with this id or name.

    Raises InputError when there is none.
    """
    wanted = name.strip().casefold()
    for candidate in games():
        if wanted == candidate.id or wanted in (known.casefold() for known in candidate.names):
            return candidate
    raise refusal("games.unknown", game=name, known=tuple(candidate.id for candidate in games()))
