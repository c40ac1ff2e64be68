"""Decks as the default bot counts them while they grow: needs, and how races fit in."""

from __future__ import annotations

from functools import lru_cache
from operator import sub

from deckbuilder.games.invasion.drafter_cards import NEUTRAL, DraftedCards, Pile
from deckbuilder.games.invasion.plan import Plan
from deckbuilder.games.invasion.state import SEATS
from deckbuilder.games.invasion.weights import Character

CACHED = 4096
"""So many ways in which a deck is made of races are kept in mind."""


class CountedDeck:
    """A deck as a seat knows it, counted, and how races fit into it; it grows with the draft."""

    __slots__ = (
        "cards", "counts", "fits", "held", "prior", "race", "races", "seat", "symbols",
    )  # fmt: skip

    def __init__(self, seat: int, prior: float, races: int, needs: int) -> None:
        self.seat = seat
        self.prior = prior
        """So many cards the shares of its pile count as."""
        self.cards: tuple[str, ...] = ()
        self.races = [0] * races
        self.counts = [0] * needs
        """By cost, then by role, as are all needs."""
        self.held = [0.0] * needs
        """The same, weighted: what it takes off the need of one more."""
        self.race: list[float] = []
        """By race: the part of keeping to it."""
        self.symbols: list[float] = []
        """By race: expected in play."""
        self.fits: list[float] = []
        """By kind, a race and number of icons: race and loyalty parts together."""


class CountedDecks:
    """The decks last counted, by who sees whose: the next one mostly goes on from it."""

    def __init__(
        self, character: Character, plan: Plan, cards: DraftedCards, piles: tuple[Pile, ...]
    ) -> None:
        self._w = weights = character.weights
        self._effects = plan.effects
        self._facts = cards.facts
        self._kinds = max(1, len(cards.kinds))
        self._races = len(cards.races)
        self._piles = piles
        # What a card in the deck makes up for, and what one card more makes the need of each.
        costs, roles = len(character.curve), len(cards.roles)
        self.weights = [weights.curve] * costs + [weights.role] * roles
        shares = (*character.curve, *character.roles.values(), 0.0)
        self.shares = [weight * share for weight, share in zip(self.weights, shares, strict=True)]
        self._by_race = lru_cache(maxsize=CACHED)(self._of_races)
        self._wanted = lru_cache(maxsize=CACHED)(self._wanted_in)
        self._decks = [[self._no_cards(viewer, seat) for seat in SEATS] for viewer in SEATS]

    def needs(self, deck: CountedDeck) -> list[float]:
        """Return by cost and role what one card more of it is worth: below 0 with too many."""
        return list(map(sub, self._wanted(len(deck.cards) + 1), deck.held))

    def of(self, viewer: int, seat: int, cards: tuple[str, ...]) -> CountedDeck:
        """Count a deck; one that goes on from the last one costs its new cards only."""
        deck = self._decks[viewer][seat]
        if cards[: len(deck.cards)] != deck.cards:
            deck = self._decks[viewer][seat] = self._no_cards(viewer, seat)
        new = cards[len(deck.cards) :]
        if not self._effects.keys().isdisjoint(new):
            new = tuple([card for card in new if card not in self._effects])
        if not new:
            return deck
        deck.cards += new
        facts, counts, held, weights = self._facts, deck.counts, deck.held, self.weights
        for card in new:
            _, _, race, _, cost, role, _ = facts[card]
            if race != NEUTRAL:
                deck.races[race] += 1
            counts[cost] += 1
            counts[role] += 1
            held[cost] = weights[cost] * counts[cost]
            held[role] = weights[role] * counts[role]
        deck.race, deck.symbols, deck.fits = self._by_race(deck.seat, deck.prior, tuple(deck.races))
        return deck

    def _no_cards(self, viewer: int, seat: int) -> CountedDeck:
        prior = self._w.pile_counts_as if viewer == seat else self._w.guess
        deck = CountedDeck(seat, prior, self._races, len(self.weights))
        deck.race, deck.symbols, deck.fits = self._by_race(seat, prior, tuple(deck.races))
        return deck

    def _wanted_in(self, size: int) -> list[float]:
        """Return how many cards of each cost and role a deck of a size wants, weighted."""
        return [share * size for share in self.shares]

    def _of_races(
        self, seat: int, prior: float, races: tuple[int, ...]
    ) -> tuple[list[float], list[float], list[float]]:
        """Return by race the part of keeping to it, and the symbols to be expected in play.

        Third come the two parts of each kind together. Neutral cards neither make a race
        stronger nor need one.
        """
        w = self._w
        pile = self._piles[seat]
        owns = [races[index] + prior * share for index, share, _, _ in pile.races]
        most, all_owns = max(owns, default=0.0) or 1.0, sum(owns) or 1.0
        race, symbols = [0.0] * len(races), [1.0] * len(races)
        fits = [0.0] * self._kinds
        for own, (index, _, capital, kinds) in zip(owns, pile.races, strict=True):
            share = own / all_owns
            race[index] = keeping = w.race * (share - pile.equal_share)
            # Which capital it will be grows surer as the races draw apart.
            likely = own / most
            symbols[index] = covered = capital * (likely * likely) + w.symbols * share
            at_most = w.loyalty * (covered - 1.0)
            for kind, icons, loyalty in kinds:
                fits[kind] = keeping + (loyalty if icons < covered else at_most)
        return race, symbols, fits
