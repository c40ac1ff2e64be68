"""Games: set up, play against bots, look back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.responses import Response

from deckbuilder.decks.deck import Deck
from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.registry import game, games_with
from deckbuilder.resources import user_folder
from deckbuilder.sessions.decks import deck_named, drafted_decks, named, refuse_illegal
from deckbuilder.sessions.lists import LOG_NAME
from deckbuilder.sessions.open_tables import OpenTable
from deckbuilder.sessions.own_decks import deck_names, open_deck
from deckbuilder.sessions.past_drafts import newest_first
from deckbuilder.sessions.seating import GameRequest, Seating, seat_game
from deckbuilder.sessions.setting_up import GameSetup, bot_words, game_setup
from deckbuilder.tables.log import Log, read_log
from deckbuilder.web.families import Family, get, post
from deckbuilder.web.folders import new_folder
from deckbuilder.web.pages.drafts import key_of
from deckbuilder.web.sitting import Sitting
from deckbuilder.web.table_pages import Place, TablePages
from deckbuilder.web.table_review import review_page
from deckbuilder.web.visit import Missing, Visit

MOST_SHOWN = 60
"""So many games are listed, those begun last."""
_NAME = re.compile(r"[\w-]{1,80}")
_OWN = "own/"
"""Before the name of a deck of one's own; other names are decks that the game brings."""


@dataclass(frozen=True)
class PastGame:
    """A game that was begun: the name of its folder, and its log, or what is wrong with it."""

    name: str
    log: Log | None
    faults: tuple[Fault, ...] = ()


def games_folder() -> Path:
    """Return the folder of the games that were begun on the page (not created here)."""
    return user_folder() / "games"


def shelf(visit: Visit) -> Response:
    """List the games that can be played, and those that were begun."""
    return visit.page(
        "web/games/shelf.html.j2", games=games_with("play"), past=[*_past()][:MOST_SHOWN]
    )


def _past() -> Iterator[PastGame]:
    found: list[Path] = []
    with suppress(OSError):
        found = [path for path in games_folder().iterdir() if (path / LOG_NAME).is_file()]
        found.sort(key=lambda path: (path / LOG_NAME).stat().st_mtime_ns, reverse=True)
    for path in found:
        try:
            yield PastGame(path.name, read_log(path / LOG_NAME))
        except InputError as error:
            yield PastGame(path.name, None, error.faults)


def set_up(visit: Visit) -> Response:
    """Offer what may be asked of a game."""
    setup = _setup(visit.query.get("game", ""))
    drafts = _drafts(setup) if setup.takes_decks else []
    return visit.page(
        "web/games/new.html.j2",
        setup=setup,
        bots=bot_words(setup.bots),
        own=[*_own_decks(setup)] if setup.takes_decks else [],
        drafts=drafts,
        draft=visit.query.get("draft", ""),
    )


def _setup(name: str) -> GameSetup:
    return game_setup(game(name))


def _own_decks(setup: GameSetup) -> Iterator[tuple[str, str]]:
    """Yield address and name of the decks of one's own that are of this game."""
    for name in deck_names():
        with suppress(InputError):
            deck = open_deck(name).deck
            if deck.game == setup.home.id:
                yield f"{_OWN}{name}", deck.name or name


def _drafts(setup: GameSetup) -> list[tuple[str, str]]:
    """Return key and name of the drafts whose lists can be played against each other."""
    found = []
    for draft in newest_first()[:MOST_SHOWN]:
        with suppress(InputError):
            log = read_log(draft.log)
            if log.end is not None and log.head.game == setup.home.id:
                found.append((key_of(draft), f"{draft.format} · {draft.begun[:10]} · {draft.seed}"))
    return found


def begin(visit: Visit) -> Response:
    """Sit down at a game, in a folder of its own."""
    setup = _setup(visit.form.text("game"))
    form = visit.form
    seed = form.number("seed", 0, most=2**63 - 1) if form.text("seed").strip() else None
    request = GameRequest(
        game=setup.home.id,
        players=form.number("players", 0, most=31) or None,
        seats=(form.text("seat") or "1",),
        bots=(bot,) if (bot := form.text("bots").strip()) else (),
        seed=seed,
        decks=_decks(visit, setup, seed or 0),
        options={
            setting.name: written
            for setting in setup.settings
            if (written := form.text(f"option-{setting.name}").strip())
        },
    )
    return _sit_down(visit, seat_game(request))


def _sit_down(visit: Visit, seating: Seating) -> Response:
    folder = new_folder(games_folder(), f"{seating.home.id}-{seating.head.seed}")
    TABLES.tables(visit).begin(seating, folder / LOG_NAME)
    return visit.redirect(f"/games/{folder.name}")


def _decks(visit: Visit, setup: GameSetup, seed: int) -> tuple[Deck, ...]:
    """Return the lists that are played, none where the game has none or draws its own."""
    if not setup.takes_decks:
        return ()
    form = visit.form
    if key := form.text("draft"):
        draft = next((each for each in newest_first() if key_of(each) == key), None)
        if draft is None:
            raise refusal("tables.unknown-draft")
        decks = drafted_decks(Path(draft.folder))
        names = tuple(deck.name for deck in decks)
    else:
        wanted = (form.text("deck"), form.text("against"))
        if not any(wanted):
            return ()
        if not all(wanted):
            raise refusal("tables.two-decks")
        decks = tuple(_deck(setup, each, seed) for each in wanted)
        names = tuple(each.removeprefix(_OWN) for each in wanted)
    if not form.text("anyway"):
        refuse_illegal(decks, names)
    return decks


def _deck(setup: GameSetup, wanted: str, seed: int) -> Deck:
    if wanted.startswith(_OWN):
        name = wanted.removeprefix(_OWN)
        return named(open_deck(name).deck, name)
    if wanted not in setup.decks:
        raise refusal("decks.unknown", name=wanted)
    return deck_named(setup.home, wanted, seed)


class GamePages(TablePages):
    """The pages of a game."""

    root = "/games/{table}"
    template = "web/games/game.html.j2"
    parts = "web/games/parts.html.j2"

    def place(self, visit: Visit) -> Place:
        """Return a game that was begun on the page."""
        name = visit.places["table"]
        log = games_folder() / name / LOG_NAME
        if not _NAME.fullmatch(name) or not log.is_file():
            raise Missing(Fault.of("tables.unknown-game"))
        return Place(log, f"/games/{name}")

    def values(self, visit: Visit, place: Place, sitting: Sitting) -> dict[str, Any]:
        """Return the points of a game that is over, and where the seat is asked."""
        session = sitting.session
        outcome = session.outcome
        points = outcome.points if outcome else ()
        return {
            "seed": session.seating.head.seed,
            "points": list(zip(session.names, points, strict=False)),
            "bots": session.seating.bots,
            "log": place.log,
            "stops": [
                (stop, session.stop_name(stop), asked)
                for stop, asked in session.stops(sitting.seat)
            ],
        }

    def ended(self, place: Place, table: OpenTable) -> None:
        """Do nothing: all that there is stands in the log."""

    def review(self, visit: Visit) -> Response:
        """Look back at a game with a bot as the coach."""
        place = self.place(visit)
        return review_page(visit, place.log, place.here)


TABLES = GamePages()

FAMILY = Family(
    id="games",
    home="/games",
    order=3,
    pages=(
        get("/games", shelf),
        get("/games/new", set_up),
        post("/games", begin),
        *TABLES.pages(),
        get("/games/{table}/review", TABLES.review),
    ),
)
