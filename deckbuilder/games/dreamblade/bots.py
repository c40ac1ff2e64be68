"""The Dreamblade bots: named parts that both pick and explain, weighted by character."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.characters import (
    RANDOM,
    USUAL,
    Character,
    cards_of,
    character_of,
    score_of,
)
from deckbuilder.games.dreamblade.card import Miniature
from deckbuilder.games.dreamblade.plan import Plan, plan_of
from deckbuilder.games.dreamblade.rating import Model, known_power, model
from deckbuilder.games.dreamblade.rules import View
from deckbuilder.tables.policy import Policy, RandomPolicy, Score
from deckbuilder.tables.protocol import Event, Option

PARTS = ("rating", "taste", "aspects", "curve", "copies", "signals", "denial")


def bot(spec: str, settings: Any, catalog: Catalog) -> Policy:
    """Return the bot that a spec names. Raises InputError for an unknown one or weight."""
    character = character_of(spec, model().characters, PARTS)
    if character is None:
        return RandomPolicy()
    plan = plan_of(settings)
    return WarbandBot(character, model(), plan, facts(plan, catalog))


def weights(spec: str) -> dict[str, float]:
    """Return the weights of a character, none of `random`. Raises InputError as `bot` does."""
    character = character_of(spec, model().characters, PARTS)
    return {} if character is None else character.weights


def bot_names() -> tuple[str, ...]:
    """Return the specs of the bots, the usual one last."""
    return (RANDOM, *(name for name in model().characters if name != USUAL), USUAL)


def facts(plan: Plan, catalog: Catalog) -> dict[str, Miniature]:
    """Return every miniature of a draft by id.

    Raises InputError for one that the card files do not have.
    """
    ids = {
        card_id: card_id
        for by_rarity in plan.supply.values()
        for cards in by_rarity.values()
        for card_id in cards
    }
    return cards_of(ids, Miniature, catalog)


class WarbandBot(Policy):
    """A character at work in one draft."""

    def __init__(
        self,
        character: Character,
        numbers: Model,
        plan: Plan,
        cards: dict[str, Miniature],
    ) -> None:
        self._weights = character.weights
        self._taste = character.taste
        self._model = numbers
        self._plan = plan
        self._cards = cards
        self._rating = {key: numbers.rating.of(card) for key, card in cards.items()}

    def score(
        self, view: Any, options: Sequence[Option], feed: Sequence[Event] = ()
    ) -> Sequence[Score]:
        """Score every option, in the order given."""
        own = Counter(view.warband if view.building else view.pool)
        signals = {} if view.building else self._signals(view)
        return [
            score_of(option, self._weights, self._parts(view, option.subject, own, signals))
            for option in options
        ]

    def _parts(
        self, view: View, card: str, own: Counter[str], signals: dict[str, float]
    ) -> dict[str, float]:
        # A warband is chosen to fit together: what counts is all that there is to choose from.
        company = Counter(view.pool)
        if view.building:
            company[card] -= 1
        return {
            "rating": self._rating[card],
            "taste": self._likes(card),
            "aspects": self._aspects(card, company),
            "curve": self._curve(card, own),
            "copies": -1.0 if own[card] >= self._plan.copies else 0.0,
            "signals": sum(signals.get(each, 0.0) for each in self._cards[card].aspects or ()),
            "denial": 0.0 if view.building else self._denial(view, card),
        }

    def _likes(self, key: str) -> float:
        card = self._cards[key]
        power = known_power(card)
        above = 0.0 if power is None else power - self._model.rating.power.usual
        return self._taste.get(card.type, 0.0) + self._taste.get("power", 0.0) * above

    def _aspects(self, key: str, company: Counter[str]) -> float:
        """The share of own miniatures that meet its symbols, and of symbols that it meets."""
        card = self._cards[key]
        total = company.total()
        if not total:
            return 0.0
        met = meets = 0
        for other, count in company.items():
            mate = self._cards[other]
            met += count * len(set(card.aspect_cost or ()) & set(_given(mate)))
            meets += count * len(set(mate.aspect_cost or ()) & set(_given(card)))
        return (met + meets) / total

    def _curve(self, key: str, own: Counter[str]) -> float:
        cost = self._cards[key].spawn_cost
        if cost is None:
            return 0.0
        curve = self._model.curve
        known = [
            (other, count)
            for card, count in own.items()
            if (other := self._cards[card].spawn_cost) is not None
        ]
        total = sum(count for _, count in known)
        cheap = sum(count for other, count in known if other <= curve.cheap)
        share = cheap / total if total else curve.cheap_share
        if cost <= curve.cheap:
            return curve.cheap_share - share
        return min(0.0, share - curve.cheap_share) if cost >= curve.dear else 0.0

    def _signals(self, view: View) -> dict[str, float]:
        """How much more of each aspect the others pass than a fresh booster holds on average."""
        size = self._plan.booster_size
        passed = [pack for pack in view.seen if len(pack) < size]
        fresh = self._shares([list(self._cards)])
        return {
            aspect: share - fresh.get(aspect, 0.0) for aspect, share in self._shares(passed).items()
        }

    def _shares(self, packs: Sequence[Sequence[str]]) -> dict[str, float]:
        cards = [card for pack in packs for card in pack]
        counts = Counter(aspect for card in cards for aspect in self._cards[card].aspects or ())
        return {aspect: count / len(cards) for aspect, count in counts.items()}

    def _denial(self, view: View, card: str) -> float:
        """What the next player loses by this choice, shared among the opponents."""
        opponents = self._plan.players - 1
        rest = list(view.pack)
        rest.remove(card)
        if not opponents or not rest:
            return 0.0
        best = max(self._rating[each] for each in view.pack)
        left = max(self._rating[each] for each in rest)
        return (best - left) / opponents


def _given(card: Miniature) -> tuple[str, ...]:
    """The aspects whose symbols a miniature meets: creatures only (DRB-10)."""
    return () if card.type == "location" else card.aspects or ()
