"""The end of a game of XENO between two, solved exactly.

A position is what is left of the cards: one in each hand, one aside, the others in the deck,
every deal alike and nothing known to anybody; the first seat is about to draw. The tree comes
from the rules engine itself: only the order of the deck, which nobody knows, is left to chance
card by card, and the Reaper's pick is even chance whatever is picked.

How far it goes: with 3 cards in the deck (6 left) a tree has some 17,000 nodes and is solved to
an exploitability of 0.0005 in less than a second; with 4, some 200,000 in ten seconds; with 5,
two to three million in two minutes and 3 GB of memory, which is where this stops.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, prod
from typing import Any

import msgspec
import numpy as np

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.errors import refusal
from deckbuilder.games.parts import Mix, Solved, Solving
from deckbuilder.games.xeno.bots.policies import BRAINS, bot_for
from deckbuilder.games.xeno.equilibrium import (
    OVER,
    Floats,
    Level,
    Tree,
    best_response,
    solve,
)
from deckbuilder.games.xeno.ranks import BOY
from deckbuilder.games.xeno.rules import RULES, deal_in_order
from deckbuilder.games.xeno.settings import Settings
from deckbuilder.games.xeno.setup import setup_for
from deckbuilder.games.xeno.state import State
from deckbuilder.tables.policy import TIE, Policy
from deckbuilder.tables.protocol import Event, Option

MOST_NODES = 3_000_000
MOST_ROUNDS = 5_000
LEAST_CARDS = 4
"""Two hands, a card aside, and one to draw."""


class Endgame(msgspec.Struct, frozen=True):
    """A position as a tree; `moments` has a state of every information set, `feeds` its feed."""

    tree: Tree
    moments: tuple[State, ...]
    feeds: tuple[tuple[Event, ...], ...]
    options: tuple[tuple[Option, ...], ...]


def endgame(settings: Settings, left: Sequence[str], boys_played: int = 0) -> Endgame:
    """Return the tree for the cards that are left, by id.

    `boys_played` counts those played before (XENO-29). Raises InputError for cards that cannot
    be left, and where the tree would have more than MOST_NODES nodes.
    """
    counts = Counter(left)
    known = {card: copies for card, _, copies in settings.cards}
    for card, count in counts.items():
        if count > known.get(card, 0):
            raise refusal("xeno.left", card=card)
    if len(left) < LEAST_CARDS:
        raise refusal("xeno.few", least=LEAST_CARDS)
    cards = tuple((card, rank, counts[card]) for card, rank, _ in settings.cards)
    setup = setup_for(msgspec.structs.replace(settings, players=2, first=0, games=1, cards=cards))
    return _Grower(boys_played).grow(
        (chance, *deal_in_order(setup, order)) for chance, order in _deals(setup.deck)
    )


class XenoSolving(Solving):
    """The end of a game between two; of the cards played only a Boy tells (XENO-29)."""

    def solve(
        self,
        settings: Any,
        catalog: Catalog,
        left: Sequence[str],
        played: Sequence[str],
        near: float,
    ) -> Solved:
        """Solve a position. Raises InputError for cards that cannot be left, and too many."""
        setup = setup_for(settings)
        boys = sum(setup.ranks[card] == BOY for card in played)
        return solved(setup.settings, left, boys, near)


SOLVING = XenoSolving()


def solved(settings: Settings, left: Sequence[str], boys_played: int, near: float) -> Solved:
    """Return the solution of a position, and how the bots that keep a belief fare in it."""
    position = endgame(settings, left, boys_played)
    tree = position.tree
    found = solve(tree, MOST_ROUNDS, near)
    setup = position.moments[0].setup
    bots = []
    for spec in BRAINS:
        strategy = strategy_of(position, (bot_for(spec, setup), bot_for(spec, setup)))
        lost = best_response(tree, strategy, 0) - best_response(tree, strategy, 1)
        bots.append((spec, lost / 2))
    first: dict[tuple[str, ...], list[Floats]] = {}
    choices: dict[tuple[str, ...], tuple[Option, ...]] = {}
    for number in sorted(set(tree.levels[0].node_set.tolist())):
        state = position.moments[number]
        hand = setup.cards(state.hands[state.acting])
        choices[hand] = position.options[number]
        shares = found.strategy[tree.first[number] : tree.first[number + 1]]
        first.setdefault(hand, []).append(shares)
    return Solved(
        worth=found.value,
        low=found.low,
        high=found.high,
        exploitability=found.exploitability,
        nodes=tree.nodes,
        moments=tree.sets,
        rounds=found.rounds,
        first=tuple(
            # Which of the two cards was drawn is a moment of its own, but of no consequence.
            Mix(hand, tuple(zip(choices[hand], np.mean(shares, axis=0).tolist(), strict=True)))
            for hand, shares in first.items()
        ),
        bots=tuple(bots),
    )


def strategy_of(game: Endgame, bots: tuple[Policy, Policy]) -> Floats:
    """Return the choices of two bots; choices that are as good as each other share alike."""
    strategy = np.zeros(game.tree.actions)
    moments = zip(game.moments, game.options, game.feeds, strict=True)
    for number, (state, options, feed) in enumerate(moments):
        view = RULES.view(state, state.acting)
        totals = np.array(bots[state.acting].totals(view, options, feed))
        best = totals >= totals.max() - TIE
        start = game.tree.first[number]
        strategy[start : start + len(options)] = best / best.sum()
    return strategy


def _deals(deck: Sequence[int]) -> Iterator[tuple[float, list[int]]]:
    """Yield every different deal: two hands, the card aside, the card drawn, then the rest."""
    size = len(deck)

    def extend(
        chance: float, dealt: list[int], left: Counter[int]
    ) -> Iterator[tuple[float, list[int]]]:
        if len(dealt) == LEAST_CARDS:
            yield chance, [*dealt, *sorted(left.elements())]
            return
        for rank in sorted(left):
            if left[rank]:
                yield from extend(
                    chance * left[rank] / (size - len(dealt)),
                    [*dealt, rank],
                    left - Counter([rank]),
                )

    return extend(1.0, [], Counter(deck))


def _outcomes(state: State, option: Option) -> Iterator[tuple[float, State, tuple[Event, ...]]]:
    """Yield what chance makes of a choice: probability, state, and what happened."""
    first, events = RULES.apply(state, {state.acting: option})
    size = len(state.deck)
    drawn = 0 if option.action == "keep" else size - len(first.deck)
    if drawn == 0:
        yield from _picks(1.0, first, events)
        return
    counts = Counter(state.deck)
    for top in sorted(set(combinations(sorted(state.deck), drawn))):
        taken = Counter(top)
        ways = prod(comb(counts[rank], copies) for rank, copies in taken.items())
        rest = sorted((counts - taken).elements())
        arranged = msgspec.structs.replace(state, deck=(*rest, *top))
        after, events = RULES.apply(arranged, {state.acting: option})
        yield from _picks(ways / comb(size, drawn), after, events)


def _picks(
    chance: float, state: State, events: tuple[Event, ...]
) -> Iterator[tuple[float, State, tuple[Event, ...]]]:
    if state.phase != "pick":
        deck = tuple(sorted(state.deck))
        yield chance, msgspec.structs.replace(state, deck=deck), events
        return
    for option in RULES.options(state, state.acting):
        for share, after, more in _outcomes(state, option):
            yield chance * share / 2, after, events + more


class _Grower:
    """Grows a tree level by level, with the information sets on the way."""

    def __init__(self, boys_played: int) -> None:
        self._boys_played = boys_played
        self._memories: dict[tuple[int, tuple[Event, ...]], int] = {}
        self._remembered: list[tuple[Event, ...]] = [()]
        self._sets: dict[tuple[int, int], int] = {}
        self._levels: list[Level] = []
        self._first = [0]
        self._owner: list[int] = []
        self._moments: list[State] = []
        self._feeds: list[tuple[Event, ...]] = []
        self._options: list[tuple[Option, ...]] = []
        self._nodes = 0

    def grow(self, deals: Iterator[tuple[float, State, tuple[Event, ...]]]) -> Endgame:
        rows = []
        for chance, dealt, events in deals:
            state = msgspec.structs.replace(dealt, boys=self._boys_played)
            known = (self._remember(0, events, 0), self._remember(0, events, 1))
            rows.append((0, OVER, chance, state, known))
        while rows:
            rows = self._grow_level(rows)
        return Endgame(
            Tree(self._levels, self._first, self._owner),
            tuple(self._moments),
            tuple(self._feeds),
            tuple(self._options),
        )

    def _grow_level(
        self, rows: list[tuple[int, int, float, State, tuple[int, int]]]
    ) -> list[tuple[int, int, float, State, tuple[int, int]]]:
        """Add a level of nodes and return the rows of the next."""
        self._nodes += len(rows)
        if self._nodes > MOST_NODES:
            raise refusal("xeno.large", most=f"{MOST_NODES:,}")
        sets, worth = [], []
        following: list[tuple[int, int, float, State, tuple[int, int]]] = []
        for place, (_, _, _, state, known) in enumerate(rows):
            outcome = RULES.outcome(state)
            worth.append(0.0 if outcome is None else outcome.points[0])
            if outcome is not None:
                sets.append(OVER)
                continue
            number = self._set_of(state, known)
            sets.append(number)
            for index, option in enumerate(self._options[number]):
                for chance, after, events in _outcomes(state, option):
                    memories = (
                        self._remember(known[0], events, 0),
                        self._remember(known[1], events, 1),
                    )
                    following.append((place, self._first[number] + index, chance, after, memories))
        self._levels.append(
            Level(
                np.array([row[0] for row in rows], np.int64),
                np.array([row[1] for row in rows], np.int64),
                np.array([row[2] for row in rows]),
                np.array(sets, np.int64),
                np.array(worth),
            )
        )
        return following

    def _set_of(self, state: State, known: tuple[int, int]) -> int:
        seat = state.acting
        key = (seat, known[seat])
        number = self._sets.get(key)
        if number is None:
            number = self._sets[key] = len(self._owner)
            options = RULES.options(state, seat)
            self._owner.append(seat)
            self._first.append(self._first[-1] + len(options))
            self._moments.append(state)
            self._feeds.append(self._remembered[known[seat]])
            self._options.append(options)
        return number

    def _remember(self, memory: int, events: Sequence[Event], seat: int) -> int:
        """Return the number of what a seat saw: what it saw before and these events."""
        seen = tuple(event for event in events if event.to is None or seat in event.to)
        number = self._memories.setdefault((memory, seen), len(self._remembered))
        if number == len(self._remembered):
            self._remembered.append(self._remembered[memory] + seen)
        return number
