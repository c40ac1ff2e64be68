"""The tables of simulated drafts: cards, seats, measures, changes, decks, and what was run."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.simulation.counting import Count, Sums, totals
from deckbuilder.simulation.intervals import Estimate, Moments, share_ends
from deckbuilder.simulation.simulating import DeckRow, Simulation
from deckbuilder.simulation.winning import Correlation, overall, within

Kind = Literal["text", "whole", "number"]
Cell = str | int | float | None
DECKS = "decks"
_COUNTS: Mapping[str, Kind] = {
    "seen": "whole",
    "offered": "whole",
    "taken": "whole",
    "taken_share": "number",
    "taken_share_low": "number",
    "taken_share_high": "number",
    "pick": "number",
    "pick_deviation": "number",
    "pick_margin": "number",
    "struck": "whole",
    "came_back": "whole",
    "decks": "whole",
    "deck_share": "number",
    "deck_share_low": "number",
    "deck_share_high": "number",
    "copies": "whole",
}


class ResultTable(msgspec.Struct, frozen=True):
    """Rows under columns of one kind each; the rows may be asked for again."""

    name: str
    columns: Mapping[str, Kind]
    rows: Callable[[], Iterable[tuple[Cell, ...]]]


def result_tables(
    job: Simulation,
    sums: Sums,
    run: Mapping[str, str | int],
    decks: Callable[[], Iterable[DeckRow]],
) -> tuple[ResultTable, ...]:
    """Return the tables of what was counted; the decks, where they are kept, last."""
    found = [
        *_of_cards(job, sums),
        _of_measures(job, sums),
        _of_changes(job, sums),
        ResultTable(
            "run",
            {"key": "text", "value": "text"},
            lambda: [(key, str(value)) for key, value in run.items()],
        ),
    ]
    if job.duels:
        found += _of_duels(job, sums)
    if job.decks:
        found.append(_of_decks(job, decks))
    return tuple(found)


def _of_cards(job: Simulation, sums: Sums) -> tuple[ResultTable, ResultTable]:
    return (
        ResultTable(
            "cards",
            {"card": "text", "name": "text", **_COUNTS, "shared": "whole"},
            lambda: _cards(job.catalog, sums),
        ),
        ResultTable(
            "seats",
            {"card": "text", "bot": "text", "seat": "text", **_COUNTS},
            lambda: _seats(job, sums),
        ),
    )


def _of_measures(job: Simulation, sums: Sums) -> ResultTable:
    columns: dict[str, Kind] = {
        "measure": "text",
        "better": "text",
        "bot": "text",
        "seat": "text",
        "mean": "number",
        "deviation": "number",
        "margin": "number",
        "decks": "whole",
    }
    return ResultTable("measures", columns, lambda: _measures(job, sums))


def _of_changes(job: Simulation, sums: Sums) -> ResultTable:
    columns: dict[str, Kind] = {
        "card": "text",
        "name": "text",
        "drafts": "whole",
        "changed": "whole",
        "cards": "number",
        "margin": "number",
    }
    return ResultTable("changes", columns, lambda: _changes(job.catalog, sums))


def _of_decks(job: Simulation, decks: Callable[[], Iterable[DeckRow]]) -> ResultTable:
    seats = job.seats
    measures = job.measures.better() if job.measures else {}
    columns: dict[str, Kind] = {"draft": "whole", "seed": "whole", "seat": "text", "bot": "text"}
    columns |= dict.fromkeys(measures, "number")
    if job.duels:
        columns["won"] = "number"
    return ResultTable(
        DECKS,
        columns,
        lambda: (
            (
                *(row.draft, job.table_seed(row.draft)),
                *(seats[row.seat], job.bots[row.bot], *row.measures),
                *([row.won] if job.duels else []),
            )
            for row in decks()
        ),
    )


def rows_of(tables: Iterable[ResultTable]) -> dict[str, list[dict[str, Cell]]]:
    """Return the rows of all tables but the decks, by the names of the tables and columns."""
    return {
        table.name: [dict(zip(table.columns, row, strict=True)) for row in table.rows()]
        for table in tables
        if table.name != DECKS
    }


def _cards(catalog: Catalog, sums: Sums) -> Iterator[tuple[Cell, ...]]:
    decks = sum(map(sum, sums.decks))
    for card, count in totals(sums.counts).items():
        yield (card, _name(catalog, card), *_counted(count, decks), sums.shared.get(card, 0))


def _seats(job: Simulation, sums: Sums) -> Iterator[tuple[Cell, ...]]:
    for card in totals(sums.counts):
        for bot, spec in enumerate(job.bots):
            for seat, name in enumerate(job.seats):
                count = sums.counts[bot][seat].get(card)
                if count is not None:
                    yield (card, spec, name, *_counted(count, sums.decks[bot][seat]))


def _counted(count: Count, decks: int) -> tuple[Cell, ...]:
    pick, deviation = pick_of(count)
    return (
        count.seen,
        count.offered,
        count.taken,
        *_shares(count.taken, count.offered),
        _known(pick.mean),
        _known(deviation),
        _known(pick.margin),
        count.struck,
        count.back,
        count.decks,
        *_shares(count.decks, decks),
        count.copies,
    )


def pick_of(count: Count) -> tuple[Estimate, float]:
    """Return the average number of the pick with its interval, and the standard deviation."""
    moments = Moments()
    if count.picked:
        mean = count.picks / count.picked
        # Whole numbers throughout, so that nothing is lost where the two are close.
        apart = count.squares * count.picked - count.picks**2
        moments = Moments(count.picked, mean, apart / count.picked)
    return moments.estimate(), moments.deviation


def _shares(part: int, of: int) -> tuple[Cell, ...]:
    """Return a share with the ends of its 95 % interval, nothing where it is one of nothing."""
    if not of:
        return None, None, None
    return part / of, *share_ends(Estimate(part / of, 0.0, of), of)


def _of_duels(job: Simulation, sums: Sums) -> Iterator[ResultTable]:
    ends: dict[str, Kind] = {"low": "number", "high": "number"}
    yield ResultTable(
        "duels",
        {"about": "text", "which": "text", "games": "whole", "won": "number", **ends},
        lambda: (
            (about, which, share.games, share.share, share.low, share.high)
            for about, won in sorted(sums.wins.items())
            for which, share in ((key, each.share()) for key, each in sorted(won.items()))
        ),
    )
    yield ResultTable(
        "relations",
        {
            **{"measure": "text", "better": "text", "pairs": "whole", "correlation": "number"},
            **ends,
            **{"within": "number", "within_low": "number", "within_high": "number"},
        },
        lambda: (tuple(row.values()) for row in relation_rows(relations_of(job, sums))),
    )


class MeasureRelation(msgspec.Struct, frozen=True):
    """How a measure goes with winning: over all drafts, and among those of the same bots."""

    measure: str
    better: str
    whole: Correlation
    within: Correlation


def relation_rows(found: Iterable[MeasureRelation]) -> list[dict[str, Cell]]:
    """Return them as rows of the table `relations`."""
    return [
        {
            **{"measure": each.measure, "better": each.better, "pairs": each.whole.pairs},
            **{"correlation": each.whole.value, "low": each.whole.low, "high": each.whole.high},
            **{"within": each.within.value, "within_low": each.within.low},
            "within_high": each.within.high,
        }
        for each in found
    ]


def relations_of(job: Simulation, sums: Sums) -> Iterator[MeasureRelation]:
    """Yield how each measure goes with winning, where its drafts tell."""
    for name, better in (job.measures.better() if job.measures else {}).items():
        lots = sums.relations.get(name, {}).values()
        whole, same = overall(lots), within(lots)
        if whole is not None and same is not None:
            yield MeasureRelation(name, better, whole, same)


def _measures(job: Simulation, sums: Sums) -> Iterator[tuple[Cell, ...]]:
    for name, better in (job.measures.better() if job.measures else {}).items():
        for bot, spec in enumerate(job.bots):
            for seat, title in enumerate(job.seats):
                moments = sums.measures[bot][seat].get(name)
                if moments is not None:
                    found = moments.estimate()
                    yield (
                        *(name, better, spec, title, found.mean),
                        *(_known(moments.deviation), _known(found.margin), found.samples),
                    )


def _changes(catalog: Catalog, sums: Sums) -> Iterator[tuple[Cell, ...]]:
    for card, change in sorted(sums.changes.items()):
        found = change.cards.estimate()
        yield (
            *(card, _name(catalog, card), found.samples, change.changed),
            *(found.mean, _known(found.margin)),
        )


def _name(catalog: Catalog, card: str) -> str:
    known = catalog.by_id.get(card)
    return known.name if known else card


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None
