"""The first page: the games, and the way to one's decks."""

from __future__ import annotations

from starlette.responses import Response

from deckbuilder.registry import games
from deckbuilder.web.families import Family, get
from deckbuilder.web.visit import Visit


def show(visit: Visit) -> Response:
    """Show the games and the way to one's decks."""
    return visit.page(
        "web/start.html.j2", games=[(game, len(game.catalog().cards)) for game in games()]
    )


FAMILY = Family(id="start", pages=(get("/", show),))
