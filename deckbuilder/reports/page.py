"""The statistics of a deck as one page, its pictures drawn into it."""

from __future__ import annotations

from typing import NamedTuple

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


class ShownPart(NamedTuple):
    """A part of statistics for a page: headings and whether they are of numbers, rows, picture."""

    title: str
    columns: list[tuple[str, bool]]
    rows: tuple[tuple[str, ...], ...]
    notes: list[str]
    picture: str | None


def parts_of(deck: Deck) -> tuple[ShownPart, ...]:
    """Return the statistics of a deck, none where its game has none."""
    if game(deck.game).statistics is None:
        return ()
    return _shown(statistics(deck, Question()))


def pictures_of(deck: Deck) -> tuple[str, ...]:
    """Return all pictures of a deck's statistics as SVG, none where its game has none."""
    return tuple(part.picture for part in parts_of(deck) if part.picture is not None)


def _shown(told: Statistics) -> tuple[ShownPart, ...]:
    game_id = told.deck.game
    return tuple(
        ShownPart(
            title=part_title(part.id),
            columns=[
                (column_title(column), column.kind != "text") for column in part.table.columns
            ],
            rows=rows(part, game_id),
            notes=list(notes(part, game_id)),
            picture=draw(part, game_id),
        )
        for part in told.parts
    )


def writing_context(images: Images | None = None) -> Context:
    """Return what writers of lists are told: a user's images, and who draws a deck's figures."""
    return Context(images=images, pictures=pictures_of)


def statistics_page(told: Statistics) -> str:
    """Return the page as HTML; it loads nothing from elsewhere."""
    return render(
        "figures/statistics.html.j2",
        language=language(),
        title=told.title,
        summary=told.summary,
        parts=_shown(told),
    )
