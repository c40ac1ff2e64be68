"""What the default bot knows of the cards and the piles before a draft begins."""

from __future__ import annotations

from math import inf

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.invasion.costs import total_cost
from deckbuilder.games.invasion.plan import Plan
from deckbuilder.games.invasion.rating import RatingWeights, rate
from deckbuilder.games.invasion.state import DONE
from deckbuilder.games.invasion.weights import Character

TYPICAL_COST = 2
"""Stands for a cost of X and a cost that is not known."""
NEUTRAL = 0
"""Index of the race that is none."""
OTHER_ROLE = "other"
"""Types that a good deck needs no share of."""
NO_CARD = -inf
"""Worth of what comes into no deck: draft format cards, and `done`."""
SIDES = {None: 0, "order": 1, "destruction": 2}

Facts = tuple[float, float, int, float, int, int, int]
"""Of a card: worth of its rating, taste for it, index of its race, loyalty icons, places of cost
and role among the needs, index of side. A tuple, as every score unpacks one."""

Brief = tuple[float, int, int, int]
"""Of a card: worth of rating and taste, its kind, places of cost and role. All that a total
needs where the seat's pile is of one side."""


class DraftedCards:
    """The cards of a draft as a character values them.

    Needs stand by cost, then by role. A kind is a race and a number of loyalty icons: `kinds` has
    the place of each. `briefs` and `ratings` (rating and kind) have draft format cards too.
    """

    def __init__(
        self, character: Character, rating: RatingWeights, plan: Plan, catalog: Catalog
    ) -> None:
        self._character = character
        self._rating = rating
        self.roles = (*character.roles, OTHER_ROLE)
        self.races: dict[str, int] = {"neutral": NEUTRAL}
        self.facts = {
            card_id: self._facts_of(catalog.card(card_id))
            for card_id in dict.fromkeys((*plan.piles[0], *plan.piles[1], *plan.shared))
            if card_id not in plan.effects
        }
        self.kinds: dict[tuple[int, float], int] = {}
        for _, _, race, icons, *_ in self.facts.values():
            self.kinds.setdefault((race, icons), len(self.kinds))
        self.briefs: dict[str, Brief] = {
            card: (rating + taste, self.kinds[race, icons], cost, role)
            for card, (rating, taste, race, icons, cost, role, _) in self.facts.items()
        } | dict.fromkeys(plan.effects, (NO_CARD, 0, 0, 0))
        self.ratings: dict[str, tuple[float, int]] = {
            card: (rating, self.kinds[race, icons])
            for card, (rating, _, race, icons, *_) in self.facts.items()
        } | dict.fromkeys((*plan.effects, DONE.subject), (NO_CARD, 0))

    def one_sided(self, plan: Plan) -> bool:
        """Tell whether each pile holds cards of one side, and of neither."""
        return all(
            len({self.facts[card][-1] for card in (*pile, *plan.shared) if card in self.facts}) <= 2
            for pile in plan.piles
        )

    def _facts_of(self, card: object) -> Facts:
        if not isinstance(card, InvasionCard):
            raise TypeError(card)
        role = card.type if card.type in self.roles else OTHER_ROLE
        cost, costs = total_cost(card, 1), len(self._character.curve)
        race = self.races.setdefault(card.race, len(self.races))
        character, weights = self._character, self._character.weights
        likes = {*card.tags, *card.keywords}
        icons = 1 if card.loyalty is None or race == NEUTRAL else card.loyalty
        return (
            weights.rating * rate(card, self._rating).total,
            weights.taste * sum(character.taste.get(like, 0.0) for like in likes),
            race,
            float(icons),
            TYPICAL_COST if cost is None else min(cost, costs - 1),
            costs + self.roles.index(role),
            SIDES[card.side],
        )


class Pile(msgspec.Struct, frozen=True):
    """What is known of a seat's pile before the draft. Its races are those but neutral."""

    races: list[tuple[int, float, float, list[tuple[int, float, float]]]]
    """Index, share of the cards that have a race, 1 where the seat can have its capital; and of
    each kind its place, icons, and worth of loyalty with all icons covered."""
    equal_share: float
    """Of a deck that held as much of each race of the pile."""
    mean: float
    best_found: float


def pile_of(cards: DraftedCards, plan: Plan, number: int, loyalty: float, catalog: Catalog) -> Pile:
    """Return what is known of a seat's pile; `loyalty` is what a loyalty icon is worth."""
    own = [cards.facts[card] for card in plan.piles[number] if card not in plan.effects]
    shared = [cards.facts[card] for card in plan.shared if card not in plan.effects]
    # The shared cards are shuffled in; each of them is as likely as the next.
    part = plan.shared_each / len(shared) if shared else 0.0
    likely = [(facts, 1.0) for facts in own] + [(facts, part) for facts in shared]
    counts = [0.0] * len(cards.races)
    for (_, _, race, *_), chance in likely:
        counts[race] += chance
    of_races = sum(counts[NEUTRAL + 1 :]) or 1.0
    kinds: list[list[tuple[int, float, float]]] = [[] for _ in cards.races]
    for (race, icons), kind in cards.kinds.items():
        kinds[race].append((kind, icons, loyalty * (icons - 1.0)))
    capitals = {getattr(catalog.card(card), "race", None) for card in plan.capitals[number]}
    weighted = [(rating, chance) for (rating, *_), chance in likely]
    total = sum(chance for _, chance in weighted) or 1.0
    return Pile(
        races=[
            (index, counts[index] / of_races, float(race in capitals), kinds[index])
            for race, index in cards.races.items()
            if index != NEUTRAL and counts[index]
        ],
        equal_share=1.0 / (sum(1 for count in counts[NEUTRAL + 1 :] if count) or 1),
        mean=sum(rating * chance for rating, chance in weighted) / total,
        best_found=_expected_best(weighted, total, plan.look_at),
    )


def _expected_best(weighted: list[tuple[float, float]], total: float, looked_at: int) -> float:
    """Return the expected best rating among cards looked at, drawn as if put back each time."""
    below, expected = 0.0, 0.0
    for rating, weight in sorted(weighted):
        above = below + weight / total
        expected += rating * (above**looked_at - below**looked_at)
        below = above
    return expected
