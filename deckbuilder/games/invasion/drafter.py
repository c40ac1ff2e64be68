"""The default bot: it drafts towards a deck, and strikes what would help the opponent most.

It sees a view only. What does not depend on the view is worked out once; the scores that it
shows are the ones it picks by.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from operator import attrgetter

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.invasion.capitals import capital_scores
from deckbuilder.games.invasion.drafter_cards import NO_CARD, SIDES, DraftedCards, pile_of
from deckbuilder.games.invasion.drafter_decks import CountedDeck, CountedDecks
from deckbuilder.games.invasion.plan import STRIKE, TAKE, Plan
from deckbuilder.games.invasion.rating import RatingWeights
from deckbuilder.games.invasion.state import (
    CAPITAL,
    CUT,
    CUT_SUPPLY_LINES,
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

SUBJECT = attrgetter("subject")
MANY_STRIKES = 3.0
"""With so many strikes to come, an extra one is worth its full weight."""

Parts = tuple[tuple[str, float], ...]


class DrafterPolicy(Policy):
    """Drafts towards a deck: few races, a curve, enough units; strikes what hurts most.

    What it knows before the draft can be read, for engines that pick as it does.
    """

    def __init__(
        self, character: Character, rating: RatingWeights, plan: Plan, catalog: Catalog
    ) -> None:
        self.weights = character.weights
        self._plan = plan
        self._catalog = catalog
        self._effects = plan.effects
        self.cards = cards = DraftedCards(character, rating, plan, catalog)
        self._facts = cards.facts
        self._brief_of = cards.briefs.__getitem__
        self._rating_of = cards.ratings.__getitem__
        self.one_sided = plan.mixed_sides or cards.one_sided(plan)
        self.piles = tuple(
            pile_of(cards, plan, number, self.weights.loyalty, catalog) for number in SEATS
        )
        self.decks = CountedDecks(character, plan, cards, self.piles)
        self._deck, self._needs = self.decks.of, self.decks.needs
        self.takes_after = _left_after(plan, TAKE)
        self.strikes_after = _left_after(plan, STRIKE)
        self.chances = _chances_to_strike(plan)
        self.spare = plan.pack_size - sum(step.count for step in plan.steps)

    def score(
        self, view: View, options: Sequence[Option], feed: Sequence[Event] = ()
    ) -> Sequence[Score]:
        """Score every option; the parts add up to the total, but for rounding."""
        if view.public.phase == CAPITAL:
            return capital_scores(view, options, self._catalog, -self.weights.loyalty)
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
        if self.one_sided:
            totals = self._take_totals(view, options)
        else:
            totals = self._takes(view, options, [])
        return [-total for total in totals] if phase == CUT else totals

    def _takes(self, view: View, options: Sequence[Option], parts: list[Parts]) -> list[float]:
        """Return a total for each option, and add what it is made of to `parts`."""
        deck = self._deck(view.seat, view.seat, view.own.taken + view.own.pending)
        needs = self._needs(deck)
        against = 0.0 if self._plan.mixed_sides else self.weights.side
        sides = [0] * len(SIDES)
        for card in deck.cards:
            sides[self._facts[card][-1]] += 1
        totals = []
        for option in options:
            card = option.subject
            if card in self._effects:
                totals.append(NO_CARD)
                parts.append(())
                continue
            rating, taste, of_race, icons, of_cost, of_role, of_side = self._facts[card]
            loyalty = self.weights.loyalty * (min(icons, deck.symbols[of_race]) - 1.0)
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
        for place, told in self._fill_format_cards(view, options, totals, deck):
            parts[place] = told
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
        if NO_CARD in totals:
            self._fill_format_cards(view, options, totals, deck)
        return totals

    def _fill_format_cards(
        self, view: View, options: Sequence[Option], totals: list[float], deck: CountedDeck
    ) -> list[tuple[int, Parts]]:
        """Put totals in the places of draft format cards; return these places and the parts."""
        filled: list[tuple[int, Parts]] = []
        worst = self._worst(options, totals)
        while NO_CARD in totals:
            place = totals.index(NO_CARD)
            card = options[place].subject
            gain, lost = self._take_format_card(view, card, deck)
            if gain == 0.0:
                # What does nothing any more is worth less than any card.
                lost = worst - self.weights.card
            guard = self._guard(view, card, deck)
            totals[place] = gain + lost + guard
            filled.append((place, (("effect", gain), ("card", lost), ("guard", guard))))
        return filled

    def _worst(self, options: Sequence[Option], totals: Sequence[float]) -> float:
        """Return the total of the worst card for a deck, 0 where there is none."""
        facts = self._facts
        told = zip(options, totals, strict=True)
        return min((total for option, total in told if option.subject in facts), default=0.0)

    def _guard(self, view: View, card: str, deck: CountedDeck) -> float:
        """Return what it is worth that the other cannot strike this card from the own pack.

        Struck, it works for the other, who strikes no card then that this deck wants. Shifting
        Tides send the pack back whoever has them.
        """
        public, effect = view.public, self._effects[card]
        strikes = self.strikes_after[public.step - 1]
        if public.phase != TAKE or not strikes or effect == SHIFTING_TIDES:
            return 0.0
        pack = sorted(self._worths(view.own.cards, deck.fits), reverse=True)
        while pack and pack[-1] == NO_CARD:
            pack.pop()
        gain = self._gain(view, 1 - view.seat, effect, 0.0)
        if effect == REINFORCEMENTS and gain:
            gain += self.weights.card
        rest = pack[view.own.left :]
        takes = self.takes_after[public.step - 1]
        spared = rest[0] - rest[min(takes, len(rest) - 1)] if rest else 0.0
        return self.weights.guard * max(0.0, self.weights.denial * gain - spared)

    def _take_format_card(self, view: View, card: str, deck: CountedDeck) -> tuple[float, float]:
        """Taken or found, a draft format card does something, and gives no card by itself."""
        mean = 0.0
        effect = self._effects[card]
        if effect == SHIFTING_TIDES:
            worths = self._worths(dict.fromkeys(view.own.cards), deck.fits)
            mean = _mean([worth for worth in worths if worth != NO_CARD])
        gain = self._gain(view, view.seat, effect, mean)
        return gain, 0.0 if effect == REINFORCEMENTS else -self.weights.card

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
        denial = self.weights.denial
        totals = [denial * (worth - instead) for worth in worths]
        worst = self._worst(options, totals)
        while NO_CARD in worths:
            place = worths.index(NO_CARD)
            worths[place] = 0.0
            option = options[place]
            if option.subject:
                gain, lost = self._strike_format_card(view, option.subject, ordered, instead, worst)
                totals[place] = gain + lost
            else:
                totals[place] = self._kept(view.public)
        return totals

    def _strike_parts(
        self, view: View, options: Sequence[Option], totals: Sequence[float]
    ) -> list[Parts]:
        fits = self._deck(view.seat, 1 - view.seat, view.public.known[view.seat]).fits
        ordered, instead = self._in_order(view, self._worths(view.own.cards, fits))
        worst = self._worst(options, totals)
        return [
            self._strike_parts_of(view, option, ordered, instead, worst)
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
        takes = self.takes_after[view.public.step - 1]
        return ordered, ordered[min(takes, len(ordered) - 1)] if ordered else 0.0

    def _strike_parts_of(
        self, view: View, option: Option, pack: list[float], instead: float, worst: float
    ) -> Parts:
        """Return the parts of what is no card for a deck: `done`, and a draft format card."""
        if not option.subject:
            return (("kept", self._kept(view.public)),)
        gain, denial = self._strike_format_card(view, option.subject, pack, instead, worst)
        return (("effect", gain), ("denial", denial))

    def _kept(self, public: Public) -> float:
        """Return what a Sabotage is worth that is kept for later strikes."""
        return self.weights.keep_sabotage * self.chances[public.pack - 1][public.step - 1]

    def _strike_format_card(
        self, view: View, card: str, pack: list[float], instead: float, worst: float
    ) -> tuple[float, float]:
        """Struck, a card works for the striker at the price of no card, and not for the other.

        `pack` has the worths of the other cards in the pack, `worst` is the total of the worst
        one: what does nothing any more, for neither seat, is worth less.
        """
        w = self.weights
        effect = self._effects[card]
        mean = _mean(pack) if effect == SHIFTING_TIDES else 0.0
        gain = self._gain(view, view.seat, effect, mean)
        others = self._gain(view, 1 - view.seat, effect, mean)
        if gain == others == 0.0:
            return 0.0, worst - w.card
        if effect == REINFORCEMENTS and gain:
            gain += w.card
        return gain, w.denial * max(0.0, others - w.card - instead)

    def _worths(self, cards: Iterable[str], fits: Sequence[float]) -> list[float]:
        """Return what each card is worth to a deck: its rating, and how it fits its races."""
        return [rating + fits[kind] for rating, kind in map(self._rating_of, cards)]

    def _gain(self, view: View, seat: int, effect: str, pack_mean: float) -> float:
        """What a draft format card does for a seat; the pack is the one that it lies in."""
        w = self.weights
        public = view.public
        if effect == CUT_SUPPLY_LINES:
            lines = public.lines[1 - seat] * self._plan.cards_fewer
            each = w.fewer_choices if lines < self.spare else w.fewer_cards
            return (self._plan.packs - public.pack) * each
        if effect == REINFORCEMENTS:
            found = public.pile_sizes[seat] > 0
            return w.reinforcements * self.piles[seat].best_found if found else 0.0
        if effect == SABOTAGE:
            return w.sabotage * self.chances[public.pack - 1][public.step - 1]
        if public.phase == REINFORCE:
            return 0.0
        takes = self.takes_after[public.step - 1]
        if public.phase == TAKE:
            # The pack is the seat's own: good when it is poorer than its pile.
            return w.tides * takes * (self.piles[seat].mean - pack_mean)
        owner = 1 - view.seat
        better = self.piles[owner].mean - pack_mean
        return w.tides * takes * (better if seat == owner else -better)


def _mean(numbers: Collection[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


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
