"""XENO decks in numbers: how many of each rank (XENO-1)."""

from __future__ import annotations

from fractions import Fraction

from deckbuilder.decks.deck import Deck
from deckbuilder.games.statistics import Cell, Column, Name, Part, Question, Table
from deckbuilder.games.tallies import (
    COPIES,
    SHARE,
    UNKNOWN,
    asked_kinds,
    bars,
    entry_name,
    opening_part,
)
from deckbuilder.games.xeno.card import XenoCard

FIRST_CARDS = 2
"""What a player holds on their first turn: the card dealt and the one drawn (XENO-10, 11)."""


def measure(deck: Deck, question: Question) -> tuple[Part, ...]:
    """Return the copies of each rank, highest first, unknown cards last."""
    counts: dict[tuple[int, Name], int] = {}
    for entry in deck.entries:
        rank = entry.card.rank if isinstance(entry.card, XenoCard) else -1
        name = entry_name(entry)
        counts[rank, name] = counts.get((rank, name), 0) + entry.count
    ordered = sorted(counts.items(), key=lambda item: (-item[0][0], item[0][1].printed))
    total = deck.size()
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (UNKNOWN if rank < 0 else rank, name, copies, Fraction(copies, total))
        for (rank, name), copies in ordered
    )
    columns = (Column(id="rank", kind="text"), Column(id="card", kind="text"), COPIES, SHARE)
    figure = bars("rank", [row[0] for row in rows], {"copies": [row[2] for row in rows]})
    ranks = Part(id="ranks", table=Table(columns=columns, rows=rows), figure=figure)
    if not question.kinds:
        return (ranks,)
    return ranks, opening_part(total, asked_kinds(deck.entries, question), FIRST_CARDS)
