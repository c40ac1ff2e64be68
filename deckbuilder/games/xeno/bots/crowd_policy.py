"""Bots that keep an exact belief at tables of three and four, one step ahead."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from deckbuilder.games.xeno.bots.crowd import RANK, Crowd, Floats
from deckbuilder.games.xeno.bots.crowd_mind import CrowdMind
from deckbuilder.games.xeno.bots.policies import BeliefPolicy
from deckbuilder.games.xeno.ranks import (
    DIVINER,
    EMPEROR,
    HERO,
    MAIDEN,
    NOBLE,
    RANKS,
    REAPER,
    SAGE,
    SOLDIER,
    SPIRIT,
)
from deckbuilder.games.xeno.setup import Setup
from deckbuilder.games.xeno.view import View
from deckbuilder.tables.policy import Score
from deckbuilder.tables.protocol import Event, Option, seat_number

HUNDREDTHS = 100.0


class CrowdPolicy(BeliefPolicy):
    """Weighs each option by what it leaves behind, for every deal that may be."""

    def __init__(
        self,
        setup: Setup,
        mind: CrowdMind,
    ) -> None:
        self._setup = setup
        self._mind = mind
        self._crowds: dict[int, Crowd] = {}

    def beliefs(self, view: View, feed: Sequence[Event]) -> dict[int, dict[str, float]]:
        """Return, for every other seat still in, the probability of each card in its hand."""
        crowd = self._observe(view, feed)
        ids = self._setup.ids
        return {
            seat: {ids[rank]: float(crowd.hand_of(seat)[rank]) for rank in RANKS}
            for seat in crowd.axes
        }

    def score(
        self, view: View, options: Sequence[Option], feed: Sequence[Event] = ()
    ) -> list[Score]:
        """Score every option with what it is worth, in hundredths of a win."""
        crowd = self._observe(view, feed)
        ranks = self._setup.ranks
        if view.phase == "play":
            hand = [ranks[card] for card in view.hand]
            worth = _Worth(self._setup, self._mind, view, crowd, view.deck)
            totals = [worth.play(option, hand) for option in options]
        elif view.phase == "keep":
            totals = [self._keep(view, crowd, option) for option in options]
        elif view.phase == "execute" and view.target is not None:
            worth = _Worth(self._setup, self._mind, view, crowd, view.deck)
            shown = sum(ranks[card] for card in view.shown)
            by = ranks[view.discards[view.seat][-1].card]
            totals = [
                worth.execution(view.target, ranks[view.hand[0]], by, ranks[option.subject], shown)
                for option in options
            ]
        else:
            totals = [0.0] * len(options)
        return [
            Score(option, HUNDREDTHS * total, (("worth", HUNDREDTHS * total),))
            for option, total in zip(options, totals, strict=True)
        ]

    def _observe(self, view: View, feed: Sequence[Event]) -> Crowd:
        crowd = self._crowds.get(view.seat)
        if crowd is None or not crowd.follow(feed):
            crowd = Crowd(self._setup, view.seat, self._mind.habits)
            crowd.follow(feed)
            self._crowds[view.seat] = crowd
        return crowd

    def _keep(self, view: View, crowd: Crowd, option: Option) -> float:
        setup = self._setup
        kept = setup.ranks[option.subject]
        hand = [setup.ranks[view.hand[0]], kept]
        deck = view.deck + len(view.looked) - 1
        crowd.unseen[kept] -= 1
        worth = _Worth(setup, self._mind, view, crowd, deck)
        plays = setup.plays(
            tuple(sorted(hand)),
            view.seat,
            sum(1 << seat for seat, inside in enumerate(view.inside) if inside),
            view.boy_counts,
        )
        best = max(worth.play(play, hand) for play in plays)
        crowd.unseen[kept] += 1
        return best


class _Worth:
    """The worth of what one seat may do at one moment."""

    def __init__(self, setup: Setup, mind: CrowdMind, view: View, crowd: Crowd, deck: int) -> None:
        self._setup = setup
        self._mind = mind
        self._view = view
        self._crowd = crowd
        self._deck = deck
        self._sees = {setup.ranks[known.sees] for known in view.known if known.sees}
        self._knows = any(known.holds for known in view.known)

    def play(self, option: Option, hand: Sequence[int]) -> float:
        """Return the worth of a play."""
        ranks = self._setup.ranks
        card = ranks[option.subject]
        own = sum(hand) - card
        exposed = own in self._sees and own != card
        weight = self._crowd.weight
        if not option.targets:
            return self._after(
                weight,
                own,
                exposed,
                self._deck,
                protected=card == MAIDEN,
                looks=card == SAGE,
            )
        target = seat_number(option.targets[0])
        if self._view.protected[target]:
            return self._after(weight, own, exposed, self._deck)
        axis = self._crowd.axes.index(target)
        if card == NOBLE:
            return self._duel(weight, axis, own, exposed)
        if card == SOLDIER:
            return self._name(weight, axis, own, exposed, ranks[option.targets[1]])
        if card == SPIRIT:
            return sum(
                self._after(
                    self._put(np.take(weight, rank, axis), axis, own), rank, True, self._deck
                )
                for rank in RANKS
            )
        if card == DIVINER or not self._deck:
            return self._after(weight, own, exposed, self._deck, sees=card == DIVINER)
        return self._draw(target, axis, own, exposed, card)

    def execution(self, target: int, own: int, by: int, gone: int, shown: int) -> float:
        """Return the worth of discarding one of two open cards, ranks that add up to `shown`."""
        axis = self._crowd.axes.index(target)
        return self._without(axis, own, own in self._sees, by, gone, shown - gone, self._deck)

    def _duel(self, weight: Floats, axis: int, own: int, exposed: bool) -> float:
        lower = np.take(weight, range(own), axis).sum(axis=axis)
        total = self._after(lower, own, exposed, self._deck)
        if weight.ndim == 2:
            total += 0.5 * float(np.take(weight, own, axis).sum())
        return total

    def _name(self, weight: Floats, axis: int, own: int, exposed: bool, name: int) -> float:
        hit = np.take(weight, name, axis)
        missed = weight - self._put(hit, axis, name)
        total = self._after(missed, own, exposed, self._deck)
        if name == HERO:
            return total + self._after(self._reborn(hit, axis), own, exposed, self._deck)
        return total + self._after(hit, own, exposed, self._deck)

    def _draw(self, target: int, axis: int, own: int, exposed: bool, by: int) -> float:
        """Return the worth of making a target draw and discard, its other cards apart.

        The two cards are weighed exactly; the hands of the others as if they were the same
        whichever the two are.
        """
        crowd = self._crowd
        others = tuple(each for each in range(crowd.weight.ndim) if each != axis)
        pairs = np.array([crowd.made_to_draw(target, rank).sum(axis=others) for rank in range(11)])
        pairs[:, 0] = 0.0
        pairs /= pairs.sum()
        deck = self._deck - 1
        total = 0.0
        without: dict[tuple[int, int], float] = {}
        for one in RANKS:
            for two in range(1, one + 1):
                chance = pairs[one, two] + (pairs[two, one] if one != two else 0.0)
                if chance <= 0.0:
                    continue
                for gone, stays in ((one, two), (two, one)):
                    key = (gone if gone == HERO else 0, stays)
                    if key not in without:
                        without[key] = self._without(axis, own, exposed, by, gone, stays, deck)
                first = without[one if one == HERO else 0, two]
                second = without[0, one]
                if by == REAPER:
                    total += chance * 0.5 * (first + second)
                else:
                    total += chance * max(first, second)
        return total

    def _without(
        self, axis: int, own: int, exposed: bool, by: int, gone: int, stays: int, deck: int
    ) -> float:
        """Return the worth when a target with two cards discards one."""
        rest = self._crowd.weight.sum(axis=axis)
        if gone == HERO and by == EMPEROR:
            return self._after(rest, own, exposed, deck)
        if gone == HERO:
            return self._after(self._reborn(rest, axis), own, exposed, deck)
        left = self._put(rest, axis, stays)
        return self._after(left, own, exposed, deck, sees=by != REAPER)

    def _put(self, weight: Floats, axis: int, rank: int) -> Floats:
        """Return the weights with an axis added for a hand of this rank."""
        shape = [1] * (weight.ndim + 1)
        shape[axis] = 11
        put: Floats = np.expand_dims(weight, axis) * np.equal(RANK, rank).reshape(shape)
        return put

    def _reborn(self, weight: Floats, axis: int) -> Floats:
        """Return the weights with an axis added for a hand that lay aside."""
        reborn = np.zeros((11,) * (weight.ndim + 1))
        reborn[..., 0] = np.moveaxis(weight, -1, axis)
        return reborn

    def _after(
        self,
        weight: Floats,
        own: int,
        exposed: bool,
        deck: int,
        *,
        protected: bool = False,
        looks: bool = False,
        sees: bool = False,
    ) -> float:
        """Return the worth of the end of the own turn, times the sum of the weights.

        With an empty deck hands decide (XENO-16).
        """
        mass = float(weight.sum())
        if weight.ndim == 1 or mass == 0.0:
            return mass
        if deck == 0:
            return highest(weight, own)
        inside = weight.ndim
        base = self._mind.base(inside, deck, own, exposed, protected, looks, sees or self._knows)
        return mass * base + self._mind.high(inside, deck) * highest(weight, own)


def highest(weight: Floats, own: int) -> float:
    """Return the share of a win that a hand has at a showdown, times the sum of the weights."""
    hands = weight.sum(axis=-1)
    below = (slice(0, own),) * hands.ndim
    total = float(hands[below].sum())
    for axis in range(hands.ndim):
        tied = (*below[:axis], slice(own, own + 1), *below[axis + 1 :])
        total += 0.5 * float(hands[tied].sum())
    return total
