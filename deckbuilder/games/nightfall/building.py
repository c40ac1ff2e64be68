"""What makes constructed archives good: orders that link, minions enough, an even wound deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.names import fold
from deckbuilder.catalog.wording import title
from deckbuilder.decks.deck import Deck, copies
from deckbuilder.games.characters import numbers_of
from deckbuilder.games.nightfall.card import NightfallCard
from deckbuilder.games.nightfall.links import chaining, kicked
from deckbuilder.games.nightfall.rating import Model, model
from deckbuilder.games.planning import Fact, Ground, Plan, Weigh, drawn
from deckbuilder.words import say

ORDERS = ("minion", "action", "order")
DEALT = "commons"
"""The section whose cards chance lays out, not a player (NF-R5)."""
PARTNERS = 7
"""Beside one order of three copies, seven make up two archives of 12."""
_UNKNOWN = NightfallCard(id="", name="", set="", type="order")


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of the data file; see its comments."""

    spread: float
    minions: float
    minion: float
    copy: float
    wound: dict[str, float]
    link: float
    kicker: float
    copies: int
    heart: float
    temper: float


@cache
def numbers() -> Numbers:
    """Return the shipped numbers. Raises InputError where the file is not as it should be."""
    return numbers_of("nightfall", Numbers, of="builder")


class ArchivePlan:
    """Archives and a wound deck in the making, around the links of one order if there is one."""

    rank = 0
    parts = ("rating", "heart", "links", "minions", "copy", "wounds")

    def __init__(self, start: Deck, heart: NightfallCard | None) -> None:
        self.headers = start.headers
        self._heart = heart
        self._model: Model = model()
        self._pairs: dict[tuple[str, str], float] = {}

    def about(self, deck: Deck) -> str:
        """Tell the order at the heart."""
        return say("build.nightfall.heart", card=title(self._heart)) if self._heart else ""

    def fits(self, card: Card, section: str) -> bool:
        """Every card that the format allows in a section fits there."""
        return isinstance(card, NightfallCard)

    def weigh(self, deck: Deck) -> Weigh:
        """Count orders and wounds of a deck, the minions of each section by themselves."""
        orders = [(self._heart, numbers().copies)] if self._heart else []
        sizes, minions = Counter[str](), Counter[str]()
        wounds = Counter[str | None]()
        held = {name: count for name, (count, _) in copies(deck.entries).items()}
        for entry in deck.entries:
            card = entry.card
            if not isinstance(card, NightfallCard):
                continue
            if card.type == "wound":
                wounds[card.wound_type] += entry.count
                wounds[card.wound_effect] += entry.count
            elif card.type in ORDERS:
                orders.append((card, entry.count))
                sizes[entry.section] += entry.count
                minions[entry.section] += entry.count * (card.type == "minion")
        total = sum(count for _, count in orders)
        linked: dict[str, float] = {}

        def weigh(card: Card, section: str) -> tuple[float, ...]:
            if not isinstance(card, NightfallCard) or section == DEALT:
                return (0.0,) * len(self.parts)
            own = numbers()
            if card.type == "wound":
                known_type = wounds[card.wound_type] if card.wound_type else 0
                known_effect = wounds[card.wound_effect] if card.wound_effect else 0
                even = own.wound["type"] * known_type + own.wound["effect"] * known_effect
                return (0.0, 0.0, 0.0, 0.0, 0.0, even)
            if total and card.id not in linked:
                linked[card.id] = (
                    sum(count * self._pair(card, other) for other, count in orders) / total
                )
            need = 0.0
            if card.type in ("minion", "action"):
                need = own.minions * (sizes[section] + 1) - minions[section]
            return (
                self._model.rating.of(card),
                own.heart if self._heart is not None and card == self._heart else 0.0,
                linked[card.id] if total else 0.0,
                own.minion * (need if card.type == "minion" else -need),
                own.copy if held.get(fold(card.name)) else 0.0,
                0.0,
            )

        return weigh

    def _pair(self, card: NightfallCard, other: NightfallCard) -> float:
        """What two orders are worth to each other: links and kickers, either way round."""
        known = self._pairs.get((card.id, other.id))
        if known is None:
            usual = self._model.usual_links
            lift = chaining(card, other, usual) - chaining(_UNKNOWN, other, usual)
            kicks = kicked(card, other, usual) + kicked(other, card, usual)
            known = numbers().link * lift + numbers().kicker * kicks
            self._pairs[card.id, other.id] = known
        return known

    def potential(self, cards: Iterable[NightfallCard]) -> float:
        """Return what the best partners among some orders are worth to the heart."""
        if self._heart is None:
            return 0.0
        heart = self._heart
        worths = (self._pair(card, heart) for card in cards if card != heart)
        return sum(sorted(worths, reverse=True)[:PARTNERS])


class NightfallBuilder:
    """The taste of Nightfall."""

    wishes: tuple[str, ...] = ()
    size: int | None = None

    @property
    def spread(self) -> float:
        """How far the seed moves a card."""
        return numbers().spread

    def plans(self, ground: Ground, start: Deck) -> Iterable[Plan]:
        """Yield plans by the order at their heart, as the seed draws them.

        Orders that are there from the start are the heart.
        """
        if any(getattr(each.card, "type", None) in ORDERS for each in start.entries):
            return (ArchivePlan(start, None),)
        orders = [
            card
            for card in ground.supply.cards.values()
            if isinstance(card, NightfallCard) and card.type in ORDERS
        ]
        hearts = [card for card in orders if card.colour and card.links]
        plans = [ArchivePlan(start, heart) for heart in hearts]
        values = [plan.potential(orders) for plan in plans]
        return (
            *drawn(plans, values, numbers().temper, ground.stream),
            ArchivePlan(start, None),
        )

    def facts(self, deck: Deck) -> tuple[Fact, ...]:
        """Return the colours of the orders and their mean cost."""
        colours = Counter[str]()
        costs = []
        for entry in deck.entries:
            if isinstance(entry.card, NightfallCard) and entry.card.type in ORDERS:
                if entry.card.colour:
                    colours[entry.card.colour] += entry.count
                if entry.card.cost is not None:
                    costs.extend([entry.card.cost] * entry.count)
        return (
            Fact("colours", dict(sorted(colours.items()))),
            Fact("cost", sum(costs) / len(costs) if costs else None),
        )


BUILDER = NightfallBuilder()
