"""Who drafts in a seat without a person: random, by rating alone, or with a deck in mind.

A bot sees a view only. Everything that does not depend on the view is worked out once; the
scores that a bot shows are the ones it picks by.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import msgspec
import yaml

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.errors import InputError, unusable
from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.invasion.machine import (
    CUT,
    CUT_SUPPLY_LINES,
    REINFORCE,
    REINFORCEMENTS,
    SABOTAGE,
    View,
)
from deckbuilder.games.invasion.plan import STRIKE, TAKE, Plan
from deckbuilder.games.invasion.rating import Rating, RatingWeights, rate
from deckbuilder.resources import formats_folder
from deckbuilder.tables.policy import Policy, RandomPolicy, Score, parse_spec
from deckbuilder.tables.protocol import Option


class DrafterWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of the drafter; see the comments of the weights' file."""

    rating: float
    race: float
    pile_counts_as: float
    loyalty: float
    symbols: float
    curve: float
    role: float
    most_need: float
    side: float
    denial: float
    card: float
    reinforcements: float
    fewer_choices: float
    fewer_cards: float
    sabotage: float
    keep_sabotage: float
    tides: float


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights' file."""

    rating: RatingWeights
    drafter: DrafterWeights
    curve: tuple[float, ...]
    roles: dict[str, float]


@cache
def weights() -> Weights:
    """Return the weights of the bots, from their data file. Raises InputError."""
    path = formats_folder() / "bots" / "invasion.yaml"
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return msgspec.convert(
            yaml.load(path.read_text(encoding="utf-8"), Loader=loader), Weights, strict=False
        )
    except msgspec.ValidationError as error:
        raise unusable(f"{error}.", where=str(path)) from None


def bot(spec: str, plan: Plan, catalog: Catalog) -> Policy:
    """Return the bot of a spec. Raises InputError for one that there is not."""
    name, changes = parse_spec(spec)
    if name == "random":
        _refuse_changes(spec, changes, ())
        return RandomPolicy()
    if name == "rating":
        _refuse_changes(spec, changes, ())
        return RatingPolicy(weights().rating, catalog)
    if name == "drafter":
        own = weights().drafter
        _refuse_changes(spec, changes, own.__struct_fields__)
        return DrafterPolicy(
            msgspec.structs.replace(weights(), drafter=msgspec.structs.replace(own, **changes)),
            plan,
            catalog,
        )
    raise unusable(f"there is no bot '{name}'.", mend="Bots: drafter, rating, random.")


def _refuse_changes(spec: str, changes: dict[str, float], known: Iterable[str]) -> None:
    unknown = sorted(set(changes).difference(known))
    if unknown:
        mend = f"Weights: {', '.join(known)}." if known else "This bot has no weights."
        raise InputError(unusable(f"'{spec}': no weight {unknown[0]}.", mend=mend).faults)


class RatingPolicy:
    """Takes and strikes the card with the best rating, whatever it has."""

    def __init__(self, rating: RatingWeights, catalog: Catalog) -> None:
        self._weights = rating
        self._catalog = catalog
        self._scores: dict[tuple[str, bool], tuple[float, tuple[tuple[str, float], ...]]] = {}

    def score(self, view: View, options: Sequence[Option]) -> Sequence[Score]:
        """Score each card by its rating; in a cut to size the worst is best cut."""
        cut = view.public.phase == CUT
        return [Score(option, *self._rated(option.card, cut)) for option in options]

    def _rated(self, card_id: str, cut: bool) -> tuple[float, tuple[tuple[str, float], ...]]:
        known = self._scores.get((card_id, cut))
        if known is None:
            card = self._catalog.by_id.get(card_id)
            rating = (
                rate(card, self._weights) if isinstance(card, InvasionCard) else Rating(0.0, ())
            )
            sign = -1.0 if cut else 1.0
            known = (
                sign * rating.total,
                tuple((name, sign * worth) for name, worth in rating.parts),
            )
            self._scores[card_id, cut] = known
        return known


class _Facts(msgspec.Struct, frozen=True):
    """What the drafter needs of a card, as numbers and small indexes."""

    rating: float
    race: int
    loyalty: int
    cost: int
    role: int
    side: int


class _Pile(msgspec.Struct, frozen=True):
    """What is known of a seat's pile before the draft."""

    shares: tuple[float, ...]
    capitals: tuple[float, ...]
    mean: float
    best_found: float


class _Wants(msgspec.Struct, frozen=True):
    """What a deck so far makes of the next card: parts by race, cost, role and side."""

    race: tuple[float, ...]
    symbols: tuple[float, ...]
    curve: tuple[float, ...]
    role: tuple[float, ...]
    side: tuple[float, ...]


