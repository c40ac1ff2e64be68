"""Drafts: set up, draft pack by pack, look back, and take the lists along."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
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
    DraftedList,
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
from deckbuilder.sessions.reviewing import review_of
from deckbuilder.sessions.seating import DraftRequest, draft_formats, seat_draft, seat_log
from deckbuilder.sessions.session import Session
from deckbuilder.sessions.setting_up import DraftSetup, draft_setup
from deckbuilder.tables.log import read_log
from deckbuilder.web.families import Family, get, post
from deckbuilder.web.saving import saved
from deckbuilder.web.sitting import Sitting, advice_of, advised, options_at, sitting_of
from deckbuilder.web.visit import Missing, Visit, conflicts

MOST_SHOWN = 60
"""So many past drafts are listed, those begun last."""
_CHANGED = "tables.moved-on"


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
    return visit.page("web/drafts/new.html.j2", setup=setup)


def begin(visit: Visit) -> Response:
    """Sit down at a draft, in a folder of its own."""
    form = visit.form
    if code := form.text("code").strip():
        request = DraftRequest(code=code, seat=form.text("seat") or None)
    else:
        setup = draft_setup(open_format(load_format(form.text("format")).id))
        request = _request(visit, setup)
    seating = seat_draft(request)
    folder = _new_folder(f"{seating.head.table}-{seating.head.seed}")
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


def _new_folder(stem: str) -> Path:
    home = user_folder() / "drafts"
    number = 1
    while (folder := home / (stem if number == 1 else f"{stem}-{number}")).exists():
        number += 1
    return folder


def _draft(visit: Visit) -> PastDraft:
    key = visit.places["draft"]
    for draft in newest_first():
        if key_of(draft) == key and Path(draft.log).is_file():
            return draft
    raise Missing(Fault.of("tables.unknown-draft"))


def show(visit: Visit) -> Response:
    """Show what is to be chosen, or the lists where the draft is over."""
    draft = _draft(visit)
    with visit.site.keep(OpenTables).looked_at(Path(draft.log)) as table:
        return _shown(visit, draft, table, visit.query.get("at", ""))


def _shown(visit: Visit, draft: PastDraft, table: OpenTable, at: str = "") -> Response:
    sitting = sitting_of(table, at)
    lists = drafted_lists(table.session) if table.session.over else ()
    return _answer(visit, draft, sitting, lists)


def _answer(
    visit: Visit, draft: PastDraft, sitting: Sitting, lists: tuple[DraftedList, ...]
) -> Response:
    seating = sitting.session.seating
    play = seating.home.play
    values: dict[str, Any] = {
        "sitting": sitting,
        "draft": draft,
        "here": f"/drafts/{key_of(draft)}",
        "lists": lists,
        "game": seating.home,
        "format": seating.format,
        "digest": seating.catalog.digest[:12],
        "targets": [each for each in targets() if not each.draws],
        "plays": play is not None and play().takes_decks,
    }
    if visit.wants_parts:
        return visit.parts("web/drafts/parts.html.j2", **values)
    return visit.page("web/drafts/draft.html.j2", **values)


def _moved(visit: Visit, move: Callable[[Session], None]) -> Response:
    """Let a move be made at a draft, and show what follows; at its end its lists are written."""
    draft = _draft(visit)
    version = visit.form.number("version", 0, most=2**40)
    tables = visit.site.keep(OpenTables)
    with conflicts(_CHANGED), tables.chosen_at(Path(draft.log), version) as table:
        move(table.session)
        over = table.session.over
    if over:
        with table.lock:
            lists = drafted_lists(table.session)
        write_lists(lists, ListFiles(folder=Path(draft.folder)), context=writing_context())
    if not visit.wants_parts:
        return visit.redirect(f"/drafts/{key_of(draft)}")
    with tables.looked_at(Path(draft.log)) as table:
        return _shown(visit, draft, table)


def choose(visit: Visit) -> Response:
    """Choose what was marked, one option or several of one screen."""
    return _moved(visit, partial(_choose, visit))


def _choose(visit: Visit, session: Session) -> None:
    seat = session.waiting
    if seat is None:
        while session.step():
            pass
        return
    session.choose(seat, *options_at(session.screen(seat), visit.form.texts("pick")))


def undo(visit: Visit) -> Response:
    """Take the last choice back, where that can be."""
    return _moved(visit, lambda session: session.undo() if session.can_undo else None)


def redo(visit: Visit) -> Response:
    """Make the choice again that was taken back."""
    return _moved(visit, lambda session: session.redo() if session.can_redo else None)


def coach(visit: Visit) -> Response:
    """Tell what the coach would choose, and why."""
    draft = _draft(visit)
    with visit.site.keep(OpenTables).looked_at(Path(draft.log)) as table:
        sitting = sitting_of(table, visit.query.get("at", ""))
        advice = None if sitting.screen is None else advice_of(sitting)
    values: dict[str, Any] = {"advice": advice, "here": f"/drafts/{key_of(draft)}"}
    if visit.wants_parts:
        return visit.parts("web/table/coach.html.j2", **values)
    return visit.page("web/table/coach_page.html.j2", **values)


def review(visit: Visit) -> Response:
    """Look back at a seat of a draft with a bot as the coach."""
    draft = _draft(visit)
    log = read_log(draft.log)
    seating = seat_log(log)
    own = next(iter(seating.people), 0)
    wanted = visit.query.get("seat", "")
    seat = int(wanted) if wanted.isdecimal() and len(wanted) < 3 else own
    if log.end is None or seat >= len(seating.names):
        seat = own
    found = review_of(seating, log, seat, None)
    costly = [
        (
            move,
            advised(
                [(move.best, move.best_score), (move.chosen, move.chosen_score)],
                _named(found.part_names),
            ),
        )
        for move in found.costly
    ]
    return visit.page(
        "web/drafts/review.html.j2",
        review=found,
        costly=costly,
        here=f"/drafts/{key_of(draft)}",
        seats=seating.names if log.end is not None else (),
        seat=seat,
    )


def _named(names: dict[str, str]) -> Callable[[str], str]:
    return lambda part: names.get(part, part)


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
        get("/drafts/{draft}", show),
        post("/drafts/{draft}/choose", choose),
        post("/drafts/{draft}/undo", undo),
        post("/drafts/{draft}/redo", redo),
        get("/drafts/{draft}/coach", coach),
        get("/drafts/{draft}/review", review),
        post("/drafts/{draft}/seats/{seat}/keep", keep),
        get("/drafts/{draft}/seats/{seat}/as/{target}", save),
    ),
)
