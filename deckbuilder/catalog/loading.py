"""Card files into a catalogue: every fault of every file at once, and a cache by content."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

import deckbuilder
from deckbuilder.catalog import cache
from deckbuilder.catalog.card import Card, CardSet
from deckbuilder.catalog.catalog import Catalog, title_index
from deckbuilder.catalog.names import fold
from deckbuilder.errors import Fault, InputError
from deckbuilder.resources import cards_folder

_NOT_SLUG = re.compile(r"[^a-z0-9]+")


def load_catalog(
    game: str, card_type: type[Card], folders: Sequence[Path] | None = None
) -> Catalog:
    """Load the cards of a game: the shipped ones, or those of `folders`.

    Raises InputError with every fault of every file (file, line, field, what was expected).
    """
    files = list(_files(folders if folders is not None else [cards_folder(game)]))
    contents = [(path, path.read_bytes()) for path in files]
    digest = _digest(card_type, contents)
    stored_type = _stored_type(card_type)
    stored = cache.read(f"{game}-cards", digest, stored_type)
    if stored is None:
        stored = _parse(game, card_type, stored_type, contents)
        cache.write(f"{game}-cards", digest, stored)
    return Catalog(
        game, stored.sets, stored.cards, stored.titles, stored.aliases, digest, card_type
    )


def _stored_type(card_type: type[Card]) -> Any:
    return msgspec.defstruct(
        f"Stored{card_type.__name__}",
        [
            ("sets", tuple[CardSet, ...]),
            ("cards", tuple[card_type, ...]),  # type: ignore[valid-type]  # a runtime type
            ("titles", dict[str, list[int]]),
            ("aliases", dict[str, str]),
        ],
        frozen=True,
    )


def _files(folders: Iterable[Path]) -> Iterable[Path]:
    for folder in folders:
        yield from sorted(folder.rglob("*.yaml"))


def _digest(card_type: type[Card], contents: Sequence[tuple[Path, bytes]]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    fields = ",".join(f"{field.name}:{field.type}" for field in msgspec.structs.fields(card_type))
    digest.update(f"{deckbuilder.__version__}|{fields}".encode())
    for path, content in contents:
        digest.update(f"|{path.name}|{len(content)}|".encode())
        digest.update(content)
    return digest.hexdigest()


def _parse(
    game: str, card_type: type[Card], stored_type: Any, contents: Sequence[tuple[Path, bytes]]
) -> Any:
    from deckbuilder.catalog.yaml_source import parse_yaml

    faults: list[Fault] = []
    aliases: dict[str, str] = {}
    loaded: list[tuple[CardSet, list[Card]]] = []
    for path, content in contents:
        try:
            document = parse_yaml(content, str(path))
        except InputError as error:
            faults.extend(error.faults)
            continue
        if isinstance(document, dict) and "aliases" in document and "cards" not in document:
            aliases.update(
                {fold(str(typed)): str(name) for typed, name in document["aliases"].items()}
            )
            continue
        part = read_set(document, content, str(path), game, card_type)
        if isinstance(part, list):
            faults.extend(part)
        else:
            loaded.append(part)
    faults.extend(_repeated_ids(card for _, cards in loaded for card in cards))
    if faults:
        raise InputError(faults)
    loaded.sort(key=lambda part: (not part[0].official, part[0].order, part[0].id))
    cards = [card for _, part in loaded for card in part]
    return stored_type(
        sets=tuple(card_set for card_set, _ in loaded),
        cards=tuple(cards),
        titles=title_index(cards),
        aliases=aliases,
    )


def read_set(
    document: Any, content: bytes, where: str, game: str, card_type: type[Card]
) -> tuple[CardSet, list[Card]] | list[Fault]:
    """Turn the parsed content of a set's file into its records, or into all its faults."""
    from deckbuilder.catalog.yaml_source import Lines

    if not isinstance(document, dict) or not isinstance(document.get("cards"), list):
        return [
            Fault(
                where=where,
                line=1,
                what="this is not a card file.",
                mend="It needs `game`, `id`, `name` and a list `cards`.",
            )
        ]
    faults: list[Fault] = []
    lines: Lines | None = None

    def fault(what: str, mend: str | None, *place: str | int) -> None:
        nonlocal lines
        lines = lines or Lines(content)
        field = next((str(step) for step in reversed(place) if isinstance(step, str)), None)
        faults.append(Fault(where=where, line=lines.of(*place), field=field, what=what, mend=mend))

    head = {key: value for key, value in document.items() if key not in ("cards", "game")}
    card_set: CardSet | None = None
    if document.get("game") != game:
        fault(f"this file is for the game {document.get('game')!r}.", f"Write {game}.", "game")
    for name, what in _faulty_fields(head, CardSet, required=("id", "name")):
        fault(what, None, name)
    if not faults:
        card_set = msgspec.convert(head, CardSet)
    set_id = str(document.get("id"))
    cards: list[Card] = []
    for row, record in enumerate(document["cards"]):
        if not isinstance(record, dict):
            fault("a card is a mapping of fields.", "Write `- {name: ..., ...}`.", "cards", row)
            continue
        full = {
            "id": _card_id(game, set_id, record),
            **record,
            "set": set_id,
            "official": document.get("official", True),
        }
        wrong = list(_faulty_fields(full, card_type, required=("name",)))
        for name, what in wrong:
            fault(what, None, "cards", row, name)
        if not wrong:
            cards.append(msgspec.convert(full, card_type))
    if faults or card_set is None:
        return faults
    return card_set, cards


def _card_id(game: str, set_id: str, record: dict[str, Any]) -> str:
    number = record.get("number")
    if isinstance(number, int):
        return f"{game}/{set_id}/{number:03d}"
    return f"{game}/{set_id}/{slug(str(record.get('name', '')))}"


def slug(name: str) -> str:
    """Return a name as the last part of an id."""
    return _NOT_SLUG.sub("-", fold(name)).strip("-")


def _faulty_fields(
    record: dict[str, Any], kind: type[Any], required: Sequence[str]
) -> Iterable[tuple[str, str]]:
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    for name, value in record.items():
        if name not in fields:
            yield name, f"there is no such field; known are {', '.join(sorted(fields))}."
            continue
        try:
            msgspec.convert(value, fields[name].type)
        except msgspec.ValidationError as error:
            yield name, f"{value!r} does not fit: {str(error).split(' - at ')[0]}."
    missing = [
        name
        for name, field in fields.items()
        if name not in record and (name in required or field.required)
    ]
    for name in missing:
        yield name, "this field is missing."


def _repeated_ids(cards: Iterable[Card]) -> Iterable[Fault]:
    seen: set[str] = set()
    for card in cards:
        if card.id in seen:
            yield Fault(
                where=card.id,
                what=f"two cards have this id ({card.name}).",
                mend="Give one another number, name or `id`.",
            )
        seen.add(card.id)
