"""Two lists against each other by bots: the seats and the first turn changed about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.decks.deck import Deck
from deckbuilder.games.duels import CardShare, Course, DuelFigures, Mean
from deckbuilder.games.table_game import Request, TableGame
from deckbuilder.simulation.bouts import Bout, Ended, played
from deckbuilder.simulation.intervals import mean_of, share_of
from deckbuilder.simulation.workers import Batch, InProcess, Workers, batches, gathered
from deckbuilder.tables.chance import MAX_SEED, Stream

SEATS = 2
DEALS_AT_ONCE = 2
"""Deals in a batch."""
Told = Callable[[int], None]


class Rivals(msgspec.Struct, frozen=True, kw_only=True):
    """Two lists that are to play each other, the names that they go by, and who plays both.

    `settings` are tables by which list sits first, then by which seat begins; `cards` are what
    each list can draw, by id, with its copies.
    """

    game: str
    names: tuple[str, str]
    cards: tuple[Mapping[str, int], Mapping[str, int]]
    settings: tuple[tuple[Any, Any], tuple[Any, Any]]
    bot: str
    seed: int


class _Game(msgspec.Struct, frozen=True):
    """A game that is over, as the first list sees it: its points, its seat, whether it began."""

    points: float
    seat: int
    began: bool
    course: Course


def tables_of(
    table: TableGame[Any, Any], decks: Sequence[Deck], wishes: Request, catalog: Catalog
) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """Return the tables of two lists: either of them in the first seat, either seat beginning.

    Raises InputError for lists that cannot be played.
    """
    both = [
        table.settings(msgspec.structs.replace(wishes, decks=tuple(sitting)), catalog)
        for sitting in (decks, decks[::-1])
    ]
    one, other = ((table.begun_by(settings, 0), table.begun_by(settings, 1)) for settings in both)
    return one, other


def duel(
    rivals: Rivals, games: int, tell: Told | None = None, workers: Workers | None = None
) -> DuelFigures:
    """Play so many games, an even number; `tell` hears how many are over.

    After an interruption it is told of the games that were played until then. Raises InputError
    for an unknown bot, and KeyboardInterrupt where nothing was played yet.
    """
    ended: list[Ended] = []
    parts = (workers or InProcess()).results(
        play_deals, rivals, batches(games // SEATS, DEALS_AT_ONCE)
    )
    gathered(parts, ended.extend, None if tell is None else lambda done: tell(done * SEATS))
    deals = [
        tuple(_seen(number, game) for number, game in enumerate(ended[at : at + SEATS], at))
        for at in range(0, len(ended), SEATS)
    ]
    every = [game for deal in deals for game in deal]
    turns = [game.course.turns for game in every]
    return DuelFigures(
        game=rivals.game,
        lists=rivals.names,
        bot=rivals.bot,
        seed=rivals.seed,
        games=len(every),
        drawn_games=sum(game.points not in (0.0, 1.0) for game in every),
        wins=share_of([game.points for game in deal] for deal in deals),
        beginning=share_of([game.points for game in deal if game.began] for deal in deals),
        following=share_of([game.points for game in deal if not game.began] for deal in deals),
        turns=mean_of(turns),
        lengths={length: turns.count(length) for length in sorted(set(turns))},
        damage=(_damage(every, 0), _damage(every, 1)),
        cards=(*_cards(rivals, deals, 0), *_cards(rivals, deals, 1)),
    )


def play_deals(rivals: Rivals, deals: Batch) -> list[Ended]:
    """Play some deals, each with either list in the first seat."""
    return list(played(rivals.game, _bouts(rivals, deals)))


def _bouts(rivals: Rivals, deals: Batch) -> Iterator[Bout]:
    for deal in deals.numbers:
        for first_list in range(SEATS):
            yield Bout(
                settings=rivals.settings[first_list][deal % SEATS],
                seed=Stream(rivals.seed, "deal", deal).below(MAX_SEED + 1),
                bots=(rivals.bot,) * SEATS,
            )


def _seen(number: int, ended: Ended) -> _Game:
    deal, seat = divmod(number, SEATS)
    assert ended.course is not None
    return _Game(ended.points[seat], seat, seat == deal % SEATS, ended.course)


def _damage(games: Sequence[_Game], which: int) -> dict[str, Mean]:
    """Return what a list suffered a game, by zone."""
    suffered = [game.course.damage[game.seat if which == 0 else 1 - game.seat] for game in games]
    return {zone: mean_of(each[zone] for each in suffered) for zone in suffered[0]}


def _cards(rivals: Rivals, deals: Sequence[Sequence[_Game]], which: int) -> Iterator[CardShare]:
    """Yield the cards of a list, those first with which it won the most."""
    found = []
    for card, copies in rivals.cards[which].items():
        with_it: list[list[float]] = []
        without: list[list[float]] = []
        for deal in deals:
            shares: tuple[list[float], list[float]] = ([], [])
            for game in deal:
                seat, points = game.seat, game.points
                if which == 1:
                    seat, points = 1 - seat, 1.0 - points
                shares[card not in game.course.drawn[seat]].append(points)
            with_it.append(shares[0])
            without.append(shares[1])
        found.append(
            CardShare(
                list=rivals.names[which],
                card=card,
                copies=copies,
                drawn=share_of(with_it),
                not_drawn=share_of(without),
            )
        )
    yield from sorted(found, key=lambda each: (-(each.drawn.share or 0.0), each.card))
