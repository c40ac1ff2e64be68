"""Dreamblade warbands in numbers: aspects, prices with aspect costs, odds of spawning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.wording import title
from deckbuilder.decks.deck import Deck
from deckbuilder.games.dreamblade.card import Miniature
from deckbuilder.games.dreamblade.spawning import (
    FACES,
    price_at_best,
    price_at_start,
    spawn_by_turn,
    spawn_points,
)
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
    card_name,
    count_part,
    grouped,
    names_part,
    share_part,
    tally,
    tally_each,
    types_part,
)

ASPECTS = ("valor", "madness", "fear", "passion", "no-aspect")
MOST_LINES = 6
"""Lines that one picture holds without becoming a tangle."""


def measure(deck: Deck, question: Question) -> tuple[Part, ...]:
    """Return types, aspects, rarities, prices, strength, abilities and the spawning odds."""
    if not deck.size():
        return ()
    parts = (
        types_part(deck, Miniature.types),
        share_part("aspects", "aspect", ASPECTS, grouped(deck.entries, _aspects), deck.size()),
        _prices(deck),
        count_part(
            "power",
            "value",
            {name: tally(deck.entries, _fact(name)) for name in ("power", "defense", "life")},
        ),
        names_part(
            "keywords", "ability", tally_each(deck.entries, _fact("abilities")), as_written=True
        ),
        names_part("lineages", "lineage", tally(deck.entries, _fact("lineage")), as_written=True),
        _points(),
        *_spawning(deck, question),
    )
    return tuple(part for part in parts if part is not None)


def _fact(name: str) -> Callable[[Card], Any]:
    return lambda card: getattr(card, name, None)


def _aspects(card: Card) -> tuple[str, ...] | None:
    aspects: tuple[str, ...] | None = getattr(card, "aspects", None)
    return aspects if aspects is None or aspects else ("no-aspect",)


def _best(deck: Deck, miniature: Miniature) -> int | None:
    """The price when the rest of the warband is in play or in the graveyard."""
    others: list[Miniature] = []
    for entry in deck.entries:
        if isinstance(entry.card, Miniature):
            others += [entry.card] * entry.count
    others.remove(miniature)
    return price_at_best(miniature, others)


def _prices(deck: Deck) -> Part | None:
    return count_part(
        "curve",
        "price",
        {
            "number": tally(deck.entries, _fact("spawn_cost")),
            "none-met": tally(
                deck.entries, lambda c: price_at_start(c) if isinstance(c, Miniature) else None
            ),
            "all-met": tally(
                deck.entries, lambda c: _best(deck, c) if isinstance(c, Miniature) else None
            ),
        },
    )


def _points() -> Part:
    """The spawn points of a turn by the dice alone (DRB-20, DRB-21)."""
    kinds = {
        "first-turn": spawn_points(first_turn=True),
        "later": spawn_points(),
        "later-level": spawn_points(level=True),
        "after-skip": spawn_points(no_ones=True),
    }
    totals = [0, *range(4, 2 * FACES + 1)]
    none = Fraction(0)
    columns = (
        Column(id="points", kind="text"),
        *(Column(id=name, kind="chance") for name in kinds),
    )
    rows = tuple(
        (
            Word("skipped") if total == 0 else total,
            *(chances.get(total, none) for chances in kinds.values()),
        )
        for total in totals
    )
    return Part(id="points", table=Table(columns=columns, rows=rows), notes=(Note("points"),))


def _spawning(deck: Deck, question: Question) -> tuple[Part | None, Part | None]:
    """When the dice pay for each figure: no symbol met, and all that the warband can meet.

    A search of the player names the figures to tell, all of them without one.
    """
    figures = Counter[Miniature]()
    unknown = 0
    for entry in deck.entries:
        if question.kinds and not any(
            entry.card and kind.holds(entry.card) for kind in question.kinds
        ):
            continue
        if isinstance(entry.card, Miniature) and price_at_start(entry.card) is not None:
            figures[entry.card] += entry.count
        else:
            unknown += entry.count
    if not figures:
        return None, None
    notes = [Note("percent"), Note("tournament-dice" if question.tournament else "plain-dice")]
    if unknown:
        notes.append(Note("unknown-price", {"number": unknown}))
    start = {card: price for card in figures if (price := price_at_start(card)) is not None}
    best = {card: price for card in figures if (price := _best(deck, card)) is not None}
    return (
        _spawn_part("spawn", start, figures, question, tuple(notes)),
        None
        if best == start
        else _spawn_part("spawn-met", best, figures, question, (Note("percent"),)),
    )


def _spawn_part(
    id: str,
    prices: dict[Miniature, int],
    figures: Counter[Miniature],
    question: Question,
    notes: tuple[Note, ...],
) -> Part:
    turns = range(1, question.turns + 1)
    chances = {
        price: spawn_by_turn(price, question.turns, tournament=question.tournament)
        for price in sorted(set(prices.values()))
    }
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (card_name(card), figures[card], price, *chances[price])
        for card, price in sorted(prices.items(), key=lambda item: (item[1], item[0].name))
    )
    columns = (
        Column(id="figure", kind="text"),
        COPIES,
        Column(id="price"),
        *(Column(id=f"turn-{turn}", title=str(turn), kind="percent") for turn in turns),
    )
    figure = Chart(
        kind="lines",
        x=Word("turn"),
        y=Word("chance-paid"),
        categories=tuple(turns),
        series=tuple(
            Series(name=f"{_first_of(prices, price)} ({price})", values=chances[price])
            for price in _some([*chances])
        ),
        percent=True,
    )
    return Part(id=id, table=Table(columns=columns, rows=rows), figure=figure, notes=notes)


def _first_of(prices: dict[Miniature, int], price: int) -> str:
    """The first name among the miniatures of this price."""
    return title(min((c for c, own in prices.items() if own == price), key=lambda c: c.name))


def _some(prices: list[int]) -> list[int]:
    """Up to MOST_LINES prices, spread over all of them."""
    if len(prices) <= MOST_LINES:
        return prices
    last = len(prices) - 1
    return [prices[round(step * last / (MOST_LINES - 1))] for step in range(MOST_LINES)]
