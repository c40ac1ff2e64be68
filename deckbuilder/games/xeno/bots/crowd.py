"""The exact joint belief of one seat over all other hands and the card aside, for any table.

`weight` has an axis for each other seat still in, in the order of `axes`, and a last one for
the reincarnation card; an axis counts ranks from 0, which for the last means that the card is
taken. Given all of them the deck is certain but for its order, which is always even. So an
event changes the weights by the probability of what was seen, as in the kernel `belief`, which
is this for one other seat, written out.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from deckbuilder.games.xeno.bots.crowd_mind import Habits
from deckbuilder.games.xeno.bots.observer import game_so_far
from deckbuilder.games.xeno.ranks import BOY, NOBLE, SPIRIT
from deckbuilder.games.xeno.setup import Setup
from deckbuilder.tables.protocol import Event, seat_number

Floats = npt.NDArray[np.float64]
RANK = np.arange(11)
SAME = np.eye(11)


class Crowd:
    """Follows one game from one seat."""

    def __init__(self, setup: Setup, seat: int, habits: Habits) -> None:
        self.seat = seat
        self.axes = [other for other in range(setup.players) if other != seat]
        self.unseen = [setup.deck.count(rank) for rank in range(11)]
        self.weight: Floats = np.ones((11,) * setup.players)
        self._setup = setup
        self._habits = habits
        self._hand: list[int] = []
        self._shown: list[int] = []
        self._play: tuple[int, int | None, int | None] | None = None
        self._swap: tuple[int, int] | None = None
        self._survivor: tuple[int, int] | None = None
        self._begun = self._reborn = False
        self._boys = 0
        self._followed: tuple[Event, ...] = ()

    def follow(self, feed: Sequence[Event]) -> bool:
        """Take in what happened since; False when the feed is of another game."""
        begun = game_so_far(feed)
        done = len(self._followed)
        if begun[:done] != self._followed:
            return False
        for event in begun[done:]:
            self._take_in(event)
        self._settle(None)
        self._followed = begun
        return True

    def hand_of(self, seat: int) -> Floats:
        """Return the probability of each rank in another hand."""
        axis = self.axes.index(seat)
        others = tuple(each for each in range(self.weight.ndim) if each != axis)
        chances: Floats = self.weight.sum(axis=others)
        return chances

    def left(self, rank: int) -> Floats:
        """Return how many copies of a rank are in the deck, by hands and card aside."""
        count: Floats = np.full(self.weight.shape, float(self.unseen[rank]))
        for axis in range(self.weight.ndim):
            count -= self._along(np.equal(RANK, rank), axis)
        return np.maximum(count, 0.0)

    def made_to_draw(self, seat: int, rank: int) -> Floats:
        """Return the weights times the copies that a seat may draw, where it holds this rank.

        The axis of the seat is that of the card drawn, any.
        """
        axis = self.axes.index(seat)
        held = np.expand_dims(self.weight.take(rank, axis), axis)
        left = np.zeros(self.weight.shape) + self._along(
            np.array(self.unseen, float) - np.equal(RANK, rank), axis
        )
        for other in range(self.weight.ndim):
            if other != axis:
                left -= self._pairs(other, axis)
        drawn: Floats = held * np.maximum(left, 0.0)
        return drawn

    def _along(self, values: npt.NDArray[np.generic], axis: int) -> Floats:
        shape = [1] * self.weight.ndim
        shape[axis] = 11
        return values.astype(float).reshape(shape)

    def _pairs(self, one: int, two: int) -> Floats:
        shape = [1] * self.weight.ndim
        shape[one] = shape[two] = 11
        return SAME.reshape(shape)

    def _even_out(self) -> None:
        self.weight /= self.weight.sum()

    def _take_in(self, event: Event) -> None:
        ranks = [self._setup.ranks[card] for card in event.subjects]
        own = event.seat == self.seat
        target = seat_number(event.targets[0]) if event.targets else None
        self._settle(event)
        match event.kind:
            case "draw":
                self._draw(ranks[0])
            case "look":
                self._look(ranks)
            case "keep":
                self.unseen[ranks[0]] -= 1
                self._hand += ranks
            case "play":
                self._see_play(event, own, ranks[0], target)
            case "miss" | "see" | "swap" if target in self.axes:
                self._learn_of_hand(event, ranks, target)
            case "show":
                self._shown = ranks
                if own:
                    drawn = ranks[1] if ranks[0] == self._hand[0] else ranks[0]
                    self._draw(drawn)
            case "discard" | "reborn":
                self._lose(event, own, ranks)
            case "out" if event.seat in self.axes:
                self._leave(event.seat, ranks)

    def _look(self, ranks: list[int]) -> None:
        for rank in set(ranks):
            left = self.left(rank)
            for taken in range(ranks.count(rank)):
                self.weight *= np.maximum(left - taken, 0.0)
        self._even_out()

    def _learn_of_hand(self, event: Event, ranks: list[int], target: int) -> None:
        match event.kind:
            case "miss":
                self._lacks(target, [self._setup.ranks[event.targets[1]]])
            case "see":
                self._holds(target, ranks[0])
            case "swap":
                given = self._hand[0]
                self._holds(target, ranks[0])
                self.unseen[ranks[0]] -= 1
                self.unseen[given] += 1
                axis = self.axes.index(target)
                self.weight = np.roll(self.weight, given - ranks[0], axis)
                self._hand = ranks

    def _draw(self, rank: int) -> None:
        if not self._begun:
            self._begun = True
            self.unseen[rank] -= 1
            self._deal()
        elif self._reborn:
            self._reborn = False
            taken = self.weight.take(rank, -1)
            self.weight = np.zeros_like(self.weight)
            self.weight[..., 0] = taken
            self.unseen[rank] -= 1
        else:
            self.weight *= self.left(rank)
            self.unseen[rank] -= 1
        self._even_out()
        self._hand.append(rank)

    def _deal(self) -> None:
        """Weigh every way to give out one card each."""
        for axis in range(self.weight.ndim):
            left = np.zeros(self.weight.shape) + self._along(np.array(self.unseen, float), axis)
            for other in range(axis):
                left -= self._pairs(other, axis)
            self.weight *= np.maximum(left, 0.0)
            self.weight *= self._along(RANK > 0, axis)

    def _see_play(self, event: Event, own: bool, rank: int, target: int | None) -> None:
        self._play = rank, event.seat, target
        self._shown = []
        if own:
            self._hand.remove(rank)
        elif event.seat in self.axes:
            axis = self.axes.index(event.seat)
            drew = self.weight * self.left(rank)
            had = self.made_to_draw(event.seat, rank) * self._along(np.not_equal(RANK, rank), axis)
            deck = sum(self.unseen) - len(self.axes) - bool(self.weight[..., 1:].any())
            habits = self._habits(len(self.axes) + 1, self._boys > 0, deck - 1)
            likely = self._along(np.array(habits[rank]), axis)
            self.weight = (drew + had) * likely * self._along(RANK > 0, axis)
            self.unseen[rank] -= 1
            self._even_out()
        if rank == BOY:
            self._boys += 1
        if rank == SPIRIT and event.seat in self.axes and target in self.axes:
            self._swap = self.axes.index(event.seat), self.axes.index(target)

    def _settle(self, event: Event | None) -> None:
        """Carry out what hung on the event that follows: this one, or none."""
        if self._swap is not None:
            if event is None or event.kind != "blocked":
                self.weight = np.swapaxes(self.weight, *self._swap).copy()
            self._swap = None
        if self._survivor is not None:
            seat, rank = self._survivor
            if event is None or (event.kind, event.seat) != ("out", seat):
                self._lacks(seat, [rank])
            self._survivor = None

    def _holds(self, seat: int, rank: int) -> None:
        self.weight *= self._along(np.equal(RANK, rank), self.axes.index(seat))
        self._even_out()

    def _lacks(self, seat: int, ranks: Sequence[int]) -> None:
        self.weight *= self._along(~np.isin(RANK, ranks), self.axes.index(seat))
        self._even_out()

    def _lose(self, event: Event, own: bool, ranks: list[int]) -> None:
        """Somebody discarded by force and is still in."""
        shown = self._shown
        if own:
            for rank in ranks:
                self._hand.remove(rank)
            self._reborn = not self._hand
        elif event.seat in self.axes:
            axis = self.axes.index(event.seat)
            if event.kind == "reborn":
                taken = self._with_cards(event.seat, ranks)
                self.weight = np.zeros_like(self.weight)
                # The card aside becomes the hand, and its axis that of the hand.
                self.weight[..., 0] = np.moveaxis(taken, -1, axis)
            elif shown:
                kept = sum(shown) - ranks[0]
                taken = np.expand_dims(self._with_cards(event.seat, shown), axis)
                self.weight = taken * self._along(np.equal(RANK, kept), axis)
            else:
                drew = self.weight * self.left(ranks[0])
                self.weight = drew + self.made_to_draw(event.seat, ranks[0])
                self.weight *= self._along(RANK > 0, axis)
            for rank in ranks:
                self.unseen[rank] -= 1
            self._even_out()
        if self._setup.settings.boys == "discarded":
            self._boys += ranks.count(BOY)

    def _with_cards(self, seat: int, ranks: Sequence[int]) -> Floats:
        """Return the weights without a seat's axis, where its one or two cards are these."""
        axis = self.axes.index(seat)
        if len(ranks) == 1:
            taken: Floats = np.take(self.weight, ranks[0], axis)
            return taken
        one, two = ranks
        cards: Floats = np.take(self.made_to_draw(seat, one), two, axis)
        if one != two:
            cards = cards + np.take(self.made_to_draw(seat, two), one, axis)
        return cards

    def _leave(self, seat: int, ranks: list[int]) -> None:
        """Another seat is out with these cards."""
        self.weight = self._with_cards(seat, ranks)
        self.axes.remove(seat)
        for rank in ranks:
            self.unseen[rank] -= 1
        if self._setup.settings.boys == "discarded":
            self._boys += ranks.count(BOY)
        self._even_out()
        if self._play is not None and self._play[0] == NOBLE:
            _, player, target = self._play
            partner = target if seat == player else player
            if partner is not None and partner in self.axes:
                self._lacks(partner, range(1, ranks[0]))
                self._survivor = partner, ranks[0]
