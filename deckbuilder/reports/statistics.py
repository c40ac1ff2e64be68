"""What a game measures of a deck, put into words, JSON, or beside another deck."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import msgspec

from deckbuilder.catalog.wording import value_words
from deckbuilder.decks.deck import Deck, copies
from deckbuilder.decks.identity import deck_hash
from deckbuilder.errors import refusal
from deckbuilder.exchange.headings import headings
from deckbuilder.games.statistics import Cell, Column, Name, Part, Question, Table, Word
from deckbuilder.registry import game
from deckbuilder.words import enumerated, name_of, phrases, say

SCHEMA = 1
SECTION = "section."


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """All tables of one deck."""

    deck: Deck
    parts: tuple[Part, ...]

    @property
    def title(self) -> str:
        """The deck's name, or the game's where it has none."""
        return self.deck.name or game(self.deck.game).title

    @property
    def summary(self) -> str:
        """One line: cards, titles, hash."""
        told = say(
            "reports.summary",
            cards=self.deck.size(),
            titles=len(copies(self.deck.entries)),
            hash=deck_hash(self.deck),
        )
        # A deck without a name has the game's as its title already.
        title = game(self.deck.game).title
        return told if self.title == title else say("reports.of-game", game=title, told=told)


def statistics(deck: Deck, question: Question) -> Statistics:
    """Measure a deck. Raises InputError for a game without statistics."""
    home = game(deck.game)
    if home.statistics is None:
        raise refusal("statistics.none", game=home.title)
    measure = home.statistics()
    return Statistics(deck=deck, parts=measure(deck, question))


def unheeded(told: Statistics, question: Question) -> tuple[str, ...]:
    """Return the fields of a question, unlike those of the usual one, that change nothing here.

    A game does not heed all of them: no tournament rule changes chance in Invasion, say.
    """
    usual = Question()
    # A number is held against its neighbour: the one that was asked for may be the usual one.
    others = {
        "kinds": (),
        "draws": (question.draws or 0) + 1,
        "second": False,
        "turns": question.turns + 1,
        "tournament": False,
    }
    return tuple(
        field
        for field, other in others.items()
        if getattr(question, field) != getattr(usual, field)
        and statistics(told.deck, msgspec.structs.replace(question, **{field: other})).parts
        == told.parts
    )


def part_title(part_id: str) -> str:
    """Return the heading of a part."""
    return name_of(f"reports.parts.{part_id}")


def column_title(column: Column) -> str:
    """Return the heading of a column."""
    return column.title or name_of(f"reports.columns.{column.id}")


def notes(part: Part, game_id: str) -> tuple[str, ...]:
    """Return what there is to know about a part, as sentences."""
    return tuple(
        say(
            f"reports.notes.{note.key}",
            **{name: spoken(cell, game_id) for name, cell in note.fields.items()},
        )
        for note in part.notes
    )


def spoken(cell: Cell, game_id: str, kind: str = "text") -> str:
    """Return a cell for people: chances in per cent, means with two decimals."""
    if cell is None:
        return say("reports.words.unknown") if kind != "text" else ""
    if isinstance(cell, Word):
        return _word(cell.key, game_id)
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Name):
        return cell.shown
    if isinstance(cell, tuple):
        return enumerated(name.shown for name in cell)
    if kind == "chance":
        return f"{_percent(Fraction(cell), digits=1)} %"
    if kind == "percent":
        return _percent(Fraction(cell), digits=0)
    return f"{float(cell):.2f}" if isinstance(cell, Fraction) else str(cell)


def _percent(chance: Fraction, *, digits: int) -> str:
    """A chance in per cent; never 0 or 100 for what is possible or not certain."""
    if chance in (0, 1):
        return str(int(chance) * 100)
    least = Fraction(1, 10**digits)
    if chance * 100 < least / 2:
        return f"<{float(least):.{digits}f}"
    if chance * 100 > 100 - least / 2:
        return f">{float(100 - least):.{digits}f}"
    return f"{float(chance * 100):.{digits}f}"


def rows(part: Part, game_id: str) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a part's table for people."""
    kinds = [column.kind for column in part.table.columns]
    return tuple(
        tuple(spoken(cell, game_id, kind) for cell, kind in zip(row, kinds, strict=True))
        for row in part.table.rows
    )


