"""The duel of Warhammer: Invasion as the program runs and shows it (INV-31 to INV-49)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.decks.deck import Deck
from deckbuilder.errors import refusal
from deckbuilder.games.invasion.capital_headers import capital_race, capitals_of
from deckbuilder.games.invasion.duel.loading import effects_in_force
from deckbuilder.games.invasion.duel.rules import RULES
from deckbuilder.games.invasion.duel.seating import duel_settings
from deckbuilder.games.invasion.duel.settings import settings_of
from deckbuilder.games.invasion.duel.starters import starting_decks
from deckbuilder.games.invasion.duel.state import State, View
from deckbuilder.games.invasion.duel.stops import pause_of, stop_words, stops_of
from deckbuilder.games.table_game import Pause, Request, TableGame
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.policy import Policy
from deckbuilder.tables.protocol import Event, Option
from deckbuilder.tables.screen import Screen, Side
from deckbuilder.words import say

SEATS = 2
RULINGS = (
    "cover_includes_cancelling",
    "bloodthirster_global",
    "greatswords_self",
    "plays_open_chain_only",
    "faq_windows",
    "doom_divers_burning",
)
"""Fields of `Switches` that a player may set, as settings with dashes."""


class InvasionDuel(TableGame[State, View]):
    """A duel between two lists."""

    rules = RULES
    takes_decks = True

    def settings(self, request: Request, catalog: Catalog) -> Any:
        """Return the settings of a duel between the lists of a request.

        Without lists two of the starting decks are played, drawn by the seed (INV-15). Raises
        InputError for lists that cannot be played.
        """
        if request.players not in (None, SEATS):
            raise refusal("duel.players", seats=SEATS)
        decks = request.decks or self.own_decks(catalog, request.seed)
        if len(decks) != SEATS:
            raise refusal("duel.decks", decks=len(decks), seats=SEATS)
        first = request.number("first")
        return duel_settings(
            catalog,
            effects_in_force(catalog),
            [_seat(deck, catalog) for deck in decks],
            blank=request.word("blank") == "yes",
            first=None if first is None else first - 1,
            switches=_switches(request),
        )

    def own_decks(self, catalog: Catalog, seed: int) -> tuple[Deck, ...]:
        """Return two starting decks, drawn by the seed."""
        decks = starting_decks(catalog, seed)
        return tuple(decks[race] for race in Stream(seed, "starters").shuffled(list(decks))[:SEATS])

    def named_decks(self, catalog: Catalog, seed: int) -> dict[str, Deck]:
        """Return the starting decks by name."""
        return starting_decks(catalog, seed)

    def seat_names(self, settings: Any) -> tuple[str, ...]:
        """Return the names of the two seats: their races, told apart where they are the same."""
        return tuple(
            say("duel.seat", number=number, race=say(f"duel.races.{seat.race}"))
            for number, seat in enumerate(settings_of(settings).seats, start=1)
        )

    def bots(self, settings: Any) -> tuple[str, ...]:
        """Return the bots, weakest first."""
        from deckbuilder.games.invasion.duel.bots import BOTS

        return BOTS

    def quick_bot(self, settings: Any) -> str:
        """Return the bot that looks one choice ahead."""
        from deckbuilder.games.invasion.duel.bots import GREEDY

        return GREEDY

    def bot(self, spec: str, settings: Any, catalog: Catalog) -> Policy:
        """Return a bot for either seat. Raises InputError for an unknown spec."""
        from deckbuilder.games.invasion.duel.bots import bot

        return bot(spec)

    def thinking(self, spec: str, times: float) -> str | None:
        """Return the spec of a planner that does so many times the work, None for other bots."""
        from deckbuilder.games.invasion.duel.bots import thinking

        return thinking(spec, times)

    def begun_by(self, settings: Any, seat: int) -> Any:
        """Return settings by which a seat begins; the log of a duel says it too."""
        return msgspec.structs.replace(settings_of(settings), first=seat)

    def screen(
        self, settings: Any, view: View, options: Sequence[Option], catalog: Catalog
    ) -> Screen:
        """Return both capitals, the hand, the chain, and what the seat may do."""
        from deckbuilder.games.invasion.duel.screen import screen

        return screen(self.seat_names(settings), view, options, catalog)

    def sides(self, settings: Any, view: View, catalog: Catalog) -> tuple[Side, ...]:
        """Return both capitals, and the chain between them."""
        from deckbuilder.games.invasion.duel.layout import sides
        from deckbuilder.games.invasion.duel.screen import Shown

        return sides(Shown(self.seat_names(settings), view, (), catalog))

    def tell(self, settings: Any, event: Event, catalog: Catalog) -> str | None:
        """Return a sentence about an event, None where nothing is to be said."""
        from deckbuilder.games.invasion.duel.sentences import tell

        return tell(self.seat_names(settings), event, catalog)

    def tell_choice(self, settings: Any, option: Option, catalog: Catalog) -> str:
        """Return a choice in a few words."""
        from deckbuilder.games.invasion.duel.sentences import tell_choice

        return tell_choice(self.seat_names(settings), option, catalog)

    def tell_made(self, settings: Any, view: View, option: Option, catalog: Catalog) -> str:
        """Return a choice in a few words, the cards that its seat saw by their names."""
        from deckbuilder.games.invasion.duel.screen import told_choice

        return told_choice(self.seat_names(settings), view, option, catalog)

    def stops(self, settings: Any) -> tuple[str, ...]:
        """Return the windows in which a seat can be asked or not."""
        return stops_of(settings_of(settings))

    def stop_name(self, stop: str) -> str:
        """Return a window in words."""
        return stop_words(stop)

    def pause(self, view: View, options: Sequence[Option]) -> Pause | None:
        """Return the window that a seat may let pass."""
        return pause_of(view, options)

    def card_of(self, settings: Any, option: Option) -> str | None:
        """Return the card of an option that names one by its id."""
        named = (option.subject, *option.targets)
        return next((each for each in named if each.startswith("invasion/")), None)


DUEL = InvasionDuel()


def _switches(request: Request) -> Any:
    from deckbuilder.games.invasion.duel.settings import Switches

    said = {name: request.word(name.replace("_", "-")) for name in RULINGS}
    return Switches(**{name: value == "yes" for name, value in said.items() if value is not None})


def _seat(deck: Deck, catalog: Catalog) -> tuple[str, tuple[str, ...]]:
    """Return the capital and the cards of a list. Raises InputError for one that lacks either."""
    name = deck.name or say("duel.a-list")
    unknown = tuple(entry.name for entry in deck.entries if entry.card is None)
    if unknown:
        raise refusal("duel.unknown-cards", where=name, cards=unknown)
    written = capitals_of(deck)
    if len(written) != 1:
        raise refusal("duel.one-capital", where=name, capitals=len(written))
    race = capital_race(written[0])
    boards = [
        card.id
        for card in catalog.cards
        if card.type == "capital" and card.official and getattr(card, "race", "") == race
    ]
    if not boards:
        raise refusal("duel.no-such-capital", where=name, capital=written[0])
    cards = [
        entry.card.id
        for entry in deck.entries
        if entry.card is not None and entry.card.type != "capital"
        for _ in range(entry.count)
    ]
    return boards[0], tuple(cards)
