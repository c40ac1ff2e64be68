"""The draft of Regatta as the program runs it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.query import select
from deckbuilder.catalog.wording import title, worded
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.formats.format import Format
from deckbuilder.games.procedures import Seats, SomeEach, format_of, procedure_of, settings_of
from deckbuilder.games.regatta.bots import BOTS, bot_of
from deckbuilder.games.regatta.rules import Plan, RegattaRules, State, View
from deckbuilder.games.table_game import DraftGame, Request
from deckbuilder.tables.policy import Policy
from deckbuilder.tables.protocol import Event, Option
from deckbuilder.tables.screen import Column, Panel, Row, Screen
from deckbuilder.words import say


class Procedure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The draft part of a format."""

    players: Seats
    hand: SomeEach


class RegattaDraft(DraftGame[State, View]):
    """A draft of fleets."""

    rules = RegattaRules()

    def check_procedure(self, draft_format: Format) -> None:
        """Raise InputError with every fault of the format's draft part."""
        procedure_of(draft_format, Procedure)

    def settings(self, request: Request, catalog: Catalog) -> dict[str, Any]:
        """Return the box, the seats and the hands (REG-4)."""
        wanted = format_of(request)
        procedure = procedure_of(wanted, Procedure)
        box = [card.id for card in select(catalog, wanted.pool) for _ in range(card.quantity or 1)]
        plan = Plan(
            format=wanted.id,
            players=request.players or procedure.players,
            hand=procedure.hand,
            box=tuple(sorted(box)),
        )
        settings: dict[str, Any] = msgspec.to_builtins(plan)
        return settings

    def seat_names(self, settings: Any) -> tuple[str, ...]:
        """Return seat-1, seat-2, ... going to the left."""
        return tuple(f"seat-{seat + 1}" for seat in range(settings_of(settings, Plan).players))

    def bots(self, settings: Any) -> tuple[str, ...]:
        """Return the specs of the bots, the usual one last."""
        return BOTS

    def bot(self, spec: str, settings: Any, catalog: Catalog) -> Policy:
        """Return a bot for any seat. Raises InputError for an unknown spec."""
        return bot_of(spec, catalog)

    def decks(self, settings: Any, state: State, catalog: Catalog) -> tuple[Deck, ...]:
        """Return each seat's fleet."""
        outcome = self.rules.outcome(state)
        return tuple(
            Deck(
                game=catalog.game,
                name=say("regatta.deck-name", number=seat + 1),
                format=state.plan.format,
                entries=tuple(
                    Entry(
                        count=count,
                        name=catalog.card(card).name,
                        section="main",
                        card=catalog.card(card),
                    )
                    for card, count in Counter(sections["main"]).items()
                ),
            )
            for seat, sections in enumerate(outcome.decks if outcome else ())
        )

    def screen(
        self, settings: Any, view: View, options: Sequence[Option], catalog: Catalog
    ) -> Screen:
        """Return the hand, and the fleet beside it."""
        cards = [catalog.card(option.subject) for option in options]
        return Screen(
            title=say("regatta.screen.title", seat=view.seat + 1),
            prompt=say("regatta.screen.prompt"),
            columns=(
                Column(say("regatta.columns.name")),
                Column(say("regatta.columns.speed"), right=True),
            ),
            rows=tuple(
                Row(option, (title(card), worded(card, "speed", catalog)))
                for option, card in zip(options, cards, strict=True)
            ),
            panels=(
                Panel(
                    say("regatta.screen.fleet", count=len(view.fleet)),
                    tuple(title(catalog.card(card)) for card in view.fleet),
                    key="d",
                ),
            ),
        )

    def tell(self, settings: Any, event: Event, catalog: Catalog) -> str | None:
        """Return a sentence about what was taken."""
        names = tuple(title(catalog.card(card)) for card in event.subjects)
        return say("regatta.events.taken", cards=names)

    def tell_choice(self, settings: Any, option: Option, catalog: Catalog) -> str:
        """Return a choice in a few words."""
        return say("regatta.choices.take", card=title(catalog.card(option.subject)))

    def packs(self, state: State) -> tuple[tuple[str, ...], ...]:
        """Return the hands."""
        return state.hands


DRAFT = RegattaDraft()
