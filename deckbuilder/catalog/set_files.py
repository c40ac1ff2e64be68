"""The shipped card files, read strictly: every fault of every file at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from deckbuilder.catalog.card import Card, CardSet
from deckbuilder.catalog.names import fold, nearest
from deckbuilder.catalog.records import SourceFile, card_id, faulty_fields
from deckbuilder.errors import InputError
from deckbuilder.sanitizing import shown

_NOT_OF_THE_SET = ("game", "cards")


class _SetFile(SourceFile):
    """A file of one set: its head and its cards, as far as they are sound."""

    def __init__(self, where: str, content: bytes) -> None:
        super().__init__(where, content)
        self.card_set: CardSet | None = None
        self.cards: list[tuple[int, Card]] = []
        """The row of each card in the file's list, and the card."""


def read_files(
    game: str, card_type: type[Card], contents: Sequence[tuple[Path, bytes]]
) -> tuple[tuple[CardSet, ...], tuple[Card, ...], dict[str, str]]:
    """Return the sets and cards in release order, and the aliases, of these files.

    Raises InputError with all faults: broken YAML, unknown fields, values that do not fit,
    ids used twice, references to sets, cards and titles that do not exist.
    """
    sources = [_SetFile(str(path), content) for path, content in contents]
    readable = [source for source in sources if not source.faults]
    alias_files = [source for source in readable if _holds_aliases(source)]
    sets = [source for source in readable if not _holds_aliases(source)]
    aliases: dict[str, str] = {}
    for source in sets:
        _read_set(source, game, card_type)
    _check_ids(sets)
    _check_references(sets, card_type)
    titles = {fold(card.name) for source in sets for _, card in source.cards}
    for source in alias_files:
        aliases.update(_read_aliases(source, titles))
    if faults := [fault for source in sources for fault in source.faults]:
        raise InputError(faults)
    loaded = [(source.card_set, source.cards) for source in sets if source.card_set]
    loaded.sort(key=lambda part: (not part[0].official, part[0].order, part[0].id))
    cards = tuple(card for _, rows in loaded for _, card in rows)
    return tuple(card_set for card_set, _ in loaded), cards, aliases


def _holds_aliases(source: SourceFile) -> bool:
    return isinstance(source.document, dict) and "aliases" in source.document


def _read_set(source: _SetFile, game: str, card_type: type[Card]) -> None:
    document = source.document
    if not isinstance(document, dict) or not isinstance(document.get("cards"), list):
        source.note("cards.no-set-file")
        return
    if document.get("game") != game:
        source.note("cards.of-other-game", "game", game=shown(document.get("game")), wanted=game)
    head = {key: value for key, value in document.items() if key not in _NOT_OF_THE_SET}
    wrong = list(faulty_fields(head, CardSet))
    for name, fault in wrong:
        source.add(fault, name)
    if not wrong:
        source.card_set = msgspec.convert(head, CardSet)
    for row, record in enumerate(document["cards"]):
        if not isinstance(record, dict):
            source.note("cards.no-mapping", "cards", row)
            continue
        official = document.get("official", True)
        set_id = str(document.get("id"))
        full = {
            "id": card_id(game, set_id, record),
            **record,
            "set": set_id,
            "official": official if isinstance(official, bool) else True,
        }
        wrong = list(faulty_fields(full, card_type))
        for name, fault in wrong:
            source.add(fault, "cards", row, name)
        if not wrong:
            source.cards.append((row, msgspec.convert(full, card_type)))


def _check_ids(sets: Sequence[_SetFile]) -> None:
    seen: dict[str, str] = {}
    seen_sets: dict[str, str] = {}
    for source in sets:
        if (card_set := source.card_set) is not None:
            if card_set.id in seen_sets:
                source.note("cards.set-twice", "id", set=card_set.id, file=seen_sets[card_set.id])
            seen_sets[card_set.id] = source.where
        for row, card in source.cards:
            if card.id in seen:
                field = "number" if card.number is not None else "name"
                source.note("cards.id-twice", "cards", row, field, id=card.id, card=seen[card.id])
            seen[card.id] = card.name


def _check_references(sets: Sequence[_SetFile], card_type: type[Card]) -> None:
    set_ids = [source.card_set.id for source in sets if source.card_set]
    for source in sets:
        names = [card.name for _, card in source.cards]
        for row, card in source.cards:
            for field, known in (
                *((field, set_ids) for field in card_type.names_set if field != "set"),
                *((field, names) for field in card_type.names_card),
            ):
                value = getattr(card, field)
                if value is not None and value not in known:
                    close = nearest(value, known, least=0)
                    place = ("cards", row, field)
                    source.note("cards.no-reference", *place, value=shown(value), nearest=close)


def _read_aliases(source: SourceFile, titles: set[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    aliases: Any = source.document["aliases"]
    if not isinstance(aliases, dict):
        source.note("cards.aliases-no-mapping", "aliases")
        return found
    for typed, name in aliases.items():
        key = fold(str(typed))
        if fold(str(name)) not in titles:
            source.note("cards.alias-of-nothing", "aliases", str(typed), name=shown(name))
        elif key in titles:
            source.note("cards.alias-needless", "aliases", str(typed))
        found[key] = str(name)
    return found
