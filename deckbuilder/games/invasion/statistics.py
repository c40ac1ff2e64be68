"""Invasion decks in numbers: types, races, costs with loyalty (INV-31), odds (INV-32 to 34)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck, Entry, copies
from deckbuilder.decks.odds import at_least_one
from deckbuilder.games.invasion import GAME
from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.invasion.costs import cost_at_start, loyalty_cost
from deckbuilder.games.statistics import (
    Cell,
    Chart,
    Column,
    Note,
    Part,
    Question,
    Series,
    Table,
    Word,
)
from deckbuilder.games.tallies import (
    COPIES,
    SHARE,
    Kinds,
    asked_kinds,
    bars,
    count_part,
    grouped,
    names_part,
    opening_part,
    tally,
    tally_each,
    types_part,
    word,
)

HAND = 7
"""INV-32."""
KINGDOM_POWER = 3
QUEST_POWER = 1
"""Base powers where no capital board is named (INV-33)."""
RACES = ("dwarf", "empire", "high-elf", "orc", "chaos", "dark-elf", "neutral")
_BY_COPIES = {3: Word("copies-3"), 2: Word("copies-2"), 1: Word("copies-1")}
"""Copies of a title that the odds are told for (INV-11)."""


def measure(deck: Deck, question: Question) -> tuple[Part, ...]:
    """Return types, races, cost curve, strength, keywords and the odds of drawing."""
    if not deck.size():
        return ()
    board = capital(deck)
    race = board.race if board else None
    no_capital = () if board else (Note("no-capital"),)
    strong = [*_of(deck, "unit", "support", "legend")]
    parts = (
        types_part(deck, InvasionCard.types),
        _races(deck, race, no_capital),
        _curve(deck, race, no_capital),
        _strength(deck),
        count_part(
            "power",
            "value",
            {
                "power": tally(strong, lambda card: getattr(card, "power", None)),
                "hit-points": tally(
                    _of(deck, "unit"), lambda card: getattr(card, "hit_points", None)
                ),
            },
        ),
        names_part("keywords", "keyword", tally_each(deck.entries, _keywords)),
        *_odds(deck, board, question),
    )
    return tuple(part for part in parts if part is not None)


def capital(deck: Deck) -> InvasionCard | None:
    """Return the capital board that the list's header names, None where it names none."""
    written = fold(deck.header("Capital") or "").removesuffix(" capital")
    for name in (written, written.removesuffix("s"), written.removesuffix("ves") + "f"):
        for card in GAME.catalog().printings(f"{name} capital"):
            if isinstance(card, InvasionCard) and card.type == "capital":
                return card
    return None


def _extra_at_start(card: InvasionCard, capital_race: str | None) -> int | None:
    """What loyalty adds to the cost while the capital is the only symbol (INV-31, INV-14)."""
    if card.loyalty is None:
        return None
    return loyalty_cost(card.loyalty, 1 if card.race == capital_race else 0)


def _start_cost(card: InvasionCard, capital_race: str | None) -> Cell:
    return "X" if card.cost == "X" else cost_at_start(card, capital_race)


def _of(deck: Deck, *types: str) -> Iterator[Entry]:
    return (entry for entry in deck.entries if entry.card and entry.card.type in types)


def _invasion(of: Callable[[InvasionCard], Cell]) -> Callable[[Card], Cell]:
    return lambda card: of(card) if isinstance(card, InvasionCard) else None


def _keywords(card: Card) -> Iterable[str] | None:
    return card.keywords if isinstance(card, InvasionCard) else None


def _races(deck: Deck, capital_race: str | None, notes: tuple[Note, ...]) -> Part:
    """Copies, loyalty icons and what they add at the start, race by race."""
    groups = grouped(deck.entries, lambda card: (getattr(card, "race", "neutral"),))
    ordered = [name for name in RACES if name in groups]
    ordered += sorted(name for name in groups if name is not None and name not in RACES)
    rows: list[tuple[Cell, ...]] = []
    for name in [*ordered, *([None] if None in groups else [])]:
        known = [
            (entry.count, entry.card.loyalty, _extra_at_start(entry.card, capital_race) or 0)
            for entry in groups[name]
            if isinstance(entry.card, InvasionCard) and entry.card.loyalty is not None
        ]
        total = sum(entry.count for entry in groups[name])
        counted = sum(count for count, _, _ in known)
        icons = sum(count * loyalty for count, loyalty, _ in known)
        extra = sum(count * added for count, _, added in known)
        rows.append(
            (
                word(name),
                total,
                Fraction(total, deck.size()),
                icons if known else None,
                max((loyalty for _, loyalty, _ in known), default=None),
                sum(count for count, _, added in known if added),
                Fraction(extra, counted) if counted else None,
            )
        )
    columns = (
        Column(id="race", kind="text"),
        COPIES,
        SHARE,
        Column(id="loyalty-icons"),
        Column(id="most-loyalty"),
        Column(id="dearer"),
        Column(id="mean-extra", kind="mean"),
    )
    figure = bars(
        "race",
        [row[0] for row in rows],
        {"copies": [row[1] for row in rows], "loyalty-icons": [row[3] for row in rows]},
        y="copies-and-icons",
    )
    return Part(
        id="races",
        table=Table(columns=columns, rows=tuple(rows)),
        figure=figure,
        notes=(Note("races"), *notes),
    )


