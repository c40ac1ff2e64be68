"""A draft looked at afterwards: what a bot would have taken, what that cost, and where it went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.parts import History
from deckbuilder.games.table_game import DraftGame
from deckbuilder.tables.log import Log
from deckbuilder.tables.policy import Policy, Score
from deckbuilder.tables.screen import Board
from deckbuilder.tables.table import Step, replay

MOST_COSTLY = 5


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """One choice of the reviewed seat where there was a choice.

    `cost` is how much less the coach thinks of what was chosen than of what it would choose,
    in the points of its scores; 0 where it would choose the same.
    """

    number: int
    title: str
    chosen: str
    chosen_score: Score
    best: str
    best_score: Score
    cost: float
    options: int


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """All that a review shows: every move, the most costly ones, the game's boards and remarks."""

    table: str
    seed: int
    seat: str
    coach: str
    over: bool
    moves: tuple[Move, ...]
    costly: tuple[Move, ...]
    boards: tuple[Board, ...]
    remarks: tuple[str, ...] = ()

    @property
    def agreed(self) -> int:
        """Number of moves in which the coach would have chosen the same."""
        return sum(move.cost == 0 for move in self.moves)


class Reviewed(msgspec.Struct, frozen=True, kw_only=True):
    """A draft to be reviewed, and by whom: the bot of the spec `coach_spec`."""

    draft: DraftGame[Any, Any]
    history: History | None
    catalog: Catalog
    log: Log
    coach: Policy
    coach_spec: str


def review(reviewed: Reviewed, seat: int) -> Review:
    """Review one seat of a draft's log by a bot's scores. Raises InputError as `replay` does."""
    draft, log, catalog = reviewed.draft, reviewed.log, reviewed.catalog
    settings = log.head.settings
    steps = list(replay(draft.rules, log))
    moves = [
        move for step in steps if step.seat == seat and (move := _move(reviewed, step)) is not None
    ]
    costly = sorted((move for move in moves if move.cost > 0), key=lambda move: -move.cost)
    return Review(
        table=log.head.table,
        seed=log.head.seed,
        seat=draft.seat_names(settings)[seat],
        coach=reviewed.coach_spec,
        over=log.end is not None,
        moves=tuple(moves),
        costly=tuple(costly[:MOST_COSTLY]),
        boards=()
        if reviewed.history is None
        else reviewed.history.history(settings, steps, seat, catalog),
        remarks=draft.remarks(settings, steps[-1].after, seat) if log.end is not None else (),
    )


def _move(reviewed: Reviewed, step: Step) -> Move | None:
    draft, catalog, settings = reviewed.draft, reviewed.catalog, reviewed.log.head.settings
    options = draft.rules.options(step.before, step.seat)
    if len(options) < 2:
        return None
    view = draft.rules.view(step.before, step.seat)
    scores = reviewed.coach.score(view, options, step.feed)
    chosen = _score_of(scores, step)
    best = max(scores, key=lambda score: score.total)
    if best.total - chosen.total < 1e-9:
        best = chosen
    return Move(
        number=step.number,
        title=draft.screen(settings, view, options, catalog).title,
        chosen=draft.tell_choice(settings, chosen.option, catalog),
        chosen_score=chosen,
        best=draft.tell_choice(settings, best.option, catalog),
        best_score=best,
        cost=best.total - chosen.total,
        options=len(options),
    )


def _score_of(scores: Sequence[Score], step: Step) -> Score:
    return next(score for score in scores if score.option == step.option)
