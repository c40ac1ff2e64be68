"""A draft or game looked at afterwards: what a bot would have chosen, and what that cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.coaching import Judged, meanings, part_name, together, why
from deckbuilder.games.parts import History
from deckbuilder.games.table_game import DraftGame, TableGame
from deckbuilder.tables.log import Log
from deckbuilder.tables.policy import TIE, Policy, Score
from deckbuilder.tables.protocol import Option
from deckbuilder.tables.screen import Board, Screen
from deckbuilder.tables.table import Step, replay
from deckbuilder.words import say

MOST_COSTLY = 5


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """The choices that the reviewed seat made in one step, where there was a choice.

    Several choices of one step are judged together: in which order cards are taken says nothing.
    `cost` is how much less the coach thinks of what was chosen than of what it would choose,
    in the points of its scores; 0 where it would choose the same. `why` says in a sentence why
    the coach would choose otherwise, "" where it would not. `number` is that of the first choice.
    """

    number: int
    title: str
    chosen: str
    chosen_score: Score
    best: str
    best_score: Score
    cost: float
    options: int
    choices: int = 1
    why: str = ""


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """All that a review shows: every move, the most costly ones, the game's boards and remarks."""

    table: str
    seed: int
    seat: str
    seat_title: str
    coach: str
    over: bool
    moves: tuple[Move, ...]
    costly: tuple[Move, ...]
    parts: tuple[tuple[str, str], ...] = ()
    """Name and meaning of each part of the scores of the costly moves."""
    part_names: dict[str, str] = {}
    boards: tuple[Board, ...]
    remarks: tuple[str, ...] = ()

    @property
    def agreed(self) -> int:
        """Number of moves in which the coach would have chosen the same."""
        return sum(move.cost == 0 for move in self.moves)


class Reviewed(msgspec.Struct, frozen=True, kw_only=True):
    """A draft or game to be reviewed, and by whom: the bot of the spec `coach_spec`."""

    table: TableGame[Any, Any]
    history: History | None
    catalog: Catalog
    log: Log
    coach: Policy
    coach_spec: str


def review(reviewed: Reviewed, seat: int) -> Review:
    """Review one seat of a log by a bot's scores. Raises InputError as `replay` does."""
    table, log, catalog = reviewed.table, reviewed.log, reviewed.catalog
    settings = log.head.settings
    steps = list(replay(table.rules, log))
    own = [step for step in steps if step.seat == seat]
    moves = [move for made in _by_screen(reviewed, own) if (move := _move(reviewed, made))]
    costly = sorted((move for move in moves if move.cost > 0), key=lambda move: -move.cost)[
        :MOST_COSTLY
    ]
    shown = [score for move in costly for score in (move.best_score, move.chosen_score)]
    return Review(
        table=log.head.table,
        seed=log.head.seed,
        seat=table.seat_names(settings)[seat],
        seat_title=table.seat_titles(settings)[seat],
        coach=reviewed.coach_spec,
        over=log.end is not None,
        moves=tuple(moves),
        costly=tuple(costly),
        parts=meanings(log.head.game, shown),
        part_names={
            part: part_name(log.head.game, part) for score in shown for part, _ in score.parts
        },
        boards=()
        if reviewed.history is None
        else reviewed.history.history(settings, steps, seat, catalog),
        remarks=table.remarks(settings, steps[-1].after, seat)
        if isinstance(table, DraftGame) and log.end is not None
        else (),
    )


def _by_screen(reviewed: Reviewed, steps: Sequence[Step]) -> Iterator[list[Step]]:
    """Yield the steps of one seat, those together that one screen asks for."""
    left = list(steps)
    while left:
        screen = _screen(reviewed, left[0])
        count = 1 if screen.fewer else screen.choices
        yield left[:count]
        left = left[count:]


def _screen(reviewed: Reviewed, step: Step) -> Screen:
    table = reviewed.table
    options = table.rules.options(step.before, step.seat)
    view = table.rules.view(step.before, step.seat)
    return table.screen(reviewed.log.head.settings, view, options, reviewed.catalog)


def _move(reviewed: Reviewed, steps: Sequence[Step]) -> Move | None:
    """Return what is to be said of the choices of one screen, None where there was no choice."""
    first = steps[0]
    options = reviewed.table.rules.options(first.before, first.seat)
    if len(options) < 2:
        return None
    view = reviewed.table.rules.view(first.before, first.seat)
    chosen = [_score_of(_scores(reviewed, step.before, step), step.option) for step in steps]
    best = _choices_of_coach(reviewed, steps)
    if _same(best, chosen) or _total(best) - _total(chosen) < TIE:
        best = chosen
    told = why(
        reviewed.log.head.game,
        _judged(reviewed, view, best, chosen),
        _judged(reviewed, view, chosen, best),
    )
    return Move(
        number=first.number,
        title=_screen(reviewed, first).title,
        chosen=_choices(reviewed, view, chosen),
        chosen_score=together(chosen),
        best=_choices(reviewed, view, best),
        best_score=together(best),
        cost=_total(best) - _total(chosen),
        options=len(options),
        choices=len(steps),
        why="" if best is chosen else told,
    )


def _choices_of_coach(reviewed: Reviewed, steps: Sequence[Step]) -> list[Score]:
    """Return what the coach would choose, one after the other, where the seat began to choose.

    What follows only once all seats have chosen never counts: the last choice is not carried out.
    """
    rules, state = reviewed.table.rules, steps[0].before
    made: list[Score] = []
    for step in steps:
        if made:
            state, _ = rules.apply(state, {step.seat: made[-1].option})
        scores = _scores(reviewed, state, step)
        if not scores:
            break
        best = max(scores, key=lambda score: score.total)
        mine = _score_of(scores, step.option)
        # Of choices worth the same the coach is as glad of the one that was made.
        made.append(mine if mine is not None and best.total - mine.total < TIE else best)
    return made


def _scores(reviewed: Reviewed, state: Any, step: Step) -> Sequence[Score]:
    rules = reviewed.table.rules
    options = rules.options(state, step.seat)
    return reviewed.coach.score(rules.view(state, step.seat), options, step.feed)


def _score_of(scores: Sequence[Score], option: Option) -> Any:
    return next((score for score in scores if score.option == option), None)


def _same(some: Sequence[Score], others: Sequence[Score]) -> bool:
    return Counter(each.option for each in some) == Counter(each.option for each in others)


def _total(scores: Sequence[Score]) -> float:
    return sum(score.total for score in scores)


def _choices(reviewed: Reviewed, view: Any, scores: Sequence[Score]) -> str:
    told = [_made(reviewed, view, score.option) for score in scores]
    return say("review.and").join(told)


def _made(reviewed: Reviewed, view: Any, option: Option) -> str:
    settings = reviewed.log.head.settings
    return reviewed.table.tell_made(settings, view, option, reviewed.catalog)


def _judged(
    reviewed: Reviewed, view: Any, scores: Sequence[Score], beside: Sequence[Score]
) -> Judged:
    """Return choices as they are compared with others: by those that the others have not."""
    table, settings, catalog = reviewed.table, reviewed.log.head.settings, reviewed.catalog
    also = {score.option for score in beside}
    own = [score.option for score in scores if score.option not in also] or [scores[0].option]
    fields = [table.card_words(settings, option, catalog) for option in own]
    names = [
        words.get("card") or _made(reviewed, view, option)
        for option, words in zip(own, fields, strict=True)
    ]
    return Judged(say("review.and").join(names), together(scores), fields[0])
