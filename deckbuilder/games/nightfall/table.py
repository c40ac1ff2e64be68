"""The Nightfall archive draft, as the program runs it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from deckbuilder.catalog.card import Card
from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.wording import title
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.errors import InputError
from deckbuilder.formats.format import Format
from deckbuilder.formats.kinds.copies import SETS
from deckbuilder.games.nightfall import bots, screen
from deckbuilder.games.nightfall.plan import STARTERS, Plan, plan_of
from deckbuilder.games.nightfall.procedure import settings_for
from deckbuilder.games.nightfall.rules import ArchiveRules, State, View
from deckbuilder.games.passing import numbered_seats
from deckbuilder.games.table_game import DraftGame, Request
from deckbuilder.tables.policy import Policy
from deckbuilder.tables.protocol import Event, Option
from deckbuilder.tables.screen import Screen
from deckbuilder.words import say


class NightfallDraft(DraftGame[State, View]):
    """A draft of Nightfall archives, in the shape that every game's draft has."""

    rules = ArchiveRules()

    def check_procedure(self, draft_format: Format) -> None:
        """Raise InputError with every fault of the format's draft part."""
        from deckbuilder.games.nightfall.procedure import procedure_in

        procedure_in(draft_format)

    def settings(self, request: Request, catalog: Catalog) -> dict[str, Any]:
        """Return the settings of a draft; raises InputError for one that the rules forbid."""
        return settings_for(request, catalog)

    def draftable(self, draft_format: Format, catalog: Catalog) -> tuple[str, ...]:
        """Return the sets with draft cards and orders enough for the usual number of players."""
        found = []
        for each in catalog.sets:
            try:
                self.settings(Request(format=draft_format, sets=(each.id,)), catalog)
            except InputError:
                continue
            found.append(each.id)
        return tuple(found)

    def seat_names(self, settings: Any) -> tuple[str, ...]:
        """Return seat-1, seat-2, ... going to the left."""
        return tuple(f"seat-{seat + 1}" for seat in range(plan_of(settings).players))

    def seat_titles(self, settings: Any) -> tuple[str, ...]:
        """Return the seats by number."""
        return numbered_seats(plan_of(settings).players)

    def bots(self, settings: Any) -> tuple[str, ...]:
        """Return the specs of the bots, the usual one last."""
        return bots.bot_names()

    def bot(self, spec: str, settings: Any, catalog: Catalog) -> Policy:
        """Return a bot for any seat. Raises InputError for an unknown spec."""
        return bots.bot(spec, settings, catalog)

    def weights(self, spec: str, settings: Any) -> Mapping[str, float]:
        """Return the weights of a character by the parts of its score; random has none."""
        return bots.weights(spec)

    def taken(self, settings: Any, view: View, catalog: Catalog) -> Sequence[Card]:
        """Return the orders whose draft cards this seat has taken."""
        found = (_order(card, catalog) for card in view.taken)
        return [card for card in found if card is not None]

    def decks(self, settings: Any, state: State, catalog: Catalog) -> tuple[Deck, ...]:
        """Return each seat's own archives, the commons and its starting deck.

        A secret archive stands in its owner's list only (NF-R4). Empty before the end.
        """
        plan = plan_of(settings)
        outcome = self.rules.outcome(state)
        bots.facts(plan, catalog)
        return tuple(
            Deck(
                game=catalog.game,
                name=say("nightfall.deck-name", number=seat + 1),
                format=plan.format,
                headers=_headers(plan, state, seat, catalog),
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
        plan = plan_of(settings)
        return screen.screen(plan, view, options, bots.facts(plan, catalog))

    def tell(self, settings: Any, event: Event, catalog: Catalog) -> str | None:
        """Return a sentence about something that happened."""
        plan = plan_of(settings)
        if event.kind == "passed":
            return say(f"nightfall.events.passed-{event.value}")
        seat = "" if event.seat is None else say("nightfall.seat", number=event.seat + 1)
        return say(
            f"nightfall.events.{event.kind}",
            seat=seat[:1].upper() + seat[1:] if event.kind in ("taken", "starters") else seat,
            cards=screen.titles(event.subjects, bots.facts(plan, catalog)),
            step=say(f"nightfall.steps.{event.value}") if event.kind == "taken" else "",
        )

    def tell_choice(self, settings: Any, option: Option, catalog: Catalog) -> str:
        """Return a choice in a few words."""
        if option.action == STARTERS:
            first, second = (_name(card, catalog) for card in (option.subject, *option.targets))
            return say("nightfall.choices.starters", first=first, second=second)
        return say("nightfall.choices.take", card=_name(option.subject, catalog))

    def card_words(self, settings: Any, option: Option, catalog: Catalog) -> Mapping[str, str]:
        """Return the name of the order behind a draft card."""
        return {"card": _name(option.subject, catalog)}

    def packs(self, state: State) -> tuple[tuple[str, ...], ...]:
        """Return the hand of each seat, then the commons that are laid out (NF-20, NF-21)."""
        return (*state.hands, state.commons)


DRAFT = NightfallDraft()


def _name(card_id: str, catalog: Catalog) -> str:
    card = _order(card_id, catalog)
    return title(card) if card else card_id


def _order(card_id: str, catalog: Catalog) -> Card | None:
    """Return the order behind a draft card, or the card itself."""
    card = catalog.by_id.get(card_id)
    order = getattr(card, "order", None)
    return catalog.find(order, card.set) or card if card is not None and order else card


def _headers(plan: Plan, state: State, seat: int, catalog: Catalog) -> tuple[tuple[str, str], ...]:
    known = catalog.sets_by_id
    names = [known[each].name if each in known else each for each in plan.sets]
    headers = {
        "Seat": f"{seat + 1} of {plan.players}",
        SETS: ", ".join(names),
        "Variants": ", ".join(plan.variants),
        "Team": "" if plan.team(seat) is None else str((plan.team(seat) or 0) + 1),
        "Face-up wounds": str(plan.face_up_wounds),
        "Moon phase": catalog.card(state.moons[0]).name if state.moons else "",
    }
    return tuple((key, value) for key, value in headers.items() if value)
