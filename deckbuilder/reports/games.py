"""What each game has, and what it lacks: its cards and formats, its parts, its words and layouts.

Nothing of it is listed anywhere: it is what is found in the game's folders and in its `GAME`.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import get_args

import msgspec

from deckbuilder.formats.loading import format_ids
from deckbuilder.registry import Game, Part
from deckbuilder.resources import export_of, exports_of_games, game_export_data
from deckbuilder.words import languages

LAYOUTS = {"face": "face.svg.j2", "sheet": "sheet.yaml", "headings": "headings.yaml"}
"""What a game lays out in files of its own."""
LISTS = "lists.yaml"
LISTED = {"list-facts": "facts", "octgn": "octgn", "draftmancer": "draftmancer"}
"""What other forms of lists are told of a game, in `lists.yaml`."""


class Home(msgspec.Struct, frozen=True, kw_only=True):
    """What a game has. `parts` are by name; `words` are the topics of its own by language."""

    id: str
    title: str
    cards: int
    sets: int
    formats: tuple[str, ...]
    parts: dict[str, bool]
    words: dict[str, tuple[str, ...]]

    @property
    def lacks(self) -> tuple[str, ...]:
        """The names of the parts that it does not have."""
        return tuple(name for name, there in self.parts.items() if not there)


def home_of(game: Game) -> Home:
    """Return what a game has."""
    catalog, listed = game.catalog(), game_export_data(game.id, LISTS)
    formats = format_ids(game.id)
    words = {language: _topics(game.id, language) for language in languages()}
    parts = {
        "cards": bool(catalog.cards),
        "formats": bool(formats),
        **{part: getattr(game, part) is not None for part in get_args(Part)},
        "words": all(words.values()),
        **{part: export_of(game.id, name) is not None for part, name in LAYOUTS.items()},
        **{part: name in listed for part, name in LISTED.items()},
    }
    return Home(
        id=game.id,
        title=game.title,
        cards=len(catalog.cards),
        sets=len(catalog.sets),
        formats=formats,
        parts=parts,
        words=words,
    )


def _topics(game_id: str, language: str) -> tuple[str, ...]:
    files = map(PurePath, exports_of_games(f"words/{language}/*.yaml"))
    return tuple(file.stem for file in files if file.parts[0] == game_id)
