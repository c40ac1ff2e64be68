"""Decks as tables of cells: what CSV and spreadsheets share, with headings read tolerantly."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from deckbuilder.catalog.names import fold, squeeze
from deckbuilder.catalog.wording import value_words
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.errors import Fault, InputError, refusal
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
    yes_words,
)
from deckbuilder.exchange.line_forms import note_lines, one_line
from deckbuilder.exchange.list_builder import (
    ListBuilder,
    NoCards,
    Record,
    guess_game,
    guess_game_of_codes,
    refuse_many_lists,
)
from deckbuilder.exchange.totals import WHOLE
from deckbuilder.registry import Game, games
from deckbuilder.registry import game as find_game
from deckbuilder.sources.spreadsheets import Row, guarded, unguarded

ENTRY_COLUMNS = ("count", "name", "section", "type", "set", "number", "comment", "notes", "id")
NOTE_COLUMNS = ("deck_notes", "end_notes")
DECK_COLUMNS = ("deck", *NOTE_COLUMNS)
_TELLS_APART = {GAME, FORMAT, PLAYER, "deck"}
_OF_DECK = {*_TELLS_APART, FURTHER, *DECK_COLUMNS}
_OF_CARD = {*ENTRY_COLUMNS, "sideboard", "maybeboard"}
_COUNT_CELL = re.compile(r"[xX×]?\s?\d{1,9}(?:\.0)?\s?[xX×]?")
_MUST_BE_ONE = ("count", "name", "section", "id")
"""Columns of which a table has one: which of two is meant cannot be told."""

_IN_NAMES = ",;"
"""What parts cells and may stand in a name, or in what HTML makes of its marks."""
_ROWS_LOOKED_AT = 100
_LONGEST_HEADING = 60
_WHOLE_NUMBER = re.compile(r"\d{1,9}(?:\.0)?")
_SMALL_NUMBER = re.compile(r"[xX×]?\s?[1-9]\d?(?:\.0)?\s?[xX×]?")
"""What may be the count of a card."""

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
    return squeeze(key) not in columns() and _header_keys().get(fold(key), NAME) != NAME


def heading_columns(cells: Sequence[str]) -> dict[int, Column] | None:
    """Return what the columns below these headings hold, None when they are no headings."""
    known = columns()
    headers = _header_keys()
    found: dict[int, Column] = {}
    for index, cell in enumerate(cells):
        text = unguarded(cell.strip())
        if not 0 < len(text) <= _LONGEST_HEADING:
            continue
        role = known.get(squeeze(text))
        if role and Column(role) not in found.values():
            found[index] = Column(role)
        elif not role and headers.get(fold(text), NAME) != NAME:
            found[index] = Column(headers[fold(text)], text)
        elif text.endswith(":"):
            found[index] = Column(FURTHER, text[:-1].strip())
    _settle_owned(found)
    roles = {column.role for column in found.values()}
    named = "name" in roles or "id" in roles
    return found if named and len(roles) > 1 and roles & _OF_CARD - {"name"} else None


def _settle_owned(found: dict[int, Column]) -> None:
    """Take how many a player has for the count where no other column has it."""
    counted = Column("count") in found.values()
    for index, column in list(found.items()):
        if column.role == "owned":
            if counted:
                del found[index]
            else:
                found[index] = Column("count")


def named_column(cells: Sequence[str]) -> dict[int, Column] | None:
    """Return the column of names where it is the only one whose heading is known."""
    found = {
        index: Column("name")
        for index, cell in enumerate(cells)
        if columns().get(squeeze(unguarded(cell.strip()))) == "name"
    }
    headings_only = all(not cell.strip().isdecimal() for cell in cells)
    return found if len(found) == 1 and len(cells) > 1 and headings_only else None


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
    table = _Table(rows, where)
    groups = table.decks()
    refuse_many_lists(len(groups), where)
    decks: list[Deck] = []
    faults: list[Fault] = []
    for lines in groups:
        builder = _build(table, lines, game)
        faults.extend(builder.faults)
        if builder.entries and not builder.faults:
            decks.append(builder.deck())
    if faults:
        raise InputError(faults)
    if not decks:
        raise NoCards(Fault.of("lists.no-card-in-rows", where=where))
    return tuple(decks)


class _Line(NamedTuple):
    """A row below the headings: its card's values by role, its deck's by column.

    `behind` are the cells behind the name, which may belong to it: a comma in a name that was
    not quoted parts it. `cells` are all of them.
    """

    line: int
    card: dict[str, str]
    deck: tuple[tuple[Column, str], ...]
    behind: tuple[str, ...]
    cells: tuple[str, ...]


class _Table:
    """The rows of a table, with what its columns hold. Raises InputError for contradictions."""

    def __init__(self, rows: Sequence[Row], where: str) -> None:
        self.where = where
        start, found = _find_headings(rows)
        if found is not None and (doubled := _doubled(rows, start, found)):
            raise refusal(
                "lists.two-columns",
                where=where,
                line=rows[start].line,
                field=doubled,
                column=doubled,
            )
        self.layout = found or {0: Column("count"), 1: Column("name")}
        self.headings = rows[start] if found is not None else None
        self.counted = Column("count") in self.layout.values()
        self.preamble = [row for row in rows[: max(start, 0)] if any(map(str.strip, row.cells))]
        self.lines = [
            self._line(row) for row in rows[start + 1 :] if any(map(str.strip, row.cells))
        ]

    def _line(self, row: Row) -> _Line:
        name = next((at for at, column in self.layout.items() if column.role == "name"), None)
        values = [
            (self.layout[index], unguarded(cell))
            for index, cell in enumerate(row.cells)
            if index in self.layout and cell.strip()
        ]
        # Only a row with more cells than headings can have a name in several of them.
        is_longer = self.headings is None or len(row.cells) > len(self.headings.cells)
        return _Line(
            row.line,
            {column.role: value for column, value in values if column.role not in _OF_DECK},
            tuple(value for value in values if value[0].role in _OF_DECK),
            tuple(row.cells[name + 1 :]) if name is not None and is_longer else (),
            tuple(row.cells),
        )

    def decks(self) -> list[list[_Line]]:
        """Return the rows of each deck."""
        groups: dict[tuple[tuple[Column, str], ...], list[_Line]] = {}
        for line in self.lines:
            key = tuple(value for value in line.deck if value[0].role in _TELLS_APART)
            if not line.card and groups:
                key = next(reversed(groups))
            groups.setdefault(key, []).append(line)
        return list(groups.values())

    def unused(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the heading and the values of each column that is not used but filled."""
        if self.headings is None:
            return
        for index, cell in enumerate(self.headings.cells):
            values = [
                line.cells[index].strip()
                for line in self.lines
                if index < len(line.cells) and line.cells[index].strip()
            ]
            if index not in self.layout and values:
                yield unguarded(cell.strip()) or f"{index + 1}", values


