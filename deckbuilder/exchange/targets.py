"""What lists can be written as: the registry of `exports/targets.yaml`."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from deckbuilder.catalog.names import nearest
from deckbuilder.decks.deck import Deck
from deckbuilder.errors import refusal
from deckbuilder.resources import export_data, game_export_data
from deckbuilder.words import say, says

if TYPE_CHECKING:
    from deckbuilder.exchange.images import Images
    from deckbuilder.exchange.registration.fonts import Fonts


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a writer is told beside the decks.

    `images` is the user's own image file. `fonts` are what letters are printed with, and keep which
    ones none has. `pictures` draws a deck's figures as SVG, for the
    forms that show them.
    """

    images: Images | None = None
    fonts: Fonts | None = None
    pictures: Callable[[Deck], Sequence[str]] = lambda deck: ()


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """A form of lists.

    `many`: one file can hold several lists. `draws`: it needs pictures of cards, which are drawn
    beside its file where the user has none. `deals`: its program deals packs from one pool.
    `named`: cards are named in it for people, in the language that they like.
    """

    id: str
    module: str
    extension: str
    binary: bool = False
    reads_back: bool = False
    many: bool = False
    draws: bool = False
    deals: bool = False
    named: bool = False

    @property
    def what(self) -> str:
        """What it is, in a sentence."""
        return _words(self.id, "what") or self.id

    @property
    def loses(self) -> str:
        """What is lost on the way; empty when nothing is."""
        return _words(self.id, "loses")

    def write(self, deck: Deck, context: Context | None = None) -> bytes:
        """Return one deck in this form, the same bytes for the same deck."""
        return self.write_all([deck], context)

    def write_all(self, decks: Sequence[Deck], context: Context | None = None) -> bytes:
        """Return decks in this form, one file.

        Raises InputError for several decks where the form holds only one.
        """
        if len(decks) > 1 and not self.many:
            raise refusal("export.one-list", target=self.id, lists=len(decks))
        module = importlib.import_module(f"deckbuilder.exchange.{self.module}")
        content: bytes = module.write(decks, context or Context())
        return content


def _words(target_id: str, key: str) -> str:
    """Return what is said of a target; a target without words of its own has none."""
    name = f"exchange.targets.{target_id}.{key}"
    return say(name) if says(name) else ""


@cache
def targets() -> tuple[Target, ...]:
    """Return every target, in the order of the registry."""
    return tuple(
        Target(id=target_id, **facts) for target_id, facts in target_data("targets").items()
    )


def target(name: str) -> Target:
    """Return the target with this id. Raises InputError when there is none."""
    for candidate in targets():
        if candidate.id == name.strip().casefold():
            return candidate
    known = tuple(candidate.id for candidate in targets())
    if near := nearest(name, known):
        raise refusal("export.no-target-near", target=name, nearest=near)
    raise refusal("export.no-target", target=name, known=known)


def target_of_file(path: Path) -> Target:
    """Return what a file is written as that is called so: of several forms the first one.

    Raises InputError where no form has its ending.
    """
    ending = path.suffix.removeprefix(".").casefold()
    for candidate in targets():
        if candidate.extension == ending:
            return candidate
    endings = tuple(dict.fromkeys(f".{each.extension}" for each in targets()))
    raise refusal("export.no-target-of", where=str(path), endings=endings)


def target_data(part: str) -> Any:
    """Return a part of the registry's file."""
    return _document()[part]


def game_data(game: str, part: str) -> Any:
    """Return a part of what the targets know of a game, empty where nothing is known."""
    return game_export_data(game, "lists.yaml").get(part, {})


@cache
def _document() -> dict[str, Any]:
    document: dict[str, Any] = export_data("targets.yaml")
    return document
