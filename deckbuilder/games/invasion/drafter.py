"""The default bot: it drafts towards a deck, and strikes what would help the opponent most.

It sees a view only. What does not depend on the view is worked out once; the scores that it
shows are the ones it picks by.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from math import inf
from operator import attrgetter, sub

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.invasion.capitals import capital_scores
from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.invasion.costs import total_cost
from deckbuilder.games.invasion.plan import STRIKE, TAKE, Plan
from deckbuilder.games.invasion.rating import RatingWeights, rate
from deckbuilder.games.invasion.rules import (
    CAPITAL,
    CUT,
    CUT_SUPPLY_LINES,
    DONE,
    MAY_GO_ON,
    REINFORCE,
    REINFORCEMENTS,
    SABOTAGE,
    SEATS,
    SHIFTING_TIDES,
    Public,
    View,
)
from deckbuilder.games.invasion.weights import Character
from deckbuilder.tables.policy import Policy, Score
from deckbuilder.tables.protocol import Event, Option

TYPICAL_COST = 2
"""Stands for a cost of X and a cost that is not known."""
MANY_STRIKES = 3.0
"""With so many strikes to come, an extra one is worth its full weight."""
CACHED = 4096
"""So many ways in which a deck is made of races are kept in mind."""
NEUTRAL = 0
"""Index of the race that is none."""
OTHER_ROLE = "other"
"""Types that a good deck needs no share of."""
NO_CARD = -inf
"""Worth of what comes into no deck: draft format cards, and `done`."""
SUBJECT = attrgetter("subject")
SIDES = {None: 0, "order": 1, "destruction": 2}

Facts = tuple[float, float, int, float, int, int, int]
"""Of a card: worth of its rating, taste for it, index of its race, loyalty icons, places of cost
and role among the needs, index of side. A tuple, as every score unpacks one."""

Brief = tuple[float, int, int, int]
"""Of a card: worth of rating and taste, its place in `_Deck.fits`, places of cost and role. All
that a total needs where the seat's pile is of one side."""

Parts = tuple[tuple[str, float], ...]


class _Deck:
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


class _Pile(msgspec.Struct, frozen=True):
    """What is known of a seat's pile before the draft. Its races are those but neutral."""

    races: list[tuple[int, float, float, list[tuple[int, float, float]]]]
    """Index, share of the cards that have a race, 1 where the seat can have its capital; and of
    each kind its place in `_Deck.fits`, icons, and worth of loyalty with all icons covered."""
    equal_share: float
    """Of a deck that held as much of each race of the pile."""
    mean: float
    best_found: float


