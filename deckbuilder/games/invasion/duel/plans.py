"""Plans: a choice with all that belongs to it, played out by habit to the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.lookahead import Settler
from deckbuilder.games.invasion.duel.machine import go_on
from deckbuilder.games.invasion.duel.playout_policy import FIGHTING, Habits
from deckbuilder.games.invasion.duel.questions import DONE, Asked
from deckbuilder.games.invasion.duel.state import Question, State
from deckbuilder.tables.protocol import Option

_GATHERING = ("start", "kingdom")
"""The phases of a turn before the cards of the quest zone are drawn."""


class Plan(msgspec.Struct, frozen=True):
    """A choice, the answers that belong to it, and the units that fight beside it.

    Without `fighters` a fight is left to habit. `after` is the board right after the answers;
    who fights is planned without it.
    """

    option: Option
    answers: tuple[Option, ...] = ()
    fighters: frozenset[str] | None = None
    after: Board | None = None


def plans_for(
    question: Question, option: Option, state: State, settler: Settler, most: int
) -> Iterator[Plan]:
    """Yield at most so many plans that begin with an option, the likeliest first."""
    if question.kind in FIGHTING:
        names = [each.subject for each in question.options if each != DONE]
        for fighters in _companies(names, option)[:most]:
            yield Plan(option, fighters=fighters)
        return
    for answers, board in settler.lines(state, option, most):
        yield Plan(option, answers, after=board)


def _companies(names: Sequence[str], option: Option) -> list[frozenset[str]]:
    """Return who could fight beside a unit: of those named after it all, none, one, all but one.

    Each company is thought of once, with the unit of it that is named first.
    """
    if option == DONE:
        return [frozenset()]
    others = frozenset(names[names.index(option.subject) + 1 :])
    found = [others, frozenset()]
    found += [frozenset((name,)) for name in names if name in others]
    found += [others - {name} for name in names if name in others]
    return list(dict.fromkeys(found))


class Playout:
    """Plays a plan out: a `Pilot` of boards that stops in turn `until` once cards are drawn.

    By then each zone has done what its power does once: resources, cards, an attack.
    """

    def __init__(self, plan: Plan, seat: int, until: int, habits: Habits) -> None:
        self._left = list(plan.answers)
        self._fighters = plan.fighters
        self._seat = seat
        self._until = until
        self._habits = habits
        self._develops = False

    def play(self, state: State, option: Option) -> Board:
        """Return the board at the end of the plan that begins with an option."""
        board = Board(state)
        board.pilot = self
        self._develops = option.action == "develop"
        go_on(board, option)
        return board

    def passes(self, board: Board, seat: int) -> bool:
        """Pass wherever nothing but tactics and actions can be played."""
        if board.turn >= self._until and board.phase not in _GATHERING:
            raise Asked(Question(seat, "window", ()))
        self._left = []
        if board.combat is not None:
            self._fighters = None
        return board.active != seat or board.phase != "capital" or bool(board.chain)

    def answer(self, board: Board, question: Question) -> Option | None:
        """Answer by the plan as long as it says something, then by habit."""
        if question.kind == "window" and not question.options:
            return None
        if question.seat == self._seat:
            if self._left and (option := self._left.pop(0)) in question.options:
                return option
            if self._fighters is not None and question.kind in FIGHTING:
                chosen = (each for each in question.options if each.subject in self._fighters)
                return next(chosen, DONE)
        if question.kind == "zone" and self._develops:
            self._develops = False
            return self._habits.section(board, question)
        option = self._habits.answer(board, question)
        self._develops = option.action == "develop"
        return option
