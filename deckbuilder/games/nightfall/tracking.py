"""What a draft of archives is counted by: hands that go round, and come back at small tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deckbuilder.games.nightfall.plan import COMMONS, REMOVE, STARTERS, plan_of
from deckbuilder.games.nightfall.rules import TAKE
from deckbuilder.games.nightfall.table import DRAFT
from deckbuilder.games.tracking import Cards, Look, Step, Tracking, parted
from deckbuilder.tables.protocol import Outcome


class ArchiveTracking(Tracking):
    """The looks of an archive draft; a card goes by the order that it stands for (NF-20)."""

    groups = ("colour", "links")

    def looks(self, settings: Any, steps: Sequence[Step]) -> Iterator[Look]:
        """Tell every choice from a hand, for whatever it is; what is removed is struck."""
        plan = plan_of(settings)
        seen: list[list[str]] = [[] for _ in range(plan.players)]
        open_to: list[list[str]] = [[] for _ in range(plan.players)]
        for state, choices in steps:
            for seat, option in choices.items():
                if option.action != TAKE:
                    continue
                cards = [plan.orders[card] for card in state.hands[seat]]
                chosen = plan.orders[option.subject]
                fresh, _ = parted(cards, seen[seat])
                if plan.step(state.round) == REMOVE:
                    yield Look(seat, "strike", chosen, fresh)
                else:
                    offered, again = parted(cards, open_to[seat])
                    open_to[seat].remove(chosen)
                    yield Look(seat, "take", chosen, fresh, offered, again, state.round + 1)

    def own(self, settings: Any, deck: Mapping[str, Cards]) -> Cards:
        """Return the orders of the private archives, each once."""
        own = (cards for name, cards in deck.items() if name not in (COMMONS, STARTERS))
        return [order for cards in own for order in dict.fromkeys(cards)]

    def shared(self, settings: Any, outcome: Outcome) -> Cards:
        """Return the orders of the common archives, each once."""
        return list(dict.fromkeys(outcome.decks[0][COMMONS]))


TRACKING = ArchiveTracking(DRAFT)
