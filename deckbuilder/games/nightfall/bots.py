"""The Nightfall bots: named parts that both pick and explain, weighted by character."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.characters import (
    RANDOM,
    USUAL,
    Character,
    cards_of,
    character_of,
    score_of,
    weighted,
)
from deckbuilder.games.nightfall.card import NightfallCard
from deckbuilder.games.nightfall.links import can_follow, chaining, kicked
from deckbuilder.games.nightfall.plan import COMMONS, REMOVE, STARTERS, Plan, plan_of
from deckbuilder.games.nightfall.rating import Model, model
from deckbuilder.games.nightfall.rules import View, private
from deckbuilder.tables.policy import Policy, RandomPolicy, Score
from deckbuilder.tables.protocol import Event, Option

PARTS = (
    "rating", "share", "remove", "taste", "link", "kicker", "starters", "commons", "colour",
    "types", "denial", "return", "neighbours",
)  # fmt: skip

_UNKNOWN = NightfallCard(id="", name="", set="", type="order")


def bot(spec: str, settings: Any, catalog: Catalog) -> Policy:
    """Return the bot that a spec names. Raises InputError for an unknown one or weight."""
    character = character_of(spec, model().characters, PARTS)
    if character is None:
        return RandomPolicy()
    plan = plan_of(settings)
    return ArchiveBot(character, model(), plan, facts(plan, catalog))


def weights(spec: str) -> dict[str, float]:
    """Return the weights of a character, none of `random`. Raises InputError as `bot` does."""
    character = character_of(spec, model().characters, PARTS)
    return {} if character is None else character.weights


def bot_names() -> tuple[str, ...]:
    """Return the specs of the bots, the usual one last."""
    return (RANDOM, *(name for name in model().characters if name != USUAL), USUAL)


def facts(plan: Plan, catalog: Catalog) -> dict[str, NightfallCard]:
    """Return the order behind each draft card, and every other card of a draft, by id.

    Raises InputError for a card that the card files do not have.
    """
    chosen = (card for choice in plan.starter_choices for card in choice.cards)
    ids = {card: card for card in (*plan.starters, *chosen, *plan.moons)}
    return cards_of({**plan.orders, **ids}, NightfallCard, catalog)


class ArchiveBot(Policy):
    """A character at work in one draft."""

    def __init__(
        self,
        character: Character,
        numbers: Model,
        plan: Plan,
        cards: dict[str, NightfallCard],
    ) -> None:
        self.weights = character.weights
        self._taste = character.taste
        self.rating = {key: numbers.rating.of(card) for key, card in cards.items()}
        self._usual_links = numbers.usual_links
        self._plan = plan
        self.cards = cards
        self._lifts: dict[tuple[str, str], float] = {}

    def score(
        self, view: Any, options: Sequence[Option], feed: Sequence[Event] = ()
    ) -> Sequence[Score]:
        """Score every option, in the order given."""
        step = self._plan.step(view.round)
        if step == STARTERS:
            return [
                score_of(option, self.weights, self._starters(view, option)) for option in options
            ]
        parts = {COMMONS: self._commons, REMOVE: self._remove}.get(step, self._private)
        return [score_of(option, self.weights, parts(view, option.subject)) for option in options]

    def _private(self, view: View, card: str) -> dict[str, float]:
        own = private(self._plan, view.taken)
        return {
            "rating": self.rating[card],
            "taste": self.likes(card),
            "link": self._mean_lift(card, own),
            "kicker": self.kicks(card, own),
            "starters": self._mean_lift(card, self._plan.starters),
            "commons": self._mean_lift(card, view.commons),
            "colour": -float(sum(self.same_colour(card, other) for other in own)),
            "types": self._types(card, own),
            "denial": self._denial(view, card),
            "return": self._returning(view, card),
            "neighbours": -self.followed(card, self._others(view)),
        }

    def _commons(self, view: View, card: str) -> dict[str, float]:
        # Without private archives, what this seat alone knows to be in the commons is its own.
        own = private(self._plan, view.taken) or view.taken
        return {
            "share": self.rating[card],
            "taste": self.likes(card),
            "link": self._mean_lift(card, own),
            "kicker": self.kicks(card, own),
            "neighbours": -self._mean_lift(card, self._others(view)),
        }

    def _remove(self, view: View, card: str) -> dict[str, float]:
        return {
            "remove": self.rating[card],
            "denial": self._denial(view, card),
            "return": self._returning(view, card),
        }

    def _starters(self, view: View, option: Option) -> dict[str, float]:
        pair = (option.subject, *option.targets)
        own = private(self._plan, view.taken)
        return {
            "rating": fmean(self.rating[card] for card in pair),
            "taste": fmean(self.likes(card) for card in pair),
            "link": fmean(self._mean_lift(card, own) for card in pair),
            "kicker": fmean(self.kicks(card, own) for card in pair),
        }

    def fixed_parts(self, card: str) -> tuple[float, ...]:
        """Return the parts that are the same whatever was taken, weighted.

        They are rating, share, remove, taste and starters, in this order.
        """
        amounts = {
            "rating": self.rating[card],
            "share": self.rating[card],
            "remove": self.rating[card],
            "taste": self.likes(card),
            "starters": self._mean_lift(card, self._plan.starters),
        }
        return tuple(weighted(self.weights, part, amount) for part, amount in amounts.items())

    def likes(self, key: str) -> float:
        """Return how much the character likes a card by its type, tags and keywords."""
        card = self.cards[key]
        return sum(self._taste.get(kind, 0.0) for kind in (card.type, *card.tags, *card.keywords))

    def lift(self, key: str, other: str) -> float:
        """How much better two cards chain than if nothing were known of the first."""
        known = self._lifts.get((key, other))
        if known is None:
            card, partner = self.cards[key], self.cards[other]
            usual = self._usual_links
            known = chaining(card, partner, usual) - chaining(_UNKNOWN, partner, usual)
            self._lifts[key, other] = known
        return known

    def _mean_lift(self, card: str, others: Sequence[str]) -> float:
        return fmean(self.lift(card, other) for other in others) if others else 0.0

    def kicks(self, key: str, others: Iterable[str]) -> float:
        """Return how likely kickers are carried out between a card and others (NF-56)."""
        card, usual = self.cards[key], self._usual_links
        partners = [self.cards[other] for other in others]
        return sum(kicked(card, each, usual) + kicked(each, card, usual) for each in partners)

    def same_colour(self, key: str, other: str) -> bool:
        """Tell whether two cards have one colour that is known."""
        colour = self.cards[key].colour
        return colour is not None and colour == self.cards[other].colour

    def _types(self, key: str, own: Sequence[str]) -> float:
        types = {self.cards[each].type for each in (key, *own)}
        if not own or "order" in types:
            return 0.0
        return 1.0 if len(types) > 1 else -1.0 if types == {"action"} else 0.0

    def followed(self, key: str, others: Sequence[str]) -> float:
        """Return how much likelier than an unknown card this one is followed by others."""
        if not others:
            return 0.0
        card, usual = self.cards[key], self._usual_links
        return fmean(
            can_follow(self.cards[other], card, usual)
            - can_follow(self.cards[other], _UNKNOWN, usual)
            for other in others
        )

    def _denial(self, view: View, card: str) -> float:
        """What the next player loses by this choice, shared among the opponents."""
        steps = self._plan.steps
        ahead = view.round + 1
        if ahead >= len(steps) or steps[ahead] in (COMMONS, REMOVE):
            return 0.0
        best = max(self.rating[each] for each in view.hand)
        left = max((self.rating[each] for each in _rest(view.hand, card)), default=0.0)
        return (best - left) / (self._plan.players - 1)

    def _returning(self, view: View, card: str) -> float:
        """The best private archive in what comes back when the others take what is best."""
        plan = self._plan
        back = view.round + plan.players
        if back >= len(plan.steps) or plan.steps[back] in (COMMONS, REMOVE):
            return 0.0
        ratings = sorted((self.rating[each] for each in _rest(view.hand, card)), reverse=True)
        return ratings[plan.players - 1] if len(ratings) >= plan.players else 0.0

    def _others(self, view: View) -> list[str]:
        """What the others hold as private archives, known from hands that came back, or passed.

        A hand passed on tells what its receiver could choose from; a hand that comes back tells
        what was chosen (NF-26).
        """
        plan = self._plan
        known: list[str] = []
        probable: list[str] = []
        for number, hand in enumerate(view.seen[: view.round]):
            between = plan.steps[number + 1 : number + plan.players]
            if not between or any(step in (COMMONS, REMOVE) for step in between[:1]):
                continue
            rest = Counter(_rest(hand, view.taken[number]))
            if number + plan.players < len(view.seen):
                known += (rest - Counter(view.seen[number + plan.players])).elements()
            else:
                probable += rest.elements()
        return known or probable


def _rest(hand: Sequence[str], card: str) -> list[str]:
    rest = list(hand)
    rest.remove(card)
    return rest
