"""Card files into a catalogue: every fault of every file at once, and a cache by content."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

import deckbuilder
from deckbuilder.catalog import cache as disk
from deckbuilder.catalog.card import Card, CardSet
from deckbuilder.catalog.catalog import Catalog, Stored, title_index
from deckbuilder.catalog.names import FOLDING
from deckbuilder.errors import Fault
from deckbuilder.resources import cards_folder


def load_catalog(
    game: str, card_type: type[Card], folders: Sequence[Path] | None = None
) -> Catalog:
    """Load the cards of a game: the shipped ones, or those of `folders`.

    Raises InputError with every fault of every file (file, line, field, what was expected).
    """
    files = list(_files(folders if folders is not None else [cards_folder(game)]))
    contents = [(path, path.read_bytes()) for path in files]
    digest = _digest(card_type, contents)
    stored = disk.read(f"{game}-cards", digest, Stored)
    if stored is None:
        stored = _parse(game, card_type, contents)
        disk.write(f"{game}-cards", digest, stored)
    return Catalog(game, stored, digest, card_type)


def stored_of(
    sets: Sequence[CardSet],
    cards: Sequence[Card],
    aliases: Mapping[str, str],
    notices: Sequence[Fault] = (),
) -> Stored:
    """Return what the cache keeps of these sets and cards."""
    return Stored(
        sets=tuple(sets),
        cards=msgspec.Raw(msgspec.msgpack.encode(tuple(cards))),
        titles=title_index(cards),
        aliases=dict(aliases),
        notices=tuple(notices),
    )


def _files(folders: Iterable[Path]) -> Iterable[Path]:
    """Yield the card files below these folders; a folder `effects` says what cards do."""
    for folder in folders:
        found = sorted(folder.rglob("*.yaml"))
        yield from (path for path in found if "effects" not in path.relative_to(folder).parts)


def _digest(card_type: type[Card], contents: Sequence[tuple[Path, bytes]]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    fields = [vars(kind).get("__annotations__") for kind in (CardSet, *card_type.__mro__)]
    digest.update(f"{deckbuilder.__version__}|{FOLDING}|{fields}".encode())
    for path, content in contents:
        digest.update(f"|{path.name}|{len(content)}|".encode())
        digest.update(content)
    return digest.hexdigest()


def _parse(game: str, card_type: type[Card], contents: Sequence[tuple[Path, bytes]]) -> Stored:
    from deckbuilder.catalog.set_files import read_files

    sets, cards, aliases = read_files(game, card_type, contents)
    return stored_of(sets, cards, aliases)
