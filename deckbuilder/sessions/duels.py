"""Tables at which lists play each other: two of them, or each of several against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from deckbuilder.decks.deck import Deck
from deckbuilder.errors import refusal
from deckbuilder.exchange.event import list_files
from deckbuilder.formats.legality import open_format
from deckbuilder.game_settings import SettingValue, read_settings
from deckbuilder.games.table_game import Request
from deckbuilder.registry import Game, game
from deckbuilder.sessions.decks import deck_named, refuse_illegal
from deckbuilder.sessions.seating import DraftRequest, Seating, played_table, seat_draft
from deckbuilder.simulation.drafted import SEATS, Trial
from deckbuilder.simulation.duels import Rivals, tables_of
from deckbuilder.words import say


def rivals(
    home: Game,
    decks: tuple[Deck, Deck],
    names: tuple[str, str],
    said: Mapping[str, str],
    *,
    bot: str | None,
    seed: int,
) -> Rivals:
    """Return two lists ready to play each other, with a bot for both or the game's own.

    `said` are settings of the game. Raises InputError for what cannot be played so.
    """
    table, catalog = played_table(home), home.catalog()
    if not table.takes_decks or home.courses is None:
        raise refusal("play.no-lists", game=home.title)
    wishes = Request(options=read_settings(home.settings_for("duel"), said), seed=seed)
    settings = tables_of(table, decks, wishes, catalog)
    spec = bot or table.quick_bot(settings[0][0])
    table.bot(spec, settings[0][0], catalog)
    courses = home.courses()
    return Rivals(
        game=home.id,
        names=_distinct_names(decks, names),
        cards=(courses.cards(settings[0][0], 0), courses.cards(settings[0][0], 1)),
        settings=settings,
        bot=spec,
        seed=seed,
    )


def trial_of(wishes: DraftRequest, others: str | None, *, player: str | None, seed: int) -> Trial:
    """Return a draft of the wished bot against `others` whose decks `player` is to play.

    `others` None is the wished bot itself.

    Settings that belong to the duels are taken from those of the wishes. Raises InputError for
    a game whose drafted decks cannot be played, and for a table of more than two.
    """
    home, drafting, options = duels_of(wishes)
    seating = seat_draft(msgspec.structs.replace(drafting, auto=True))
    refuse_seats(seating)
    others = others or seating.bots[0]
    seating.draft.bot(others, seating.head.settings, seating.catalog)
    table = played_table(home)
    spec = player or table.quick_bot(None)
    table.bot(spec, None, seating.catalog)
    return Trial(
        game=home.id,
        format=seating.head.table,
        draft=seating.draft,
        settings=seating.head.settings,
        catalog=seating.catalog,
        bot=seating.bots[0],
        others=others,
        player=spec,
        options=options,
        seed=seed,
    )


def duels_of(wishes: DraftRequest) -> tuple[Game, DraftRequest, Mapping[str, SettingValue]]:
    """Return the game whose drafted decks are to play, what is wished of the draft, and of duels.

    Raises InputError for a game whose drafted decks cannot be played.
    """
    home = game(open_format(wishes.format or "").game)
    if home.play is None or not played_table(home).takes_decks or home.courses is None:
        raise refusal("duels.no-play", game=home.title)
    of_duels = {setting.name for setting in home.settings_for("duel")}
    said = {name: value for name, value in wishes.options.items() if name in of_duels}
    others_said = {name: v for name, v in wishes.options.items() if name not in of_duels}
    drafting = msgspec.structs.replace(wishes, options=others_said)
    return home, drafting, read_settings(home.settings_for("duel"), said)


def refuse_seats(seating: Seating) -> None:
    """Raise InputError for a draft whose decks cannot play each other: there are not two."""
    if len(seating.names) != SEATS:
        raise refusal("duels.seats", seats=len(seating.names), need=SEATS)


def decks_of(home: Game, folder: Path | None, seed: int) -> tuple[Deck, ...]:
    """Return the legal lists of a folder, or those that the game brings; none where it has none.

    Raises InputError for a game without lists, and for a list that is illegal or cannot be read.
    """
    table = played_table(home)
    if folder is None:
        return tuple(table.named_decks(home.catalog(), seed).values())
    if not table.takes_decks:
        raise refusal("play.no-lists", game=home.title)
    names = [str(path) for path in list_files(folder)]
    decks = tuple(deck_named(home, name) for name in names)
    refuse_illegal(decks, names)
    return decks


def tables_in_turn(
    home: Game,
    decks: Sequence[Deck],
    options: Mapping[str, SettingValue],
    seed: int,
    *,
    players: int | None = None,
) -> tuple[Any, ...]:
    """Return a table for each two of the lists, either seat beginning where nobody says which.

    A list alone plays itself. Raises InputError for lists that cannot be played.
    """
    table, catalog = played_table(home), home.catalog()
    found = []
    for pair in list(combinations(decks, 2)) or [(decks[0], decks[0])]:
        wishes = Request(players=players, decks=pair, options=options, seed=seed)
        settings = table.settings(wishes, catalog)
        begun = [settings] if "first" in options else _begun_about(home, settings)
        found += begun
    return tuple(found)


def _begun_about(home: Game, settings: Any) -> list[Any]:
    table = played_table(home)
    seats = range(len(table.seat_names(settings)))
    return [table.begun_by(settings, seat) for seat in seats]


def _distinct_names(decks: tuple[Deck, Deck], names: tuple[str, str]) -> tuple[str, str]:
    """Return what lists are called: their own names, or those that they were asked for by."""
    one, other = (deck.name or name for deck, name in zip(decks, names, strict=True))
    if one != other:
        return one, other
    return (
        say("reports.duel.told-apart", name=one, number=1),
        say("reports.duel.told-apart", name=other, number=2),
    )
