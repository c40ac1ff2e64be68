"""The games that there are, and their parts: typed, and imported only when they are asked for.

Each folder of `games` describes itself in its `GAME`; nothing is listed here, and no game is
known. Whoever needs a game's part asks for it here: that is the only way from below up to it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from deckbuilder.errors import InputError, refusal
from deckbuilder.game_settings import Setting, Use

if TYPE_CHECKING:
    from deckbuilder.catalog.card import Card
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.formats.kind import Kind
    from deckbuilder.games.drafted import DraftBatch
    from deckbuilder.games.duels import Courses
    from deckbuilder.games.parts import (
        Batch,
        Beliefs,
        CardTexts,
        Effects,
        GameFacts,
        History,
        Learning,
        Measures,
        Rate,
        Solving,
    )
    from deckbuilder.games.planning import Builder
    from deckbuilder.games.statistics import Measure
    from deckbuilder.games.table_game import DraftGame, TableGame
    from deckbuilder.games.tracking import Tracking

Part = Literal[
    "checks",
    "draft",
    "measures",
    "tracking",
    "history",
    "play",
    "courses",
    "batch",
    "draft_batch",
    "learning",
    "facts",
    "solving",
    "beliefs",
    "statistics",
    "ratings",
    "builder",
    "effects",
    "card_texts",
]
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
    draft: Callable[[], DraftGame[Any, Any]] | None = None
    measures: Callable[[], Measures] | None = None
    """Figures of drafted decks by which bots are compared."""
    tracking: Callable[[], Tracking] | None = None
    """What drafts of bots are counted by, where it is more than their choices."""
    history: Callable[[], History] | None = None
    """What a whole draft tells a seat afterwards."""
    play: Callable[[], TableGame[Any, Any]] | None = None
    courses: Callable[[], Courses] | None = None
    """Tells how a game between two lists went."""
    batch: Callable[[], Batch] | None = None
    draft_batch: Callable[[], DraftBatch] | None = None
    """An engine that runs many drafts of bots at once."""
    learning: Callable[[], Learning] | None = None
    facts: Callable[[], GameFacts] | None = None
    solving: Callable[[], Solving] | None = None
    beliefs: Callable[[], Beliefs] | None = None
    settings: tuple[Setting, ...] = ()
    """What may be asked of its drafts, games and lists beside what all games know."""
    statistics: Callable[[], Measure] | None = None
    ratings: Callable[[], Rate] | None = None
    """Gives a card's worth to the bots and the named parts of it, None for one they never rate."""
    builder: Callable[[], Builder] | None = None
    """Says what a good list is; without one, lists are legal and no more."""
    effects: Callable[[], Effects] | None = None
    """Tells what cards do in play, as far as that is known as data."""
    card_texts: Callable[[], CardTexts] | None = None
    """Tells in sentences what a card does in play."""

    def card_type(self) -> type[Card]:
        """Return the class of this game's card records."""
        return self.card()

    def settings_for(self, use: Use) -> tuple[Setting, ...]:
        """Return the settings that this game declares for a use."""
        return tuple(setting for setting in self.settings if setting.use == use)

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


@lru_cache(maxsize=64)
def game(name: str) -> Game:
    """Return the game with this id or name.

    Raises InputError when there is none.
    """
    wanted = name.strip().casefold()
    for candidate in games():
        if wanted == candidate.id or wanted in (known.casefold() for known in candidate.names):
            return candidate
    raise no_game(name, games())


def no_game(name: str, known: tuple[Game, ...]) -> InputError:
    """Build the error for a game that is none of those known, with the nearest of their names."""
    from difflib import get_close_matches

    ids = tuple(each.id for each in known)
    near = tuple(get_close_matches(name.strip().casefold(), ids))
    return refusal("games.unknown-near" if near else "games.unknown", game=name, known=near or ids)
