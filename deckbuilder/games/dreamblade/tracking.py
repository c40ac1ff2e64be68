"""What a draft of boosters is counted by; a sealed game has warbands only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deckbuilder.games.dreamblade.plan import plan_of
from deckbuilder.games.dreamblade.rules import TAKE, WARBAND
from deckbuilder.games.dreamblade.table import DRAFT
from deckbuilder.games.tracking import Cards, Look, Step, Tracking, parted


class WarbandTracking(Tracking):
    """The looks of a draft in which boosters go round (DRB-45)."""

    groups = ("aspects", "type")

    def looks(self, settings: Any, steps: Sequence[Step]) -> Iterator[Look]:
        """Tell every miniature taken from a booster."""
        plan = plan_of(settings)
        known: dict[tuple[int, int], list[str]] = {}
        for state, choices in steps:
            for seat, option in choices.items():
                if option.action != TAKE:
                    continue
                gone = list(state.chosen[seat])
                cards = list(state.packs[seat])
                for card in gone:
                    cards.remove(card)
                before = known.setdefault((seat, state.booster), [])
                fresh, again = ([], []) if gone else parted(cards, before)
                before.remove(option.subject)
                pick = plan.booster_size - len(cards) + 1
                yield Look(seat, "take", option.subject, fresh, fresh, again, pick)

    def own(self, settings: Any, deck: Mapping[str, Cards]) -> Cards:
        """Return the warband, without the rest of the miniatures."""
        return deck[WARBAND]


TRACKING = WarbandTracking(DRAFT)
