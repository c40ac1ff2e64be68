"""Counting the cards of a deck into the tables that several games tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.wording import title
from deckbuilder.decks.deck import Deck, Entry, title_key
from deckbuilder.decks.odds import at_least_one, expected
from deckbuilder.games.statistics import (
    Cell,
    Chart,
    Column,
    Name,
    Note,
    Part,
    Question,
    Series,
    Table,
    Word,
)

Kinds = list[tuple[Cell, int]]
"""What is drawn, and how many copies of it the deck holds."""

UNKNOWN = Word("unknown")
COPIES = Column(id="copies")
TITLES = Column(id="titles")
SHARE = Column(id="share", kind="chance")


def tally(entries: Iterable[Entry], key: Callable[[Card], Any]) -> Counter[Any]:
    """Count copies by a fact of their card; None stands for an unknown fact or card."""
    counts: Counter[Any] = Counter()
    for entry in entries:
        counts[key(entry.card) if entry.card else None] += entry.count
    return counts


def tally_each(
    entries: Iterable[Entry], keys: Callable[[Card], Iterable[Hashable] | None]
) -> Counter[Any]:
    """Count copies under each of the values that their card has; None where unknown."""
    counts: Counter[Any] = Counter()
    for entry in entries:
        values = keys(entry.card) if entry.card else None
        for value in (None,) if values is None else values:
            counts[value] += entry.count
    return counts


def titles(entries: Iterable[Entry]) -> int:
    """Return the number of different titles."""
    return len({title_key(entry) for entry in entries})


def share_part(
    id: str,
    column: str,
    order: Sequence[str],
    groups: Mapping[str | None, Sequence[Entry]],
    total: int,
    notes: tuple[Note, ...] = (),
) -> Part:
    """Return copies, titles and share of each group, in the given order, unknown ones last."""
    names = [*(name for name in order if name in groups)]
    names += sorted(name for name in groups if name is not None and name not in order)
    rows: list[tuple[Cell, ...]] = []
    for name in [*names, *([None] if None in groups else [])]:
        members = groups[name]
        copies = sum(entry.count for entry in members)
        rows.append((word(name), copies, titles(members), Fraction(copies, total)))
    return Part(
        id=id,
        table=Table(columns=(Column(id=column, kind="text"), COPIES, TITLES, SHARE), rows=(*rows,)),
        figure=bars(column, [row[0] for row in rows], {"copies": [row[1] for row in rows]}),
        notes=notes,
    )


def grouped(
    entries: Iterable[Entry], keys: Callable[[Card], Iterable[str] | None]
) -> dict[str | None, list[Entry]]:
    """Return the entries under each value of a fact; one with two values stands twice."""
    groups: dict[str | None, list[Entry]] = {}
    for entry in entries:
        values = keys(entry.card) if entry.card else None
        for value in (None,) if values is None else values:
            groups.setdefault(value, []).append(entry)
    return groups


def types_part(deck: Deck, types: Sequence[str]) -> Part:
    """Return the copies of each card type."""
    return share_part(
        "types", "type", types, grouped(deck.entries, lambda card: (card.type,)), deck.size()
    )


def count_part(id: str, column: str, measured: Mapping[str, Counter[Any]]) -> Part | None:
    """Return one row a number with the copies that have it, a column for each measure.

    Numbers without copies in between are shown as 0. None when nothing is known at all.
    """
    numbers = {value for counts in measured.values() for value in counts if isinstance(value, int)}
    if not numbers:
        return None
    other = {v for counts in measured.values() for v in counts if isinstance(v, str)}
    keys: list[int | str | None] = [*range(min(numbers), max(numbers) + 1), *sorted(other)]
    if any(None in counts for counts in measured.values()):
        keys.append(None)
    rows = tuple(
        (UNKNOWN if key is None else key, *(counts[key] for counts in measured.values()))
        for key in keys
    )
    categories = [row[0] for row in rows]
    return Part(
        id=id,
        table=Table(
            columns=(Column(id=column, kind="text"), *(Column(id=name) for name in measured)),
            rows=rows,
        ),
        figure=bars(
            column,
            categories,
            {name: [counts[key] for key in keys] for name, counts in measured.items()},
        ),
    )


def names_part(
    id: str, column: str, counts: Counter[Any], *, as_written: bool = False
) -> Part | None:
    """Return the copies that have each of some words, most first; None when there are none.

    `as_written` takes them for names, which stay as the card prints them.
    """
    known = sorted((-count, str(name)) for name, count in counts.items() if name is not None)
    if not known:
        return None
    rows: list[tuple[Cell, ...]] = [
        (name if as_written else Word(name), -count) for count, name in known
    ]
    if None in counts:
        rows.append((UNKNOWN, counts[None]))
    return Part(
        id=id, table=Table(columns=(Column(id=column, kind="text"), COPIES), rows=tuple(rows))
    )


def asked_kinds(entries: Iterable[Entry], question: Question) -> Kinds:
    """Return the copies of each kind of card that the player asks for."""
    held = [entry for entry in entries if entry.card]
    return [
        (kind.name, sum(e.count for e in held if e.card and kind.holds(e.card)))
        for kind in question.kinds
    ]


def opening_part(size: int, kinds: Kinds, hand: int, *, mulligan: bool = False) -> Part:
    """Return the odds of one or more of each kind in the opening hand out of `size` cards.

    `mulligan` adds a column for a hand that is drawn again once when it holds none.
    """
    rows: list[tuple[Cell, ...]] = []
    for name, number in kinds:
        row = (name, number, expected(size, number, hand), at_least_one(size, number, hand))
        rows.append((*row, at_least_one(size, number, hand, mulligan=True)) if mulligan else row)
    columns = [
        Column(id="kind", kind="text"),
        COPIES,
        Column(id="in-hand", kind="mean"),
        Column(id="in-opening", kind="chance"),
    ]
    notes = [Note("opening", {"hand": hand, "size": size})]
    if mulligan:
        columns.append(Column(id="with-mulligan", kind="chance"))
        notes.append(Note("mulligan"))
    return Part(
        id="opening", table=Table(columns=tuple(columns), rows=tuple(rows)), notes=tuple(notes)
    )


def bars(
    x: str, categories: Sequence[Cell], series: Mapping[str, Sequence[Any]], y: str = "copies"
) -> Chart:
    """Return a bar chart, of copies as a rule; axes and series are words."""
    return Chart(
        kind="bars",
        x=Word(x),
        y=Word(y),
        categories=tuple(categories),
        series=tuple(Series(name=Word(name), values=tuple(v)) for name, v in series.items()),
    )


def card_name(card: Card) -> Name:
    """Return the name of a card for a cell."""
    return Name(card.name, title(card))


def entry_name(entry: Entry) -> Name:
    """Return the name of a card for a cell, as the list writes it where nobody knows it."""
    return card_name(entry.card) if entry.card else Name(entry.name, entry.name)


def word(name: str | None) -> Word:
    """Return the word of a fact, or that it is unknown."""
    return UNKNOWN if name is None else Word(name)
