"""Windows that a person may let pass: where to be asked, and how far to pass on (INV-49)."""

from __future__ import annotations

from collections.abc import Sequence

from deckbuilder.games.invasion.duel.questions import PASS
from deckbuilder.games.invasion.duel.settings import Settings
from deckbuilder.games.invasion.duel.state import View
from deckbuilder.games.table_game import Pause
from deckbuilder.tables.protocol import Option
from deckbuilder.words import say

ANSWER, CHAINED = "answer", "chained"
OWN, OTHER = "own", "other"
CAPITAL = "capital"
WINDOWS = ("kingdom", "quest", "capital", "target", "attackers", "defenders", "assign", "apply")
FAQ_WINDOWS = ("turn_start", "turn_end")
"""Windows that the book does not name, and that a ruling opens (Q-17)."""


def stops_of(settings: Settings) -> tuple[str, ...]:
    """Return the stops of a duel: while something waits on the chain, then each window."""
    more = FAQ_WINDOWS if settings.switches.faq_windows else ()
    return (
        ANSWER,
        CHAINED,
        *(f"{turn}/{window}" for turn in (OWN, OTHER) for window in (*WINDOWS, *more)),
    )


def stop_words(stop: str) -> str:
    """Return a stop in words."""
    turn, _, window = stop.partition("/")
    if not window:
        return say(f"duel.stops.{stop}")
    key = "phases" if window == CAPITAL else "steps"
    return say(f"duel.stops.{turn}", step=say(f"duel.{key}.{window}"))


def pause_of(view: View, options: Sequence[Option]) -> Pause | None:
    """Return the window that is open for a seat, None where it is asked anything else."""
    question = view.question
    if question is None or question.kind != "window" or PASS not in options:
        return None
    waiting = [item.seat for item in view.chain if not item.resolving]
    answering = 1 - view.seat in waiting
    turn = OWN if view.active == view.seat else OTHER
    stop = f"{turn}/{view.step}"
    if waiting:
        stop = ANSWER if answering else CHAINED
    return Pause(
        stop=stop,
        phase=f"{view.turn}/{view.phase}",
        quiet=PASS,
        answering=answering,
    )
