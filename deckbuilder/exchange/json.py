"""JSON of a documented schema (`exports/list.schema.json`), with every field of a deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from deckbuilder.catalog.names import fold, squeeze
from deckbuilder.decks.deck import MAIN, Deck
from deckbuilder.decks.identity import deck_hash
from deckbuilder.errors import InputError, misfit, refusal
from deckbuilder.exchange.card_lines import card_lines
from deckbuilder.exchange.card_pieces import MAX_COUNT
from deckbuilder.exchange.headings import columns, yes_words
from deckbuilder.exchange.json_lines import JsonLines
from deckbuilder.exchange.line_forms import one_line
from deckbuilder.exchange.list_builder import ListBuilder, Record, guess_game, refuse_many_lists
from deckbuilder.exchange.targets import Context
from deckbuilder.exchange.text_reading import MAX_LETTERS
from deckbuilder.registry import Game
from deckbuilder.registry import game as find_game
from deckbuilder.sources.json_source import parse_json, refuse_keys_twice

SCHEMA: Literal[1] = 1
_INDENT = 2


Copies = Annotated[int, Meta(extra_json_schema={"minimum": 1, "maximum": MAX_COUNT})]


class ListCard(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One line of a list. `id` and `number` say which printing; the name alone suffices.

    `count` is always written; a list that states none has each card once.
    """

    count: Copies | None = None
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


_FIELDS = frozenset(ListDocument.__struct_fields__)
_CARD_FIELDS = frozenset(ListCard.__struct_fields__)
_FLAGS = ("sideboard", "maybeboard")


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of what is written: a list, or an array of lists."""
    schema = msgspec.json.schema(ListDocument | list[ListDocument])
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def read_json(content: str, where: str, game: str | None) -> tuple[Deck, ...]:
    """Read the lists of a JSON document.

    Raises InputError; broken JSON gives its line, a wrong field its path.
    """
    if len(content) > MAX_LETTERS:
        raise refusal("lists.json-long", where=where, most=MAX_LETTERS)
    document = parse_json(content, where)
    refuse_keys_twice(content, where)
    lines = JsonLines(content)
    several = isinstance(document, list)
    refuse_many_lists(len(document) if several else 1, where)
    decks = []
    for number, each in enumerate(document if several else [document]):
        place = f"$[{number}]" if several else "$"
        if isinstance(each, dict) and "ObjectStates" in each:
            raise refusal("lists.no-list.tts", where=where)
        if not isinstance(each, dict) or "cards" not in each:
            raise refusal("lists.json-no-list", where=where, line=lines.of(place))
        decks.append(_Document(each, where, lines, place).deck(game))
    if not decks:
        raise refusal("lists.json-empty", where=where)
    return tuple(decks)


class _Document:
    """One list of a JSON document; the keys of its cards may be those that tables use."""

    def __init__(self, document: dict[str, Any], where: str, lines: JsonLines, place: str) -> None:
        self._where = where
        self._lines = lines
        self._place = place
        self._written: dict[str, str] = {}
        """The path of a field as it was written, by that of the record."""
        self._unused: dict[str, None] = dict.fromkeys(document.keys() - _FIELDS)
        self._flags: list[str] = []
        cards = document["cards"]
        if isinstance(cards, list):
            cards = [self._card(card, number) for number, card in enumerate(cards)]
        known = {key: value for key, value in document.items() if key in _FIELDS}
        try:
            self._list = msgspec.convert({"schema": SCHEMA, **known, "cards": cards}, ListDocument)
        except msgspec.ValidationError as error:
            found = misfit(error)
            field = self._written.get(found.field or "", found.field)
            raise self._refused("lists.json-field", field, misfit=found.what) from None

    def _refused(self, code: str, field: str | None, **fields: Any) -> InputError:
        line = self._lines.of(f"{self._place}.{field}" if field else self._place)
        return refusal(code, where=self._where, line=line, field=field, **fields)

    def _card(self, card: Any, number: int) -> Any:
        """Return a card by the names of the record's fields; the rest is remembered to be told."""
        flag = ""
        if not isinstance(card, dict):
            self._flags.append(flag)
            return card
        made: dict[str, Any] = {}
        for key, value in card.items():
            role = key if key in _CARD_FIELDS else columns().get(squeeze(key), "")
            if role in _FLAGS:
                flag = role if value is True or fold(str(value)) in yes_words() else flag
            elif role == "type":
                continue
            elif role not in _CARD_FIELDS or (role in made and role != "count"):
                self._unused[key] = None
            elif role in made:
                path = f"cards[{number}].{key}"
                one = self._written[f"cards[{number}].{role}"].rpartition(".")[2]
                raise self._refused("lists.json-two-counts", path, one=one, other=key)
            else:
                made[role] = value
                self._written[f"cards[{number}].{role}"] = f"cards[{number}].{key}"
        self._flags.append(flag)
        return made

    def deck(self, game: str | None) -> Deck:
        """Return the deck. Raises InputError with every fault of its cards."""
        document = self._list
        builder = ListBuilder(self._game(game), self._where)
        builder.name = one_line(document.name)
        builder.format = one_line(document.format or "") or None
        for header in document.headers:
            builder.foreign_header(header.key, header.value)
        builder.notes.extend(filter(None, map(one_line, document.notes)))
        builder.end_notes.extend(filter(None, map(one_line, document.end_notes)))
        counted = any(card.count is not None for card in document.cards)
        for number, card in enumerate(document.cards):
            line = self._lines.of(f"{self._place}.cards[{number}]")
            record = Record(
                name=card.name,
                count="" if card.count is None else str(card.count),
                section=builder.section_of(self._flags[number] or card.section, line),
                card_id=card.id,
                set_name=card.set,
                number="" if card.number is None else str(card.number),
                comment=card.comment,
                notes=card.notes,
                line=line,
                field=f"cards[{number}]",
            )
            builder.add(record, needs_count=counted)
        self._tell(builder, counted=counted)
        return builder.deck()

    def _tell(self, builder: ListBuilder, *, counted: bool) -> None:
        line = self._lines.of(f"{self._place}.cards")
        if not counted and (builder.entries or builder.beside):
            builder.remark("no-counts", line, "")
        if self._unused:
            builder.remark("unused-fields", line, ", ".join(sorted(map(one_line, self._unused))))

    def _game(self, game: str | None) -> Game:
        if self._list.game:
            try:
                return find_game(one_line(self._list.game))
            except InputError as error:
                line = self._lines.of(f"{self._place}.game")
                raise InputError(
                    fault.at(where=self._where, line=line, field="game") for fault in error.faults
                ) from None
        if game is not None:
            return find_game(game)
        return guess_game((card.name for card in self._list.cards), self._where)


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
            for entry in (*deck.entries, *deck.beside)
        ],
        end_notes=list(deck.end_notes),
        hash=deck_hash(deck),
    )


def write(decks: Sequence[Deck], context: Context) -> bytes:
    """Return a list as a document, several as an array of documents."""
    documents = [document_of(deck) for deck in decks]
    content = msgspec.json.encode(documents[0] if len(documents) == 1 else documents)
    return msgspec.json.format(content, indent=_INDENT) + b"\n"
