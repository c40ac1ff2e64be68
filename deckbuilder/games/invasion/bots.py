"""Who drafts in a seat without a person: random, by rating alone, or with a deck in mind."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import to_builtins
from msgspec.structs import replace

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.characters import RANDOM, chosen
from deckbuilder.games.invasion.capitals import capital_scores
from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.invasion.drafter import DrafterPolicy
from deckbuilder.games.invasion.plan import Plan
from deckbuilder.games.invasion.rating import Rating, RatingWeights, rate
from deckbuilder.games.invasion.state import CAPITAL, CUT, View
from deckbuilder.games.invasion.weights import characters, rating_weights
from deckbuilder.tables.policy import Policy, RandomPolicy, Score
from deckbuilder.tables.protocol import Event, Option

RATING = "rating"


def bot(spec: str, plan: Plan, catalog: Catalog) -> Policy:
    """Return the bot of a spec. Raises InputError for one that there is not."""
    known = characters()
    name, changes = _chosen(spec)
    if name == RANDOM:
        return RandomPolicy()
    if name == RATING:
        return RatingPolicy(rating_weights(), catalog)
    character = known[name]
    changed = replace(character, weights=replace(character.weights, **changes))
    return DrafterPolicy(changed, rating_weights(), plan, catalog)


def weights(spec: str) -> dict[str, float]:
    """Return the weights of a character, none of another bot. Raises InputError as `bot` does."""
    name, changes = _chosen(spec)
    known = characters()
    return {**to_builtins(known[name].weights), **changes} if name in known else {}


def _chosen(spec: str) -> tuple[str, dict[str, float]]:
    weights = {name: each.weights.__struct_fields__ for name, each in characters().items()}
    return chosen(spec, {**weights, RATING: (), RANDOM: ()})


def bot_names() -> tuple[str, ...]:
    """Return the specs of the bots, the usual one last."""
    return (RANDOM, RATING, *reversed(characters()))


def rated(card: Card) -> tuple[float, tuple[tuple[str, float], ...]] | None:
    """Return what a card is worth by its rating, and the parts; None for what is never drafted."""
    if not isinstance(card, InvasionCard) or card.never_in_deck:
        return None
    rating = rate(card, rating_weights())
    return rating.total, rating.parts


class RatingPolicy(Policy):
    """Takes and strikes the card with the best rating, whatever it has."""

    def __init__(self, rating: RatingWeights, catalog: Catalog) -> None:
        self._weights = rating
        self._catalog = catalog
        self.of_loyalty = rating.loyalty
        """What an icon of loyalty is worth that no capital covers."""
        self._scores: dict[tuple[str, bool], tuple[float, tuple[tuple[str, float], ...]]] = {}

    def score(
        self, view: View, options: Sequence[Option], feed: Sequence[Event] = ()
    ) -> Sequence[Score]:
        """Score each card by its rating; in a cut to size the worst is best cut.

        Capitals are scored by the loyalty that the deck costs under each.
        """
        if view.public.phase == CAPITAL:
            return capital_scores(view, options, self._catalog, self._weights.loyalty)
        cut = view.public.phase == CUT
        return [Score(option, *self._rated(option.subject, cut)) for option in options]

    def worth(self, card_id: str, *, cut: bool) -> float:
        """Return the total by which a card is taken, struck or cut."""
        return self._rated(card_id, cut)[0]

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