def as_json(told: Statistics) -> dict[str, Any]:
    """Return all numbers of a deck as plain data: chances exact and as decimals."""
    deck = told.deck
    return {
        "schema": SCHEMA,
        "game": deck.game,
        "name": deck.name,
        "hash": deck_hash(deck),
        "cards": deck.size(),
        "parts": {part.id: _part_json(part, deck.game) for part in told.parts},
    }


def _part_json(part: Part, game_id: str) -> dict[str, Any]:
    names = [column.id for column in part.table.columns]
    return {
        "rows": [
            {name: _plain(cell) for name, cell in zip(names, row, strict=True)}
            for row in part.table.rows
        ],
        "notes": list(notes(part, game_id)),
    }


def _plain(cell: Cell) -> Any:
    if isinstance(cell, Word):
        return cell.key
    if isinstance(cell, Fraction):
        return {"exact": str(cell), "value": float(cell)}
    if isinstance(cell, Name):
        return cell.printed
    if isinstance(cell, tuple):
        return ", ".join(name.printed for name in cell)
    return cell


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """Copies of a title in two decks."""

    section: str
    title: str
    before: int
    after: int


def changes(before: Deck, after: Deck) -> tuple[Change, ...]:
    """Return the titles whose copies differ, by section in the game's order, then by name."""
    counted: list[Counter[tuple[str, str]]] = [Counter(), Counter()]
    names: dict[tuple[str, str], str] = {}
    for deck, counts in zip((before, after), counted, strict=True):
        for section in deck.sections:
            for key, (total, lines) in copies(deck.section(section)).items():
                counts[section, key] += total
                names.setdefault((section, key), lines[0].title)
    order = {section: at for at, section in enumerate(headings(before.game).titles)}
    found = [
        Change(section=section, title=name, before=counted[0][key], after=counted[1][key])
        for key, name in names.items()
        for section in (key[0],)
        if counted[0][key] != counted[1][key]
    ]
    return tuple(
        sorted(
            found,
            key=lambda each: (
                order.get(each.section, len(order)),
                each.after < each.before,
                each.title,
            ),
        )
    )


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """One table of two decks: the rows that differ, cells with both values."""

    id: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


def compare(before: Statistics, after: Statistics) -> tuple[Compared, ...]:
    """Set the tables of two decks of one game side by side, where they differ.

    Raises InputError for decks of two games.
    """
    if before.deck.game != after.deck.game:
        raise refusal("statistics.two-games", one=before.deck.game, other=after.deck.game)
    others = {part.id: part for part in after.parts}
    found = [
        _compare(part, others[part.id], before.deck.game)
        for part in before.parts
        if part.id in others
    ]
    return tuple(table for table in found if table.rows)


def _compare(before: Part, after: Part, game_id: str) -> Compared:
    columns = before.table.columns
    keys = next((at for at, c in enumerate(columns) if c.kind != "text"), len(columns))
    numbers = [at for at, c in enumerate(columns) if at >= keys and c.kind != "text"]
    lines = []
    left, right = _by_key(before.table, keys), _by_key(after.table, keys)
    for key in [*left, *(key for key in right if key not in left)]:
        cells = [(columns[at].kind, _cell(left, key, at), _cell(right, key, at)) for at in numbers]
        if any(one != other for _, one, other in cells):
            told = (_both(*cell, game_id) for cell in cells)
            lines.append((*(spoken(cell, game_id) for cell in key), *told))
    return Compared(
        id=before.id,
        columns=(*columns[:keys], *(columns[at] for at in numbers)),
        rows=tuple(lines),
    )


def _by_key(table: Table, keys: int) -> dict[tuple[Cell, ...], tuple[Cell, ...]]:
    return {row[:keys]: row for row in table.rows}


def _cell(found: dict[tuple[Cell, ...], tuple[Cell, ...]], key: tuple[Cell, ...], at: int) -> Cell:
    return found[key][at] if key in found else 0


def _both(kind: str, one: Cell, other: Cell, game_id: str) -> str:
    left, right = spoken(one, game_id, kind), spoken(other, game_id, kind)
    return left if left == right else f"{left} → {right}"


def _word(key: str, game_id: str) -> str:
    if key.startswith(SECTION):
        return headings(game_id).title(key.removeprefix(SECTION))
    return phrases("reports.words").get(key) or value_words(key)
