"""Cards: the drawn face of each, and all that is known of one."""

from __future__ import annotations

from starlette.responses import Response

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.coverage import has_fact
from deckbuilder.catalog.wording import label, title, worded
from deckbuilder.errors import Fault, InputError
from deckbuilder.exchange.faces import Face, draw_face
from deckbuilder.registry import game
from deckbuilder.sessions.own_images import own_face
from deckbuilder.web.families import Family, get
from deckbuilder.web.visit import Missing, Visit

_KEPT = "private, max-age=31536000, immutable"


def face(visit: Visit) -> Response:
    """Show the face of a card: the user's own picture of it, else a drawn one."""
    card, catalog = _card(visit)
    if (own := own_face(catalog.game, card)) is not None:
        return visit.file(own, "image/png")
    answer = visit.file(draw_face(card, catalog).encode(), "image/svg+xml")
    # The address changes with the cards.
    if visit.query.get("v") == catalog.digest[:12]:
        answer.headers["Cache-Control"] = _KEPT
    return answer


def show(visit: Visit) -> Response:
    """Show what is known of a card."""
    card, catalog = _card(visit)
    facts = [
        (label(field), said)
        for field in dict.fromkeys((*catalog.card_type.columns, *catalog.card_type.facts))
        if field != "name" and (has_fact(card, field) or getattr(card, field, None))
        if (said := worded(card, field, catalog))
    ]
    return visit.page(
        "web/card.html.j2",
        card=card,
        name=title(card),
        facts=facts,
        texts=Face(card, catalog).texts(),
        game=game(catalog.game),
        digest=catalog.digest[:12],
        printings=[catalog.reference(each) for each in catalog.printings(card.name)],
    )


def _card(visit: Visit) -> tuple[Card, Catalog]:
    try:
        catalog = game(visit.places["game"]).catalog()
        return catalog.card(visit.places["card"]), catalog
    except InputError:
        raise Missing(Fault.of("web.no-page", path=visit.path)) from None


FAMILY = Family(
    id="cards",
    pages=(
        get("/faces/{game}/{card:path}.svg", face),
        get("/cards/{game}/{card:path}", show),
    ),
)
