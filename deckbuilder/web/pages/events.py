"""Events: drop the lists, see their verdicts, mend or mark them, print the book."""

from __future__ import annotations

from pathlib import Path

import msgspec
from starlette.responses import Response

from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.exchange.event import twice
from deckbuilder.exchange.reading import read_decks
from deckbuilder.exchange.registration.fonts import Fonts
from deckbuilder.exchange.registration.paging import measures
from deckbuilder.files import read_input
from deckbuilder.formats.legality import checker
from deckbuilder.formats.mending import Mending, mend
from deckbuilder.formats.mending_words import told_changes
from deckbuilder.formats.verdict import formats_of
from deckbuilder.registry import games
from deckbuilder.reports.event_books import made_book
from deckbuilder.reports.event_file import Event, Player, faulty_fields, read_event, twice_named
from deckbuilder.reports.event_page import usage_of
from deckbuilder.reports.event_words import about_of, counts_of
from deckbuilder.reports.player_tables import read_players
from deckbuilder.reports.registrations import Registration
from deckbuilder.sessions.own_events import (
    assign,
    change_event,
    event_folder,
    event_names,
    events_folder,
    hand_in,
    list_path,
    new_event,
    registered_in,
    replace_list,
    take_out,
)
from deckbuilder.sessions.own_settings import PAPERS
from deckbuilder.web.desk import unstyled
from deckbuilder.web.families import Family, get, post
from deckbuilder.web.list_lines import lines_with
from deckbuilder.web.visit import Missing, Visit

_FIELDS = ("name", "date", "place", "organiser", "format", "deadline")
_BOOKS = {
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv",
    "html": "text/html",
}


def shelf(visit: Visit) -> Response:
    """List the events, and offer to begin one."""
    found: list[tuple[str, Event, tuple[Fault, ...]]] = []
    for name in event_names():
        try:
            found.append((name, read_event(events_folder() / name), ()))
        except InputError as error:
            found.append((name, Event(), error.faults))
    return visit.page("web/events/shelf.html.j2", events=found, laws=_laws())


def _laws() -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    """Return the formats by game."""
    return [
        (home.title, tuple((law.id, law.title) for law in formats_of(home.id))) for home in games()
    ]


def begin(visit: Visit) -> Response:
    """Make the folder of an event."""
    return visit.redirect(f"/events/{new_event(_event(visit, _players(visit)))}")


def change(visit: Visit) -> Response:
    """Change what is said of an event, and add players."""
    folder = _folder(visit)
    more = _players(visit)

    def changed(event: Event) -> Event:
        players = (*event.players, *more)
        for _, repeated in twice_named(dict(enumerate(players))):
            raise refusal("events.player-twice", player=repeated)
        return msgspec.structs.replace(_event(visit, ()), players=players)

    change_event(folder, changed)
    return _shown(visit)


def _event(visit: Visit, players: tuple[Player, ...]) -> Event:
    told = {name: " ".join(visit.form.text(name).split())[:200] for name in _FIELDS}
    if faults := [fault.at(field=name) for name, fault in faulty_fields(told, Event)]:
        raise InputError(faults)
    return Event(**told, players=players)


def _players(visit: Visit) -> tuple[Player, ...]:
    """Return the players of a table that was sent, as a file or pasted."""
    for each in visit.form.files:
        return read_players(each.content, each.name)
    written = visit.form.text("players").strip()
    return read_players(written.encode(), "") if written else ()


def _folder(visit: Visit) -> Path:
    try:
        return event_folder(visit.places["event"])
    except InputError as error:
        raise Missing(error.faults) from None


def show(visit: Visit) -> Response:
    """Show who has handed in what, with every verdict, and the cards in use."""
    return _shown(visit)


def _shown(visit: Visit, faults: tuple[Fault, ...] = ()) -> Response:
    folder = _folder(visit)
    here = f"/events/{folder.name}"
    if not visit.wants_parts and visit.form.fields:
        return visit.redirect(here)
    event, registered = registered_in(folder)
    usage = usage_of(registered) if any(each.deck for each in registered) else None
    lists = [each.registered for each in registered if each.registered]
    return (visit.parts if visit.wants_parts else visit.page)(
        "web/events/parts.html.j2" if visit.wants_parts else "web/events/event.html.j2",
        event=event,
        here=here,
        about=about_of(event),
        counts=counts_of(registered),
        registered=registered,
        doubles=twice(lists),
        usage=usage,
        picture=unstyled(usage.picture) if usage and usage.picture else "",
        books=tuple(_BOOKS),
        laws=_laws(),
        faults=faults,
    )


