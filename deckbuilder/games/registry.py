"""The games: each folder beside this file describes itself in its `GAME`; nothing is listed."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from deckbuilder.errors import unusable
from deckbuilder.preferences import preferences

if TYPE_CHECKING:
    from deckbuilder.catalog.card import Card
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.catalog.pool_files import PoolFile


MOST_LOOKS = 256
MOST_POOLS = 16
"""So many catalogues with cards of somebody's own are kept."""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game's own description. Parts are `module:attribute` and imported when first used."""

    id: str
    title: str
    names: tuple[str, ...]
    """What people write behind `Game:`; matched without regard to case."""
    card: str
    checks: str | None = None
    draft: str | None = None
    packs: str | None = None
    """Gives the cards before each seat in a state of the draft, then those open to all."""
    play: str | None = None
    statistics: str | None = None
    ratings: str | None = None
    """Gives a card's worth to the bots and the named parts of it, None for one they never rate."""
    builder: str | None = None
    """Says what a good list is (games/planning.py); without one, lists are legal and no more."""

    def part(self, reference: str) -> Any:
        """Import a part named `module:attribute`."""
        module, _, attribute = reference.partition(":")
        return getattr(importlib.import_module(module), attribute)

    def card_type(self) -> type[Card]:
        """Return the class of this game's card records."""
        kind: type[Card] = self.part(self.card)
        return kind

    def catalog(self) -> Catalog:
        """Return all cards of this game, those of the pools in force among them.

        They are loaded once for each set of preferences, and once where the files are the same.
        """
        return _catalog(self.id, preferences().look)


@cache
def games() -> tuple[Game, ...]:
    """Return every game, sorted by id."""
    import deckbuilder.games as package

    found = [
        importlib.import_module(f"{package.__name__}.{module.name}").GAME
        for module in pkgutil.iter_modules(package.__path__)
        if module.ispkg
    ]
    return tuple(sorted(found, key=lambda game: game.id))


def games_with(part: str) -> tuple[Game, ...]:
    """Return the games that have a part, such as "draft" or "play"."""
    return tuple(each for each in games() if getattr(each, part) is not None)


def game(name: str) -> Game:
    """Return the game with this id or name.

    Raises InputError when there is none.
    """
    wanted = name.strip().casefold()
    for candidate in games():
        if wanted == candidate.id or wanted in (known.casefold() for known in candidate.names):
            return candidate
    known = ", ".join(candidate.id for candidate in games())
    raise unusable(f"there is no game '{name}'.", mend=f"Games: {known}.")


@lru_cache(maxsize=MOST_LOOKS)
def _catalog(game_id: str, look: int) -> Catalog:
    from deckbuilder.catalog.pools import pool_files

    files = pool_files(game_id)
    if not files:
        return _shipped(game_id)
    return _with_pools(game_id, files, tuple(_version(file.path) for file in files))


def _version(path: Path) -> tuple[int, int]:
    """Return what tells whether a file is still the one that was read; (0, 0) for none."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=MOST_POOLS)
def _with_pools(
    game_id: str, files: tuple[PoolFile, ...], versions: tuple[tuple[int, int], ...]
) -> Catalog:
    from deckbuilder.catalog.names import squeeze
    from deckbuilder.catalog.pool_files import Games
    from deckbuilder.catalog.pools import with_pools

    names = {
        squeeze(name): each.id for each in games() for name in (each.id, each.title, *each.names)
    }
    card_types = {each.id: each.card_type() for each in games()}
    return with_pools(_shipped(game_id), files, Games(names, card_types, _shipped))


@cache
def _shipped(game_id: str) -> Catalog:
    from deckbuilder.catalog.loading import load_catalog

    return load_catalog(game_id, game(game_id).card_type())
