"""Cards of the user's own: which files they are in, and the catalogue with them merged in."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from deckbuilder.catalog import cache
from deckbuilder.catalog.catalog import Catalog, Stored
from deckbuilder.catalog.own_card_files import Games, PoolFile
from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.files import read_input
from deckbuilder.preferences import preferences
from deckbuilder.resources import user_folder

KINDS = (".yaml", ".yml", ".csv", ".tsv", ".xlsx")


def own_card_files(game: str) -> tuple[PoolFile, ...]:
    """Return the files of cards that may hold cards of this game, in a fixed order.

    Raises InputError for a chosen path that does not exist or holds no card file.
    """
    own = user_folder() / "cards"
    found = [PoolFile(path, sure=True) for path in _files(own / game)]
    if own.is_dir():
        found += [
            PoolFile(path)
            for path in sorted(own.iterdir())
            if path.suffix.lower() in KINDS and path.is_file()
        ]
    for path in preferences().own_cards:
        files = _files(path) if path.is_dir() else [path]
        if not files:
            raise refusal("cards.no-files", where=str(path), endings=KINDS)
        found += [PoolFile(each, chosen=True) for each in files]
    return tuple(found)


def with_own_cards(catalog: Catalog, files: Sequence[PoolFile], games: Games) -> Catalog:
    """Return the catalogue with the cards of these files merged in.

    Raises InputError with every fault of every file.
    """
    contents = [(file, read_input(file.path)) for file in files]
    digest = hashlib.blake2b(catalog.digest.encode(), digest_size=16)
    for file, content in contents:
        digest.update(f"|{file.path}|{file.sure}|{file.chosen}|{len(content)}|".encode())
        digest.update(content)
    name, key = f"{catalog.game}-own-cards", digest.hexdigest()
    stored = cache.read(name, key, Stored)
    if stored is None:
        stored = _merged(catalog, contents, games)
        cache.write(name, key, stored)
    return Catalog(catalog.game, stored, key, catalog.card_type)


def _files(folder: Path) -> list[Path]:
    found = (path for path in folder.rglob("*") if path.suffix.lower() in KINDS)
    return sorted(path for path in found if path.is_file())


def _merged(catalog: Catalog, contents: Sequence[tuple[PoolFile, bytes]], games: Games) -> Stored:
    from deckbuilder.catalog.merging import Merge
    from deckbuilder.catalog.own_card_records import read_pool_file

    merge = Merge(catalog)
    faults: list[Fault] = []
    for file, content in contents:
        try:
            records, notices = read_pool_file(file, content, catalog, games)
        except InputError as error:
            faults.extend(error.faults)
            continue
        merge.notices.extend(notices)
        for record in records:
            merge.add(record)
    faults.extend(merge.faults)
    if faults:
        raise InputError(faults)
    return merge.stored()
