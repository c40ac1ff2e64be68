"""The default bot: it drafts towards a deck, and strikes what would help the opponent most.

It sees a view only. What does not depend on the view is worked out once; the scores that it
shows are the ones it picks by.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.invasion.costs import total_cost
from deckbuilder.games.invasion.machine import (
    CUT,
    CUT_SUPPLY_LINES,
    REINFORCE,
    REINFORCEMENTS,
    SABOTAGE,
    SHIFTING_TIDES,
    View,
)
from deckbuilder.games.invasion.plan import STRIKE, TAKE, Plan
from deckbuilder.games.invasion.rating import RatingWeights, rate
from deckbuilder.games.invasion.weights import Character
from deckbuilder.tables.policy import Score
from deckbuilder.tables.protocol import Option

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
SIDES = {None: 0, "order": 1, "destruction": 2}

Facts = tuple[float, float, int, float, int, int, int]
"""Of a card: worth of its rating, taste for it, index of its race, loyalty icons, indexes of
cost, role and side. A tuple, as every score unpacks one."""

Brief = tuple[float, float, int, int, int]
"""Of a card: worths of rating and taste, of rating alone, its place in `_Wants.fits`, indexes of
cost and role. All that a total needs where the seat's pile is of one side."""

Parts = tuple[tuple[str, float], ...]


class _Counts:
    """A deck counted by race, cost, role and side; it grows with the draft."""

    __slots__ = ("costs", "deck", "races", "roles", "sides", "size")

    def __init__(self, deck: tuple[str, ...], races: int, costs: int, roles: int) -> None:
        self.deck = deck
        self.races = [0] * races
        self.costs = [0] * costs
        self.roles = [0] * roles
        self.sides = [0] * len(SIDES)
        self.size = 0


class _Wants(msgspec.Struct, frozen=True):
    """What a deck so far makes of the next card: parts and expected symbols by race.

    `fits` holds race and loyalty parts together, by race and number of icons.
    """

    race: list[float]
    symbols: list[float]
    fits: list[float]
    counts: _Counts


class _Pile(msgspec.Struct, frozen=True):
    """What is known of a seat's pile before the draft."""

    shares: list[float]
    """By race but neutral: its share of the cards that have a race."""
    capitals: list[float]
    """By race but neutral: 1 where the seat can have its capital."""
    equal_share: float
    """Of a deck that held as much of each race of the pile."""
    mean: float
    best_found: float


