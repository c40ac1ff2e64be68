"""Legality of decks: a format's rules, its game's cards and the kinds of rule of that game."""

from __future__ import annotations

from collections.abc import Mapping

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.decks.deck import Deck
from deckbuilder.errors import Fault, InputError
from deckbuilder.formats.checking import Checker
from deckbuilder.formats.format import Format
from deckbuilder.formats.format_files import is_path
from deckbuilder.formats.kind import Kind
from deckbuilder.formats.kinds import KINDS
from deckbuilder.formats.loading import load_format
from deckbuilder.formats.problem import Problem
from deckbuilder.registry import game, games

MAX_CHECKERS = 64
_checkers: dict[tuple[int, str | None, int], Checker] = {}


def check(
    deck: Deck, deck_format: Format, *, date: str | None = None, catalog: Catalog | None = None
) -> tuple[Problem, ...]:
    """Return every problem of a deck under a format, in a fixed order; none for a clean deck.

    `date` is an ISO day, None for the newest state of the law; `catalog` is the one that the
    deck was read with, the game's own unless it is given. Raises InputError for a deck of
    another game and for a format that does not fit the cards.
    """
    return checker(deck_format, date=date, catalog=catalog)(deck)


def checker(
    deck_format: Format, *, date: str | None = None, catalog: Catalog | None = None
) -> Checker:
    """Return the check of a format, bound once to the cards and the day, for many decks."""
    own_game = game(deck_format.game)
    catalog = catalog or own_game.catalog()
    key = (id(deck_format), date, id(catalog))
    known = _checkers.get(key)
    if known is None or known.format is not deck_format or known.catalog is not catalog:
        if len(_checkers) >= MAX_CHECKERS:
            _checkers.clear()
        known = _checkers[key] = Checker(deck_format, catalog, kinds_of(own_game.id), date)
    return known


def open_format(ref: str) -> Format:
    """Return a format by id or path, as `load_format` does, held against the cards of its game.

    Raises InputError with the faults of its file and those of its searches and titles at once.
    """
    found = load_format(ref, _faults_against_cards)
    if is_path(ref) and (faults := _faults_against_cards(found)):
        raise InputError(faults)
    return found


def _faults_against_cards(read: Format) -> tuple[Fault, ...]:
    found = list(_draft_faults(read))
    try:
        checker(read)
    except InputError as error:
        found.extend(error.faults)
    return tuple(found)


def _draft_faults(read: Format) -> tuple[Fault, ...]:
    own_game = game(read.game)
    if read.draft is None or own_game.draft is None:
        return ()
    try:
        own_game.draft().check_procedure(read)
    except InputError as error:
        return error.faults
    return ()


def kinds_of(game_id: str) -> Mapping[str, Kind]:
    """Return all kinds of rule that formats of a game may use, by name."""
    own = game(game_id)
    return {**KINDS, **(own.checks() if own.checks else {})}


def all_kinds() -> Mapping[str, Kind]:
    """Return the kinds of rule of every game, the shared ones first."""
    found = dict(KINDS)
    for each in games():
        found.update(kinds_of(each.id))
    return found
