"""Where the data folders are: beside the package in a checkout, inside it in a wheel.

Each of them has a folder of its own for each game; what is missing there is left to defaults.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

_NAME = "deckbuilder"
_ON_LINUX = sys.platform.startswith("linux")
_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "data"
_ROOT = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parent


def shown_path(path: str) -> str:
    """Return a path as people are told it: a shipped file from the data folders on."""
    inside = path.removeprefix(f"{_ROOT}{os.sep}")
    return inside if Path(inside).parts[:1] in (("cards",), ("formats",), ("exports",)) else path


def cards_folder(game: str) -> Path:
    """Return the folder of a game's card files."""
    return _ROOT / "cards" / game


def format_files(game: str | None = None) -> dict[str, Path]:
    """Return the files of the shipped formats by their ids, or of those of one game."""
    return _by_id(_formats_folder().glob(f"{game or '*'}/*.yaml"))


def restriction_files() -> dict[str, Path]:
    """Return the files of the shipped lists of restrictions by their ids."""
    return _by_id(_formats_folder().glob("*/restrictions/*.yaml"))


def bots_folder(game: str) -> Path:
    """Return the folder of the numbers that a game's bots and builder go by."""
    return _formats_folder() / game / "bots"


def exports_folder() -> Path:
    """Return the folder of templates, words and target data."""
    return _ROOT / "exports"


def export_of(game: str, name: str) -> str | None:
    """Return the path in the exports folder of a game's own file, None where it has none."""
    path = f"{game}/{name}"
    return path if (exports_folder() / path).is_file() else None


def exports_of_games(name: str) -> tuple[str, ...]:
    """Return the paths in the exports folder of the files of this name that games have."""
    folder = exports_folder()
    found = sorted(folder.glob(f"*/{name}"))
    return tuple(path.relative_to(folder).as_posix() for path in found)


def export_data(name: str) -> Any:
    """Return a YAML file of the exports folder, named by its path there.

    These files come with the program; what strangers write goes through `parse_yaml`.
    """
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load((exports_folder() / name).read_text(encoding="utf-8"), Loader=loader)


@cache
def game_export_data(game: str, name: str) -> dict[str, Any]:
    """Return a YAML file of a game's own exports folder; empty where the game has none."""
    path = export_of(game, name)
    document: dict[str, Any] = export_data(path) if path else {}
    return document


def _formats_folder() -> Path:
    return _ROOT / "formats"


def _by_id(paths: Iterable[Path]) -> dict[str, Path]:
    return {path.stem: path for path in sorted(paths, key=lambda path: path.stem)}


def cache_folder() -> Path:
    """Return the folder for caches that may be deleted at any time (not created here)."""
    if chosen := os.environ.get("DECKBUILDER_CACHE_DIR"):
        return Path(chosen)
    if _ON_LINUX:
        return _xdg_folder("XDG_CACHE_HOME", ".cache")
    from platformdirs import user_cache_path

    return user_cache_path(_NAME)


def user_folder() -> Path:
    """Return the folder of the user's own data (not created here)."""
    if chosen := os.environ.get("DECKBUILDER_DATA_DIR"):
        return Path(chosen)
    if _ON_LINUX:
        return _xdg_folder("XDG_DATA_HOME", ".local/share")
    from platformdirs import user_data_path

    return user_data_path(_NAME)


def _xdg_folder(variable: str, below_home: str) -> Path:
    # What platformdirs answers here; importing it is a tenth of the time that a look-up takes.
    stated = os.environ.get(variable, "").strip()
    return Path(stated or Path("~", below_home).expanduser()) / _NAME
