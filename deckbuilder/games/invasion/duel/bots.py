"""Who plays a duel in a seat without a person.

`random` takes anything; `greedy` looks where each option leads, with the hidden cards dealt at
random as its seat may know them, and takes the best. What it shows is what it picks by.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from deckbuilder.games.characters import RANDOM, chosen
from deckbuilder.games.invasion.duel.asking import DECLINE, DONE, PASS
from deckbuilder.games.invasion.duel.position import Looking, Weights, numbers, worth
from deckbuilder.games.invasion.duel.rules import RULES
from deckbuilder.games.invasion.duel.state import Question, State, View
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.policy import Policy, RandomPolicy, Score
from deckbuilder.tables.protocol import Event, Option

GREEDY = "greedy"
BOTS = (RANDOM, GREEDY)
_LARGE = 1 << 30
_IN_ITSELF = frozenset(("window", "attack", "attackers", "defenders", "mulligan", "restore"))
"""Questions that open a choice of their own; all others belong to the one before."""
_FIGHTING = ("attackers", "defenders")
_QUIET = (PASS, DONE, DECLINE)
"""What a seat answers that does nothing."""


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
        state = imagined(view)
        found = []
        for option in options:
            parts = worth(self._after(state, view.seat, option), view.seat, self._weights)
            found.append(Score(option, sum(amount for _, amount in parts), parts))
        return found

    def _after(self, state: State, seat: int, option: Option) -> State:
        """Return where a choice leads: what belongs to it is answered as well as can be seen."""
        state, _ = RULES.apply(state, {seat: option})
        return self._settled(state, seat, self._looking.depth)

    def _settled(self, state: State, seat: int, depth: int) -> State:
        """Return the state when the choice has been carried out, and the seat is asked anew."""
        while (question := state.question) is not None:
            if question.seat != seat:
                state, _ = RULES.apply(state, {1 - seat: _foreseen(question)})
            elif question.kind == "window" and (state.chain or state.combat is not None):
                # The chain resolves, and an attack is over, before what they do can be seen.
                state, _ = RULES.apply(state, {seat: PASS})
            elif question.kind in _FIGHTING and state.combat is not None:
                state, _ = RULES.apply(state, {seat: _foreseen(question)})
            elif question.kind in _IN_ITSELF or depth <= 0:
                return state
            else:
                return self._best(state, seat, question.options, depth)
        return state

    def _best(self, state: State, seat: int, options: Sequence[Option], depth: int) -> State:
        best: tuple[float, State] | None = None
        for option in options[: self._looking.breadth]:
            after, _ = RULES.apply(state, {seat: option})
            after = self._settled(after, seat, depth - 1)
            total = sum(amount for _, amount in worth(after, seat, self._weights))
            if best is None or total > best[0]:
                best = (total, after)
        assert best is not None
        return best[1]


def _foreseen(question: Question) -> Option:
    """Return what is taken for the answer where nobody looks further: all that can fight does.

    Whatever else is asked, a seat does nothing, or what comes first where it must do something.
    """
    options = question.options
    if question.kind in _FIGHTING:
        return options[0]
    return next((option for option in options if option in _QUIET), options[0])


def imagined(view: View, sample: int = 0) -> State:
    """Return a state that fits a view, the same one for the same view and sample."""
    moment = (view.turn * 8191 + view.next_id * 31 + len(view.agenda)) % _LARGE
    return RULES.imagine(view, Stream(moment, f"imagined/{view.seat}", sample))
