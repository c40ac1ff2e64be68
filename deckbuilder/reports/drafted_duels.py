"""What duels between drafted decks tell: who wins, with which cards, and by which measures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from deckbuilder.catalog.wording import label, value_words
from deckbuilder.games.winning_measures import goes
from deckbuilder.registry import Game
from deckbuilder.reports.ranges import Range, Ranges
from deckbuilder.reports.sections import Section, number, percent, section_of, within
from deckbuilder.words import name_of, say

Rows = Sequence[Mapping[str, Any]]
Tables = Mapping[str, Rows]

DRAWN = 30
"""Rows of a picture."""
LEAST = 20
"""Games in which a card must have been drawn."""
_ABOUT = ("seat", "bot", "turn", "kind")


def duel_sections(
    tables: Tables, home: Game, shown: Callable[[str, str], str]
) -> tuple[Section, ...]:
    """Return the sections of duels, none where none were played."""
    duels = tables.get("duels") or ()
    found = (_won(duels, home), _drawn(duels, shown), relations(tables.get("relations") or ()))
    return tuple(each for each in found if each.rows)


def _won(duels: Rows, home: Game) -> Section:
    """The seats, the bots, who goes first, and the kinds of decks such as races."""
    import pandas

    field = home.tracking().kind_of if home.tracking else ""
    rows = [row for about in _ABOUT for row in duels if row["about"] == about]
    told = []
    for row in rows:
        about, which = str(row["about"]), str(row["which"])
        name = say(f"simulate.about.{about}") if about != "kind" else label(field)
        if about == "kind":
            which = value_words(which, field)
        elif about == "turn":
            which = say(f"simulate.turns.{which}")
        told.append((name, which, *_share(row), str(int(row["games"]))))
    columns = ("about", "which", "won", "interval", "duels")
    return section_of("won", columns, pandas.DataFrame(rows), told)


def _drawn(duels: Rows, shown: Callable[[str, str], str]) -> Section:
    """The cards by what was won where they were drawn."""
    import pandas

    held = {row["which"]: row for row in duels if row["about"] == "held"}
    rows = sorted(
        (row for row in duels if row["about"] == "drawn" and row["games"] >= LEAST),
        key=lambda row: (-row["won"], row["which"]),
    )
    told = [
        (
            shown(str(row["which"]), str(row["which"])),
            *_share(row),
            str(int(row["games"])),
            percent(held[row["which"]]["won"]) if row["which"] in held else "",
        )
        for row in rows
    ]
    ends = rows if len(rows) <= DRAWN else [*rows[: DRAWN // 2], *rows[-DRAWN // 2 :]]
    ranges = Ranges(
        axis=say("simulate.columns.won"),
        rows=tuple(
            Range(
                shown(str(row["which"]), str(row["which"])),
                100 * row["won"],
                100 * row["low"],
                100 * row["high"],
            )
            for row in ends
        ),
    )
    columns = ("card", "won", "interval", "duels", "held")
    return section_of("drawn", columns, pandas.DataFrame(rows), told, ranges)


def relations(rows: Rows) -> Section:
    """Which measures of decks go with winning, against it, or with neither."""
    import pandas

    told = [
        (
            name_of(f"draft-bots.measures.{row['measure']}"),
            number(row["correlation"], 2),
            within(row["low"], row["high"], 2),
            number(row["within"], 2),
            within(row["within_low"], row["within_high"], 2),
            say(f"simulate.goes.{goes(str(row['better']), row['within_low'], row['within_high'])}"),
        )
        for row in rows
    ]
    ranges = Ranges(
        axis=say("simulate.columns.within"),
        rows=tuple(
            Range(
                name_of(f"draft-bots.measures.{row['measure']}"),
                row["within"],
                row["within_low"],
                row["within_high"],
            )
            for row in rows
        ),
    )
    columns = ("measure", "correlation", "interval", "within", "within-interval", "goes")
    found = section_of("relations", columns, pandas.DataFrame(rows), told, ranges)
    pairs = max((int(row["pairs"]) for row in rows), default=0)
    on_page = frozenset(("interval",))
    return msgspec.structs.replace(found, fields={"drafts": f"{pairs:,}"}, on_page=on_page)


def _share(row: Mapping[str, Any]) -> tuple[str, str]:
    return percent(row["won"]), within(100 * row["low"], 100 * row["high"])