def _build(table: _Table, lines: Sequence[_Line], game: str | None) -> ListBuilder:
    # What varies within a deck is about single cards, whatever its heading says.
    with_cards = [line for line in lines if line.card]
    same = [
        value
        for value in (with_cards[0].deck if with_cards else ())
        if all(value in line.deck for line in with_cards)
    ]
    builder = ListBuilder(_game(table, same, with_cards, game), table.where)
    for row in table.preamble:
        _take_head(builder, row)
    for column, value in same:
        _take_about(builder, column.role, column.key, value)
    _tell_unused(builder, table)
    for line in lines:
        _take_row(builder, line, counted=table.counted)
    return builder


def _tell_unused(builder: ListBuilder, table: _Table) -> None:
    """Tell the columns that are not used, and ask for the count where one of them may be it."""
    unused = dict(table.unused())
    facts = {squeeze(field) for field in builder.cards.catalog.card_type.__struct_fields__}
    if not table.counted:
        for heading, values in unused.items():
            if squeeze(heading) not in facts and all(map(_SMALL_NUMBER.fullmatch, values)):
                line = table.headings.line if table.headings else None
                builder.fault("lists.count-column", line, heading, column=heading)
    if unused:
        line = table.headings.line if table.headings else None
        builder.remark("unused-columns", line, ", ".join(unused))


def _find_headings(rows: Sequence[Row]) -> tuple[int, dict[int, Column] | None]:
    """Return the row with most headings: lines above the table may look like headings too."""
    best: tuple[int, dict[int, Column] | None] = (-1, None)
    for find in (heading_columns, named_column):
        for index, row in enumerate(rows[:_ROWS_LOOKED_AT]):
            found = find(row.cells)
            if found and (best[1] is None or len(found) > len(best[1])):
                best = (index, found)
        if best[1] is not None:
            break
    return best


def _doubled(rows: Sequence[Row], start: int, layout: dict[int, Column]) -> str | None:
    """Return what is said by a further column that differs from the one that is taken."""
    taken = {layout[index].role: index for index in layout}
    for index, cell in enumerate(rows[start].cells):
        role = columns().get(squeeze(unguarded(cell.strip())), "")
        if role in _MUST_BE_ONE and index not in layout and role in taken:
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
    table: _Table,
    about: Sequence[tuple[Column, str]],
    lines: Sequence[_Line],
    game: str | None,
) -> Game:
    stated = [(lines[0].line, value) for column, value in about if column.role == GAME]
    keys = {fold(name) for name in header_names(GAME)}
    for row in table.preamble:
        cells = [unguarded(cell) for cell in row.cells if cell.strip()]
        if len(cells) > 1 and fold(cells[0].strip(" :")) in keys:
            stated.append((row.line, cells[1]))
    if stated:
        line, name = stated[0]
        try:
            return find_game(one_line(name))
        except InputError as error:
            raise InputError(
                fault.at(where=table.where, line=line) for fault in error.faults
            ) from None
    if game is not None:
        return find_game(game)
    names = [
        ",".join((name, *line.behind)) if line.behind else name
        for line in lines
        if (name := line.card.get("name", ""))
    ]
    codes = [code for line in lines if (code := line.card.get("id", ""))]
    return guess_game(names, table.where) if names else guess_game_of_codes(codes, table.where)


