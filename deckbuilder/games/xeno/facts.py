"""What many games tell of XENO: seats, length, endings, openings, the first turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from importlib.util import find_spec
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.parts import Facts, GameFacts, Sample
from deckbuilder.games.xeno.bots import layout
from deckbuilder.games.xeno.bots.policies import bot_for, compiled_bot
from deckbuilder.games.xeno.ranks import EMPEROR, HERO, NOBLE, RANKS, SOLDIER
from deckbuilder.games.xeno.rules import RULES
from deckbuilder.games.xeno.screen import CardNames, seat_name
from deckbuilder.games.xeno.setup import Setup, setup_for
from deckbuilder.games.xeno.state import State
from deckbuilder.tables.chance import MAX_SEED, Stream
from deckbuilder.tables.protocol import Event
from deckbuilder.tables.table import Table
from deckbuilder.words import say

Rows = npt.NDArray[np.int64]
"""Rows of results, as in `layout`."""

ENDINGS = ("duel", "tie", "soldier", "execution", "showdown", "shared-showdown")
"""In the order of the endings of `layout`."""


class XenoFacts(GameFacts):
    """What games with one bot in every seat tell, seat 1 starting them all."""

    def facts(
        self, settings: Any, catalog: Catalog, spec: str, games: int, seed: int
    ) -> tuple[Facts, ...]:
        """Play the games, compiled where that can be, and return what they tell of XENO."""
        setup = setup_for(msgspec.structs.replace(setup_for(settings).settings, first=0))
        bot_for(spec, setup)
        bot = compiled_bot(spec, setup)
        if bot is None or find_spec("numba") is None:
            rows = rows_at_tables(setup, spec, games, seed)
        else:
            from deckbuilder.games.xeno.batch import play_batch

            rows = play_batch(setup, [bot] * setup.players, games, seed).results
        return facts_of(setup, rows, CardNames(catalog))


FACTS = XenoFacts()


def facts_of(setup: Setup, rows: Rows, cards: CardNames) -> tuple[Facts, ...]:
    """Return all facts of games as rows of results."""
    players = setup.players
    points = rows[:, layout.POINTS : layout.POINTS + players] / 2
    dealt = rows[:, layout.DEALT : layout.DEALT + players]
    endings = rows[:, layout.ENDED]
    chance = execution_chance(len(setup.deck))
    first, following = seat_name(0), seat_name(1)
    return (
        Facts(
            title=say("xeno.facts.seats"),
            samples=tuple(_sample(seat_name(seat), points[:, seat]) for seat in range(players)),
        ),
        Facts(
            title=say("xeno.facts.length"),
            samples=(_sample(say("xeno.facts.turns"), rows[:, layout.TURNS], percent=False),),
        ),
        Facts(
            title=say("xeno.facts.endings"),
            samples=tuple(
                _sample(say(f"xeno.facts.ending.{ending}"), endings == number)
                for number, ending in enumerate(ENDINGS)
            ),
        ),
        Facts(
            title=say("xeno.facts.openings"),
            samples=tuple(
                _sample(cards.name(setup.ids[rank]), points[dealt == rank])
                for rank in reversed(RANKS)
            ),
        ),
        Facts(
            title=say("xeno.facts.first-turn"),
            samples=(
                _sample(
                    say("xeno.facts.dealt", first=first, next=following),
                    _may_be_executed(rows),
                    exact=chance,
                ),
                _sample(say("xeno.facts.happened"), rows[:, layout.OPENING_KILL]),
            ),
            note=say("xeno.facts.first-turn-note", exact=chance, next=following),
        ),
    )


def execution_chance(cards: int) -> Fraction:
    """Return the chance that the first seat can execute the Hero at a given target at once.

    The Emperor must be one of the first seat's two cards, the Hero one of the target's two: 2
    of all places, and 2 of the others.
    """
    return Fraction(2, cards) * Fraction(2, cards - 1)


def _may_be_executed(rows: Rows) -> npt.NDArray[np.bool_]:
    own = rows[:, [layout.DEALT, layout.DRAWN]]
    other = rows[:, [layout.DEALT + 1, layout.NEXT]]
    able: npt.NDArray[np.bool_] = (own == EMPEROR).any(axis=1) & (other == HERO).any(axis=1)
    return able


def _sample(
    label: str,
    values: Iterable[float],
    *,
    percent: bool = True,
    exact: Fraction | None = None,
) -> Sample:
    figures = np.asarray(values, float)
    return Sample(
        label=label,
        count=len(figures),
        total=float(figures.sum()),
        squares=float((figures**2).sum()),
        percent=percent,
        exact=None if exact is None else str(exact),
    )


def rows_at_tables(setup: Setup, spec: str, games: int, seed: int) -> Rows:
    """Play games at the table with one bot in every seat; return rows of results."""
    bot = bot_for(spec, setup)
    rows = np.zeros((games, layout.RESULT), np.int64)
    for game in range(games):
        table_seed = Stream(seed, "deal", game).below(MAX_SEED + 1)
        table = Table(RULES, setup.settings, table_seed, [bot] * setup.players)
        start = table.state
        table.bots_act()
        fill_in_row(rows[game], start, table.state, table.feeds.of(None))
    return rows


def fill_in_row(row: Rows, start: State, last: State, events: Sequence[Event]) -> None:
    """Fill in the results of a game that seat 0 started, from first to last state."""
    setup = start.setup
    dealt = [setup.ranks[event.subjects[0]] for event in events if event.kind == "draw"]
    for seat, points in enumerate(last.points):
        row[layout.POINTS + seat] = round(2 * points)
        row[layout.DEALT + seat] = dealt[seat]
    row[layout.TURNS] = last.turn + 1
    row[layout.ENDED] = _ending(setup, events)
    row[layout.DRAWN] = dealt[setup.players]
    row[layout.NEXT] = start.deck[-1]
    row[layout.OPENING_KILL] = last.turn == 0 and row[layout.ENDED] == layout.BY_EXECUTION


def _ending(setup: Setup, events: Sequence[Event]) -> int:
    """Return how a game ended: by what dropped the last seat out, or by a showdown."""
    winners = sum(event.kind in ("wins", "shares") for event in events)
    if any(event.kind == "showdown" for event in events):
        return layout.BY_SHOWDOWN if winners == 1 else layout.BY_SHARED_SHOWDOWN
    last_play = max(place for place, event in enumerate(events) if event.kind == "play")
    card = setup.ranks[events[last_play].subjects[0]]
    if card == NOBLE:
        out = sum(event.kind == "out" for event in events[last_play:])
        return layout.BY_DUEL if out == 1 else layout.BY_TIE
    return layout.BY_SOLDIER if card == SOLDIER else layout.BY_EXECUTION
