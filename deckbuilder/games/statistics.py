"""What a game tells about a deck in numbers: tables and figures as data, words by key."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Literal, Protocol

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.decks.deck import Deck


class Word(msgspec.Struct, frozen=True):
    """A word for people, by the part of its key behind `reports.words.`; JSON shows the key."""

    key: str


class Name(msgspec.Struct, frozen=True):
    """Of a card: as printed, which JSON shows, and as it is shown in the language in force."""

    printed: str
    shown: str


Cell = str | int | Fraction | Word | Name | tuple[Name, ...] | None
"""Of a table: a text, a number, a chance or mean, a word, a card or several, or unknown."""


class Column(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A column; its heading is `reports.columns.<id>`, or `title` where the deck names it.

    `percent` is a chance in whole per cent, for tables with many of them.
    """

    id: str
    title: str | None = None
    kind: Literal["text", "count", "mean", "chance", "percent"] = "count"


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """Rows under columns; the first column says what the row is about."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """Values beside the categories of a chart, None where there is none."""

    name: Cell
    values: tuple[int | Fraction | None, ...]


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """Bars side by side, or lines, over categories; the axes' names are words, or a list's name."""

    kind: Literal["bars", "lines"]
    x: Word | str
    y: Word
    categories: tuple[Cell, ...]
    series: tuple[Series, ...]
    percent: bool = False


class Node(msgspec.Struct, frozen=True, kw_only=True):
    """A point of a graph; `group` is a colour's word, `copies` how many there are."""

    name: Name
    group: str
    copies: int


class Graph(msgspec.Struct, frozen=True, kw_only=True):
    """Arrows between nodes, by their rows in `nodes`."""

    nodes: tuple[Node, ...]
    arrows: tuple[tuple[int, int], ...]


class Note(msgspec.Struct, frozen=True):
    """A sentence `reports.notes.<key>` with its fields."""

    key: str
    fields: dict[str, Cell] = {}


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One table of the statistics, its picture if it has one, and what to know about it.

    The title is `reports.parts.<id>`; `notes` are words with their fields.
    """

    id: str
    table: Table
    figure: Chart | Graph | None = None
    notes: tuple[Note, ...] = ()


class Kind(msgspec.Struct, frozen=True):
    """Cards that a player asks the odds of: what was asked, and which cards it means."""

    name: str
    holds: Callable[[Card], bool]


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What may be asked of the odds beyond the usual.

    `draws` is the cards drawn a turn, None for the game's own number; `second` asks for the
    player who goes second; `turns` is how many turns are told; `tournament` asks for the
    tournament rules where a game has others for chance.
    """

    kinds: tuple[Kind, ...] = ()
    draws: int | None = None
    second: bool = False
    turns: int = 8
    tournament: bool = False


class Measure(Protocol):
    """A game's part: all tables of a deck, in the order in which they are shown."""

    def __call__(self, deck: Deck, question: Question) -> tuple[Part, ...]:
        """Return the parts; unknown facts are counted as unknown, never guessed."""
