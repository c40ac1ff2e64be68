"""A deck given to a browser as a file of another form."""

from __future__ import annotations

from starlette.responses import Response

from deckbuilder.decks.deck import Deck
from deckbuilder.errors import refusal
from deckbuilder.exchange.targets import target
from deckbuilder.reports.page import writing_context
from deckbuilder.web.visit import Visit

_KINDS = {
    "txt": "text/plain",
    "json": "application/json",
    "csv": "text/csv",
    "pdf": "application/pdf",
}
_ANY = "application/octet-stream"


def saved(visit: Visit, deck: Deck, stem: str) -> Response:
    """Return a deck in the form that the address names as `target`, as a file to be saved.

    Raises InputError for a form that is unknown, or drawn into further files.
    """
    form = target(visit.places["target"])
    if form.draws:
        raise refusal("decks.drawn-beside", target=form.id)
    content = form.write(deck, writing_context())
    return visit.file(content, _KINDS.get(form.extension, _ANY), f"{stem}.{form.extension}")
