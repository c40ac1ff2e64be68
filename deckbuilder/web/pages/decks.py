"""Decks: begin, import, build, mend, complete, export."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

import msgspec
from starlette.responses import Response

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.collection import Owned, load_collection
from deckbuilder.catalog.query import select
from deckbuilder.catalog.wording import title
from deckbuilder.decks.deck import Deck
from deckbuilder.decks.editing import MOST_COPIES, copies_of, with_copies, with_header
from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.exchange.headings import headings
from deckbuilder.exchange.reading import read_decks
from deckbuilder.exchange.registration.fonts import Fonts
from deckbuilder.exchange.registration.paging import measures
from deckbuilder.exchange.registration.pdf import sheets_pdf
from deckbuilder.exchange.registration.sheet import Details, make_sheet
from deckbuilder.exchange.targets import target, targets
from deckbuilder.exchange.writing import files_of
from deckbuilder.files import replace
from deckbuilder.formats.format_files import is_iso_date
from deckbuilder.formats.legality import checker
from deckbuilder.formats.mending import mend
from deckbuilder.formats.mending_words import told_changes
from deckbuilder.formats.verdict import format_of, formats_of, judge
from deckbuilder.games.building import Order, build
from deckbuilder.games.planning import Choice
from deckbuilder.games.statistics import Question
from deckbuilder.games.supply import supply_of
from deckbuilder.registry import game, games
from deckbuilder.reports.page import writing_context
from deckbuilder.reports.statistics import changes, column_title, compare, part_title, statistics
from deckbuilder.resources import user_folder
from deckbuilder.sanitizing import printable
from deckbuilder.sessions.own_decks import (
    OwnDeck,
    change_deck,
    deck_names,
    new_deck,
    open_deck,
    step_back,
    step_forward,
)
from deckbuilder.sessions.own_images import own_images
from deckbuilder.sessions.own_settings import PAPERS, read_settings
from deckbuilder.tables.chance import new_seed
from deckbuilder.web.card_search import names_of, search
from deckbuilder.web.desk import Desk, desk_of, law_named
from deckbuilder.web.families import Family, get, post
from deckbuilder.web.list_lines import Lines, lines_with, told_of
from deckbuilder.web.saving import saved
from deckbuilder.web.visit import Missing, Visit, conflicts

MOST_OTHERS = 40
"""So many decks are offered to be compared with, those changed last."""
_DETAILS = ("player", "player-id", "team", "table", "event", "date", "place", "organiser")


@dataclass(frozen=True)
class Shelved:
    """A deck in the list of all: unusable where `deck` is None."""

    name: str
    deck: Deck | None
    faults: tuple[Fault, ...] = ()
    legal: bool | None = None


@dataclass(frozen=True)
class Imported:
    """A list as it was read: its lines with what is to be told of each, and the decks of it."""

    name: str
    lines: Lines
    decks: tuple[OwnDeck, ...]
    faults: tuple[Fault, ...] = ()


def shelf(visit: Visit) -> Response:
    """List the decks, and offer to begin or to import one."""
    laws = {each.id: formats_of(each.id) for each in games()}
    return visit.page(
        "web/decks/shelf.html.j2",
        games=games(),
        laws=laws,
        decks=[_shelved(name) for name in deck_names()],
        faults=_image_faults(),
    )


def _image_faults() -> list[Fault]:
    """Return what is wrong with the files of the user's pictures: their cards are drawn."""
    found: list[Fault] = []
    for each in games():
        try:
            own_images(each.id)
        except InputError as error:
            found += error.faults
    return found


def _shelved(name: str) -> Shelved:
    try:
        deck = open_deck(name).deck
    except InputError as error:
        return Shelved(name, None, error.faults)
    try:
        return Shelved(name, deck, legal=judge(deck, format_of(deck, name), name).legal)
    except InputError:
        return Shelved(name, deck)


def begin(visit: Visit) -> Response:
    """Begin a deck of a format."""
    law = law_named(visit.form.text("format"))
    name = " ".join(visit.form.text("name").split())[:80]
    own = new_deck(Deck(game=law.game, format=law.id, name=name or law.title))
    return visit.redirect(f"/decks/{own.name}")


def take_in(visit: Visit) -> Response:
    """Read lists that were pasted or dropped, keep them, and tell all that there is to tell."""
    sent = [(each.name, each.content) for each in visit.form.files]
    if text := visit.form.text("text").strip("\n"):
        sent.insert(0, ("", text.encode()))
    if not sent:
        raise refusal("decks.nothing-sent")
    imported = [_imported(name, content) for name, content in sent]
    only = imported[0].decks if len(imported) == 1 else ()
    if len(only) == 1 and not any(told for _, _, told in imported[0].lines):
        return visit.redirect(f"/decks/{only[0].name}")
    return visit.page("web/decks/imported.html.j2", imported=imported)


