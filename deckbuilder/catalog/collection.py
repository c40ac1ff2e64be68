"""What a player owns: boxes by set, single cards added or taken away; kept as readable YAML."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.names import fold, nearest
from deckbuilder.catalog.records import SourceFile
from deckbuilder.errors import MOST_FAULTS, InputError, refusal
from deckbuilder.files import read_input, reason, wait_for, write_whole
from deckbuilder.resources import user_folder
from deckbuilder.sanitizing import shown

MAX_COUNT = 9_999


class Holding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is owned of one game: boxes by set id, single cards by card id (below 0: missing)."""

    boxes: dict[str, int] = {}
    cards: dict[str, int] = {}


Collection = dict[str, Holding]
"""Holdings by the id of their game."""


class Owned:
    """How many copies of each title a holding comes to."""

    def __init__(self, catalog: Catalog, holding: Holding) -> None:
        self._printings: dict[str, int | None] = {}
        self._titles: dict[str, int | None] = {}
        for card in catalog.cards:
            boxes = sum(
                holding.boxes.get(getattr(card, field) or "", 0) for field in card.names_set
            )
            single = holding.cards.get(card.id, 0)
            if boxes or single:
                self._add(card, boxes, single)

    def _add(self, card: Card, boxes: int, single: int) -> None:
        count: int | None = single
        if boxes:
            count = None if card.quantity is None else boxes * card.quantity + single
        self._printings[card.id] = count
        key = fold(card.name)
        before = self._titles.get(key, 0)
        self._titles[key] = None if before is None or count is None else before + count

    def copies(self, name: str) -> int | None:
        """Return the copies of a title, all printings together; None for some unknown number."""
        return self._titles.get(fold(name), 0)

    def has(self, card: Card) -> bool:
        """Tell whether at least one copy of this very printing is owned."""
        count = self._printings.get(card.id, 0)
        return count is None or count > 0

    def total(self) -> tuple[int, int]:
        """Return the copies whose number is known, and the number of titles."""
        owned = [count for count in self._titles.values() if count != 0]
        return sum(count or 0 for count in owned), len(owned)


def collection_path() -> Path:
    """Return the file that holds the user's collection."""
    return user_folder() / "collection.yaml"


@contextmanager
def changing(path: Path | None = None) -> Iterator[None]:
    """Keep the collection from being changed by others between reading and writing it.

    Raises InputError when its folder cannot be written.
    """
    path = path or collection_path()
    beside = path.with_name(f".{path.name}.lock")
    try:
        beside.parent.mkdir(parents=True, exist_ok=True)
        stream = beside.open("ab")
    except OSError as error:
        raise refusal("own.locked", where=str(path), reason=reason(error)) from None
    with stream:
        wait_for(stream)
        yield


def load_collection(catalogs: Mapping[str, Catalog], path: Path | None = None) -> Collection:
    """Return the stated collection; empty when there is none yet.

    Raises InputError with every fault: unknown games, sets and cards, counts that are none.
    """
    path = path or collection_path()
    if not path.exists():
        return {}
    source = SourceFile(str(path), read_input(path))
    document = source.document if source.document is not None else {}
    if not source.faults and not isinstance(document, dict):
        source.note("own.no-collection")
    if source.faults:
        raise InputError(source.faults)
    found: Collection = {}
    for game, stated in document.items():
        if game not in catalogs:
            source.note("games.unknown", str(game), game=str(game), known=tuple(catalogs))
            continue
        if not isinstance(stated, dict):
            source.note("own.no-parts", game)
            continue
        for part in stated.keys() - {"boxes", "cards"}:
            source.note("own.unknown-part", game, str(part))
        catalog = catalogs[game]
        reader = _Reader(source, catalog, game)
        found[game] = Holding(
            boxes=reader.counts(stated, "boxes", reader.set_id, reader.sets_near, least=1),
            cards=reader.counts(stated, "cards", reader.card_id, catalog.nearest, least=-MAX_COUNT),
        )
    if source.faults:
        raise InputError(source.faults)
    return found


class _Reader:
    """Reads the part of one game; notes faults in its source."""

    def __init__(self, source: SourceFile, catalog: Catalog, game: str) -> None:
        self._source = source
        self._catalog = catalog
        self._game = game

    def set_id(self, name: str) -> str | None:
        """Return the id of the set of this name."""
        return next(iter(self._catalog.sets_named(name)), None)

    def sets_near(self, name: str) -> tuple[str, ...]:
        """Return the names of sets that come near."""
        return nearest(name, [each.name for each in self._catalog.sets], least=0)

    def card_id(self, name: str) -> str | None:
        """Return the id of the card of this name."""
        return next((card.id for card in self._catalog.by_reference(name)), None)

    def counts(
        self,
        stated: dict[str, Any],
        part: str,
        find: Callable[[str], str | None],
        near: Callable[[str], tuple[str, ...]],
        *,
        least: int,
    ) -> dict[str, int]:
        """Return the counts of one part by id."""
        counted: dict[str, int] = {}
        rows = stated.get(part) or {}
        if not isinstance(rows, dict):
            self._source.note("own.no-mapping", self._game, part)
            return counted
        for name, count in rows.items():
            place = (self._game, part, str(name))
            whole = isinstance(count, int) and not isinstance(count, bool)
            if not whole or not count or not least <= count <= MAX_COUNT:
                self._source.note(
                    "own.no-count", *place, count=shown(count), least=least, most=MAX_COUNT
                )
                count = 0
            found = find(str(name))
            if found is None:
                # Nobody reads what comes near to the thousandth name of a file of another kind.
                close = near(str(name)) if len(self._source.faults) <= MOST_FAULTS else ()
                code = "own.unknown-near" if close else "own.unknown"
                self._source.note(code, *place, name=str(name), nearest=close)
            else:
                counted[found] = counted.get(found, 0) + count
        return counted


def save_collection(
    collection: Collection, catalogs: Mapping[str, Catalog], path: Path | None = None
) -> None:
    """Write the collection, sets and cards by their names, whole or not at all."""
    import yaml

    document = {}
    for game, holding in sorted(collection.items()):
        catalog = catalogs[game]
        boxes = {catalog.sets_by_id[each].name: count for each, count in holding.boxes.items()}
        cards = {
            catalog.reference(catalog.by_id[each]): count for each, count in holding.cards.items()
        }
        document[game] = {"boxes": boxes, "cards": cards}
    text = yaml.safe_dump(document, allow_unicode=True, sort_keys=False, width=1000)
    write_whole(path or collection_path(), text.encode(), force=True)
