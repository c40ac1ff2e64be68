"""How `expert` learned for tables of three and four, out of games of bots with themselves.

Rounds of games at the table, each played by the mind that the rounds before made. The worth of
a moment is the sum that comes nearest to what whoever left it behind got in the end (least
squares, drawn a little towards nothing), apart for the seats still in and for early, middle
and late. Habits are how often each of two cards was the one played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from deckbuilder.games.xeno.bots.crowd import Crowd
from deckbuilder.games.xeno.bots.crowd_mind import (
    LEAST,
    CrowdMind,
    LearnedMind,
    Part,
    counter_mind,
)
from deckbuilder.games.xeno.bots.crowd_policy import CrowdPolicy, highest
from deckbuilder.games.xeno.bots.habits import time_of
from deckbuilder.games.xeno.ranks import HERO, RANKS
from deckbuilder.games.xeno.rules import RULES
from deckbuilder.games.xeno.setup import Setup
from deckbuilder.games.xeno.state import State
from deckbuilder.tables.chance import MAX_SEED, Stream
from deckbuilder.tables.feed import Feeds
from deckbuilder.tables.policy import pick
from deckbuilder.tables.protocol import Event, Option

NOISE = 20
"""One choice of so many is made at random."""
DRAWN_TO_NOTHING = 10.0
FEW_PLAYS = 20
"""Plays at which circumstances count as much as all of them together."""
TIMES = 3
FEATURES = 10 + 5

Floats = npt.NDArray[np.float64]


def learn_crowd(
    setup: Setup, seed: int, rounds: int, games: int, made_by: str, tell: Callable[[int], None]
) -> LearnedMind:
    """Return the mind after rounds of so many games each; `tell` hears of every round done."""
    notes = _Notes(setup.players)
    mind: CrowdMind = counter_mind()
    for number in range(rounds):
        policy = CrowdPolicy(setup, mind)
        for game in range(number * games, (number + 1) * games):
            _play(setup, policy, mind, Stream(seed, "deal", game).below(MAX_SEED + 1), notes)
        mind = learned = notes.mind(made_by)
        tell(number + 1)
    return learned


class _Notes:
    """Sums over all moments and plays so far, enough for the best sums and for habits."""

    def __init__(self, players: int) -> None:
        groups = (players - 1, TIMES)
        self.squares = np.zeros((*groups, FEATURES, FEATURES))
        self.products = np.zeros((*groups, FEATURES))
        self.played = np.zeros((players - 1, 2 * TIMES, 11, 11))

    def mind(self, made_by: str) -> LearnedMind:
        """Return the mind that the notes so far make."""
        pull = DRAWN_TO_NOTHING * np.eye(FEATURES)
        parts = []
        for squares, products in zip(self.squares, self.products, strict=True):
            fitted = [
                np.linalg.solve(one + pull, two).round(4).tolist()
                for one, two in zip(squares, products, strict=True)
            ]
            parts.append(tuple(Part(tuple(each[:10]), *each[10:]) for each in fitted))
        usual = [
            tuple(
                tuple(map(tuple, rows.round(3).tolist()))
                for rows in _shares(played, _shares(played.sum(axis=0), np.full((11, 11), 0.5)))
            )
            for played in self.played
        ]
        return LearnedMind(made_by, tuple(parts), tuple(usual))


def _shares(played: Floats, wider: Floats) -> Floats:
    """Return how often the first of two cards was the one played, leaning on `wider`."""
    both = played + np.swapaxes(played, -1, -2)
    shares: Floats = (played + FEW_PLAYS * wider) / (both + FEW_PLAYS)
    for rank in RANKS:
        shares[..., rank, rank] = 1.0
        shares[..., rank, HERO] = 1.0
        shares[..., HERO, rank] = 0.0
    return shares


def _play(setup: Setup, policy: CrowdPolicy, mind: CrowdMind, seed: int, notes: _Notes) -> None:
    """Play one game and note its moments and plays."""
    state, events = RULES.start(setup.settings, seed)
    feeds = Feeds(setup.players)
    feeds.add(events)
    watching = [Crowd(setup, seat, mind.habits) for seat in range(setup.players)]
    moments: list[tuple[int, int, int, Floats]] = []
    step = 0
    while state.phase != "over":
        seat = state.acting
        option = _choose(state, policy, feeds.of(seat), Stream(seed, "choice", step))
        if option.action == "play":
            card = setup.ranks[option.subject]
            circumstance = 2 * time_of(len(state.deck)) + (state.boys > 0)
            inside = state.inside.bit_count()
            notes.played[inside - LEAST, circumstance, card, sum(state.hands[seat]) - card] += 1
        turn = state.turn
        state, events = RULES.apply(state, {seat: option})
        feeds.add(events)
        step += 1
        if state.phase != "over" and state.turn != turn and state.inside >> seat & 1:
            watching[seat].follow(feeds.of(seat))
            moments.append(_moment(state, seat, watching[seat]))
    for seat, inside, time, features in moments:
        notes.squares[inside - LEAST, time] += np.outer(features, features)
        notes.products[inside - LEAST, time] += features * state.points[seat]


def _choose(state: State, policy: CrowdPolicy, feed: Sequence[Event], stream: Stream) -> Option:
    options = RULES.options(state, state.acting)
    if stream.below(NOISE) == 0:
        return stream.choice(options)
    return pick(policy, RULES.view(state, state.acting), options, stream, feed)


def _moment(state: State, seat: int, crowd: Crowd) -> tuple[int, int, int, Floats]:
    """Return seat, seats still in, time, and what the worth of the moment is a sum of."""
    view = RULES.view(state, seat)
    own = state.hands[seat][0]
    # The next player has drawn, or looks, already.
    deck = len(state.deck) + (len(state.open) if state.phase == "keep" else 1)
    protected = view.protected[seat]
    features = np.zeros(FEATURES)
    features[own - 1] = 1.0
    features[10:] = (
        any(known.sees for known in view.known) and not protected,
        protected,
        view.sage[seat],
        any(known.holds for known in view.known),
        highest(crowd.weight, own),
    )
    return seat, len(crowd.axes) + 1, time_of(deck), features
