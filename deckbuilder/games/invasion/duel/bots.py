"""Who plays a duel in a seat without a person.

`random` takes anything; `greedy` looks where each option leads, with the hidden cards dealt at
random as its seat may know them, and takes the best; `planner` plays whole turns out. What they
show is what they pick by.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckbuilder.errors import refusal
from deckbuilder.games.characters import RANDOM, chosen
from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.evaluation import (
    Looking,
    Weights,
    numbers,
    total_worth,
    worth,
)
from deckbuilder.games.invasion.duel.lookahead import Settler, as_card, imagined
from deckbuilder.games.invasion.duel.planner import Planner
from deckbuilder.games.invasion.duel.playout_policy import Habits
from deckbuilder.games.invasion.duel.state import View
from deckbuilder.sanitizing import shown
from deckbuilder.tables.policy import Policy, RandomPolicy, Score, parse_spec
from deckbuilder.tables.protocol import Event, Option

GREEDY = "greedy"
PLANNER = "planner"
BOTS = (RANDOM, GREEDY, PLANNER)
THINK = "think"
"""How many times the usual work `planner` does for a choice."""
MOST_THINK = 1000.0


def bot(spec: str) -> Policy:
    """Return the bot of a spec. Raises InputError for an unknown one."""
    found = numbers()
    known = found.position.changeable
    name, changes = chosen(spec, {RANDOM: (), GREEDY: known, PLANNER: (*known, THINK)})
    if name == RANDOM:
        return RandomPolicy()
    think = changes.pop(THINK, 1.0)
    if not 0 < think <= MOST_THINK:
        raise refusal("duel.think", spec=shown(spec), most=int(MOST_THINK))
    weights = found.position.changed(changes)
    habits = Habits(weights, found.habits.effect)
    if name == PLANNER:
        return Planner(weights, found.planner, habits, think)
    return Greedy(weights, found.greedy, habits)


def thinking(spec: str, times: float) -> str | None:
    """Return the spec of a planner that does so many times the work, None for other bots.

    Raises InputError where the spec says already how much it does.
    """
    name, changes = parse_spec(spec)
    if name != PLANNER:
        return None
    if THINK in changes:
        raise refusal("duel.think-said", spec=shown(spec))
    return f"{spec}{',' if changes else ':'}{THINK}={times:g}"


class Greedy(Policy):
    """Scores each option by the position that it leads to."""

    def __init__(self, weights: Weights, looking: Looking, habits: Habits) -> None:
        self._weights = weights
        self._looking = looking
        self._habits = habits

    def score(
        self, view: View, options: Sequence[Option], feed: Sequence[Event] = ()
    ) -> Sequence[Score]:
        """Score every option by the parts of the position after it."""
        found = []
        for option, board in zip(options, self._ends(view, options), strict=True):
            parts = worth(board, view.seat, self._weights)
            found.append(Score(option, sum(amount for _, amount in parts), parts))
        return found

    def totals(
        self, view: View, options: Sequence[Option], feed: Sequence[Event] = ()
    ) -> list[float]:
        """Return the totals of `score` in the same order."""
        return [total_worth(end, view.seat, self._weights) for end in self._ends(view, options)]

    def _ends(self, view: View, options: Sequence[Option]) -> Iterator[Board]:
        """Yield where each option leads; copies of a card in hand lead to the same."""
        state = imagined(view)
        settler = Settler(view.seat, self._weights, self._looking, self._habits)
        known: dict[Option, Board] = {}
        for option in options:
            alike = as_card(state, view.seat, option)
            end = known.get(alike)
            if end is None:
                end = known[alike] = settler.after(state, option)
            yield end
