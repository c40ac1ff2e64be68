"""Drafts: set up, draft pack by pack, look back, and take the lists along."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.responses import Response

from deckbuilder.decks.deck import Deck
from deckbuilder.errors import Fault
from deckbuilder.exchange.targets import targets
from deckbuilder.formats.legality import open_format
from deckbuilder.formats.loading import load_format
from deckbuilder.reports.page import writing_context
from deckbuilder.resources import user_folder
from deckbuilder.sessions.lists import (
    LOG_NAME,
    ListFiles,
    drafted_lists,
    write_lists,
)
from deckbuilder.sessions.open_tables import OpenTable, OpenTables
from deckbuilder.sessions.own_decks import new_deck
from deckbuilder.sessions.past_drafts import (
    PastDraft,
    newest_first,
    progress_of,
    remember,
)
from deckbuilder.sessions.seating import DraftRequest, draft_formats, seat_draft
from deckbuilder.sessions.setting_up import DraftSetup, bot_words, draft_setup
from deckbuilder.web.families import Family, get, post
from deckbuilder.web.folders import new_folder
from deckbuilder.web.saving import saved
from deckbuilder.web.sitting import Sitting
from deckbuilder.web.table_pages import Place, TablePages
from deckbuilder.web.table_review import review_page
from deckbuilder.web.visit import Missing, Visit

MOST_SHOWN = 60
"""So many past drafts are listed, those begun last."""


def shelf(visit: Visit) -> Response:
    """List the formats that can be drafted, and the drafts that were begun."""
    drafts = [(key_of(each), each, progress_of(each)) for each in newest_first()[:MOST_SHOWN]]
    return visit.page(
        "web/drafts/shelf.html.j2",
        formats=[load_format(each) for each in draft_formats()],
        drafts=drafts,
    )


def key_of(draft: PastDraft) -> str:
    """Return the name of a draft in addresses: it says nothing of where its files are."""
    return hashlib.sha256(draft.log.encode()).hexdigest()[:16]


def set_up(visit: Visit) -> Response:
    """Offer what may be asked of a draft in a format."""
    return _set_up(visit, draft_setup(load_format(visit.query.get("format", ""))))


def _set_up(visit: Visit, setup: DraftSetup) -> Response:
    return visit.page("web/drafts/new.html.j2", setup=setup, bots=bot_words(setup.bots))


def begin(visit: Visit) -> Response:
    """Sit down at a draft, in a folder of its own."""
    form = visit.form
    if code := form.text("code").strip():
        request = DraftRequest(code=code, seat=form.text("seat") or None)
    else:
        setup = draft_setup(open_format(load_format(form.text("format")).id))
        request = _request(visit, setup)
    seating = seat_draft(request)
    folder = new_folder(user_folder() / "drafts", f"{seating.head.table}-{seating.head.seed}")
    log = folder / LOG_NAME
    visit.site.keep(OpenTables).begin(seating, log)
    remember(seating, folder, log)
    draft = newest_first()[0]
    return visit.redirect(f"/drafts/{key_of(draft)}")


def _request(visit: Visit, setup: DraftSetup) -> DraftRequest:
    form = visit.form
    sets = tuple(
        each.id for each in setup.sets for _ in range(form.number(f"set-{each.id}", 0, most=4))
    )
    options = {
        setting.name: written
        for setting in setup.settings
        if (written := form.text(f"option-{setting.name}").strip())
    }
    return DraftRequest(
        format=setup.format.id,
        players=form.number("players", 0, most=31) or None,
        seat=form.text("seat") or None,
        bots=form.text("bots").strip() or None,
        seed=_seed(visit),
        variants=tuple(each.id for each in setup.variants if form.text(f"variant-{each.id}")),
        sets=sets,
        options=options,
    )


def _seed(visit: Visit) -> int | None:
    if not visit.form.text("seed").strip():
        return None
    return visit.form.number("seed", 0, most=2**63 - 1)


def _draft(visit: Visit) -> PastDraft:
    key = visit.places["draft"]
    for draft in newest_first():
        if key_of(draft) == key and Path(draft.log).is_file():
            return draft
    raise Missing(Fault.of("tables.unknown-draft"))


@dataclass(frozen=True)
class DraftPlace(Place):
    """A draft of this machine, as it is remembered."""

    draft: PastDraft


class DraftPages(TablePages):
    """The pages of a draft; at its end the lists of all seats are written."""

    root = "/drafts/{draft}"
    template = "web/drafts/draft.html.j2"
    parts = "web/drafts/parts.html.j2"

    def place(self, visit: Visit) -> DraftPlace:
        """Return a draft that was begun on this machine."""
        draft = _draft(visit)
        return DraftPlace(Path(draft.log), f"/drafts/{key_of(draft)}", draft)

    def values(self, visit: Visit, place: Place, sitting: Sitting) -> dict[str, Any]:
        """Return the draft, and the lists of one that is over."""
        assert isinstance(place, DraftPlace)
        seating = sitting.session.seating
        play = seating.home.play
        return {
            "draft": place.draft,
            "lists": drafted_lists(sitting.session) if sitting.session.over else (),
            "format": seating.format,
            "targets": [each for each in targets() if not each.draws],
            "plays": play is not None and play().takes_decks,
        }

    def ended(self, place: Place, table: OpenTable) -> None:
        """Write the lists beside the log, as a terminal does."""
        assert isinstance(place, DraftPlace)
        files = ListFiles(folder=Path(place.draft.folder))
        write_lists(drafted_lists(table.session), files, context=writing_context())


def review(visit: Visit) -> Response:
    """Look back at a seat of a draft with a bot as the coach."""
    draft = _draft(visit)
    return review_page(visit, Path(draft.log), f"/drafts/{key_of(draft)}")


def _list(visit: Visit) -> Deck:
    draft = _draft(visit)
    seat = visit.places["seat"]
    with visit.site.keep(OpenTables).looked_at(Path(draft.log)) as table:
        for each in drafted_lists(table.session):
            if each.seat == seat:
                return each.deck
    raise Missing(Fault.of("web.no-page", path=visit.path))


def keep(visit: Visit) -> Response:
    """Open the list of a seat as a deck of one's own."""
    own = new_deck(_list(visit))
    return visit.redirect(f"/decks/{own.name}")


def save(visit: Visit) -> Response:
    """Give the list of a seat in another form."""
    return saved(visit, _list(visit), visit.places["seat"])


FAMILY = Family(
    id="drafts",
    home="/drafts",
    order=2,
    pages=(
        get("/drafts", shelf),
        get("/drafts/new", set_up),
        post("/drafts", begin),
        *DraftPages().pages(),
        get("/drafts/{draft}/review", review),
        post("/drafts/{draft}/seats/{seat}/keep", keep),
        get("/drafts/{draft}/seats/{seat}/as/{target}", save),
    ),
)