class DrafterPolicy:
    """Drafts towards a deck: few races, a curve, enough units; strikes what hurts most."""

    def __init__(
        self, character: Character, rating: RatingWeights, plan: Plan, catalog: Catalog
    ) -> None:
        self._w = character.weights
        self._plan = plan
        self._effects = plan.effects
        self._role_names = (*character.roles, OTHER_ROLE)
        # What one card more in the deck makes the need of each cost and role.
        self._costs = [self._w.curve * share for share in character.curve]
        self._roles = [self._w.role * share for share in (*character.roles.values(), 0.0)]
        self._races: dict[str, int] = {"neutral": NEUTRAL}
        self._facts = {
            card_id: self._facts_of(catalog.card(card_id), character, rating)
            for card_id in dict.fromkeys((*plan.piles[0], *plan.piles[1], *plan.shared))
            if card_id not in plan.effects
        }
        # Numbers of icons that a card of this draft has: as many fits are kept for each race.
        self._icons = range(1 + max((int(facts[3]) for facts in self._facts.values()), default=0))
        self._briefs = {
            card: (rating + taste, rating, race * len(self._icons) + int(icons), cost, role)
            for card, (rating, taste, race, icons, cost, role, _) in self._facts.items()
        } | dict.fromkeys(plan.effects, (0.0, 0.0, 0, 0, 0))
        self._one_sided = plan.mixed_sides or all(
            len({self._facts[card][-1] for card in (*pile, *plan.shared) if card in self._facts})
            <= 2  # one side, and cards of neither
            for pile in plan.piles
        )
        self._piles = tuple(self._pile(number, catalog) for number in (0, 1))
        self._takes_after = _left_after(plan, TAKE)
        self._strikes_after = _left_after(plan, STRIKE)
        self._strikes_a_pack = sum(step.count for step in plan.steps if step.action == STRIKE)
        self._spare = plan.pack_size - sum(step.count for step in plan.steps)
        # The deck last counted, as seen from a seat: the next one mostly goes on from it.
        self._counted: dict[tuple[int, int], _Counts] = {}
        self._by_race = lru_cache(maxsize=CACHED)(self._of_races)

    def score(self, view: View, options: Sequence[Option]) -> Sequence[Score]:
        """Score every option; the parts add up to the total, but for rounding."""
        parts: list[Parts] = []
        self._totals(view, options, parts)
        totals = self.totals(view, options)
        return [Score(*each) for each in zip(options, totals, parts, strict=True)]

    def totals(self, view: View, options: Sequence[Option]) -> Sequence[float]:
        """Return the totals of `score` alone."""
        return self._totals(view, options, None)

    def _totals(
        self, view: View, options: Sequence[Option], parts: list[Parts] | None
    ) -> list[float]:
        """Return a total for each option, and add what it is made of to `parts`."""
        phase = view.public.phase
        if phase == STRIKE:
            return self._strikes(view, options, parts)
        wants = self._wants(view.seat, view.seat, view.taken + view.pending)
        if parts is None and self._one_sided:
            totals = self._take_totals(view, options, wants)
        else:
            totals = self._takes(view, options, wants, parts)
        if phase != CUT:
            return totals
        if parts is not None:
            parts[:] = [tuple((name, -worth) for name, worth in each) for each in parts]
        return [-total for total in totals]

    def _takes(
        self, view: View, options: Sequence[Option], wants: _Wants, parts: list[Parts] | None
    ) -> list[float]:
        effects = self._effects
        facts = self._facts
        w = self._w
        per_icon, per_cost, per_role = w.loyalty, w.curve, w.role
        against = 0.0 if self._plan.mixed_sides else w.side
        cost_shares, role_shares = self._costs, self._roles
        races, symbols, counts = wants.race, wants.symbols, wants.counts
        costs, roles, sides = counts.costs, counts.roles, counts.sides
        after = counts.size + 1
        totals = []
        for option in options:
            card = option.card
            if card in effects:
                totals.append(self._take_format_card(view, card, wants, parts))
                continue
            rating, taste, of_race, icons, of_cost, of_role, of_side = facts[card]
            covered = symbols[of_race]
            loyalty = per_icon * ((icons if icons < covered else covered) - 1.0)
            race = races[of_race]
            curve = cost_shares[of_cost] * after - per_cost * costs[of_cost]
            role = role_shares[of_role] * after - per_role * roles[of_role]
            side = 0.0 - against if of_side and sides[3 - of_side] > sides[of_side] else 0.0
            totals.append(rating + taste + race + loyalty + curve + role + side)
            if parts is not None:
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

    def _take_totals(self, view: View, options: Sequence[Option], wants: _Wants) -> list[float]:
        """Return the totals of `_takes` alone, for a pile without cards of both sides."""
        briefs, fits, counts, w = self._briefs, wants.fits, wants.counts, self._w
        after = counts.size + 1
        per_cost, per_role = w.curve, w.role
        curve = [
            share * after - per_cost * have
            for share, have in zip(self._costs, counts.costs, strict=True)
        ]
        role = [
            share * after - per_role * have
            for share, have in zip(self._roles, counts.roles, strict=True)
        ]
        cards = [option.card for option in options]
        totals = [
            worth + fits[place] + curve[of_cost] + role[of_role]
            for worth, _, place, of_cost, of_role in map(briefs.__getitem__, cards)
        ]
        if not self._effects.keys().isdisjoint(cards):
            for number, card in enumerate(cards):
                if card in self._effects:
                    totals[number] = self._take_format_card(view, card, wants, None)
        return totals

    def _take_format_card(
        self, view: View, card: str, wants: _Wants, parts: list[Parts] | None
    ) -> float:
        """Score a draft format card that would be taken or found: it gives no card by itself."""
        mean = 0.0
        effect = self._effects[card]
        if effect == SHIFTING_TIDES:
            mean = _mean(self._worths(view.cards, wants).values())
        gain = self._gain(view, view.seat, card, mean)
        lost = 0.0 if effect == REINFORCEMENTS else -self._w.card
        if parts is not None:
            parts.append((("effect", gain), ("card", lost)))
        return gain + lost

    def _strikes(
        self, view: View, options: Sequence[Option], parts: list[Parts] | None
    ) -> list[float]:
        """Score strikes by what the opponent would lose, and `done` by what a Sabotage keeps."""
        w = self._w
        worths = self._worths(view.cards, self._wants(view.seat, 1 - view.seat, view.known))
        ordered = sorted([worths[card] for card in view.cards if card in worths], reverse=True)
        takes = self._takes_after[view.public.step - 1]
        instead = ordered[min(takes, len(ordered) - 1)] if ordered else 0.0
        totals = []
        for option in options:
            card = option.card
            if card in worths:
                denial = w.denial * (worths[card] - instead)
                totals.append(denial)
                if parts is not None:
                    parts.append((("denial", denial),))
            elif card:
                gain, denial = self._strike_format_card(view, card, _mean(ordered), instead)
                totals.append(gain + denial)
                if parts is not None:
                    parts.append((("effect", gain), ("denial", denial)))
            else:
                kept = w.keep_sabotage * min(1.0, self._strikes_left(view) / MANY_STRIKES)
                totals.append(kept)
                if parts is not None:
                    parts.append((("kept", kept),))
        return totals

    def _strike_format_card(
        self, view: View, card: str, pack_mean: float, instead: float
    ) -> tuple[float, float]:
        """Struck, a card works for the striker at the price of no card, and not for the other."""
        w = self._w
        gain = self._gain(view, view.seat, card, pack_mean)
        if self._effects[card] == REINFORCEMENTS:
            gain += w.card
        lost = self._gain(view, 1 - view.seat, card, pack_mean) - w.card - instead
        return gain, w.denial * max(0.0, lost)

    def _worths(self, cards: Iterable[str], wants: _Wants) -> dict[str, float]:
        """What each card is worth to a deck: its rating, and how it fits the races in it."""
        briefs, fits, effects = self._briefs, wants.fits, self._effects
        return {
            card: briefs[card][1] + fits[briefs[card][2]] for card in cards if card not in effects
        }

    def _gain(self, view: View, seat: int, card: str, pack_mean: float) -> float:
        """What a draft format card does for a seat; the pack is the one that it lies in."""
        w = self._w
        public = view.public
        effect = self._effects[card]
        if effect == CUT_SUPPLY_LINES:
            lines = public.lines[1 - seat] * self._plan.cards_fewer
            each = w.fewer_choices if lines < self._spare else w.fewer_cards
            return (self._plan.packs - public.pack) * each
        if effect == REINFORCEMENTS:
            return w.reinforcements * self._piles[seat].best_found
        if effect == SABOTAGE:
            return w.sabotage * min(1.0, self._strikes_left(view) / MANY_STRIKES)
        if public.phase == REINFORCE:
            return 0.0
        takes = self._takes_after[public.step - 1]
        if public.phase == TAKE:
            # The pack is the seat's own: good when it is poorer than its pile.
            return w.tides * takes * (self._piles[seat].mean - pack_mean)
        owner = 1 - view.seat
        better = self._piles[owner].mean - pack_mean
        return w.tides * takes * (better if seat == owner else -better)

    def _strikes_left(self, view: View) -> int:
        """Strikes still to come in the whole draft, after this step."""
        public = view.public
        packs = self._plan.packs - public.pack
        return self._strikes_after[public.step - 1] + self._strikes_a_pack * packs

    def _wants(self, viewer: int, seat: int, deck: tuple[str, ...]) -> _Wants:
        counts = self._count(viewer, seat, deck)
        w = self._w
        prior = w.pile_counts_as if viewer == seat else w.guess
        return _Wants(*self._by_race(seat, prior, tuple(counts.races)), counts)

    def _of_races(
        self, seat: int, prior: float, races: tuple[int, ...]
    ) -> tuple[list[float], list[float], list[float]]:
        """Return by race the part of keeping to it, and the symbols to be expected in play.

        Third come the two parts of each race and number of icons together. Neutral cards
        neither make a race stronger nor need one.
        """
        w = self._w
        pile = self._piles[seat]
        owns = [
            count + prior * share
            for count, share in zip(races[NEUTRAL + 1 :], pile.shares, strict=True)
        ]
        most, all_owns = max(owns, default=0.0) or 1.0, sum(owns) or 1.0
        race, symbols = [0.0], [1.0]
        for own, capital in zip(owns, pile.capitals, strict=True):
            share = own / all_owns
            race.append(w.race * (share - pile.equal_share))
            # Which capital it will be grows surer as the races draw apart.
            symbols.append(capital * (own / most) ** 2 + w.symbols * share)
        fits = [
            keeping + w.loyalty * ((icons if icons < covered else covered) - 1.0)
            for keeping, covered in zip(race, symbols, strict=True)
            for icons in self._icons
        ]
        return race, symbols, fits

    def _count(self, viewer: int, seat: int, deck: tuple[str, ...]) -> _Counts:
        """Count a deck; one that goes on from the last one costs its new cards only."""
        counts = self._counted.get((viewer, seat))
        if counts is None or deck[: len(counts.deck)] != counts.deck:
            counts = _Counts((), len(self._races), len(self._costs), len(self._roles))
            self._counted[viewer, seat] = counts
        for card in deck[len(counts.deck) :]:
            if card not in self._effects:
                _, _, race, _, cost, role, side = self._facts[card]
                counts.races[race] += 1
                counts.costs[cost] += 1
                counts.roles[role] += 1
                counts.sides[side] += 1
                counts.size += 1
        counts.deck = deck
        return counts

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
            TYPICAL_COST if cost is None else min(cost, len(self._costs) - 1),
            self._role_names.index(role),
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
        capitals = {getattr(catalog.card(card), "race", None) for card in plan.capitals[number]}
        weighted = [(rating, chance) for (rating, *_), chance in likely]
        total = sum(chance for _, chance in weighted) or 1.0
        return _Pile(
            shares=[count / of_races for count in counts[NEUTRAL + 1 :]],
            capitals=[float(race in capitals) for race in list(self._races)[NEUTRAL + 1 :]],
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


def _left_after(plan: Plan, action: str) -> tuple[int, ...]:
    """For each step: the cards that the steps behind it take or strike."""
    return tuple(
        sum(step.count for step in plan.steps[number + 1 :] if step.action == action)
        for number in range(len(plan.steps))
    )
