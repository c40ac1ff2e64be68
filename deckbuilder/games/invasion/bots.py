"""Who drafts in a seat without a person: random, by rating alone, or with a deck in mind.

A bot sees a view only. Everything that does not depend on the view is worked out once; the
scores that a bot shows are the ones it picks by.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache

import msgspec
import yaml

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.errors import InputError, unusable
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
from deckbuilder.games.invasion.rating import Rating, RatingWeights, rate
from deckbuilder.resources import formats_folder
from deckbuilder.tables.policy import Policy, RandomPolicy, Score, parse_spec
from deckbuilder.tables.protocol import Option

TYPICAL_COST = 2
"""Stands for a cost of X and a cost that is not known."""
EQUAL_SHARE = 1.0 / 3.0
"""Of the three races of a side."""
OTHER_ROLE = "other"
"""Types that a good deck needs no share of."""


class DrafterWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of the drafter; see the comments of the weights' file."""

    rating: float
    race: float
    pile_counts_as: float
    loyalty: float
    symbols: float
    curve: float
    role: float
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


class _Pile(msgspec.Struct, frozen=True):
    """What is known of a seat's pile before the draft."""

    shares: tuple[float, ...]
    capitals: tuple[float, ...]
    mean: float
    best_found: float


_Facts = tuple[float, int, float, int, int, int]
"""What the drafter needs of a card: worth of its rating, indexes of its race, its loyalty
icons, indexes of its cost, role and side. A tuple, as every score unpacks one."""

_Counts = tuple[list[int], list[int], list[int], list[int]]
"""Cards of a deck by race, cost, role and side."""

_Wants = tuple[Sequence[float], Sequence[float], Sequence[float], Sequence[float], Sequence[float]]
"""What a deck so far makes of the next card: by race its part and the symbols to be expected,
by cost, role and side their parts."""

NEUTRAL = 0
"""Index of the race that is none."""


