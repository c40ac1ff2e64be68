"""Looking ahead: where a choice leads when all that belongs to it is answered."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from deckbuilder.games.invasion.duel.asking import Asked
from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.habits import FIGHTING, usual_answer
from deckbuilder.games.invasion.duel.machine import go_on
from deckbuilder.games.invasion.duel.names import object_name
from deckbuilder.games.invasion.duel.position import Looking, Weights, total_worth
from deckbuilder.games.invasion.duel.state import Question, State
from deckbuilder.tables.protocol import Option

_IN_ITSELF = frozenset(("window", "attack", "attackers", "defenders", "mulligan", "restore"))
"""Questions that open a choice of their own; all others belong to the one before."""
_SHARED = (*FIGHTING, "assign")
"""Questions that come again and again in one combat: a habit answers them."""


class Settler:
    """Runs on from a choice of a seat to the seat's next choice; a `Pilot` of boards.

    The other seat passes and answers by habit. What belongs to the own choice, such as targets,
    is answered by the best position, as far as the numbers of `Looking` go.
    """

    def __init__(self, seat: int, weights: Weights, looking: Looking) -> None:
        self._seat = seat
        self._weights = weights
        self._looking = looking

    def passes(self, board: Board, seat: int) -> bool:
        """Pass for the other seat, and until the chain has resolved and an attack is over.

        The board stops at the own window after that, be there something to do in it or not, so
        that all options are looked at as near to the choice as can be.
        """
        if seat == self._seat and not board.chain and board.combat is None:
            raise Asked(Question(seat, "window", ()))
        return True

    def answer(self, board: Board, question: Question) -> Option | None:
        """Answer for the other seat, and what comes up in a combat."""
        if question.seat != self._seat:
            return usual_answer(board, question)
        if question.kind in _SHARED and board.combat is not None:
            return usual_answer(board, question)
        return None

    def after(self, state: State, option: Option) -> Board:
        """Return the board at the seat's next choice after this one."""
        return self._settled(state, option, self._looking.breadth)

    def _settled(self, state: State, option: Option, breadth: Sequence[int]) -> Board:
        board = Board(state)
        board.pilot = self
        go_on(board, option)
        question = board.question
        while question is not None and question.kind not in _IN_ITSELF:
            if breadth:
                return self._best(board, question.options, breadth)
            go_on(board, usual_answer(board, question))
            question = board.question
        return board

    def _best(self, board: Board, options: Sequence[Option], breadth: Sequence[int]) -> Board:
        """Return the board after the answer that leads to the best position."""
        state = board.state()
        ends = [self._settled(state, option, breadth[1:]) for option in options[: breadth[0]]]
        return max(ends, key=lambda end: total_worth(end, self._seat, self._weights))


def as_card(state: State, seat: int, option: Option) -> Option:
    """Return an option with the card in hand that it is about in place of the copy."""
    for number, card in state.hands[seat]:
        if option.subject == object_name("card", number):
            return replace(option, subject=state.book.cards[card].id)
    return option
