"""What a game offers so that a draft or a game of it can be run, shown and explained.

One small protocol serves both; what only some games have (a history, measures, learning, an
exact solution, facts from many games, a batch engine, beliefs) are parts of their own, in
`deckbuilder/games/parts.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.wording import title, worded
from deckbuilder.decks.deck import Deck
from deckbuilder.formats.format import Format
from deckbuilder.game_settings import SettingValue
from deckbuilder.registry import game
from deckbuilder.tables.policy import Policy
from deckbuilder.tables.protocol import Event, Option, Rules
from deckbuilder.tables.screen import Screen, Side

State = TypeVar("State")
View = TypeVar("View")


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What a user may ask of a table; None and empty mean the format's or the game's own.

    `format` is that of a draft. `sets` are set ids; one named twice is in the box twice.
    `decks` are the lists that are played, a seat each. `options` are the game's own declared
    settings by name, read already (`game_settings.read_settings`). `seed` decides what nobody
    asks for and the rules leave to chance, such as who starts.
    """

    format: Format | None = None
    players: int | None = None
    variants: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    decks: tuple[Deck, ...] = ()
    options: Mapping[str, SettingValue] = {}
    seed: int = 0

    def number(self, name: str) -> int | None:
        """Return a declared number by its name, None where it is not asked for."""
        value = self.options.get(name)
        return value if isinstance(value, int) else None

    def word(self, name: str) -> str | None:
        """Return a declared word by its name, None where it is not asked for."""
        value = self.options.get(name)
        return value if isinstance(value, str) else None


class Pause(msgspec.Struct, frozen=True, kw_only=True):
    """A moment at which a seat may do something, or let things go on.

    `stop` is the stop of the table at which it is asked, `phase` what passing on goes to the end
    of, `quiet` the option that does nothing. `answering` tells that another seat has done
    something that waits for an answer.
    """

    stop: str
    phase: str
    quiet: Option
    answering: bool = False


class TableGame(ABC, Generic[State, View]):
    """A draft or a game as the program runs and shows it.

    Sentences are in the language in force (`deckbuilder.preferences`).
    """

    rules: Rules[State, View]
    takes_decks: ClassVar[bool] = False
    """Whether it is played with lists, one a seat."""

    @abstractmethod
    def settings(self, request: Request, catalog: Catalog) -> Any:
        """Return plain data that says all of a table: cards as ids, steps, numbers.

        Raises InputError for a request that the rules forbid, with the rule's number.
        """

    @abstractmethod
    def seat_names(self, settings: Any) -> tuple[str, ...]:
        """Return one name a seat; in a draft also the stem of the file of its list."""

    def seat_titles(self, settings: Any) -> tuple[str, ...]:
        """Return what people call the seats, in the language in force."""
        return self.seat_names(settings)

    @abstractmethod
    def bots(self, settings: Any) -> tuple[str, ...]:
        """Return the specs of the bots that can sit at this table, the usual one last."""

    def quick_bot(self, settings: Any) -> str:
        """Return the spec of the bot that plays many games where nobody names one."""
        return self.bots(settings)[-1]

    @abstractmethod
    def bot(self, spec: str, settings: Any, catalog: Catalog) -> Policy:
        """Return a bot for any seat. Raises InputError for an unknown spec."""

    def thinking(self, spec: str, times: float) -> str | None:
        """Return the spec of the same bot that does so many times the work for a choice.

        None where a bot does what it does. Raises InputError where the spec says already how much.
        """
        return None

    @abstractmethod
    def screen(
        self, settings: Any, view: View, options: Sequence[Option], catalog: Catalog
    ) -> Screen:
        """Return what a person in a seat is shown."""

    def sides(self, settings: Any, view: View, catalog: Catalog) -> tuple[Side, ...]:
        """Return the table as it can be drawn, also when it is over; none where it cannot."""
        return ()

    @abstractmethod
    def tell(self, settings: Any, event: Event, catalog: Catalog) -> str | None:
        """Return a sentence about something that happened, None where nothing is to be said."""

    @abstractmethod
    def tell_choice(self, settings: Any, option: Option, catalog: Catalog) -> str:
        """Return a choice in a few words, such as "takes Troll Slayers"."""

    def named_decks(self, catalog: Catalog, seed: int) -> Mapping[str, Deck]:
        """Return decks that the game brings by name, such as its starting decks; none at first."""
        return {}

    def begun_by(self, settings: Any, seat: int) -> Any:
        """Return settings by which this seat, from 0, begins; the same where that tells nothing."""
        return settings

    def tell_made(self, settings: Any, view: View, option: Option, catalog: Catalog) -> str:
        """Return a choice in a few words, as the seat knew it that made it with this view."""
        return self.tell_choice(settings, option, catalog)

    def stops(self, settings: Any) -> tuple[str, ...]:
        """Return the stops at which a seat can be asked or not, as it likes; none at first."""
        return ()

    def stop_name(self, stop: str) -> str:
        """Return a stop in words."""
        return stop

    def pause(self, view: View, options: Sequence[Option]) -> Pause | None:
        """Return what a seat that is asked may let go on, None where it must decide something."""
        return None

    def card_of(self, settings: Any, option: Option) -> str | None:
        """Return the id of the card that an option is about, None where it is about none.

        The base answer takes the subject for a card id.
        """
        return option.subject or None

    def card_words(self, settings: Any, option: Option, catalog: Catalog) -> Mapping[str, str]:
        """Return what a coach names of the card of an option: `card`, and facts of the game."""
        card_id = self.card_of(settings, option)
        card = None if card_id is None else catalog.by_id.get(card_id)
        if card is None:
            return {}
        return {"card": title(card), "type": worded(card, "type", catalog)}

    def card_texts(self, settings: Any, card: Card, catalog: Catalog) -> Sequence[str] | None:
        """Return in sentences what a card does at this table, None where that is not known.

        The base answer is that of the game, whatever the settings are.
        """
        part = game(catalog.game).card_texts
        return None if part is None else part()(card, catalog)


class DraftGame(TableGame[State, View]):
    """A draft: a table at whose end every seat has a list."""

    def check_procedure(self, draft_format: Format) -> None:
        """Raise InputError with every fault of a format's draft part, as far as it shows alone."""

    def weights(self, spec: str, settings: Any) -> Mapping[str, float]:
        """Return the weights of a bot that its spec may change, none where it has none.

        Raises InputError for an unknown spec.
        """
        return {}

    @abstractmethod
    def decks(self, settings: Any, state: State, catalog: Catalog) -> tuple[Deck, ...]:
        """Return the list of each seat at the end, checked by nobody yet."""

    def taken(self, settings: Any, view: View, catalog: Catalog) -> Sequence[Card]:
        """Return the cards that the seat of this view has taken so far, as far as it knows."""
        return ()

    def draftable(self, draft_format: Format, catalog: Catalog) -> tuple[str, ...]:
        """Return the ids of the sets that a draft of a format can be held with.

        Those of which all is known that it needs; none where sets are not chosen.
        """
        return ()

    def must_say(self, draft_format: Format) -> tuple[str, ...]:
        """Return the numbers that whoever drafts in a format must say, such as "players"."""
        return ()

    def remarks(self, settings: Any, state: State, seat: int) -> tuple[str, ...]:
        """Return sentences about what a seat drafted that it should know of at the end."""
        return ()

    @abstractmethod
    def packs(self, state: State) -> tuple[tuple[str, ...], ...]:
        """Return the cards before each seat, then, if there are any, those that lie open to all."""
