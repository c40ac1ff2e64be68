"""Many drafts of bots as arrays: every choice, what it was made from, and the decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.tables.protocol import Option

NONE = -1
"""In place of a card, a seat or an action where there is none."""


class Drafted(msgspec.Struct, frozen=True, kw_only=True):
    """Drafts of bots, a row each, in whole numbers; NONE fills what a row does not need.

    `cards` are the ids by the number of the card, `actions` the action and value of an option by
    their number. `choices` has for each draft, in order, seat, action, card and second card of
    every choice; `offers` the cards that it was made from, with their copies, and `decks` what
    was drafted by seat.
    """

    cards: tuple[str, ...]
    actions: tuple[tuple[str, str | None], ...]
    choices: Any
    offers: Any
    decks: Any

    def options(self, row: int) -> Iterator[tuple[int, Option]]:
        """Yield the seat and the option of each choice of a draft."""
        for seat, action, card, second in self.choices[row].tolist():
            if seat == NONE:
                return
            name, value = self.actions[action]
            subject = "" if card == NONE else self.cards[card]
            targets = () if second == NONE else (self.cards[second],)
            yield seat, Option(name, subject, targets, value)

    def deck(self, row: int, seat: int) -> tuple[str, ...]:
        """Return the ids of the cards that a seat drafted, in their order."""
        return tuple(self.cards[card] for card in self.decks[row, seat].tolist() if card != NONE)


class DraftBatch(Protocol):
    """An engine that runs many drafts of bots at once, choice for choice as the table does."""

    def drafts(
        self,
        settings: Any,
        specs: Sequence[str],
        seeds: Sequence[int],
        catalog: Catalog,
        believed: Any = None,
    ) -> Drafted | None:
        """Run a draft for each seed, with a bot for each seat.

        Bots are made by the settings that they believe in, else by those of the draft. None
        where these bots draft at the table only. Raises InputError for an unknown bot, and where
        this machine lacks what is needed.
        """
