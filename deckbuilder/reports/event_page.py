"""An event on one page: its players and verdicts, the cards in use, and their picture."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from deckbuilder.exchange.event import summary
from deckbuilder.games.statistics import Chart, Part, Series, Table, Word
from deckbuilder.reports.event_file import Event
from deckbuilder.reports.event_words import about_of, counts_of
from deckbuilder.reports.figures import draw
from deckbuilder.reports.registrations import Registration
from deckbuilder.reports.workbook import lists_in_use, usage_table
from deckbuilder.templates import render
from deckbuilder.words import language, say

PICTURED = 15
"""So many cards are in the picture, those in most lists."""
MOST_ROWS = 60
"""So many cards are in the table of those in use; the workbook has all."""


class Usage(msgspec.Struct, frozen=True, kw_only=True):
    """The cards in use: headings and rows, those in most lists first, and their picture."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str | float, ...], ...]
    picture: str | None = None
    all: int = 0


def usage_of(registered: Sequence[Registration]) -> Usage:
    """Return which cards are in how many lists, none where no list can be read."""
    table = usage_table(registered)
    rows = tuple(tuple(row) for row in table.itertuples(index=False))
    return Usage(
        columns=tuple(table.columns),
        rows=rows[:MOST_ROWS],
        picture=_picture(rows[:PICTURED], registered),
        all=len(rows),
    )


def _picture(
    rows: Sequence[tuple[str | float, ...]], registered: Sequence[Registration]
) -> str | None:
    """Draw the share of lists that have each card, where all lists are of one game."""
    decks = lists_in_use(registered)
    games = {deck.game for deck in decks}
    if len(games) != 1 or len(rows) < 2:
        return None
    chart = Chart(
        kind="bars",
        x=Word("card"),
        y=Word("lists-share"),
        categories=tuple(str(row[0]) for row in rows),
        series=(
            Series(
                name=Word("lists-share"),
                values=tuple(Fraction(int(row[2]), len(decks)) for row in rows),
            ),
        ),
        percent=True,
    )
    part = Part(id="event-usage", table=Table(columns=(), rows=()), figure=chart)
    return draw(part, games.pop())


def event_page(event: Event, registered: Sequence[Registration]) -> str:
    """Return the page as HTML; it loads nothing from elsewhere."""
    lists = [each.registered for each in registered if each.registered]
    return render(
        "event.html.j2",
        language=language(),
        title=event.name or say("reports.event.book"),
        about=about_of(event),
        counts=counts_of(registered),
        registered=registered,
        problems=summary(lists),
        usage=usage_of(registered),
        say=say,
    )