def _imported(name: str, content: bytes) -> Imported:
    try:
        decks = read_decks(content, name)
    except InputError as error:
        return Imported(name, (), (), error.faults)
    told = [problem for deck in decks for problem in told_of(deck)]
    lines = lines_with(content, told)
    stem = PurePath(name).stem
    kept = tuple(
        new_deck(deck if deck.name else msgspec.structs.replace(deck, name=stem)) for deck in decks
    )
    return Imported(name, lines, kept)


def show(visit: Visit) -> Response:
    """Show a deck and the search beside it."""
    own = _own(visit)
    if visit.wants_parts:
        return _parts(visit, own, dict(visit.query), deck_too=False)
    return visit.page("web/decks/deck.html.j2", **_shown(own, dict(visit.query)))


def _shown(own: OwnDeck, asked: dict[str, str]) -> dict[str, Any]:
    desk = desk_of(own)
    page = asked.get("page", "")
    found = search(
        desk.home.catalog(),
        asked.get("q", ""),
        view=asked.get("view", ""),
        page=int(page) if page.isdecimal() and len(page) < 6 else 1,
        owned=_owned(desk),
        owned_only=bool(asked.get("owned")),
    )
    section = asked.get("section", "")
    if section not in dict(desk.sections):
        section = _usual_section(desk)
    return {
        "desk": desk,
        "found": found,
        "names": names_of(found.cards),
        "section": section,
        "digest": desk.home.catalog().digest[:12],
        "targets": [each for each in targets() if not each.draws],
        "drawing": [each for each in targets() if each.draws],
        "others": _others(own),
        "details": _own_details(),
        "papers": PAPERS,
    }


def _owned(desk: Desk) -> Owned | None:
    """Return what the user owns of a game, None where nothing is stated."""
    try:
        held = load_collection({each.id: each.catalog() for each in games()}).get(desk.home.id)
    except InputError:
        return None
    return Owned(desk.home.catalog(), held) if held is not None else None


def _others(own: OwnDeck) -> list[tuple[str, str]]:
    """Return names and titles of the other decks of the same game."""
    found = []
    for name in deck_names()[:MOST_OTHERS]:
        with suppress(InputError):
            other = open_deck(name).deck if name != own.name else None
            if other is not None and other.game == own.deck.game:
                found.append((name, other.name or name))
    return found


def _own_details() -> dict[str, str]:
    """Return what the user's settings say of every sheet."""
    with suppress(InputError):
        own = read_settings()
        return {"player": own.name, "team": own.team, "event": own.event, "paper": own.paper}
    return {}


def _usual_section(desk: Desk) -> str:
    return desk.sections[0][0] if desk.sections else headings(desk.home.id).default


def _parts(
    visit: Visit, own: OwnDeck, asked: dict[str, str], *, deck_too: bool = True, **more: Any
) -> Response:
    shown = {"choices": (), "changes": (), **_shown(own, asked), **more}
    return visit.parts("web/decks/parts.html.j2", deck_too=deck_too, **shown)


def _own(visit: Visit) -> OwnDeck:
    name = visit.places["deck"]
    if name not in deck_names():
        raise Missing(Fault.of("decks.unknown", name=name))
    return open_deck(name)


def _changed(visit: Visit, own: OwnDeck, **more: Any) -> Response:
    """Answer a change: the parts, or the page again."""
    asked = {name: visit.form.text(name) for name in ("q", "view", "page", "section", "owned")}
    if visit.wants_parts:
        return _parts(visit, own, asked, **more)
    return visit.redirect(f"/decks/{own.name}", **asked)


def put(visit: Visit) -> Response:
    """Set how many copies of a card a section holds, or one more or one fewer."""
    own = _own(visit)
    card = game(own.deck.game).catalog().card(visit.form.text("card"))
    section = visit.form.text("section") or headings(own.deck.game).default
    by = {"more": 1, "fewer": -1}.get(visit.form.text("by"), 0)

    def change(deck: Deck) -> Deck:
        rule = headings(deck.game).header_cards
        if rule is not None and card.type == rule.type:
            return _with_header_card(deck, card, fewer=by < 0)
        have = copies_of(deck, card, section)
        count = visit.form.number("count", have + by, most=MOST_COPIES)
        return with_copies(deck, card, section, count)

    return _changed(visit, _change(visit, own, change))


def _with_header_card(deck: Deck, card: Card, *, fewer: bool) -> Deck:
    rule = headings(deck.game).header_cards
    assert rule is not None
    value = "" if fewer else card.name.removesuffix(rule.drop)
    return with_header(deck, rule.header, value)


def _change(visit: Visit, own: OwnDeck, change: Callable[[Deck], Deck]) -> OwnDeck:
    with conflicts("decks.changed"):
        return change_deck(own.name, visit.form.text("version"), change)


def name_it(visit: Visit) -> Response:
    """Change the name and the format of a deck."""
    own = _own(visit)
    law = law_named(visit.form.text("format"))
    if law.game != own.deck.game:
        raise refusal("lists.other-game", game=law.game, said=own.deck.game)
    name = " ".join(visit.form.text("name").split())[:80]
    changed = _change(
        visit, own, lambda deck: msgspec.structs.replace(deck, name=name, format=law.id)
    )
    return _changed(visit, changed)


