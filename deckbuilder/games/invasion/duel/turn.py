"""The turn as a table of steps (INV-34, INV-49): each does its part, then the next one comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deckbuilder.games.invasion.duel import combat
from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.names import KINGDOM, QUEST, object_name
from deckbuilder.games.invasion.duel.questions import DONE, KEEP, MULLIGAN, Asking
from deckbuilder.games.invasion.duel.state import Waiting
from deckbuilder.games.invasion.duel.tasks import Mulligan, TurnStep, Window
from deckbuilder.games.invasion.duel.triggers import Caught, Happening
from deckbuilder.tables.protocol import Option

HAND = 7
"""Cards of an opening hand (INV-32)."""

Step = Callable[[Board, Asking], str | None]
"""Does its part of the turn; returns the step to go on with where it is not the next one."""


def _turn_start(board: Board, ask: Asking) -> None:
    board.turn += 1
    board.phase = "start"
    board.step = "start"
    board.tell("turn", board.active, value=board.turn)
    board.happen(Happening("turn_start", player=board.active))


def _switched_window(name: str) -> Step:
    def step(board: Board, ask: Asking) -> None:
        if board.book.switches.faq_windows:
            _open(board, name)

    return step


def _open(board: Board, name: str) -> None:
    board.step = name
    board.agenda.append(Window(board.active))


def _window(name: str) -> Step:
    return lambda board, ask: _open(board, name)


def _phase_start(phase: str) -> Step:
    def step(board: Board, ask: Asking) -> None:
        board.phase = phase
        board.step = "start"
        board.tell("phase", board.active, value=phase)
        board.happen(Happening("phase_start", player=board.active))

    return step


def _phase_end(board: Board, ask: Asking) -> None:
    board.step = "end"
    board.happen(Happening("phase_end", player=board.active))


def _restore(board: Board, ask: Asking) -> None:
    """Return unspent resources, then restore at most one corrupted unit, if wanted."""
    seat = board.active
    options = {
        Option("restore", object_name(piece.kind, number)): number
        for number, piece in board.pieces.items()
        if piece.corrupted and piece.seat == seat
    }
    chosen = options.get(ask.choose(seat, "restore", (*options, DONE)))
    board.set_resources(seat, 0)
    if chosen is not None:
        board.restore(chosen)


def _collect(board: Board, ask: Asking) -> None:
    seat = board.active
    amount = board.zone_power(3 * seat + KINGDOM)
    board.set_resources(seat, board.resources[seat] + amount)
    board.tell("collected", seat, value=amount)
    board.happen(Happening("resources_collected", player=seat, amount=amount))


def _skips(board: Board) -> bool:
    """Tell whether the first player goes without the quest and battlefield phase (INV-34)."""
    return board.turn == 1


def _to_quest(board: Board, ask: Asking) -> str | None:
    return "capital" if _skips(board) else None


def _draw(board: Board, ask: Asking) -> None:
    board.draw(board.active, board.zone_power(3 * board.active + QUEST))


def _to_battlefield(board: Board, ask: Asking) -> str | None:
    return "turn_end" if _skips(board) else None


def _target(board: Board, ask: Asking) -> str | None:
    if not combat.choose_target(board, ask):
        return "battlefield_end"
    _open(board, "target")
    return None


def _attackers(board: Board, ask: Asking) -> str | None:
    if board.combat is None or not combat.declare_attackers(board, ask):
        return "battlefield_end"
    return None


def _defenders(board: Board, ask: Asking) -> None:
    if board.combat is not None:
        combat.declare_defenders(board, ask)


def _assigning(board: Board, ask: Asking) -> None:
    combat.begin_assigning(board)


def _applying(board: Board, ask: Asking) -> None:
    combat.apply_damage(board, ask)


def _statuses_end(board: Board, ask: Asking) -> None:
    if board.combat is not None:
        board.combat = None
        board.changed()
        board.check = True


def _turn_end(board: Board, ask: Asking) -> None:
    board.phase = "end"
    board.step = "end"
    board.happen(Happening("turn_end", player=board.active))
    due = [wait for wait in board.waiting if wait.sort < 0]
    board.caught += [_due(wait) for wait in due]
    board.waiting = tuple(wait for wait in board.waiting if wait.sort >= 0)


def _due(wait: Waiting) -> Caught:
    return Caught(wait.seat, wait.source, wait.ability, ops=wait.ops, binds=wait.binds)


def _next_turn(board: Board, ask: Asking) -> str:
    board.forget_turn()
    board.active = 1 - board.active
    return "turn_start"


STEPS: tuple[tuple[str, Step], ...] = (
    ("turn_start", _turn_start),
    ("start_window", _switched_window("turn_start")),
    ("kingdom", _phase_start("kingdom")),
    ("restore", _restore),
    ("collect", _collect),
    ("kingdom_window", _window("kingdom")),
    ("kingdom_end", _phase_end),
    ("to_quest", _to_quest),
    ("quest", _phase_start("quest")),
    ("draw", _draw),
    ("quest_window", _window("quest")),
    ("quest_end", _phase_end),
    ("capital", _phase_start("capital")),
    ("capital_window", _window("capital")),
    ("capital_end", _phase_end),
    ("to_battlefield", _to_battlefield),
    ("battlefield", _phase_start("battlefield")),
    ("target", _target),
    ("attackers", _attackers),
    ("attackers_window", _window("attackers")),
    ("defenders", _defenders),
    ("defenders_window", _window("defenders")),
    ("assign", _assigning),
    ("assign_window", _window("assign")),
    ("apply", _applying),
    ("apply_window", _window("apply")),
    ("battlefield_end", _phase_end),
    ("statuses_end", _statuses_end),
    ("end_window", _switched_window("turn_end")),
    ("turn_end", _turn_end),
    ("next_turn", _next_turn),
)
PLACES = {name: place for place, (name, _) in enumerate(STEPS)}


def take_step(board: Board, ask: Asking, task: TurnStep) -> None:
    """Take a step of the turn, and put the next one below what it put on the agenda."""
    base = len(board.agenda)
    following: Any = STEPS[task.step][1](board, ask)
    place = task.step + 1 if following is None else PLACES[following]
    board.agenda.insert(base, TurnStep(place))


def offer_mulligan(board: Board, ask: Asking, task: Mulligan) -> None:
    """Let a seat shuffle its opening hand back once and draw another (INV-32)."""
    seat = task.seat
    if ask.choose(seat, "mulligan", (KEEP, MULLIGAN)) == KEEP:
        board.tell("kept", seat)
        return
    cards = [board.from_hand(seat, held) for held, _ in board.hands[seat]]
    board.set_deck(seat, (*board.decks[seat], *cards))
    board.tell("mulligan", seat)
    board.shuffle(seat)
    board.draw(seat, HAND)
