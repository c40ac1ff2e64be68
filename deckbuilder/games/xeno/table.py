"""A table of XENO: its settings, seats and bots, and how it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.errors import refusal
from deckbuilder.games.table_game import Request, TableGame
from deckbuilder.games.xeno.bots.policies import bot_for, bots_for
from deckbuilder.games.xeno.card import XenoCard
from deckbuilder.games.xeno.rules import RULES
from deckbuilder.games.xeno.screen import screen_of, seat_name, tell_event, tell_option
from deckbuilder.games.xeno.settings import SEATS, Settings
from deckbuilder.games.xeno.setup import setup_for
from deckbuilder.games.xeno.state import State
from deckbuilder.games.xeno.view import View
from deckbuilder.tables.policy import Policy
from deckbuilder.tables.protocol import Event, Option
from deckbuilder.tables.screen import Screen

USUAL_SEATS = 2


class XenoTable(TableGame[State, View]):
    """XENO at a table."""

    rules = RULES

    def settings(self, request: Request, catalog: Catalog) -> Settings:
        """Return the settings of a table. Raises InputError for a request that does not fit."""
        players = USUAL_SEATS if request.players is None else request.players
        if players not in SEATS:
            raise refusal("xeno.players", least=SEATS[0], most=SEATS[-1])
        first = request.number("first")
        if first is not None and first > players:
            raise refusal("xeno.first", seat=first, players=players)
        cards = [card for card in catalog.cards if isinstance(card, XenoCard)]
        lines = sorted((card.rank, card.id, card.quantity or 0) for card in cards)
        return Settings(
            players=players,
            cards=tuple((card, rank, copies) for rank, card, copies in lines),
            first=None if first is None else first - 1,
            games=request.number("games") or 1,
            boys="discarded" if request.word("boys") == "discarded" else "played",
        )

    def seat_names(self, settings: Any) -> tuple[str, ...]:
        """Return one name a seat."""
        return tuple(map(seat_name, range(setup_for(settings).players)))

    def bots(self, settings: Any) -> tuple[str, ...]:
        """Return the bots, weakest first."""
        setup_for(settings)
        return bots_for()

    def bot(self, spec: str, settings: Any, catalog: Catalog) -> Policy:
        """Return a bot for any seat. Raises InputError for an unknown spec."""
        return bot_for(spec, setup_for(settings))

    def screen(
        self, settings: Any, view: View, options: Sequence[Option], catalog: Catalog
    ) -> Screen:
        """Return the table as the acting seat sees it, and its options."""
        return screen_of(view, options, catalog)

    def tell(self, settings: Any, event: Event, catalog: Catalog) -> str | None:
        """Return a sentence about something that happened."""
        return tell_event(event, catalog)

    def tell_choice(self, settings: Any, option: Option, catalog: Catalog) -> str:
        """Return a choice in a few words."""
        return tell_option(option, catalog)


PLAY = XenoTable()