def hand_in_lists(visit: Visit) -> Response:
    """Keep the lists that were dropped or pasted; a faulty name stops none of the others."""
    folder = _folder(visit)
    sent = [(each.name, each.content) for each in visit.form.files]
    if text := visit.form.text("text").strip("\n"):
        sent.append((f"{visit.form.text('called').strip() or 'list'}.txt", text.encode()))
    if not sent:
        raise refusal("decks.nothing-sent")
    faults: list[Fault] = []
    for name, content in sent:
        try:
            hand_in(folder, name, content)
        except InputError as error:
            faults += [fault.at(where=name) for fault in error.faults]
    if faults and len(faults) == len(sent):
        raise InputError(faults)
    return _shown(visit, tuple(faults))


def _listed(visit: Visit) -> tuple[Path, str]:
    folder, name = _folder(visit), visit.places["list"]
    try:
        list_path(folder, name)
    except InputError as error:
        raise Missing(error.faults) from None
    return folder, name


def show_list(visit: Visit) -> Response:
    """Show a list as it came, what is to be told of each line, and what would mend it."""
    folder, name = _listed(visit)
    event, registered = registered_in(folder)
    own = [each for each in registered if each.registered and each.registered.file == name]
    content = read_input(list_path(folder, name))
    told = [problem for each in own if each.verdict for problem in each.verdict.problems]
    return visit.page(
        "web/events/list.html.j2",
        event=event,
        here=f"/events/{folder.name}",
        name=name,
        own=own,
        lines=lines_with(content, told),
        mendings=[(each, _mending(each)) for each in own],
        player=next((each.player for each in own), Player(name="")),
    )


def _mending(each: Registration) -> tuple[Mending, list[str]] | None:
    """Return the least changes that make a list legal, None where there is nothing to mend."""
    if each.verdict is None or each.verdict.legal:
        return None
    mended = mend(each.verdict.deck, checker(each.verdict.format))
    return mended, [change for change, _ in told_changes(mended.changes)]


def mend_list(visit: Visit) -> Response:
    """Write the least changes into a list; it is kept among the originals."""
    folder, name = _listed(visit)
    _, registered = registered_in(folder)
    own = [each for each in registered if each.registered and each.registered.file == name]
    if len(own) != 1 or len(read_decks(read_input(list_path(folder, name)), name)) != 1:
        raise refusal("events.several-lists", name=name)
    mending = _mending(own[0])
    if mending is None or not mending[0].changes:
        raise refusal("events.nothing-to-mend", name=name)
    new = replace_list(folder, name, mending[0].deck)
    return visit.redirect(f"/events/{folder.name}/lists/{new}")


def mark_list(visit: Visit) -> Response:
    """Say whose list it is and when it came in."""
    folder, name = _listed(visit)
    form = visit.form
    player, received = form.text("player").strip(), form.text("received").strip()
    told = {"name": player or "-", "received": received}
    if faults := [fault.at(field=field) for field, fault in faulty_fields(told, Player)]:
        raise InputError(faults)
    assign(folder, name, player, received)
    return visit.redirect(f"/events/{folder.name}")


def take_out_list(visit: Visit) -> Response:
    """Take a list out; it is kept among the originals."""
    folder, name = _listed(visit)
    take_out(folder, name)
    return visit.redirect(f"/events/{folder.name}")


def save_list(visit: Visit) -> Response:
    """Give a list as it came."""
    folder, name = _listed(visit)
    return visit.file(read_input(list_path(folder, name)), "application/octet-stream", name)


def book(visit: Visit) -> Response:
    """Give the book of an event as PDF, workbook, table or page."""
    folder, form = _folder(visit), visit.places["form"]
    if form not in _BOOKS:
        raise Missing(Fault.of("web.no-page", path=visit.path))
    event, registered = registered_in(folder)
    content = made_book(form, event, registered, measures(PAPERS[0]), Fonts())
    return visit.file(content, _BOOKS[form], f"{folder.name}.{form}")


FAMILY = Family(
    id="events",
    home="/events",
    order=4,
    pages=(
        get("/events", shelf),
        post("/events", begin),
        get("/events/{event}", show),
        post("/events/{event}/head", change),
        post("/events/{event}/lists", hand_in_lists),
        get("/events/{event}/lists/{list}", show_list),
        get("/events/{event}/lists/{list}/file", save_list),
        post("/events/{event}/lists/{list}/mend", mend_list),
        post("/events/{event}/lists/{list}/mark", mark_list),
        post("/events/{event}/lists/{list}/out", take_out_list),
        get("/events/{event}/book.{form}", book),
    ),
)
