"""The Nightfall archive draft, as the command line and the web page run it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.wording import title
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.formats.format import Format
from deckbuilder.games.drafting import Better, DraftRequest
from deckbuilder.games.nightfall import bots, screen
from deckbuilder.games.nightfall.procedure import settings_for
from deckbuilder.games.nightfall.rules import STARTERS, ArchiveDraft, Settings, State, View
from deckbuilder.games.procedures import settings_of
from deckbuilder.tables.policy import Policy
from deckbuilder.tables.protocol import Event, Option
from deckbuilder.tables.screen import Board, Screen
from deckbuilder.tables.table import Step
from deckbuilder.words import say


class NightfallDraft:
    """A draft of Nightfall archives, in the shape that every game's draft has."""

    rules = ArchiveDraft()

    def check_procedure(self, draft_format: Format) -> None:
        """Raise InputError with every fault of the format's draft part."""
        from deckbuilder.games.nightfall.procedure import procedure_in

        procedure_in(draft_format)

    def settings(
        self, draft_format: Format, catalog: Catalog, request: DraftRequest
    ) -> dict[str, Any]:
        """Return the settings of a draft; raises InputError for one that the rules forbid."""
        return settings_for(draft_format, catalog, request)

    def seat_names(self, settings: Any) -> tuple[str, ...]:
        """Return seat-1, seat-2, ... going to the left."""
        return tuple(f"seat-{seat + 1}" for seat in range(_told(settings).players))

    def bot(self, spec: str, settings: Any, catalog: Catalog) -> Policy:
        """Return a bot for any seat. Raises InputError for an unknown spec."""
        return bots.bot(spec, settings, catalog)

    def decks(self, settings: Any, state: State, catalog: Catalog) -> tuple[Deck, ...]:
        """Return each seat's own archives, the commons and its starting deck.

        A secret archive stands in its owner's list only (NF-R4). Empty before the end.
        """
        told = _told(settings)
        outcome = self.rules.outcome(state)
        bots.facts(told, catalog)
        return tuple(
            Deck(
                game=catalog.game,
                name=say("nightfall.deck-name", number=seat + 1),
                format=told.format,
                headers=_headers(told, state, seat, catalog),
                entries=tuple(
                    Entry(
                        count=count,
                        name=catalog.card(card).name,
                        section=section,
                        card=catalog.card(card),
                    )
                    for section, cards in sections.items()
                    for card, count in Counter(cards).items()
                ),
            )
            for seat, sections in enumerate(outcome.decks if outcome else ())
        )

    def screen(
        self, settings: Any, view: View, options: Sequence[Option], catalog: Catalog
    ) -> Screen:
        """Return the hand as a table, and what else this seat knows."""
        told = _told(settings)
        return screen.screen(told, view, options, bots.facts(told, catalog))

    def tell(self, settings: Any, event: Event, catalog: Catalog) -> str | None:
        """Return a sentence about something that happened."""
        told = _told(settings)
        if event.kind == "passed":
            return say(f"nightfall.events.passed-{event.value}")
        seat = "" if event.seat is None else say("nightfall.seat", number=event.seat + 1)
        return say(
            f"nightfall.events.{event.kind}",
            seat=seat[:1].upper() + seat[1:] if event.kind in ("taken", "starters") else seat,
            cards=screen.titles(event.cards, bots.facts(told, catalog)),
            step=say(f"nightfall.steps.{event.value}") if event.kind == "taken" else "",
        )

    def tell_choice(self, option: Option, catalog: Catalog) -> str:
        """Return a choice in a few words."""
        if option.action == STARTERS:
            first, second = _name(option.card, catalog), _name(option.value, catalog)
            return say("nightfall.choices.starters", first=first, second=second)
        return say("nightfall.choices.take", card=_name(option.card, catalog))

    def history(
        self, settings: Any, steps: Sequence[Step], seat: int, catalog: Catalog
    ) -> tuple[Board, ...]:
        """Return what a seat chose, and where what it passed went."""
        from deckbuilder.games.nightfall.history import history

        return history(_told(settings), steps, seat, catalog)

    def measures(
        self, settings: Any, state: State, seat: int, catalog: Catalog
    ) -> dict[str, float]:
        """Return what a seat's deck measures at the end, empty before it."""
        from deckbuilder.games.nightfall.measures import measures

        outcome = self.rules.outcome(state)
        return measures(outcome.decks[seat], catalog) if outcome else {}

    def better(self) -> Mapping[str, Better]:
        """Return the names of the measures, and which values are better."""
        from deckbuilder.games.nightfall.measures import BETTER

        return BETTER


DRAFT = NightfallDraft()


def _told(settings: Any) -> Settings:
    return settings_of(settings, Settings)


def _name(card_id: str, catalog: Catalog) -> str:
    card = catalog.by_id.get(card_id)
    order = getattr(card, "order", None)
    if card is not None and order:
        card = catalog.find(order, card.set) or card
    return title(card) if card else card_id


def _headers(
    told: Settings, state: State, seat: int, catalog: Catalog
) -> tuple[tuple[str, str], ...]:
    known = catalog.sets_by_id
    names = [known[each].name if each in known else each for each in told.sets]
    headers = {
        "Seat": f"{seat + 1} of {told.players}",
        "Sets": ", ".join(names),
        "Variants": ", ".join(told.variants),
        "Team": "" if told.team(seat) is None else str((told.team(seat) or 0) + 1),
        "Face-up wounds": str(told.face_up_wounds),
        "Moon phase": catalog.card(state.moons[0]).name if state.moons else "",
    }
    return tuple((key, value) for key, value in headers.items() if value)
