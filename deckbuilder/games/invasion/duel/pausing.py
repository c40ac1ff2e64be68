"""Windows that a person may let pass: where to be asked, and how far to pass on (INV-49)."""

from __future__ import annotations

from collections.abc import Sequence

from deckbuilder.games.invasion.duel.asking import PASS
from deckbuilder.games.invasion.duel.settings import Settings
from deckbuilder.games.invasion.duel.state import View
from deckbuilder.games.table_game import Pause
from deckbuilder.tables.protocol import Option
from deckbuilder.words import say

ANSWER = "answer"
OWN, OTHER = "own", "other"
CAPITAL = "capital"
WINDOWS = ("kingdom", "quest", "capital", "target", "attackers", "defenders", "assign", "apply")
FAQ_WINDOWS = ("turn_start", "turn_end")
"""Windows that the book does not name, and that a ruling opens (Q-17)."""


def stops_of(settings: Settings) -> tuple[str, ...]:
    """Return the stops of a duel: when there is something to answer, then each window."""
    more = FAQ_WINDOWS if settings.switches.faq_windows else ()
    return (ANSWER, *(f"{turn}/{window}" for turn in (OWN, OTHER) for window in (*WINDOWS, *more)))


def stop_words(stop: str) -> str:
    """Return a stop in words."""
    turn, _, window = stop.partition("/")
    if not window:
        return say("duel.stops.answer")
    key = "phases" if window == CAPITAL else "steps"
    return say(f"duel.stops.{turn}", step=say(f"duel.{key}.{window}"))


def pause_of(view: View, options: Sequence[Option]) -> Pause | None:
    """Return the window that is open for a seat, None where it is asked anything else."""
    question = view.question
    if question is None or question.kind != "window" or PASS not in options:
        return None
    answering = any(item.seat != view.seat and not item.resolving for item in view.chain)
    turn = OWN if view.active == view.seat else OTHER
    return Pause(
        stop=ANSWER if answering else f"{turn}/{view.step}",
        phase=f"{view.turn}/{view.phase}",
        quiet=PASS,
        answering=answering,
    )
