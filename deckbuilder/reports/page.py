"""The statistics of a deck as one page, its pictures drawn into it."""

from __future__ import annotations

from deckbuilder.decks.deck import Deck
from deckbuilder.exchange.images import Images
from deckbuilder.exchange.targets import Context
from deckbuilder.games.statistics import Question
from deckbuilder.registry import game
from deckbuilder.reports.figures import draw
from deckbuilder.reports.statistics import (
    Statistics,
    column_title,
    notes,
    part_title,
    rows,
    statistics,
)
from deckbuilder.templates import render
from deckbuilder.words import language


def pictures_of(deck: Deck) -> tuple[str, ...]:
    """Return all pictures of a deck's statistics as SVG, none where its game has none."""
    if game(deck.game).statistics is None:
        return ()
    told = statistics(deck, Question())
    drawn = (draw(part, deck.game) for part in told.parts)
    return tuple(picture for picture in drawn if picture is not None)


def writing_context(images: Images | None = None) -> Context:
    """Return what writers of lists are told: a user's images, and who draws a deck's figures."""
    return Context(images=images, pictures=pictures_of)


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