def undo(visit: Visit) -> Response:
    """Take the last change back."""
    own = _own(visit)
    with conflicts("decks.changed"):
        return _changed(visit, step_back(own.name, visit.form.text("version")))


def redo(visit: Visit) -> Response:
    """Make the change again that was taken back."""
    own = _own(visit)
    with conflicts("decks.changed"):
        return _changed(visit, step_forward(own.name, visit.form.text("version")))


def mend_it(visit: Visit) -> Response:
    """Make the least changes that make the deck legal, as far as there are any."""
    own = _own(visit)
    mended = mend(own.deck, checker(format_of(own.deck, own.name)))
    changed = _change(visit, own, lambda deck: mended.deck)
    told = [change for change, _ in told_changes(mended.changes)]
    return _changed(visit, changed, changes=told, left=mended.left, mended=True)


def complete(visit: Visit) -> Response:
    """Let the builder complete the deck; its cards are kept."""
    own = _own(visit)
    law = format_of(own.deck, own.name)
    if law.draft is not None:
        raise refusal("build.draft-format", format=law.id, ref=law.id)
    catalog = game(law.game).catalog()
    order = Order(
        format=law,
        catalog=catalog,
        supply=supply_of(select(catalog, law.pool), catalog),
        seed=new_seed(),
        part=own.deck,
    )
    built = build(order)
    kept = msgspec.structs.replace(built.deck, name=own.deck.name)
    changed = _change(visit, own, lambda deck: kept)
    added = [(_name(choice), choice) for choice in built.choices if choice.reason != "kept"]
    return _changed(visit, changed, choices=added, about=built.about, seed=order.seed)


def _name(choice: Choice) -> str:
    return title(choice.card) if choice.card is not None else choice.title


def save(visit: Visit) -> Response:
    """Give the deck in another form."""
    own = _own(visit)
    return saved(visit, own.deck, own.name)


def write_drawn(visit: Visit) -> Response:
    """Write the deck in a form that has pictures beside it, into a folder of the data folder."""
    own = _own(visit)
    form = target(visit.places["target"])
    folder = user_folder() / "exports" / own.name
    written = files_of(form, [own.deck], writing_context(), folder / f"{own.name}.{form.extension}")
    folder.mkdir(parents=True, exist_ok=True)
    for path, content in written.items():
        replace(path, content)
    return _changed(visit, own, written=[path.name for path in written], folder=folder)


def sheet(visit: Visit) -> Response:
    """Give the registration sheet with what is said of player and event."""
    own = _own(visit)
    asked = {
        name: printable(" ".join(visit.query.get(name, "").split()))[:100] for name in _DETAILS
    }
    if asked["date"] and not is_iso_date(asked["date"]):
        raise refusal("dates.no-day", day=asked["date"])
    told = Details(**{name.replace("-", "_"): value for name, value in asked.items()})
    verdict = None
    with suppress(InputError):
        law = format_of(own.deck, own.name)
        verdict = judge(own.deck, law, own.name, date=told.date or None)
    paper = visit.query.get("paper", PAPERS[0])
    content = sheets_pdf([make_sheet(own.deck, told, verdict)], measures(paper), Fonts())
    return visit.file(content, "application/pdf", f"{own.name}-sheet.pdf")


def against(visit: Visit) -> Response:
    """Set a deck beside another one of the same game, where they differ."""
    own, other = _own(visit), visit.query.get("other", "")
    if other not in deck_names():
        raise Missing(Fault.of("decks.unknown", name=other))
    decks = (own.deck, open_deck(other).deck)
    before, after = (statistics(deck, Question()) for deck in decks)
    catalog = game(own.deck.game).catalog()
    differing = []
    for each in changes(*decks):
        card = catalog.find(each.title)
        differing.append((each, title(card) if card else each.title))
    tables = [
        (
            table,
            part_title(table.id),
            [(column_title(column), column.kind != "text") for column in table.columns],
        )
        for table in compare(before, after)
    ]
    return visit.page(
        "web/decks/compared.html.j2",
        before=before,
        after=after,
        one=own.name,
        two=other,
        differing=differing,
        tables=tables,
    )


FAMILY = Family(
    id="decks",
    home="/decks",
    order=1,
    pages=(
        get("/decks", shelf),
        post("/decks", begin),
        post("/decks/import", take_in),
        get("/decks/{deck}", show),
        post("/decks/{deck}/card", put),
        post("/decks/{deck}/head", name_it),
        post("/decks/{deck}/undo", undo),
        post("/decks/{deck}/redo", redo),
        post("/decks/{deck}/mend", mend_it),
        post("/decks/{deck}/complete", complete),
        get("/decks/{deck}/as/{target}", save),
        post("/decks/{deck}/write/{target}", write_drawn),
        get("/decks/{deck}/sheet", sheet),
        get("/decks/{deck}/against", against),
    ),
)
