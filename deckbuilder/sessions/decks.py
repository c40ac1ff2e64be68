"""The lists that a game is played with: files, decks that a game brings, what was drafted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from deckbuilder.decks.deck import Deck
from deckbuilder.errors import refusal
from deckbuilder.exchange.reading import read_deck
from deckbuilder.files import read_input
from deckbuilder.formats.legality import check
from deckbuilder.formats.loading import format_ids, load_format
from deckbuilder.registry import Game, game, games_with
from deckbuilder.sessions.lists import LOG_NAME, ListFiles
from deckbuilder.sessions.seating import game_played, played_table, seat_log
from deckbuilder.tables.log import read_log


def deck_named(home: Game, name: str, seed: int = 0) -> Deck:
    """Return the list of a file, or a deck that the game brings by its name.

    Raises InputError for what is neither, and for a list of another game.
    """
    own = played_table(home).named_decks(home.catalog(), seed)
    if name.casefold() in own and not Path(name).exists():
        return own[name.casefold()]
    if not Path(name).exists() and name != "-" and own:
        raise refusal("play.no-deck", name=name, known=tuple(own))
    deck = read_deck(read_input(name), name, game=home.id)
    if deck.game != home.id:
        raise refusal("play.other-game", where=name, game=home.title)
    return named(deck, name)


def named(deck: Deck, name: str) -> Deck:
    """Return a deck with this name where it has none of its own, to be told by."""
    return deck if deck.name else msgspec.structs.replace(deck, name=name)


def decks_between(names: Sequence[str], seed: int = 0) -> tuple[Game, tuple[Deck, ...]]:
    """Return the lists of files or names, and the game that they are all of.

    Raises InputError for what is no list, for a game that is played without, and for lists of
    several games.
    """
    read = {
        name: read_deck(read_input(name), name)
        for name in dict.fromkeys(names)
        if Path(name).exists() or name == "-"
    }
    home = game(next(iter(read.values())).game) if read else _game_that_brings(names)
    if not played_table(game_played(home.id)).takes_decks:
        raise refusal("play.no-lists", game=home.title)
    found = []
    for name in names:
        deck = named(read[name], name) if name in read else deck_named(home, name, seed)
        if deck.game != home.id:
            raise refusal("play.other-game", where=name, game=home.title)
        found.append(deck)
    return home, tuple(found)


def _game_that_brings(names: Sequence[str]) -> Game:
    """Return the game that has a deck of one of these names, or else any that brings decks."""
    bringing = [home for home in games_with("play") if played_table(home).takes_decks]
    for home in bringing:
        own = played_table(home).named_decks(home.catalog(), 0)
        if any(name.casefold() in own for name in names):
            return home
    if not bringing:
        raise refusal("files.missing", where=names[0])
    return bringing[0]


def drafted_decks(folder: Path) -> tuple[Deck, ...]:
    """Return the lists of a draft's folder, that of its person first.

    Raises InputError for a folder without the log and the lists of a draft that is over.
    """
    log = read_log(folder / LOG_NAME)
    seating = seat_log(log)
    seating.draft  # noqa: B018 - refuses the log of a game
    if log.end is None:
        raise refusal("draft.not-over-yet", where=log.where)
    files = ListFiles(folder=folder)
    own = next(iter(seating.people), 0)
    names = [seating.names[own], *(n for seat, n in enumerate(seating.names) if seat != own)]
    return tuple(
        named(read_deck(read_input(path), str(path), game=seating.head.game), str(path))
        for path in map(files.list_path, names)
    )


def refuse_illegal(decks: Sequence[Deck], names: Sequence[str]) -> None:
    """Raise InputError with every problem of lists that are illegal in the format they name."""
    for deck, name in zip(decks, names, strict=True):
        if deck.format not in format_ids():
            continue
        problems = check(deck, load_format(deck.format))
        told = tuple(each.message for each in problems if each.severity == "error")
        if told:
            raise refusal("play.not-legal", where=name, format=deck.format, problems=told)
