"""What a draft of two sides is counted by: takes from the own pack, strikes from the other's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.invasion.capitals import invasion_cards
from deckbuilder.games.invasion.plan import STRIKE, TAKE, plan_of
from deckbuilder.games.invasion.state import REINFORCE, SEATS, State
from deckbuilder.games.invasion.table import DRAFT
from deckbuilder.games.tracking import Cards, Look, Step, Tracking, parted


class _Eyes:
    """What one seat has seen of the packs that lie before both, and took from its own."""

    def __init__(self) -> None:
        self.place = (0, 0)
        self.own: list[str] = []
        self.other: list[str] = []
        self.picks = 0

    def look(self, state: State, seat: int, card: str) -> Look | None:
        public, cards = state.public, state.seats[seat].cards
        if public.phase == REINFORCE:
            return Look(seat, "take", card, cards, cards)
        place = (public.pack, public.step)
        first = place != self.place
        if place[0] != self.place[0]:
            self.own, self.other, self.picks = [], [], 0
        self.place = place
        if public.phase == TAKE:
            self.picks += 1
            fresh, again = parted(cards, self.own) if first else ([], [])
            self.own.remove(card)
            return Look(seat, "take", card, fresh, fresh, again, self.picks)
        if public.phase == STRIKE:
            return Look(seat, "strike", card, parted(cards, self.other)[0] if first else ())
        return None


class InvasionTracking(Tracking):
    """The looks of a draft with packs and strikes (INV-22, INV-27)."""

    groups = ("race", "type")
    kind_of = "race"

    def looks(self, settings: Any, steps: Sequence[Step]) -> Iterator[Look]:
        """Tell every card taken from a pack or found in a pile, and every one struck."""
        eyes = [_Eyes() for _ in SEATS]
        for state, choices in steps:
            for seat, option in choices.items():
                if option.subject and (look := eyes[seat].look(state, seat, option.subject)):
                    yield look

    def own(self, settings: Any, deck: Mapping[str, Cards]) -> Cards:
        """Return the deck, without what was cut from it and without the capital."""
        return deck["main"]

    def kind(self, deck: Mapping[str, Cards], catalog: Catalog) -> str | None:
        """Return the race of the capital (INV-14)."""
        return next((each.race for each in invasion_cards(deck["capital"], catalog)), None)

    def without(self, settings: Any) -> Mapping[str, Any]:
        """Return settings in which one of the draft format cards is shown and does nothing.

        Bots that are made by the settings of the draft itself go on to think that it works.
        """
        plan = plan_of(settings)
        return {
            # The rules do nothing for an effect that no format has.
            card: msgspec.structs.replace(plan, effects={**plan.effects, card: ""})
            for card in sorted(plan.effects)
        }


TRACKING = InvasionTracking(DRAFT)