def _curve(deck: Deck, capital_race: str | None, notes: tuple[Note, ...]) -> Part | None:
    part = count_part(
        "curve",
        "cost",
        {
            "printed": tally(deck.entries, _invasion(lambda card: card.cost)),
            "at-start": tally(
                deck.entries, _invasion(lambda card: _start_cost(card, capital_race))
            ),
        },
    )
    if part is None:
        return None
    return Part(id=part.id, table=part.table, figure=part.figure, notes=notes)


def _strength(deck: Deck) -> Part | None:
    """Power and hit points in all, a card, and for each resource of the printed cost."""
    rows: list[tuple[Cell, ...]] = []
    for kind in ("unit", "support", "legend"):
        for fact in ("power", "hit_points"):
            known = [
                (entry.count, value, getattr(entry.card, "cost", None))
                for entry in _of(deck, kind)
                if isinstance(value := getattr(entry.card, fact, None), int)
            ]
            if not known:
                continue
            number = sum(count for count, _, _ in known)
            total = sum(count * value for count, value, _ in known)
            priced = [(c, value, cost) for c, value, cost in known if isinstance(cost, int)]
            paid = sum(count * cost for count, _, cost in priced)
            bought = sum(count * value for count, value, _ in priced)
            rows.append(
                (
                    Word(kind),
                    Word(fact.replace("_", "-")),
                    number,
                    total,
                    Fraction(total, number),
                    Fraction(bought, paid) if paid else None,
                )
            )
    if not rows:
        return None
    columns = (
        Column(id="type", kind="text"),
        Column(id="measure", kind="text"),
        COPIES,
        Column(id="total"),
        Column(id="mean", kind="mean"),
        Column(id="per-cost", kind="mean"),
    )
    return Part(id="strength", table=Table(columns=columns, rows=tuple(rows)))


def _odds(
    deck: Deck, board: InvasionCard | None, question: Question
) -> tuple[Part | None, Part | None]:
    kinds, asked = _kinds(deck, board, question)
    opening = opening_part(deck.size(), [*kinds, *asked], HAND, mulligan=True)
    payable = Note("payable", {"resources": _resources(board)})
    return msgspec.structs.replace(opening, notes=(*opening.notes, payable)), _by_turn(
        deck.size(), board, kinds, asked, question
    )


def _resources(board: InvasionCard | None) -> int:
    """What the kingdom zone gives on turn one (INV-33)."""
    return board.power_by_zone.kingdom if board and board.power_by_zone else KINGDOM_POWER


def _kinds(deck: Deck, board: InvasionCard | None, question: Question) -> tuple[Kinds, Kinds]:
    race = board.race if board else None
    resources = _resources(board)
    by_type = tally(deck.entries, lambda card: card.type)
    kinds: Kinds = [(Word(kind), by_type[kind]) for kind in InvasionCard.types if by_type[kind]]
    at_start = tally(deck.entries, _invasion(lambda card: _start_cost(card, race)))
    payable = sum(n for cost, n in at_start.items() if isinstance(cost, int) and cost <= resources)
    kinds.append((Word("payable"), payable))
    held = {total for total, _ in copies(deck.entries).values()}
    kinds += [(name, number) for number, name in _BY_COPIES.items() if number in held]
    return kinds, asked_kinds(deck.entries, question)


def _by_turn(
    size: int, board: InvasionCard | None, kinds: Kinds, asked: Kinds, question: Question
) -> Part:
    """At least one by turn N: the draws are those of the quest phase (INV-34)."""
    power = board.power_by_zone.quest if board and board.power_by_zone else QUEST_POWER
    draws = power if question.draws is None else question.draws
    turns = range(1, question.turns + 1)
    skipped = 0 if question.second else 1
    chances = [
        (
            name,
            number,
            [
                at_least_one(size, number, HAND, later=(turn - skipped) * draws, mulligan=True)
                for turn in turns
            ],
        )
        for name, number in [*kinds, *asked]
    ]
    columns = (
        Column(id="kind", kind="text"),
        COPIES,
        *(Column(id=f"turn-{turn}", title=str(turn), kind="percent") for turn in turns),
    )
    by_copies = [kind for kind in kinds if kind[0] in _BY_COPIES.values()]
    drawn = [name for name, _ in asked or by_copies or kinds]
    figure = Chart(
        kind="lines",
        x=Word("turn"),
        y=Word("chance"),
        categories=tuple(turns),
        series=tuple(
            Series(name=name, values=tuple(row)) for name, _, row in chances if name in drawn
        ),
        percent=True,
    )
    return Part(
        id="by-turn",
        table=Table(
            columns=columns, rows=tuple((name, number, *row) for name, number, row in chances)
        ),
        figure=figure,
        notes=(Note("percent"), Note("second" if question.second else "first", {"draws": draws})),
    )
