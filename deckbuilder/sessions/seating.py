"""From what a person asks for to a table at which everybody has a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.decks.deck import Deck
from deckbuilder.errors import InputError, refusal
from deckbuilder.formats.format import Format
from deckbuilder.formats.legality import open_format
from deckbuilder.formats.loading import format_ids, load_format
from deckbuilder.game_settings import read_settings
from deckbuilder.games.codes import canonical_code
from deckbuilder.games.draft_codes import draft_code, open_code
from deckbuilder.games.table_game import DraftGame, Request, TableGame
from deckbuilder.registry import Game, game, games_with, no_game
from deckbuilder.tables.chance import MAX_SEED, Stream, new_seed
from deckbuilder.tables.log import PERSON, Head, Log


class DraftRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A draft that somebody asks for: a format, or the code of a friend's draft.

    `seat` is the person's, by name or number from 1; None lets the seed choose. With `auto` a
    bot drafts it. `bots` None is the usual bot of the game, `seed` None a fresh one. `options`
    are settings that the game declares, by name.
    """

    format: str | None = None
    code: str | None = None
    players: int | None = None
    seat: str | None = None
    bots: str | None = None
    auto: bool = False
    seed: int | None = None
    variants: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    options: Mapping[str, str | int] = {}


class GameRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A game that somebody asks for.

    `seats` are those of people, by name or number; none lets bots play alone. `bots` is one bot
    for all other seats, or one for each in order; none is the usual one. `decks` are the lists
    that are played, a seat each, where the game is played with lists. `think` is how many times
    the usual work those bots do for a choice that can do more, None as the bots say.
    """

    game: str
    players: int | None = None
    seats: tuple[str, ...] = ("1",)
    bots: tuple[str, ...] = ()
    seed: int | None = None
    decks: tuple[Deck, ...] = ()
    think: float | None = None
    options: Mapping[str, str | int] = {}


class Seating(msgspec.Struct, frozen=True, kw_only=True):
    """A table before anybody has chosen: all that its log's head says, and what plays it.

    `format` is that of a draft, None where it is no longer known; `code` its draft code, None
    where it has none.
    """

    head: Head
    home: Game
    table: TableGame[Any, Any]
    catalog: Catalog
    format: Format | None = None
    code: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.table.seat_names(self.head.settings)

    @property
    def titles(self) -> tuple[str, ...]:
        """What people call the seats, in the language in force."""
        return self.table.seat_titles(self.head.settings)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, spec in enumerate(self.head.seats) if spec == PERSON)

    @property
    def bots(self) -> tuple[str, ...]:
        """The specs of the bots that sit here, each of them once."""
        return tuple(dict.fromkeys(spec for spec in self.head.seats if spec != PERSON))

    @property
    def draft(self) -> DraftGame[Any, Any]:
        """The table as a draft. Raises InputError where it is none."""
        if isinstance(self.table, DraftGame):
            return self.table
        raise refusal("log.no-draft")


def seat_draft(request: DraftRequest) -> Seating:
    """Return the table of a draft. Raises InputError for what cannot be drafted so."""
    if request.code is not None:
        shared, settings = open_code(request.code)
        draft_format, seed = shared.draft_format, shared.seed
        code: str | None = canonical_code(request.code)
        home, table, catalog = draft_of(draft_format)
    else:
        if request.format is None:
            raise refusal("draft.no-format", known=draft_formats())
        draft_format = open_format(request.format)
        home, table, catalog = draft_of(draft_format)
        seed = _seed(request.seed)
        wishes = _wishes(request, draft_format, home, catalog)
        settings = table.settings(wishes, catalog)
        code = None
        if draft_format.id in format_ids():
            code = draft_code(draft_format, wishes, settings, seed, list(catalog.sets_by_id))
    names = table.seat_names(settings)
    bots = request.bots or table.bots(settings)[-1]
    table.bot(bots, settings, catalog)
    own = _own_seat(request, names, seed)
    head = Head(
        game=home.id,
        table=draft_format.id,
        seed=seed,
        seats=tuple(PERSON if seat == own else bots for seat in range(len(names))),
        settings=settings,
    )
    return Seating(
        head=head, home=home, table=table, catalog=catalog, format=draft_format, code=code
    )


def seat_game(request: GameRequest) -> Seating:
    """Return the table of a game. Raises InputError for what cannot be played so."""
    home = game_played(request.game)
    table, catalog = played_table(home), home.catalog()
    if request.decks and not table.takes_decks:
        raise refusal("play.no-lists", game=home.title)
    if any(deck.game != home.id for deck in request.decks):
        raise refusal("play.other-game", game=home.title)
    seed = _seed(request.seed)
    wishes = Request(
        players=request.players,
        decks=request.decks,
        options=read_settings(home.settings_for("play"), request.options),
        seed=seed,
    )
    settings = table.settings(wishes, catalog)
    names = table.seat_names(settings)
    own = {seat_number(wanted, names) for wanted in request.seats}
    seats = _seats(own, len(names), request.bots or table.bots(settings)[-1:])
    bots = sorted({*seats} - {PERSON})
    for spec in bots:
        table.bot(spec, settings, catalog)
    if request.think is not None:
        thinking = _thinking(table, bots, request.think)
        for spec in thinking.values():
            table.bot(spec, settings, catalog)
        seats = tuple(thinking.get(spec, spec) for spec in seats)
    head = Head(kind="play", game=home.id, table=home.id, seed=seed, seats=seats, settings=settings)
    return Seating(head=head, home=home, table=table, catalog=catalog)


def _thinking(table: TableGame[Any, Any], bots: Sequence[str], times: float) -> dict[str, str]:
    """Return the specs of bots that do so many times the work, by those of the same without.

    Raises InputError where none can.
    """
    found = {spec: more for spec in bots if (more := table.thinking(spec, times)) is not None}
    if not found:
        raise refusal("bot.no-think", bots=tuple(bots))
    return found


def game_played(name: str) -> Game:
    """Return the game of a name. Raises InputError for one that cannot be played."""
    try:
        home = game(name)
    except InputError:
        raise no_game(name, games_with("play")) from None
    if home.play is None:
        known = tuple(each.id for each in games_with("play"))
        raise refusal("play.no-game", game=home.title, known=known)
    return home


def played_table(home: Game) -> TableGame[Any, Any]:
    """Return what plays a game that can be played."""
    assert home.play is not None
    return home.play()


def seat_log(log: Log) -> Seating:
    """Return the table of a log. Raises InputError for a game that is not here."""
    head = log.head
    home = game(head.game)
    part = home.draft if head.kind == "draft" else home.play
    if part is None:
        code = "log.no-draft-here" if head.kind == "draft" else "log.no-play-here"
        raise refusal(code, where=log.where, line=1, game=home.title)
    return Seating(
        head=head,
        home=home,
        table=part(),
        catalog=home.catalog(),
        format=load_format(head.table) if head.table in format_ids() else None,
    )


def seat_number(wanted: str, names: Sequence[str]) -> int:
    """Return the seat, from 0, with this name or number from 1. Raises InputError."""
    folded = [name.casefold() for name in names]
    if wanted.casefold() in folded:
        return folded.index(wanted.casefold())
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    raise refusal("seat.unknown", seat=wanted, known=tuple(names), most=len(names))


def _seed(wanted: int | None) -> int:
    if wanted is None:
        return new_seed()
    if not 0 <= wanted <= MAX_SEED:
        raise refusal("seed.range", seed=wanted, most=MAX_SEED)
    return wanted


def _wishes(request: DraftRequest, draft_format: Format, home: Game, catalog: Catalog) -> Request:
    return Request(
        format=draft_format,
        players=request.players,
        variants=request.variants,
        sets=tuple(set_id(catalog, name) for name in request.sets),
        options=read_settings(home.settings_for("draft"), request.options),
    )


def _own_seat(request: DraftRequest, names: Sequence[str], seed: int) -> int | None:
    """Return the person's seat, None where bots draft every seat."""
    chosen = None if request.seat is None else seat_number(request.seat, names)
    if request.auto:
        return None
    return Stream(seed, "own-seat").below(len(names)) if chosen is None else chosen


def _seats(own: set[int], count: int, bots: Sequence[str]) -> tuple[str, ...]:
    others = count - len(own)
    if len(bots) not in (1, others):
        raise refusal("bot.number", bots=len(bots), seats=others)
    sitting = iter(bots if len(bots) == others else list(bots) * others)
    return tuple(PERSON if seat in own else next(sitting) for seat in range(count))


def draft_of(draft_format: Format) -> tuple[Game, DraftGame[Any, Any], Catalog]:
    """Return game, draft and cards of a format. Raises InputError for one without a draft."""
    home = game(draft_format.game)
    if draft_format.draft is None or home.draft is None:
        raise refusal("draft.no-draft-format", format=draft_format.id, known=draft_formats())
    return home, home.draft(), home.catalog()


def draft_formats() -> tuple[str, ...]:
    """Return the ids of the formats that can be drafted."""
    return tuple(name for name in format_ids() if load_format(name).draft is not None)


def set_id(catalog: Catalog, name: str) -> str:
    """Return the id of a set by its id or name. Raises InputError for an unknown one."""
    for card_set in catalog.sets:
        if catalog.is_set(card_set.id, name):
            return card_set.id
    raise refusal("set.unknown", set=name, known=tuple(each.id for each in catalog.sets))
