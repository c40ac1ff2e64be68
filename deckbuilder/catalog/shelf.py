"""The catalogue of each game: read once, with the cards of the pools in force merged in."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.preferences import preferences
from deckbuilder.registry import Game, game, games

if TYPE_CHECKING:
    from deckbuilder.catalog.own_card_files import PoolFile

MOST_LOOKS = 256
MOST_POOLS = 16
"""So many catalogues with cards of somebody's own are kept."""


def catalog_in_force(home: Game) -> Catalog:
    """Return all cards of a game, those of the pools in force among them.

    They are loaded once for each set of preferences, and once where the files are the same.
    """
    return _catalog(home.id, preferences().look)


@lru_cache(maxsize=MOST_LOOKS)
def _catalog(game_id: str, look: int) -> Catalog:
    from deckbuilder.catalog.own_cards import own_card_files

    files = own_card_files(game_id)
    if not files:
        return _shipped(game_id)
    return _with_pools(game_id, files, tuple(_version(file.path) for file in files))


def shipped(home: Game) -> Catalog:
    """Return the cards of a game that the program ships, without any of somebody's own."""
    return _shipped(home.id)


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
    from deckbuilder.catalog.own_card_files import Games
    from deckbuilder.catalog.own_cards import with_own_cards

    names = {
        squeeze(name): each.id for each in games() for name in (each.id, each.title, *each.names)
    }
    card_types = {each.id: each.card_type() for each in games()}
    return with_own_cards(_shipped(game_id), files, Games(names, card_types, _shipped))


@cache
def _shipped(game_id: str) -> Catalog:
    from deckbuilder.catalog.loading import load_catalog

    return load_catalog(game_id, game(game_id).card_type())
