"""What a draft of bots is counted by: every look at cards, and what became of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.games.table_game import DraftGame
from deckbuilder.tables.protocol import Option, Outcome

Cards = Sequence[str]
Step = tuple[Any, Mapping[int, Option]]
"""A state, and what seats chose there."""


class Look(msgspec.Struct, frozen=True, gc=False):
    """A choice of a seat among cards, by their ids.

    `fresh` are copies that come before the seat's eyes for the first time in this pack,
    `offered` those that it may take for the first time, and `again` those that it passed over
    and may take after all. `pick` counts what the seat takes from a pack, from 1; None for what
    comes from no pack. A card that is struck goes to nobody.
    """

    seat: int
    action: Literal["take", "strike"]
    chosen: str
    fresh: Cards = ()
    offered: Cards = ()
    again: Cards = ()
    pick: int | None = None


class Tracking:
    """What a draft is counted by. As it stands, every choice is a card that is taken.

    A game says more where its draft has more: packs that end, cards that are struck, that are
    drafted for all seats, or that change the draft.
    """

    groups: ClassVar[tuple[str, ...]] = ("type",)
    """The facts of cards by which a draft may be out of balance."""

    kind_of: ClassVar[str] = ""
    """The fact that `kind` tells."""

    def __init__(self, draft: DraftGame[Any, Any]) -> None:
        self.draft = draft

    def looks(self, settings: Any, steps: Sequence[Step]) -> Iterator[Look]:
        """Tell every choice of a whole draft by what the seat saw."""
        known: dict[int, list[str]] = {}
        picks: dict[int, int] = {}
        for state, choices in steps:
            for seat, option in choices.items():
                chosen = self.draft.card_of(settings, option)
                if chosen is None:
                    continue
                options = self.draft.rules.options(state, seat)
                cards = [card for each in options if (card := self.draft.card_of(settings, each))]
                fresh, again = parted(cards, known.setdefault(seat, []))
                known[seat].remove(chosen)
                picks[seat] = picks.get(seat, 0) + 1
                yield Look(seat, "take", chosen, fresh, fresh, again, picks[seat])

    def own(self, settings: Any, deck: Mapping[str, Cards]) -> Cards:
        """Return the cards that a seat drafted for itself, of its deck at the end by section."""
        return [card for cards in deck.values() for card in cards]

    def shared(self, settings: Any, outcome: Outcome) -> Cards:
        """Return the cards that all seats have together at the end."""
        return ()

    def kind(self, deck: Mapping[str, Cards], catalog: Catalog) -> str | None:
        """Return a fact by which decks are told apart, such as the race of a capital."""
        return None

    def without(self, settings: Any) -> Mapping[str, Any]:
        """Return settings in which a draft format card does nothing, by the id of the card."""
        return {}


def parted(cards: Cards, known: list[str]) -> tuple[list[str], list[str]]:
    """Return the copies that are new and those that are known; the new ones are known then.

    A copy that is taken must be known no longer: another one that comes is new.
    """
    left = known.copy()
    fresh, again = [], []
    for card in cards:
        if card in left:
            left.remove(card)
            again.append(card)
        else:
            fresh.append(card)
    known += fresh
    return fresh, again
