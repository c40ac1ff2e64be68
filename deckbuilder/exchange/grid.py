"""Decks as tables of cells: what CSV and spreadsheets share, with headings read tolerantly."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from deckbuilder.catalog.names import fold
from deckbuilder.catalog.wording import value_words
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.errors import Fault, InputError, unusable
from deckbuilder.exchange.assembling import Assembly, guess_game, guess_game_of_codes, one_line
from deckbuilder.exchange.card_lines import card_lines
from deckbuilder.exchange.headings import (
    FORMAT,
    FURTHER,
    GAME,
    NAME,
    PLAYER,
    column_title,
    columns,
    header_names,
    headings,
)
from deckbuilder.exchange.text_reading import no_card, refuse_many_lists
from deckbuilder.registry import Game, games
from deckbuilder.registry import game as find_game
from deckbuilder.sources.spreadsheets import Row, guarded, unguarded

ENTRY_COLUMNS = ("count", "name", "section", "type", "set", "number", "comment", "notes", "id")
NOTE_COLUMNS = ("deck_notes", "end_notes")
DECK_COLUMNS = ("deck", *NOTE_COLUMNS)
_TELLS_APART = {GAME, FORMAT, PLAYER, "deck"}
_OF_DECK = {*_TELLS_APART, FURTHER, *DECK_COLUMNS}
_COUNT_CELL = re.compile(r"[xX×]?\s?\d{1,9}(?:\.0)?\s?[xX×]?")
_MUST_BE_ONE = ("count", "name", "section", "id")
"""Columns of which a table has one: which of two is meant cannot be told."""

_ROWS_LOOKED_AT = 100

Cell = str | int


class Column(NamedTuple):
    """What a column holds: a role, and for headers their key."""

    role: str
    key: str = ""


def entry_cells(deck: Deck, entry: Entry) -> list[Cell]:
    """Return the cells of an entry in the order of ENTRY_COLUMNS."""
    card = entry.card
    words = headings(deck.game)
    catalog = card_lines(deck.game).catalog
    return [
        entry.count,
        guarded(entry.title),
        guarded(words.title(entry.section)),
        value_words(card.type) if card else "",
        guarded(catalog.sets_by_id[card.set].name) if card else "",
        card.number if card and card.number is not None else "",
        guarded(entry.comment),
        guarded("\n".join(entry.notes)),
        card.id if card else "",
    ]


def head_pairs(deck: Deck) -> list[tuple[str, str]]:
    """Return game, format and headers of a deck as keys and values."""
    pairs = [(header_names(GAME)[0], find_game(deck.game).names[0])]
    if deck.format:
        pairs.append((header_names(FORMAT)[0], deck.format))
    return [*pairs, *deck.headers]


def notes_of(deck: Deck, column: str) -> tuple[str, ...]:
    """Return the notes that one of NOTE_COLUMNS holds."""
    return deck.notes if column == "deck_notes" else deck.end_notes


def is_header_heading(key: str) -> bool:
    """Tell whether a column headed by this key is taken for a header."""
    return fold(key) not in columns() and _header_keys().get(fold(key), NAME) != NAME


def heading_columns(cells: Sequence[str]) -> dict[int, Column] | None:
    """Return what the columns below these headings hold, None when they are no headings."""
    known = columns()
    headers = _header_keys()
    found: dict[int, Column] = {}
    for index, cell in enumerate(cells):
        text = unguarded(cell.strip())
        key = fold(text) if 0 < len(text) <= 60 else ""
        if not key:
            continue
        if key in known and Column(known[key]) not in found.values():
            found[index] = Column(known[key])
        elif key in headers and headers[key] != NAME:
            found[index] = Column(headers[key], text)
        elif text.endswith(":"):
            found[index] = Column(FURTHER, text[:-1].strip())
    roles = {column.role for column in found.values()}
    names = "name" in roles or "id" in roles
    return found if names and len(roles) > 1 and roles & set(ENTRY_COLUMNS) - {"name"} else None


def is_counted_row(cells: Sequence[str]) -> bool:
    """Tell whether a row without headings above is a count and a name."""
    return (
        len(cells) > 1
        and bool(_COUNT_CELL.fullmatch(cells[0].strip()))
        and any(letter.isalpha() for letter in cells[1])
    )


def read_grid(rows: Sequence[Row], where: str, game: str | None) -> tuple[Deck, ...]:
    """Read the decks of a table: rows above its headings are about the deck, rows below cards.

    Rows of another deck, game, format or player belong to another deck. Raises InputError.
    """
    start, found = _find_headings(rows)
    if found is not None and (doubled := _doubled(rows, start, found)):
        raise unusable(
            f"two columns say the {doubled}, and they differ.",
            where=where,
            line=rows[start].line,
            field=doubled,
            mend="Keep one of them.",
        )
    preamble = [row for row in rows[: max(start, 0)] if any(map(str.strip, row.cells))]
    layout = found or {0: Column("count"), 1: Column("name")}
    counted = Column("count") in layout.values()
    groups: dict[tuple[tuple[Column, str], ...], list[_Line]] = {}
    for row in rows[start + 1 :]:
        values = [
            (layout[index], unguarded(cell))
            for index, cell in enumerate(row.cells)
            if index in layout and cell.strip()
        ]
        line = _Line(
            row.line,
            {column.role: value for column, value in values if column.role not in _OF_DECK},
            tuple(value for value in values if value[0].role in _OF_DECK),
        )
        if line.card:
            key = tuple(value for value in line.deck if value[0].role in _TELLS_APART)
            groups.setdefault(key, []).append(line)
    refuse_many_lists(len(groups), where)
    decks: list[Deck] = []
    faults: list[Fault] = []
    for lines in groups.values():
        assembly = _assemble(preamble, lines, where, game, counted=counted)
        faults.extend(assembly.faults)
        if assembly.entries and not assembly.faults:
            decks.append(assembly.deck())
    if faults:
        raise InputError(faults)
    if not decks:
        raise no_card(where, "Write a row a card, with its count and its name.")
    return tuple(decks)


class _Line(NamedTuple):
    """A row below the headings: its card's values by role, its deck's by column."""

    line: int
    card: dict[str, str]
    deck: tuple[tuple[Column, str], ...]


def _assemble(
    preamble: Sequence[Row],
    lines: Sequence[_Line],
    where: str,
    game: str | None,
    *,
    counted: bool,
) -> Assembly:
    # What varies within a deck is about single cards, whatever its heading says.
    same = [value for value in lines[0].deck if all(value in line.deck for line in lines)]
    assembly = Assembly(_game(preamble, same, lines, where, game), where)
    for row in preamble:
        _take_head(assembly, row)
    for column, value in same:
        _take_about(assembly, column.role, column.key, value)
    _take_rows(assembly, lines, counted=counted)
    return assembly


def _find_headings(rows: Sequence[Row]) -> tuple[int, dict[int, Column] | None]:
    """Return the row with most headings: lines above the table may look like headings too."""
    best: tuple[int, dict[int, Column] | None] = (-1, None)
    for index, row in enumerate(rows[:_ROWS_LOOKED_AT]):
        found = heading_columns(row.cells)
        if found and (best[1] is None or len(found) > len(best[1])):
            best = (index, found)
    return best


def _doubled(rows: Sequence[Row], start: int, layout: dict[int, Column]) -> str | None:
    """Return what is said by a further column that differs from the one that is taken."""
    taken = {layout[index].role: index for index in layout}
    for index, cell in enumerate(rows[start].cells):
        role = columns().get(fold(unguarded(cell.strip())), "")
        if role in _MUST_BE_ONE and index not in layout:
            for row in rows[start + 1 :]:
                one, other = _cell(row, taken[role]), _cell(row, index)
                if one and other and one != other:
                    return role
    return None


def _cell(row: Row, index: int) -> str:
    return row.cells[index].strip() if index < len(row.cells) else ""


@cache
def _header_keys() -> dict[str, str]:
    return {key: role for game in games() for key, role in headings(game.id).headers.items()}


def _game(
    preamble: Sequence[Row],
    about: Sequence[tuple[Column, str]],
    lines: Sequence[_Line],
    where: str,
    game: str | None,
) -> Game:
    stated = [(lines[0].line, value) for column, value in about if column.role == GAME]
    keys = {fold(name) for name in header_names(GAME)}
    for row in preamble:
        cells = [unguarded(cell) for cell in row.cells if cell.strip()]
        if len(cells) > 1 and fold(cells[0].strip(" :")) in keys:
            stated.append((row.line, cells[1]))
    if stated:
        line, name = stated[0]
        try:
            return find_game(one_line(name))
        except InputError as error:
            fault = error.faults[0]
            raise unusable(fault.what, where=where, line=line, mend=fault.mend) from None
    if game is not None:
        return find_game(game)
    names = [name for line in lines if (name := line.card.get("name", ""))]
    codes = [code for line in lines if (code := line.card.get("id", ""))]
    return guess_game(names, where) if names else guess_game_of_codes(codes, where)


def _take_head(assembly: Assembly, row: Row) -> None:
    cells = [unguarded(cell).strip() for cell in row.cells if cell.strip()]
    if len(cells) == 1 and ":" not in cells[0]:
        assembly.name = assembly.name or one_line(cells[0])
        return
    key, value = cells[:2] if len(cells) > 1 else cells[0].split(":", 1)
    key = key.rstrip(": ")
    role = columns().get(fold(key))
    if role in DECK_COLUMNS:
        _take_about(assembly, role, "", value)
    else:
        assembly.header(key, value)


def _take_about(assembly: Assembly, role: str, key: str, value: str) -> None:
    if role == "deck":
        assembly.name = assembly.name or one_line(value)
    elif role == "deck_notes":
        assembly.notes.extend(filter(None, map(one_line, value.splitlines())))
    elif role == "end_notes":
        assembly.end_notes.extend(filter(None, map(one_line, value.splitlines())))
    else:
        assembly.header(key, value)


def _take_rows(assembly: Assembly, lines: Sequence[_Line], *, counted: bool) -> None:
    """Take the cards; in a table that is `counted` every one of them has its count."""
    words = assembly.words
    section = words.default
    for line, card, _ in lines:
        name = card.get("name", "")
        label = fold((name or next(iter(card.values()))).strip(" :"))
        if label in words.totals:
            continue
        if len(card) == 1 and label in words.sections and not _is_card(assembly, name):
            section = words.sections[label][0]
            continue
        if not name and not card.get("id") and "count" not in card:
            continue
        if counted and "count" not in card:
            assembly.fault(line, "count", "there is no count.", "Write how many copies there are.")
            continue
        stated = card.get("section")
        assembly.add(
            name,
            count=card.get("count", "").strip("xX× "),
            section=assembly.section(stated, line) if stated else section,
            card_id=card.get("id", ""),
            set_name=card.get("set", ""),
            number=card.get("number", ""),
            comment=card.get("comment", ""),
            notes=card.get("notes", "").splitlines(),
            line=line,
            field="count" if counted else None,
        )


def _is_card(assembly: Assembly, name: str) -> bool:
    return bool(name) and bool(assembly.cards.catalog.printings(name))


def title_row() -> list[str]:
    """Return the headings of ENTRY_COLUMNS in the language in force."""
    return [column_title(column) for column in ENTRY_COLUMNS]
