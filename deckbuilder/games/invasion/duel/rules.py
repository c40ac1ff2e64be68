"""The duel's rules for the table runtime: INV-31 to INV-49 for two seats.

Everything that happens is in the modules beside this one; `machine.py` drives them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.book import Book, book_of
from deckbuilder.games.invasion.duel.characteristics import Cache
from deckbuilder.games.invasion.duel.machine import go_on, run
from deckbuilder.games.invasion.duel.state import Memory, State, View
from deckbuilder.games.invasion.duel.tasks import Mulligan, TurnStep
from deckbuilder.games.invasion.duel.turn import HAND
from deckbuilder.games.invasion.duel.views import imagined, learnt, viewed
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.protocol import Option, Outcome, Result, Rules


class DuelRules(Rules[State, View]):
    """The rules of the Invasion duel."""

    def start(self, settings: Any, seed: int) -> Result[State]:
        """Shuffle the decks, draw the opening hands, and see who begins (INV-32, INV-48)."""
        book = book_of(settings)
        first = book.settings.first
        if first is None:
            first = Stream(seed, "first").below(2)
        board = Board(empty_state(book, seed, first))
        board.tell("first", first)
        for seat in (first, 1 - first):
            board.shuffle(seat)
            board.draw(seat, HAND)
        board.agenda.append(TurnStep(0))
        if book.settings.mulligans:
            board.agenda += [Mulligan(1 - first), Mulligan(first)]
        run(board)
        return board.state(), tuple(board.events)

    def seats(self, state: State) -> int:
        """Return the number of seats."""
        return 2

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the one seat that is asked, none at the end."""
        question = state.question
        return () if question is None else (question.seat,)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        """Return what a seat that is asked may answer."""
        question = state.question
        return () if question is None or question.seat != seat else question.options

    def apply(self, state: State, choices: Mapping[int, Option]) -> Result[State]:
        """Carry out a choice and all that follows until the next question."""
        (option,) = choices.values()
        board = Board(state)
        go_on(board, option)
        return board.state(), tuple(board.events)

    def view(self, state: State, seat: int) -> View:
        """Return what a seat may know."""
        return viewed(state, seat)

    def imagine(self, view: View, stream: Stream) -> State:
        """Return a state that fits a view, what is hidden drawn at random."""
        return imagined(view, stream)

    def outcome(self, state: State) -> Outcome | None:
        """Return the points at the end: 1 for a win, half for a draw (Q-16)."""
        return None if state.points is None else Outcome(points=state.points)

    def may_undo(self, before: State, after: State, seat: int) -> bool:
        """Allow going back where the seat has learnt nothing and the other one only passed."""
        return not learnt(before, after, seat)

    def pack(self, state: State) -> Any:
        """Return the state as plain data; what the settings say is left out."""
        packed = {
            name: msgspec.to_builtins(getattr(state, name))
            for name in State.__struct_fields__
            if name not in ("book", "pieces", "secrets", "known", "question", "cache")
        }
        packed["pieces"] = [msgspec.to_builtins(piece) for piece in state.pieces.values()]
        packed["secrets"] = [sorted(secrets.items()) for secrets in state.secrets]
        packed["known"] = sorted(state.known)
        return packed


def empty_state(book: Book, seed: int, first: int) -> State:
    """Return a duel before the decks are shuffled."""
    return State(
        book=book,
        seed=seed,
        draws=0,
        turn=0,
        active=first,
        first=first,
        phase="setup",
        step="setup",
        resources=(0, 0),
        pieces={},
        section_damage=(0,) * 6,
        burning=(False,) * 6,
        hands=((), ()),
        known=frozenset(),
        decks=(book.decks[0], book.decks[1]),
        discards=((), ()),
        secrets=({}, {}),
        looking=None,
        chain=(),
        combat=None,
        changes=(),
        waiting=(),
        memory=Memory(),
        next_id=1,
        agenda=(),
        question=None,
        points=None,
        cache=Cache(),
    )


RULES = DuelRules()