class DrafterPolicy:
    """Drafts towards a deck: few races, a curve, enough units; strikes what hurts most."""

    def __init__(self, all_weights: Weights, plan: Plan, catalog: Catalog) -> None:
        self._w = all_weights.drafter
        self._plan = plan
        self._effects = plan.effects
        self._curve = all_weights.curve
        self._role_names = (*all_weights.roles, OTHER_ROLE)
        self._role_shares = (*all_weights.roles.values(), 0.0)
        self._races: dict[str, int] = {"neutral": NEUTRAL}
        self._facts = {
            card_id: self._facts_of(catalog.card(card_id), all_weights)
            for card_id in {*plan.piles[0], *plan.piles[1], *plan.shared}
            if card_id not in plan.effects
        }
        self._piles = tuple(self._pile(number, catalog) for number in (0, 1))
        self._takes_after = _left_after(plan, TAKE)
        self._strikes_after = _left_after(plan, STRIKE)
        self._strikes_a_pack = sum(step.count for step in plan.steps if step.action == STRIKE)
        self._spare = plan.pack_size - sum(step.count for step in plan.steps)
        # The last deck counted in each seat, own and opponent's: the next is mostly a longer one.
        self._counted: dict[tuple[int, int], tuple[tuple[str, ...], _Counts]] = {}

    def score(self, view: View, options: Sequence[Option]) -> Sequence[Score]:
        """Score every option; the parts add up to the total."""
        phase = view.public.phase
        if phase == STRIKE:
            return self._strikes(view, options)
        wants = self._wants(view.seat, view.seat, view.taken, view.pending)
        if phase == CUT:
            return [
                Score(kept.option, -kept.total, tuple((name, -worth) for name, worth in kept.parts))
                for kept in self._takes(view, options, wants)
            ]
        return self._takes(view, options, wants)

    def _takes(self, view: View, options: Sequence[Option], wants: _Wants) -> list[Score]:
        effects = self._effects
        facts = self._facts
        per_icon = self._w.loyalty
        races, symbols, costs, roles, sides = wants
        scores = []
        for option in options:
            card = option.card
            if card in effects:
                scores.append(self._take_format_card(view, option, wants))
                continue
            rating, of_race, icons, of_cost, of_role, of_side = facts[card]
            covered = symbols[of_race]
            loyalty = per_icon * ((icons if icons < covered else covered) - 1.0)
            race = races[of_race]
            curve = costs[of_cost]
            role = roles[of_role]
            side = sides[of_side]
            scores.append(
                Score(
                    option,
                    rating + race + loyalty + curve + role + side,
                    (
                        ("rating", rating),
                        ("race", race),
                        ("loyalty", loyalty),
                        ("curve", curve),
                        ("role", role),
                        ("side", side),
                    ),
                )
            )
        return scores

    def _take_format_card(self, view: View, option: Option, wants: _Wants) -> Score:
        """Score a draft format card that would be taken or found: it gives no card by itself."""
        mean = 0.0
        effect = self._effects[option.card]
        if effect == SHIFTING_TIDES:
            mean = _mean(self._worths(view.cards, wants).values())
        gain = self._gain(view, view.seat, option.card, mean)
        lost = 0.0 if effect == REINFORCEMENTS else -self._w.card
        return Score(option, gain + lost, (("effect", gain), ("card", lost)))

    def _strikes(self, view: View, options: Sequence[Option]) -> Sequence[Score]:
        """Score strikes by what the opponent would lose, and `done` by what a Sabotage keeps."""
        w = self._w
        public = view.public
        effects = self._effects
        other = 1 - view.seat
        worths = self._worths(view.cards, self._wants(view.seat, other, view.known, ()))
        ordered = sorted([worths[card] for card in view.cards if card in worths], reverse=True)
        takes = self._takes_after[public.step - 1]
        instead = ordered[min(takes, len(ordered) - 1)] if ordered else 0.0
        scores = []
        for option in options:
            card = option.card
            if card in worths:
                denial = w.denial * (worths[card] - instead)
                scores.append(Score(option, denial, (("denial", denial),)))
            elif not card:
                kept = w.keep_sabotage * min(1.0, self._strikes_left(view) / 3.0)
                scores.append(Score(option, kept, (("kept", kept),)))
            else:
                # Struck, it works for the striker at the price of no card, and not for the other.
                mean = _mean(ordered)
                gain = self._gain(view, view.seat, card, mean)
                if effects[card] == REINFORCEMENTS:
                    gain += w.card
                lost = max(0.0, self._gain(view, other, card, mean) - w.card - instead)
                denial = w.denial * lost
                scores.append(Score(option, gain + denial, (("effect", gain), ("denial", denial))))
        return scores

    def _worths(self, cards: Iterable[str], wants: _Wants) -> dict[str, float]:
        """What each card is worth to a deck: its rating, and how it fits the races in it."""
        facts = self._facts
        effects = self._effects
        per_icon = self._w.loyalty
        races, symbols, *_ = wants
        worths: dict[str, float] = {}
        for card in cards:
            if card not in effects:
                rating, race, icons, *_ = facts[card]
                covered = symbols[race]
                worths[card] = (
                    rating
                    + races[race]
                    + per_icon * ((icons if icons < covered else covered) - 1.0)
                )
        return worths

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
        packs = self._plan.packs - public.pack
        return self._strikes_after[public.step - 1] + self._strikes_a_pack * packs

    def _wants(
        self, viewer: int, seat: int, deck: tuple[str, ...], pending: tuple[str, ...]
    ) -> _Wants:
        w = self._w
        pile = self._piles[seat]
        races, costs, roles, sides = self._count(viewer, seat, deck)
        size = len(deck)
        if pending:
            races, costs, roles, sides = races[:], costs[:], roles[:], sides[:]
            size += self._add(pending, (races, costs, roles, sides))
        prior = w.pile_counts_as
        bound = size - races[NEUTRAL] + prior or 1.0
        shares = [
            (count + prior * share) / bound for count, share in zip(races, pile.shares, strict=True)
        ]
        # Neutral cards neither make a race stronger nor need one.
        shares[NEUTRAL] = 0.0
        most = max(shares) or 1.0
        per_race, beside = w.race, w.symbols
        race = [per_race * (share - EQUAL_SHARE) for share in shares]
        race[NEUTRAL] = 0.0
        symbols = [
            capital * share / most + beside * share
            for capital, share in zip(pile.capitals, shares, strict=True)
        ]
        symbols[NEUTRAL] = 1.0
        size += 1
        per_cost, per_role, against = w.curve, w.role, w.side
        return (
            race,
            symbols,
            [
                per_cost * (target * size - count)
                for target, count in zip(self._curve, costs, strict=True)
            ],
            [
                per_role * (target * size - count)
                for target, count in zip(self._role_shares, roles, strict=True)
            ],
            (
                0.0,
                -against if sides[2] > sides[1] else 0.0,
                -against if sides[1] > sides[2] else 0.0,
            ),
        )

    def _count(self, viewer: int, seat: int, deck: tuple[str, ...]) -> _Counts:
        """Count a deck; one that goes on from the last one costs its new cards only."""
        known, counts = self._counted.get((viewer, seat), ((), None))
        if counts is None or deck[: len(known)] != known:
            known = ()
            counts = (
                [0] * len(self._races),
                [0] * len(self._curve),
                [0] * len(self._role_shares),
                [0, 0, 0],
            )
        if len(known) < len(deck):
            self._add(deck[len(known) :], counts)
        self._counted[viewer, seat] = (deck, counts)
        return counts

    def _add(self, cards: Iterable[str], counts: _Counts) -> int:
        """Add cards to counts; return how many go into the deck."""
        races, costs, roles, sides = counts
        size = 0
        for card in cards:
            if card not in self._effects:
                _, race, _, cost, role, side = self._facts[card]
                races[race] += 1
                costs[cost] += 1
                roles[role] += 1
                sides[side] += 1
                size += 1
        return size

    def _facts_of(self, card: object, all_weights: Weights) -> _Facts:
        if not isinstance(card, InvasionCard):
            raise TypeError(card)
        role = card.type if card.type in self._role_names else OTHER_ROLE
        cost = total_cost(card, 1)
        race = self._races.setdefault(card.race, len(self._races))
        icons = 1 if card.loyalty is None or race == NEUTRAL else card.loyalty
        return (
            self._w.rating * rate(card, all_weights.rating).total,
            race,
            float(icons),
            TYPICAL_COST if cost is None else min(cost, len(self._curve) - 1),
            self._role_names.index(role),
            {None: 0, "order": 1, "destruction": 2}[card.side],
        )

    def _pile(self, number: int, catalog: Catalog) -> _Pile:
        plan = self._plan
        facts = [self._facts[card] for card in plan.piles[number] if card not in self._effects]
        shared = [self._facts[card] for card in plan.shared if card not in self._effects]
        counts = [0] * len(self._races)
        for _, race, *_ in facts:
            counts[race] += 1
        bound = sum(counts[1:]) or 1
        capitals = {getattr(catalog.card(card), "race", None) for card in plan.capitals[number]}
        # The shared cards are shuffled in; each of them is as likely as the next.
        part = plan.shared_each / len(shared) if shared else 0.0
        weighted = [(rating, 1.0) for rating, *_ in facts]
        weighted += [(rating, part) for rating, *_ in shared]
        total = sum(weight for _, weight in weighted) or 1.0
        return _Pile(
            shares=tuple(
                0.0 if race == NEUTRAL else count / bound for race, count in enumerate(counts)
            ),
            capitals=tuple(float(race in capitals) for race in self._races),
            mean=sum(rating * weight for rating, weight in weighted) / total,
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
