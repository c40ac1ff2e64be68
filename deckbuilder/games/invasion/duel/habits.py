"""What a seat is taken to do where nobody looks further: an answer to any question, at once."""

from __future__ import annotations

from deckbuilder.games.invasion.duel.asking import DECLINE, DONE, PASS
from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.names import zone_of, zone_ref
from deckbuilder.games.invasion.duel.state import Question
from deckbuilder.tables.protocol import Option

FIGHTING = ("attackers", "defenders")
_QUIET = (PASS, DONE, DECLINE)
"""What a seat answers that does nothing."""


def usual_answer(board: Board, question: Question) -> Option:
    """Return what is taken for the answer: all that can fight does, and strikes to kill.

    Whatever else is asked, a seat does nothing, or what comes first where it must do something.
    """
    options = question.options
    if question.kind in FIGHTING:
        return options[0]
    if question.kind == "assign":
        return _assignment(board, question)
    return next((option for option in options if option in _QUIET), options[0])


def _assignment(board: Board, question: Question) -> Option:
    """Return where points of damage go: to the other's best unit that falls, or to the section.

    Of indirect damage the own section takes most that has most hit points left.
    """
    units = [option for option in question.options if _unit(option)]
    sections = [option for option in question.options if not _unit(option)]
    if units and board.pieces[_unit(units[0])].seat != question.seat:
        fallen = [option for option in units if _falls(board, option)]
        if fallen:
            return max(fallen, key=lambda option: _price(board, option))
        return max(sections or units, key=points_of)
    if not sections:
        return units[0]
    if units:
        return max(sections, key=lambda option: (_room(board, option), points_of(option)))
    return max(sections, key=points_of)


def points_of(option: Option) -> int:
    """Return the number of an option, 0 where it has none."""
    return option.value if isinstance(option.value, int) else 0


def _unit(option: Option) -> int:
    """Return the unit that an option is about, 0 for none."""
    kind, _, number = option.subject.partition("/")
    return int(number) if kind == "unit" else 0


def _falls(board: Board, option: Option) -> bool:
    """Tell whether a unit falls by just so many points."""
    ref = _unit(option)
    return points_of(option) == max(1, board.remaining(ref)) + board.toughness(ref)


def _price(board: Board, option: Option) -> float:
    """Return what a unit is worth to its side, by the points that it takes."""
    ref = _unit(option)
    return (2 * board.power(ref) + board.hit_points(ref)) / max(1, points_of(option))


def _room(board: Board, option: Option) -> int:
    """Return the hit points that a section has left, 0 where it would burn."""
    _, seat, place = option.subject.split("/")
    left = board.remaining(zone_ref(zone_of(int(seat), place)))
    return left if left > points_of(option) else 0
