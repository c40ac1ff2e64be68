"""Looking ahead: where a choice leads when all that belongs to it is answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.evaluation import Looking, Weights, total_worth
from deckbuilder.games.invasion.duel.machine import go_on
from deckbuilder.games.invasion.duel.names import object_name
from deckbuilder.games.invasion.duel.playout_policy import FIGHTING, Habits
from deckbuilder.games.invasion.duel.questions import Asked
from deckbuilder.games.invasion.duel.rules import RULES
from deckbuilder.games.invasion.duel.state import Question, State, View
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.protocol import Option

_LARGE = 1 << 30
_IN_ITSELF = frozenset(("window", "attack", "attackers", "defenders", "mulligan", "restore"))
"""Questions that open a choice of their own; all others belong to the one before."""
_SHARED = (*FIGHTING, "assign")
"""Questions that come again and again in one combat: a habit answers them."""


class Settler:
    """Runs on from a choice of a seat to the seat's next choice; a `Pilot` of boards.

    The other seat passes and answers by habit. What belongs to the own choice, such as targets,
    is answered by the best position, as far as the numbers of `Looking` go.
    """

    def __init__(self, seat: int, weights: Weights, looking: Looking, habits: Habits) -> None:
        self.seat = seat
        self._weights = weights
        self._looking = looking
        self._habits = habits
        self.work = 0
        """How many tasks were begun on all boards."""

    def passes(self, board: Board, seat: int) -> bool:
        """Pass for the other seat, and until the chain has resolved and an attack is over.

        The board stops at the own window after that, be there something to do in it or not, so
        that all options are looked at as near to the choice as can be.
        """
        if seat == self.seat and not board.chain and board.combat is None:
            raise Asked(Question(seat, "window", ()))
        return True

    def answer(self, board: Board, question: Question) -> Option | None:
        """Answer for the other seat, and what comes up in a combat."""
        if question.seat != self.seat:
            return self._habits.answer(board, question)
        if question.kind in _SHARED and board.combat is not None:
            return self._habits.answer(board, question)
        return None

    def after(self, state: State, option: Option) -> Board:
        """Return the board at the seat's next choice after this one."""
        lines = self._lines(state, option, self._looking.breadth)
        return max((end for _, end in lines), key=self._worth)

    def lines(
        self, state: State, option: Option, most: int
    ) -> list[tuple[tuple[Option, ...], Board]]:
        """Return the answers that may follow a choice, and where they lead, the best first."""
        found = list(self._lines(state, option, self._looking.breadth))
        found.sort(key=lambda line: -self._worth(line[1]))
        return found[:most]

    def _worth(self, board: Board) -> float:
        return total_worth(board, self.seat, self._weights)

    def _lines(
        self, state: State, option: Option, breadth: Sequence[int]
    ) -> Iterator[tuple[tuple[Option, ...], Board]]:
        """Yield all answers that may follow a choice, and the boards that they lead to."""
        board = Board(state)
        board.pilot = self
        go_on(board, option)
        answers: list[Option] = []
        while (question := board.question) is not None and question.kind not in _IN_ITSELF:
            if breadth:
                self.work += board.work
                asked = board.state()
                for each in question.options[: breadth[0]]:
                    for rest, end in self._lines(asked, each, breadth[1:]):
                        yield (each, *rest), end
                return
            answers.append(self._habits.answer(board, question))
            go_on(board, answers[-1])
        self.work += board.work
        yield tuple(answers), board


def as_card(state: State, seat: int, option: Option) -> Option:
    """Return an option with the card in hand that it is about in place of the copy."""
    for number, card in state.hands[seat]:
        if option.subject == object_name("card", number):
            return replace(option, subject=state.book.cards[card].id)
    return option


def imagined(view: View, sample: int = 0) -> State:
    """Return a state that fits a view, the same one for the same view and sample."""
    moment = (view.turn * 8191 + view.next_id * 31 + len(view.agenda)) % _LARGE
    return RULES.imagine(view, Stream(moment, f"imagined/{view.seat}", sample))
