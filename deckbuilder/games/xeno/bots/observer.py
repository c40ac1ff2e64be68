"""What one of two seats can work out from all that it saw: the exact belief, kept up to date."""

from __future__ import annotations

from collections.abc import Sequence

from deckbuilder.games.xeno.bots import belief
from deckbuilder.games.xeno.bots.habits import circumstance
from deckbuilder.games.xeno.bots.numbers import Brain
from deckbuilder.games.xeno.ranks import BOY, DIVINER, HERO, MAIDEN
from deckbuilder.games.xeno.setup import Setup
from deckbuilder.tables.protocol import Event, seat_number


def game_so_far(feed: Sequence[Event]) -> tuple[Event, ...]:
    """Return what a seat saw of the game that is on, from its deal."""
    for place in range(len(feed) - 1, -1, -1):
        if feed[place].kind == "deal":
            return tuple(feed[place:])
    return tuple(feed)


class Observer:
    """Follows one game from one of two seats.

    `weight` and `unseen` are as in the kernel `belief`. While an execution waits for its choice
    they are those of before the other seat drew.
    """

    def __init__(self, setup: Setup, seat: int, brain: Brain) -> None:
        self.seat = seat
        self.weight = [[0.0] * 11 for _ in range(11)]
        self.unseen = [setup.deck.count(rank) for rank in range(11)]
        self._spare = [[0.0] * 11 for _ in range(11)]
        self._ranks = setup.ranks
        self._forced_arms = setup.settings.boys == "discarded"
        self._brain = brain
        self._hand: list[int] = []
        self._shown: list[int] = []
        self._begun = self._reborn = self._protected = self._looks = False
        self._boys = self._sees = 0
        self._followed: tuple[Event, ...] = ()

    def follow(self, feed: Sequence[Event]) -> bool:
        """Take in what happened since; False when the feed is of another game."""
        begun = game_so_far(feed)
        done = len(self._followed)
        if begun[:done] != self._followed:
            return False
        for event in begun[done:]:
            self._take_in(event)
        self._followed = begun
        return True

    def _take_in(self, event: Event) -> None:
        ranks = [self._ranks[card] for card in event.subjects]
        own = event.seat == self.seat
        match event.kind:
            case "draw":
                self._draw(ranks[0])
            case "looks":
                self._looks = not own
            case "look":
                looked = [ranks.count(rank) for rank in range(11)]
                belief.saw_look(self.weight, self.unseen, looked)
            case "keep":
                self.unseen[ranks[0]] -= 1
                self._hand += ranks
            case "play":
                self._play(own, ranks[0])
            case "show":
                self._show(own, ranks)
            case "discard" | "reborn":
                self._lose(own, ranks)
            case _:
                self._learn_of_hand(event, ranks)

    def _learn_of_hand(self, event: Event, ranks: list[int]) -> None:
        match event.kind:
            case "miss" if seat_number(event.targets[0]) != self.seat:
                belief.heard_no(self.weight, self._ranks[event.targets[1]])
            case "see":
                belief.saw_hand(self.weight, ranks[0])
            case "swap":
                belief.swapped(self.weight, self.unseen, self._hand[0], ranks[0])
                self._hand = ranks
                self._sees = ranks[0]

    def _draw(self, rank: int) -> None:
        if not self._begun:
            self._begun = True
            self.unseen[rank] -= 1
            belief.first_belief(self.weight, self.unseen)
        elif self._reborn:
            self._reborn = False
            belief.was_reborn(self.weight, self.unseen, rank)
        else:
            belief.saw_card_drawn(self.weight, self.unseen, rank)
        self._hand.append(rank)

    def _play(self, own: bool, rank: int) -> None:
        if own:
            self._hand.remove(rank)
            if rank == self._sees:
                self._sees = 0
            self._protected = rank == MAIDEN
        else:
            deck = belief.deck_size(self.weight, self.unseen) - 1
            place = circumstance(self._protected, self._boys > 0, self._sees, deck)
            belief.other_played(
                self.weight,
                self._spare,
                self.unseen,
                rank,
                self._brain.habits[place],
                self._looks,
                self._brain.high,
            )
            self._looks = False
            if rank == DIVINER and not self._protected:
                self._sees = self._hand[0]
        if rank == BOY:
            self._boys += 1

    def _show(self, own: bool, ranks: list[int]) -> None:
        self._shown = ranks
        if own:
            one, two = ranks
            drawn = two if one == self._hand[0] else one
            belief.saw_card_drawn(self.weight, self.unseen, drawn)
            self._hand = list(ranks)

    def _lose(self, own: bool, ranks: list[int]) -> None:
        shown, self._shown = self._shown, []
        if own:
            for rank in ranks:
                self._hand.remove(rank)
            self._reborn = not self._hand
            if self._reborn or (not shown and self._sees == ranks[0]):
                self._sees = 0
            elif shown:
                self._sees = self._hand[0]
        elif len(ranks) == 2:
            belief.other_showed(self.weight, self._spare, self.unseen, ranks[0], ranks[1], 0)
        elif ranks[0] == HERO:
            belief.other_was_hit(self.weight, self._spare, self.unseen)
        elif shown:
            one, two = shown
            kept = two if ranks[0] == one else one
            belief.other_showed(self.weight, self._spare, self.unseen, one, two, kept)
        else:
            belief.other_lost_blindly(self.weight, self._spare, self.unseen, ranks[0])
        if self._forced_arms:
            self._boys += ranks.count(BOY)
