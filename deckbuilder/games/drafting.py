"""What a game offers so that its draft can be run, shown and turned into lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.decks.deck import Deck
from deckbuilder.formats.format import Format
from deckbuilder.tables.policy import Policy
from deckbuilder.tables.protocol import Event, Option, Rules
from deckbuilder.tables.screen import Board, Screen
from deckbuilder.tables.table import Step

Better = Literal["high", "low", "neither"]
"""Which values of a measure are better."""


class DraftRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What a user may ask of a draft beyond its format; None and empty mean the format's own.

    `sets` are set ids or names; one named twice is in the box twice. `boosters` counts those of
    each seat, `picks` what is taken from one before it is passed.
    """

    players: int | None = None
    variants: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    hand: int | None = None
    boosters: int | None = None
    picks: int | None = None


class Draft(Protocol):
    """A game's draft."""

    @property
    def rules(self) -> Rules[Any]:
        """What the table runs."""

    def check_procedure(self, draft_format: Format) -> None:
        """Raise InputError with every fault of a format's draft part, as far as it shows alone."""

    def settings(self, draft_format: Format, catalog: Catalog, request: DraftRequest) -> Any:
        """Return plain data that says all of the draft: piles as card ids, steps, numbers.

        Raises InputError for a request that the rules forbid, with the rule's number.
        """

    def seat_names(self, settings: Any) -> tuple[str, ...]:
        """Return one name a seat, also the stem of its list's file."""

    def bot(self, spec: str, settings: Any, catalog: Catalog) -> Policy:
        """Return a bot for any seat. Raises InputError for an unknown spec."""

    def decks(self, settings: Any, state: Any, catalog: Catalog) -> tuple[Deck, ...]:
        """Return the list of each seat at the end, checked by nobody yet."""

    def screen(
        self, settings: Any, view: Any, options: Sequence[Option], catalog: Catalog
    ) -> Screen:
        """Return what a person in a seat is shown."""

    def tell(self, settings: Any, event: Event, catalog: Catalog) -> str | None:
        """Return a sentence about something that happened, None where nothing is to be said."""

    def tell_choice(self, option: Option, catalog: Catalog) -> str:
        """Return a choice in a few words, such as "takes Troll Slayers"."""

    def history(
        self, settings: Any, steps: Sequence[Step], seat: int, catalog: Catalog
    ) -> tuple[Board, ...]:
        """Return what the steps of a whole draft tell a seat afterwards, hidden things too.

        What it passed and where that went, what was struck from it, what came back, and how
        its deck grew; each game shows what its draft has.
        """

    def measures(self, settings: Any, state: Any, seat: int, catalog: Catalog) -> dict[str, float]:
        """Return what a seat's deck measures at the end, by the names that `better` has.

        No measure comes from the score of a bot; one that the facts do not tell is left out.
        """

    def better(self) -> Mapping[str, Better]:
        """Return the names of the measures in their order, and which values are better."""
