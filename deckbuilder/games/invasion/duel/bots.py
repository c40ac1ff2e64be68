"""Who plays a duel in a seat without a person.

`random` takes anything; `greedy` looks where each option leads, with the hidden cards dealt at
random as its seat may know them, and takes the best. What it shows is what it picks by.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from deckbuilder.games.characters import RANDOM, chosen
from deckbuilder.games.invasion.duel.ahead import Settler, as_card
from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.position import (
    Looking,
    Weights,
    numbers,
    total_worth,
    worth,
)
from deckbuilder.games.invasion.duel.rules import RULES
from deckbuilder.games.invasion.duel.state import State, View
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.policy import Policy, RandomPolicy, Score
from deckbuilder.tables.protocol import Event, Option

GREEDY = "greedy"
BOTS = (RANDOM, GREEDY)
_LARGE = 1 << 30


def bot(spec: str) -> Policy:
    """Return the bot of a spec. Raises InputError for an unknown one."""
    found = numbers()
    name, changes = chosen(spec, {GREEDY: found.position.changeable, RANDOM: ()})
    if name == RANDOM:
        return RandomPolicy()
    return Greedy(replace(found.position, **changes), found.greedy)


class Greedy(Policy):
    """Scores each option by the position that it leads to."""

    def __init__(self, weights: Weights, looking: Looking) -> None:
        self._weights = weights
        self._looking = looking

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
        settler = Settler(view.seat, self._weights, self._looking)
        known: dict[Option, Board] = {}
        for option in options:
            alike = as_card(state, view.seat, option)
            end = known.get(alike)
            if end is None:
                end = known[alike] = settler.after(state, option)
            yield end


def imagined(view: View, sample: int = 0) -> State:
    """Return a state that fits a view, the same one for the same view and sample."""
    moment = (view.turn * 8191 + view.next_id * 31 + len(view.agenda)) % _LARGE
    return RULES.imagine(view, Stream(moment, f"imagined/{view.seat}", sample))
