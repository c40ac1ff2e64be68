"""JSON of a documented schema (`exports/list.schema.json`), with every field of a deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from deckbuilder.decks.deck import MAIN, Deck
from deckbuilder.decks.identity import deck_hash
from deckbuilder.errors import InputError, misfit, unusable
from deckbuilder.exchange.assembling import Assembly, guess_game, one_line
from deckbuilder.exchange.card_lines import MAX_COUNT, card_lines
from deckbuilder.exchange.json_lines import JsonLines
from deckbuilder.exchange.targets import Context
from deckbuilder.exchange.text_reading import MAX_LETTERS, refuse_many_lists
from deckbuilder.registry import game as find_game
from deckbuilder.sources.json_source import parse_json

SCHEMA: Literal[1] = 1
_INDENT = 2


class ListCard(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One line of a list. `id` and `number` say which printing; the name alone suffices."""

    count: Annotated[int, Meta(extra_json_schema={"minimum": 1, "maximum": MAX_COUNT})] = 1
    name: str = ""
    section: str = MAIN
    id: str = ""
    set: str = ""
    number: int | None = None
    comment: str = ""
    notes: list[str] = []


class ListHeader(msgspec.Struct, kw_only=True):
    """A header line."""

    key: str
    value: str


class ListDocument(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A list. `hash` is written for other programs and not read."""

    schema: Annotated[Literal[1], Meta(description="The version of this form.")]
    game: str = ""
    name: str = ""
    format: str | None = None
    headers: list[ListHeader] = []
    notes: list[str] = []
    cards: list[ListCard]
    end_notes: list[str] = []
    hash: str = ""


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of what is written: a list, or an array of lists."""
    schema = msgspec.json.schema(ListDocument | list[ListDocument])
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def read_json(content: str, where: str, game: str | None) -> tuple[Deck, ...]:
    """Read the lists of a JSON document.

    Raises InputError; broken JSON gives its line, a wrong field its path.
    """
    if len(content) > MAX_LETTERS:
        raise unusable(
            f"the file is longer than {MAX_LETTERS} letters.", where=where, mend="Split it."
        )
    document = parse_json(content, where)
    lines = JsonLines(content, where)
    several = isinstance(document, list)
    refuse_many_lists(len(document) if several else 1, where)
    decks = []
    for number, each in enumerate(document if several else [document]):
        place = f"$[{number}]" if several else "$"
        if not isinstance(each, dict) or "cards" not in each:
            raise unusable(
                "this JSON is no list.",
                where=where,
                line=lines.of(place),
                mend="It needs `schema`, `game` and a list `cards` of `count` and `name`.",
            )
        try:
            read = msgspec.convert({"schema": SCHEMA, **each}, ListDocument)
        except msgspec.ValidationError as error:
            found = misfit(error)
            raise unusable(
                f"{found.what}.",
                where=where,
                line=lines.of(f"{place}.{found.field}" if found.field else place),
                field=found.field,
                mend="Mend this field.",
            ) from None
        decks.append(_deck(read, where, game, lines, place))
    if not decks:
        raise unusable("there is no list in this JSON.", where=where, mend="Write one.")
    return tuple(decks)


def _deck(
    document: ListDocument, where: str, game: str | None, lines: JsonLines, place: str
) -> Deck:
    if document.game:
        try:
            found = find_game(one_line(document.game))
        except InputError as error:
            fault = error.faults[0]
            raise unusable(
                fault.what,
                where=where,
                line=lines.of(f"{place}.game"),
                field="game",
                mend=fault.mend,
            ) from None
    elif game is not None:
        found = find_game(game)
    else:
        found = guess_game((card.name for card in document.cards), where)
    assembly = Assembly(found, where)
    assembly.name = one_line(document.name)
    assembly.format = one_line(document.format or "") or None
    for header in document.headers:
        assembly.header(header.key, header.value)
    assembly.notes.extend(line for line in map(one_line, document.notes) if line)
    assembly.end_notes = [line for line in map(one_line, document.end_notes) if line]
    for number, card in enumerate(document.cards):
        line = lines.of(f"{place}.cards[{number}]")
        assembly.add(
            card.name,
            count=str(card.count),
            section=assembly.section(card.section, line),
            card_id=card.id,
            set_name=card.set,
            number="" if card.number is None else str(card.number),
            comment=card.comment,
            notes=card.notes,
            line=line,
            field=f"cards[{number}]",
        )
    return assembly.deck()


def document_of(deck: Deck) -> ListDocument:
    """Return a deck as the record that is written."""
    sets = card_lines(deck.game).catalog.sets_by_id
    return ListDocument(
        schema=SCHEMA,
        game=deck.game,
        name=deck.name,
        format=deck.format,
        headers=[ListHeader(key=key, value=value) for key, value in deck.headers],
        notes=list(deck.notes),
        cards=[
            ListCard(
                count=entry.count,
                name=entry.title,
                section=entry.section,
                id=entry.card.id if entry.card else "",
                set=sets[entry.card.set].name if entry.card else "",
                number=entry.card.number if entry.card else None,
                comment=entry.comment,
                notes=list(entry.notes),
            )
            for entry in deck.entries
        ],
        end_notes=list(deck.end_notes),
        hash=deck_hash(deck),
    )


def write(decks: Sequence[Deck], context: Context) -> bytes:
    """Return a list as a document, several as an array of documents."""
    documents = [document_of(deck) for deck in decks]
    content = msgspec.json.encode(documents[0] if len(documents) == 1 else documents)
    return msgspec.json.format(content, indent=_INDENT) + b"\n"