class DrafterPolicy(Policy):
    """Drafts towards a deck: few races, a curve, enough units; strikes what hurts most."""

    def __init__(
        self, character: Character, rating: RatingWeights, plan: Plan, catalog: Catalog
    ) -> None:
        self._w = character.weights
        self._plan = plan
        self._catalog = catalog
        self._effects = plan.effects
        self._role_names = (*character.roles, OTHER_ROLE)
        # What a card in the deck makes up for, and what one card more makes the need of each.
        self._costs = len(character.curve)
        self._weights = [self._w.curve] * self._costs + [self._w.role] * len(self._role_names)
        shares = (*character.curve, *character.roles.values(), 0.0)
        self._shares = [weight * share for weight, share in zip(self._weights, shares, strict=True)]
        self._races: dict[str, int] = {"neutral": NEUTRAL}
        self._facts = {
            card_id: self._facts_of(catalog.card(card_id), character, rating)
            for card_id in dict.fromkeys((*plan.piles[0], *plan.piles[1], *plan.shared))
            if card_id not in plan.effects
        }
        # The pairs of race and icons that there are, with their places.
        self._kinds: dict[tuple[int, float], int] = {}
        for _, _, race, icons, *_ in self._facts.values():
            self._kinds.setdefault((race, icons), len(self._kinds))
        self._briefs: dict[str, Brief] = {
            card: (rating + taste, self._kinds[race, icons], cost, role)
            for card, (rating, taste, race, icons, cost, role, _) in self._facts.items()
        } | dict.fromkeys(plan.effects, (NO_CARD, 0, 0, 0))
        # Of each card: rating, and place in `_Deck.fits`.
        ratings = {
            card: (facts[0], self._kinds[facts[2], facts[3]]) for card, facts in self._facts.items()
        } | dict.fromkeys((*plan.effects, DONE.subject), (NO_CARD, 0))
        self._brief_of = self._briefs.__getitem__
        self._rating_of = ratings.__getitem__
        self._one_sided = plan.mixed_sides or all(
            len({self._facts[card][-1] for card in (*pile, *plan.shared) if card in self._facts})
            <= 2  # one side, and cards of neither
            for pile in plan.piles
        )
        self._piles = tuple(self._pile(number, catalog) for number in (0, 1))
        self._takes_after = _left_after(plan, TAKE)
        self._chances = _chances_to_strike(plan)
        self._spare = plan.pack_size - sum(step.count for step in plan.steps)
        self._by_race = lru_cache(maxsize=CACHED)(self._of_races)
        self._wanted = lru_cache(maxsize=CACHED)(self._wanted_in)
        # The decks last counted, by who sees whose: the next one mostly goes on from it.
        self._decks = [[self._no_cards(viewer, seat) for seat in SEATS] for viewer in SEATS]

    def score(
        self, view: View, options: Sequence[Option], feed: Sequence[Event] = ()
    ) -> Sequence[Score]:
        """Score every option; the parts add up to the total, but for rounding."""
        if view.public.phase == CAPITAL:
            return capital_scores(view, options, self._catalog, -self._w.loyalty)
        totals = self.totals(view, options)
        if view.public.phase == STRIKE:
            parts = self._strike_parts(view, options, totals)
        else:
            parts = []
            self._takes(view, options, parts)
        if view.public.phase == CUT:
            parts = [tuple((name, -worth) for name, worth in each) for each in parts]
        return [Score(*each) for each in zip(options, totals, parts, strict=True)]

    def totals(
        self, view: View, options: Sequence[Option], feed: Sequence[Event] = ()
    ) -> list[float]:
        """Return the totals of `score` alone."""
        phase = view.public.phase
        if phase == STRIKE:
            return self._strike_totals(view, options)
        if phase == CAPITAL:
            return [score.total for score in self.score(view, options)]
        if self._one_sided:
            totals = self._take_totals(view, options)
        else:
            totals = self._takes(view, options, [])
        return [-total for total in totals] if phase == CUT else totals

    def _takes(self, view: View, options: Sequence[Option], parts: list[Parts]) -> list[float]:
        """Return a total for each option, and add what it is made of to `parts`."""
        deck = self._deck(view.seat, view.seat, view.own.taken + view.own.pending)
        needs = self._needs(deck)
        against = 0.0 if self._plan.mixed_sides else self._w.side
        sides = [0] * len(SIDES)
        for card in deck.cards:
            sides[self._facts[card][-1]] += 1
        totals = []
        for option in options:
            card = option.subject
            if card in self._effects:
                gain, lost = self._take_format_card(view, card, deck)
                totals.append(gain + lost)
                parts.append((("effect", gain), ("card", lost)))
                continue
            rating, taste, of_race, icons, of_cost, of_role, of_side = self._facts[card]
            loyalty = self._w.loyalty * (min(icons, deck.symbols[of_race]) - 1.0)
            race = deck.race[of_race]
            curve = needs[of_cost]
            role = needs[of_role]
            other_side = of_side and sides[3 - of_side] > sides[of_side]
            side = 0.0 - against if other_side else 0.0
            totals.append(rating + taste + race + loyalty + curve + role + side)
            parts.append(
                (
                    ("rating", rating),
                    ("taste", taste),
                    ("race", race),
                    ("loyalty", loyalty),
                    ("curve", curve),
                    ("role", role),
                    ("side", side),
                )
            )
        return totals

    def _take_totals(self, view: View, options: Sequence[Option]) -> list[float]:
        """Return the totals of `_takes` alone, for a pile without cards of both sides."""
        own, seat = view.own, view.seat
        deck = self._deck(seat, seat, own.taken + own.pending)
        needs, fits = self._needs(deck), deck.fits
        totals = [
            worth + fits[kind] + needs[cost] + needs[role]
            for worth, kind, cost, role in map(self._brief_of, map(SUBJECT, options))
        ]
        while NO_CARD in totals:
            place = totals.index(NO_CARD)
            gain, lost = self._take_format_card(view, options[place].subject, deck)
            totals[place] = gain + lost
        return totals

    def _needs(self, deck: _Deck) -> list[float]:
        """Return by cost and role what one card more of it is worth: below 0 with too many."""
        return list(map(sub, self._wanted(len(deck.cards) + 1), deck.held))

    def _take_format_card(self, view: View, card: str, deck: _Deck) -> tuple[float, float]:
        """Taken or found, a draft format card does something, and gives no card by itself."""
        mean = 0.0
        effect = self._effects[card]
        if effect == SHIFTING_TIDES:
            worths = self._worths(dict.fromkeys(view.own.cards), deck.fits)
            mean = _mean([worth for worth in worths if worth != NO_CARD])
        gain = self._gain(view, view.seat, effect, mean)
        return gain, 0.0 if effect == REINFORCEMENTS else -self._w.card

    def _strike_totals(self, view: View, options: Sequence[Option]) -> list[float]:
        """Score strikes by what the opponent would lose, and `done` by what a Sabotage keeps."""
        fits = self._deck(view.seat, 1 - view.seat, view.public.known[view.seat]).fits
        worths = [
            rating + fits[kind] for rating, kind in map(self._rating_of, map(SUBJECT, options))
        ]
        cards = view.own.cards
        if len(options) != len(cards) or view.own.left == MAY_GO_ON:
            # Copies are one option, and `done` is one more.
            ordered, instead = self._in_order(view, self._worths(cards, fits))
        else:
            ordered, instead = self._in_order(view, worths)
        denial = self._w.denial
        totals = [denial * (worth - instead) for worth in worths]
        while NO_CARD in worths:
            place = worths.index(NO_CARD)
            worths[place] = 0.0
            option = options[place]
            if option.subject:
                gain, lost = self._strike_format_card(view, option.subject, ordered, instead)
                totals[place] = gain + lost
            else:
                totals[place] = self._kept(view.public)
        return totals

    def _strike_parts(
        self, view: View, options: Sequence[Option], totals: Sequence[float]
    ) -> list[Parts]:
        fits = self._deck(view.seat, 1 - view.seat, view.public.known[view.seat]).fits
        ordered, instead = self._in_order(view, self._worths(view.own.cards, fits))
        return [
            self._strike_parts_of(view, option, ordered, instead)
            if option.subject not in self._facts
            else (("denial", total),)
            for option, total in zip(options, totals, strict=True)
        ]

    def _in_order(self, view: View, worths: Sequence[float]) -> tuple[list[float], float]:
        """Return what a pack is worth to the opponent, card by card from the best down.

        Second comes what it would take in place of a card that is struck.
        """
        ordered = sorted(worths, reverse=True)
        while ordered and ordered[-1] == NO_CARD:
            ordered.pop()
        takes = self._takes_after[view.public.step - 1]
        return ordered, ordered[min(takes, len(ordered) - 1)] if ordered else 0.0

    def _strike_parts_of(
        self, view: View, option: Option, pack: list[float], instead: float
    ) -> Parts:
        """Return the parts of what is no card for a deck: `done`, and a draft format card."""
        if not option.subject:
            return (("kept", self._kept(view.public)),)
        gain, denial = self._strike_format_card(view, option.subject, pack, instead)
        return (("effect", gain), ("denial", denial))

    def _kept(self, public: Public) -> float:
        """Return what a Sabotage is worth that is kept for later strikes."""
        return self._w.keep_sabotage * self._chances[public.pack - 1][public.step - 1]

    def _strike_format_card(
        self, view: View, card: str, pack: list[float], instead: float
    ) -> tuple[float, float]:
        """Struck, a card works for the striker at the price of no card, and not for the other.

        `pack` has the worths of the other cards in the pack.
        """
        w = self._w
        effect = self._effects[card]
        mean = _mean(pack) if effect == SHIFTING_TIDES else 0.0
        gain = self._gain(view, view.seat, effect, mean)
        if effect == REINFORCEMENTS:
            gain += w.card
        lost = self._gain(view, 1 - view.seat, effect, mean) - w.card - instead
        return gain, w.denial * max(0.0, lost)

    def _worths(self, cards: Iterable[str], fits: Sequence[float]) -> list[float]:
        """Return what each card is worth to a deck: its rating, and how it fits its races."""
        return [rating + fits[kind] for rating, kind in map(self._rating_of, cards)]

    def _gain(self, view: View, seat: int, effect: str, pack_mean: float) -> float:
        """What a draft format card does for a seat; the pack is the one that it lies in."""
        w = self._w
        public = view.public
        if effect == CUT_SUPPLY_LINES:
            lines = public.lines[1 - seat] * self._plan.cards_fewer
            each = w.fewer_choices if lines < self._spare else w.fewer_cards
            return (self._plan.packs - public.pack) * each
        if effect == REINFORCEMENTS:
            return w.reinforcements * self._piles[seat].best_found
        if effect == SABOTAGE:
            return w.sabotage * self._chances[public.pack - 1][public.step - 1]
        if public.phase == REINFORCE:
            return 0.0
        takes = self._takes_after[public.step - 1]
        if public.phase == TAKE:
            # The pack is the seat's own: good when it is poorer than its pile.
            return w.tides * takes * (self._piles[seat].mean - pack_mean)
        owner = 1 - view.seat
        better = self._piles[owner].mean - pack_mean
        return w.tides * takes * (better if seat == owner else -better)

    def _deck(self, viewer: int, seat: int, cards: tuple[str, ...]) -> _Deck:
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
        facts, counts, held, weights = self._facts, deck.counts, deck.held, self._weights
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

    def _no_cards(self, viewer: int, seat: int) -> _Deck:
        prior = self._w.pile_counts_as if viewer == seat else self._w.guess
        deck = _Deck(seat, prior, len(self._races), len(self._weights))
        deck.race, deck.symbols, deck.fits = self._by_race(seat, prior, tuple(deck.races))
        return deck

    def _wanted_in(self, size: int) -> list[float]:
        """Return how many cards of each cost and role a deck of a size wants, weighted."""
        return [share * size for share in self._shares]

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
        fits = [0.0] * max(1, len(self._kinds))
        for own, (index, _, capital, kinds) in zip(owns, pile.races, strict=True):
            share = own / all_owns
            race[index] = keeping = w.race * (share - pile.equal_share)
            # Which capital it will be grows surer as the races draw apart.
            symbols[index] = covered = capital * (own / most) ** 2 + w.symbols * share
            at_most = w.loyalty * (covered - 1.0)
            for kind, icons, loyalty in kinds:
                fits[kind] = keeping + (loyalty if icons < covered else at_most)
        return race, symbols, fits

    def _facts_of(self, card: object, character: Character, weights: RatingWeights) -> Facts:
        if not isinstance(card, InvasionCard):
            raise TypeError(card)
        role = card.type if card.type in self._role_names else OTHER_ROLE
        cost = total_cost(card, 1)
        race = self._races.setdefault(card.race, len(self._races))
        likes = {*card.tags, *card.keywords}
        icons = 1 if card.loyalty is None or race == NEUTRAL else card.loyalty
        return (
            self._w.rating * rate(card, weights).total,
            self._w.taste * sum(character.taste.get(like, 0.0) for like in likes),
            race,
            float(icons),
            TYPICAL_COST if cost is None else min(cost, self._costs - 1),
            self._costs + self._role_names.index(role),
            SIDES[card.side],
        )

    def _pile(self, number: int, catalog: Catalog) -> _Pile:
        plan = self._plan
        own = [self._facts[card] for card in plan.piles[number] if card not in self._effects]
        shared = [self._facts[card] for card in plan.shared if card not in self._effects]
        # The shared cards are shuffled in; each of them is as likely as the next.
        part = plan.shared_each / len(shared) if shared else 0.0
        likely = [(facts, 1.0) for facts in own] + [(facts, part) for facts in shared]
        counts = [0.0] * len(self._races)
        for (_, _, race, *_), chance in likely:
            counts[race] += chance
        of_races = sum(counts[NEUTRAL + 1 :]) or 1.0
        kinds: list[list[tuple[int, float, float]]] = [[] for _ in self._races]
        for (race, icons), kind in self._kinds.items():
            kinds[race].append((kind, icons, self._w.loyalty * (icons - 1.0)))
        capitals = {getattr(catalog.card(card), "race", None) for card in plan.capitals[number]}
        weighted = [(rating, chance) for (rating, *_), chance in likely]
        total = sum(chance for _, chance in weighted) or 1.0
        return _Pile(
            races=[
                (index, counts[index] / of_races, float(race in capitals), kinds[index])
                for race, index in self._races.items()
                if index != NEUTRAL and counts[index]
            ],
            equal_share=1.0 / (sum(1 for count in counts[NEUTRAL + 1 :] if count) or 1),
            mean=sum(rating * chance for rating, chance in weighted) / total,
            best_found=_expected_best(weighted, total, plan.look_at),
        )


def _mean(numbers: Collection[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _expected_best(weighted: list[tuple[float, float]], total: float, looked_at: int) -> float:
    """Return the expected best rating among cards looked at, drawn as if put back each time."""
    below, expected = 0.0, 0.0
    for rating, weight in sorted(weighted):
        above = below + weight / total
        expected += rating * (above**looked_at - below**looked_at)
        below = above
    return expected


def _chances_to_strike(plan: Plan) -> list[list[float]]:
    """Return by pack and step what an extra strike is worth later: its weight in full, or less.

    What counts are the strikes still to come in the whole draft.
    """
    later = _left_after(plan, STRIKE)
    each = sum(step.count for step in plan.steps if step.action == STRIKE)
    return [
        [min(1.0, (left + each * packs) / MANY_STRIKES) for left in later]
        for packs in reversed(range(plan.packs))
    ]


def _left_after(plan: Plan, action: str) -> tuple[int, ...]:
    """For each step: the cards that the steps behind it take or strike."""
    return tuple(
        sum(step.count for step in plan.steps[number + 1 :] if step.action == action)
        for number in range(len(plan.steps))
    )