def _take_head(builder: ListBuilder, row: Row) -> None:
    cells = [unguarded(cell).strip() for cell in row.cells if cell.strip()]
    if builder.cards.holds_name(" ".join(cells)):
        builder.remark("passed-over", row.line, " ".join(cells))
    if len(cells) == 1 and ":" not in cells[0]:
        builder.name = builder.name or one_line(cells[0])
        return
    key, value = cells[:2] if len(cells) > 1 else cells[0].split(":", 1)
    key = key.rstrip(": ")
    role = columns().get(squeeze(key))
    if role in DECK_COLUMNS:
        _take_about(builder, role, "", value)
    else:
        builder.foreign_header(key, value)


def _take_about(builder: ListBuilder, role: str, key: str, value: str) -> None:
    if role == "deck":
        builder.name = builder.name or one_line(value)
    elif role == "deck_notes":
        builder.notes.extend(note_lines(value))
    elif role == "end_notes":
        builder.end_notes.extend(note_lines(value))
    else:
        builder.foreign_header(key, value)


def _take_row(builder: ListBuilder, line: _Line, *, counted: bool) -> None:
    """Take the card of a row; in a table that is `counted` every one of them has its count."""
    card = line.card
    name = card.get("name", "")
    if (total := _total_of(builder, line)) is not None:
        builder.total(line.line, total, WHOLE)
        return
    alone = name or next(iter(card.values()), "")
    if len(card) == 1 and not builder.cards.is_name(alone) and builder.open_section(alone):
        return
    if not name and not card.get("id") and "count" not in card:
        if written := " ".join(filter(None, map(str.strip, line.cells))):
            builder.remark("passed-over", line.line, written)
        return
    builder.add(_record(builder, line, counted=counted), needs_count=counted)


def _record(builder: ListBuilder, line: _Line, *, counted: bool) -> Record:
    card = line.card
    name, behind = _whole_name(builder, card.get("name", ""), line.behind)
    return Record(
        name=name,
        count=card.get("count", "").strip("xX× "),
        section=_section(builder, line),
        card_id=card.get("id", ""),
        set_name=card.get("set", "") or (behind[0] if behind else ""),
        number=card.get("number", "") or (behind[1] if len(behind) > 1 else ""),
        comment=card.get("comment", "") or " ".join(behind[2:]),
        notes=card.get("notes", "").splitlines(),
        line=line.line,
        field="count" if counted else None,
    )


def _whole_name(
    builder: ListBuilder, name: str, behind: Sequence[str]
) -> tuple[str, Sequence[str]]:
    """Return a name with the cells behind it that belong to it, and those that do not."""
    for end in range(len(behind), 0, -1):
        for separator in _IN_NAMES:
            whole = html.unescape(separator.join((name, *behind[:end])))
            if builder.cards.is_name(whole):
                return whole, behind[end:]
    return name, behind


def _section(builder: ListBuilder, line: _Line) -> str:
    for flag in ("maybeboard", "sideboard"):
        said = line.card.get(flag, "").strip()
        if fold(said) in yes_words():
            return builder.section_of(flag, line.line)
        if _WHOLE_NUMBER.fullmatch(said) and float(said):
            # So many copies of this row, or so many more: which of it nobody can tell.
            builder.remark("passed-over", line.line, f"{flag.title()}: {said}")
    stated = line.card.get("section")
    return builder.section_of(stated, line.line) if stated else builder.section


def _total_of(builder: ListBuilder, line: _Line) -> str | None:
    """Return the number of a row that states nothing but a total, None for any other row."""
    cells = [bare for cell in line.cells if (bare := cell.strip(" *_:="))]
    words = [cell for cell in cells if not _WHOLE_NUMBER.fullmatch(cell)]
    if len(words) != 1 or fold(words[0]) not in builder.words.totals:
        return None
    numbers = [cell.removesuffix(".0") for cell in cells if cell not in words]
    return numbers[0] if len(numbers) == 1 else ""


def title_row() -> list[str]:
    """Return the headings of ENTRY_COLUMNS in the language in force."""
    return [column_title(column) for column in ENTRY_COLUMNS]
