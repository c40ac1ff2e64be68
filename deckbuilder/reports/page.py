"""The statistics of a deck as one page, its pictures drawn into it."""

from __future__ import annotations

from deckbuilder.reports.figures import draw
from deckbuilder.reports.statistics import Statistics, column_title, notes, part_title, rows
from deckbuilder.templates import render
from deckbuilder.words import language


def statistics_page(told: Statistics) -> str:
    """Return the page as HTML; it loads nothing from elsewhere."""
    game_id = told.deck.game
    return render(
        "figures/statistics.html.j2",
        language=language(),
        title=told.title,
        summary=told.summary,
        parts=[
            {
                "title": part_title(part.id),
                "columns": [
                    (column_title(column), column.kind != "text") for column in part.table.columns
                ],
                "rows": rows(part, game_id),
                "notes": notes(part, game_id),
                "picture": draw(part, game_id),
            }
            for part in told.parts
        ],
    )
