"""The bot that plays whole turns out, over hidden cards dealt anew as its seat may know them.

Each plan is played out through the own turn and that of the other seat, in several deals of what
is hidden; all plans are played in the same deals. The position right after a choice counts beside
the mean of the playouts, for these know no tactics and actions. Half of the plans are dropped
after each round, until the work that may be done is done. Work is counted in tasks of the rules
and not in time, so that a choice is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.evaluation import (
    Looking,
    Parts,
    Planning,
    Weights,
    worth,
)
from deckbuilder.games.invasion.duel.lookahead import Settler, as_card, imagined
from deckbuilder.games.invasion.duel.plans import Plan, Playout, plans_for
from deckbuilder.games.invasion.duel.playout_policy import Habits
from deckbuilder.games.invasion.duel.state import Question, State, View
from deckbuilder.tables.policy import Policy, Score
from deckbuilder.tables.protocol import Event, Option


class Planner(Policy):
    """Scores each option by the best plan that begins with it."""

    def __init__(
        self, weights: Weights, planning: Planning, habits: Habits, think: float = 1.0
    ) -> None:
        self._weights = weights
        self._near = msgspec.structs.replace(weights, win=planning.win)
        self._ends = msgspec.structs.replace(self._near, resource=planning.resource)
        self._planning = planning
        self._habits = habits
        self._work = planning.work * think

    def score(
        self, view: View, options: Sequence[Option], feed: Sequence[Event] = ()
    ) -> Sequence[Score]:
        """Score every option by the parts of the positions it leads to, in the mean of the deals.

        What was dropped is compared with the best in the deals that both were played in.
        """
        deals = Deals(view)
        question = view.question
        assert question is not None
        alike = [as_card(deals[0], view.seat, option) for option in options]
        settler = Settler(view.seat, self._weights, Looking(self._planning.breadth), self._habits)
        tried = self._tried(question, dict(zip(alike, options, strict=True)), deals, settler)
        work = max(0.0, self._work - settler.work)
        best = self._search(view, [each for plans in tried.values() for each in plans], deals, work)
        ends = best.parts(len(best))
        scores = {}
        for name, plans in tried.items():
            one = max(plans, key=lambda each: each.ahead_of(best))
            mine, against = one.parts(len(one)), best.parts(len(one))
            parts = tuple(
                (part, ends.get(part, 0.0) + mine.get(part, 0.0) - against.get(part, 0.0))
                for part in dict.fromkeys((*ends, *mine, *against))
            )
            scores[name] = sum(amount for _, amount in parts), parts
        return [Score(option, *scores[name]) for option, name in zip(options, alike, strict=True)]

    def _tried(
        self, question: Question, options: dict[Option, Option], deals: Deals, settler: Settler
    ) -> dict[Option, list[Tried]]:
        """Return the plans of each option, nothing tried yet."""
        most = max(2, self._planning.plans // len(options))
        return {
            name: [
                self._untried(plan, settler.seat)
                for plan in plans_for(question, option, deals[0], settler, most)
            ]
            for name, option in options.items()
        }

    def _untried(self, plan: Plan, seat: int) -> Tried:
        """Return a plan of which no more is known than what the position after it is worth."""
        if plan.after is None:
            return Tried(plan)
        return Tried(plan, self._bounded(plan.after, seat, self._near), self._planning.glance)

    def _search(self, view: View, plans: list[Tried], deals: Deals, work: float) -> Tried:
        """Try plans and drop half of them, round by round; return the best one."""
        turns = self._planning.own_turn if view.active == view.seat else self._planning.other_turn
        until = view.turn + turns
        rounds = max(1, (len(plans) - 1).bit_length())
        left = work
        played = 0
        for number in range(rounds):
            share = left / (rounds - number)
            spent = 0.0
            while not spent or (spent < share and played < self._planning.deals):
                for each in plans:
                    spent += self._try(each, view.seat, until, deals[played])
                played += 1
            left -= spent
            plans.sort(key=lambda each: -each.mean(played))
            if left <= 0:
                break
            if number + 1 < rounds:
                del plans[(len(plans) + 1) // 2 :]
        return plans[0]

    def _try(self, tried: Tried, seat: int, until: int, state: State) -> int:
        """Play a plan out in one deal; return the work that was done."""
        plan = tried.plan
        board = Playout(plan, seat, until, self._habits).play(state, plan.option)
        tried.add(self._bounded(board, seat, self._ends))
        return board.work + self._planning.start

    def _bounded(self, board: Board, seat: int, weights: Weights) -> Parts:
        parts = worth(board, seat, weights)
        return parts if board.points is not None else bounded(parts, weights.win)


def bounded(parts: Parts, win: float) -> Parts:
    """Return parts in proportion whose sum lies between a lost and a won duel, in the same order.

    A position worth w is taken for w * win / (win + |w|): however good, it is not won yet.
    """
    share = win / (win + abs(sum(amount for _, amount in parts)))
    return tuple((name, amount * share) for name, amount in parts)


class Deals:
    """States that fit a view, each dealt when it is first asked for."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._states: list[State] = []

    def __getitem__(self, number: int) -> State:
        while len(self._states) <= number:
            self._states.append(imagined(self._view, len(self._states)))
        return self._states[number]


class Tried:
    """What came of a plan: what the positions that it led to are worth, by deal.

    `glance` is what the position right after it is worth, and counts so many times as much as the
    mean of the deals.
    """

    def __init__(self, plan: Plan, glance: Parts = (), times: float = 0.0) -> None:
        self.plan = plan
        self._glance = tuple((part, amount * times) for part, amount in glance)
        self._glanced = sum(amount for _, amount in self._glance)
        self._times = times
        self._parts: list[Parts] = []
        self._totals: list[float] = []

    def __len__(self) -> int:
        return len(self._totals)

    def add(self, parts: Parts) -> None:
        """Take note of the position that the next deal led to."""
        self._parts.append(parts)
        self._totals.append(sum(amount for _, amount in parts))

    def mean(self, deals: int) -> float:
        """Return the mean of the glance and of the worth over the first deals."""
        return (sum(self._totals[:deals]) / deals + self._glanced) / (1 + self._times)

    def ahead_of(self, other: Tried) -> float:
        """Return how much better a plan is than another in the deals of both."""
        deals = min(len(self), len(other))
        return self.mean(deals) - other.mean(deals)

    def parts(self, deals: int) -> dict[str, float]:
        """Return the mean of the glance and of the first deals, part by part."""
        whole = 1 + self._times
        means = {name: amount / whole for name, amount in self._glance}
        for parts in self._parts[:deals]:
            for name, amount in parts:
                means[name] = means.get(name, 0.0) + amount / (deals * whole)
        return means