class DrafterPolicy:
    """Drafts towards a deck: few races, a curve, enough units; strikes what hurts most."""

    def __init__(self, all_weights: Weights, plan: Plan, catalog: Catalog) -> None:
        self._w = all_weights.drafter
        self._plan = plan
        self._effects = plan.effects
        self._curve = all_weights.curve
        self._role_names = tuple(all_weights.roles)
        self._role_shares = tuple(all_weights.roles.values())
        self._races: dict[str, int] = {"neutral": 0}
        self._facts = {
            card_id: self._facts_of(catalog.card(card_id), all_weights)
            for card_id in {*plan.piles[0], *plan.piles[1], *plan.shared}
            if card_id not in plan.effects
        }
        self._piles = tuple(self._pile(number, catalog) for number in (0, 1))
        self._takes_after = _left_after(plan, TAKE)
        self._strikes_after = _left_after(plan, STRIKE)
        self._spare = plan.pack_size - sum(step.count for step in plan.steps)

    def score(self, view: View, options: Sequence[Option]) -> Sequence[Score]:
        """Score every option; the parts add up to the total."""
        phase = view.public.phase
        if phase == STRIKE:
            return self._strikes(view, options)
        wants = self._wants(view.taken, view.pending, self._piles[view.seat])
        if phase == CUT:
            return [self._cut(option, wants) for option in options]
        effects = self._effects
        return [
            self._format_card(view, option, wants)
            if option.card in effects
            else self._take(option, wants)
            for option in options
        ]

    def _take(self, option: Option, wants: _Wants) -> Score:
        facts = self._facts[option.card]
        w = self._w
        race, cost, role = facts.race, facts.cost, facts.role
        rating = w.rating * facts.rating
        keeps = wants.race[race]
        loyalty = w.loyalty * (min(facts.loyalty, wants.symbols[race]) - 1.0) if race else 0.0
        curve, types, side = wants.curve[cost], wants.role[role], wants.side[facts.side]
        return Score(
            option,
            rating + keeps + loyalty + curve + types + side,
            (
                ("rating", rating),
                ("race", keeps),
                ("loyalty", loyalty),
                ("curve", curve),
                ("role", types),
                ("side", side),
            ),
        )

    def _cut(self, option: Option, wants: _Wants) -> Score:
        kept = self._take(option, wants)
        return Score(option, -kept.total, tuple((name, -worth) for name, worth in kept.parts))

    def _format_card(self, view: View, option: Option, wants: _Wants) -> Score:
        """Score a draft format card that would be taken or found: it gives no card by itself."""
        gain = self._gain(view, view.seat, option.card, self._mean_of(view.cards, wants))
        lost = -self._w.card
        if self._effects[option.card] == REINFORCEMENTS:
            lost = 0.0
        return Score(option, gain + lost, (("effect", gain), ("card", lost)))

    def _strikes(self, view: View, options: Sequence[Option]) -> Sequence[Score]:
        """Score strikes by what the opponent would lose, and `done` by what a Sabotage keeps."""
        w = self._w
        public = view.public
        other = 1 - view.seat
        wants = self._wants(view.known, (), self._piles[other])
        values = sorted(
            (self._worth(card, wants) for card in view.cards if card not in self._effects),
            reverse=True,
        )
        takes = self._takes_after[public.step - 1]
        instead = values[min(takes, len(values) - 1)] if values else 0.0
        mean = sum(values) / len(values) if values else 0.0
        scores = []
        for option in options:
            card = option.card
            if not card:
                left = self._strikes_left(view)
                kept = w.keep_sabotage * min(1.0, left / 3.0)
                scores.append(Score(option, kept, (("kept", kept),)))
            elif card in self._effects:
                # Struck, it works for the striker at the price of no card, and not for the other.
                gain = self._gain(view, view.seat, card, mean)
                if self._effects[card] == REINFORCEMENTS:
                    gain += w.card
                lost = max(0.0, self._gain(view, other, card, mean) - w.card - instead)
                denial = w.denial * lost
                scores.append(Score(option, gain + denial, (("effect", gain), ("denial", denial))))
            else:
                denial = w.denial * (self._worth(card, wants) - instead)
                scores.append(Score(option, denial, (("denial", denial),)))
        return scores

    def _worth(self, card: str, wants: _Wants) -> float:
        """What a card is worth to the opponent: its rating, and how it fits the races seen."""
        facts = self._facts[card]
        worth = self._w.rating * facts.rating + wants.race[facts.race]
        if facts.race:
            worth += self._w.loyalty * (min(facts.loyalty, wants.symbols[facts.race]) - 1.0)
        return worth

    def _mean_of(self, cards: Sequence[str], wants: _Wants) -> float:
        """The mean worth of the cards in a pack."""
        worths = [self._worth(card, wants) for card in cards if card not in self._effects]
        return sum(worths) / len(worths) if worths else 0.0

    def _gain(self, view: View, seat: int, card: str, pack_mean: float) -> float:
        """What a draft format card does for a seat; the pack is the one that it lies in."""
        w = self._w
        public = view.public
        effect = self._effects[card]
        packs_left = self._plan.packs - public.pack
        if effect == CUT_SUPPLY_LINES:
            lines = public.lines[1 - seat] * self._plan.cards_fewer
            each = w.fewer_choices if lines < self._spare else w.fewer_cards
            return packs_left * each
        if effect == REINFORCEMENTS:
            return w.reinforcements * self._piles[seat].best_found
        if effect == SABOTAGE:
            return w.sabotage * min(1.0, self._strikes_left(view) / 3.0)
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
        a_pack = sum(step.count for step in self._plan.steps if step.action == STRIKE)
        return self._strikes_after[public.step - 1] + a_pack * (self._plan.packs - public.pack)

    def _wants(self, deck: Sequence[str], pending: Sequence[str], pile: _Pile) -> _Wants:
        w = self._w
        facts_by_card = self._facts
        effects = self._effects
        races = [0] * len(pile.shares)
        costs = [0] * len(self._curve)
        roles = [0] * (len(self._role_shares) + 1)
        sides = [0, 0, 0]
        size = 0
        for cards in (deck, pending):
            for card in cards:
                if card not in effects:
                    facts = facts_by_card[card]
                    races[facts.race] += 1
                    costs[facts.cost] += 1
                    roles[facts.role] += 1
                    sides[facts.side] += 1
                    size += 1
        bound = size - races[0] + w.pile_counts_as
        shares = [
            (count + w.pile_counts_as * share) / bound if bound else share
            for count, share in zip(races, pile.shares, strict=True)
        ]
        shares[0] = 0.0
        most = max(shares) or 1.0
        equal = 1.0 / 3.0
        return _Wants(
            (0.0, *[w.race * (share - equal) for share in shares[1:]]),
            tuple(
                [
                    capital * share / most + w.symbols * share
                    for capital, share in zip(pile.capitals, shares, strict=True)
                ]
            ),
            self._needs(w.curve, self._curve, costs, size),
            (*self._needs(w.role, self._role_shares, roles, size), 0.0),
            (
                0.0,
                -w.side if sides[2] > sides[1] else 0.0,
                -w.side if sides[1] > sides[2] else 0.0,
            ),
        )

    def _needs(
        self, weight: float, targets: Sequence[float], counts: Sequence[int], size: int
    ) -> tuple[float, ...]:
        """For each kind: how many more of it the deck should have, as a part of a score."""
        most = self._w.most_need
        after = size + 1
        return tuple(
            [
                weight * max(-most, min(most, target * after - count))
                for target, count in zip(targets, counts, strict=False)
            ]
        )

    def _facts_of(self, card: object, all_weights: Weights) -> _Facts:
        if not isinstance(card, InvasionCard):
            raise TypeError(card)
        role = (
            self._role_names.index(card.type)
            if card.type in self._role_names
            else len(self._role_names)
        )
        cost = card.cost if isinstance(card.cost, int) else 2
        return _Facts(
            rating=rate(card, all_weights.rating).total,
            race=self._races.setdefault(card.race, len(self._races)),
            loyalty=1 if card.loyalty is None else card.loyalty,
            cost=min(cost, len(self._curve) - 1),
            role=role,
            side={None: 0, "order": 1, "destruction": 2}[card.side],
        )

    def _pile(self, number: int, catalog: Catalog) -> _Pile:
        plan = self._plan
        # The neutral cards are shuffled in; every one of them is as likely as the next.
        facts = [self._facts[card] for card in plan.piles[number] if card not in self._effects]
        shared = [self._facts[card] for card in plan.shared if card not in self._effects]
        counts = [0] * len(self._races)
        for each in facts:
            counts[each.race] += 1
        bound = sum(counts[1:]) or 1
        races = {getattr(catalog.card(card), "race", None) for card in plan.capitals[number]}
        share = plan.shared_each / len(shared) if shared else 0.0
        weighted = [(each.rating, 1.0) for each in facts]
        weighted += [(each.rating, share) for each in shared]
        total = sum(weight for _, weight in weighted) or 1.0
        return _Pile(
            shares=tuple(0.0 if race == 0 else count / bound for race, count in enumerate(counts)),
            capitals=tuple(float(race in races) for race in self._races),
            mean=sum(rating * weight for rating, weight in weighted) / total,
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


def _left_after(plan: Plan, action: str) -> tuple[int, ...]:
    """For each step: the cards that the steps behind it take or strike."""
    return tuple(
        sum(step.count for step in plan.steps[number + 1 :] if step.action == action)
        for number in range(len(plan.steps))
    )
