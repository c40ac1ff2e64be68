"""Sealed games and booster drafts of Dreamblade, as the program runs them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.games.dreamblade.plan import plan_of
from deckbuilder.games.dreamblade.rules import REST, WARBAND, BoosterRules, State, View
from deckbuilder.games.passing import numbered_seats
from deckbuilder.games.table_game import DraftGame
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.catalog.card import Card
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.formats.format import Format
    from deckbuilder.games.dreamblade.card import Miniature
    from deckbuilder.games.table_game import Request
    from deckbuilder.tables.policy import Policy
    from deckbuilder.tables.protocol import Event, Option
    from deckbuilder.tables.screen import Screen


class DreambladeDraft(DraftGame[State, View]):
    """A draft of warbands, in the shape that every game's draft has."""

    rules = BoosterRules()

    def check_procedure(self, draft_format: Format) -> None:
        """Raise InputError with every fault of the format's draft part."""
        from deckbuilder.games.dreamblade.procedure import procedure_in

        procedure_in(draft_format)

    def settings(self, request: Request, catalog: Catalog) -> dict[str, Any]:
        """Return the settings of a draft; raises InputError for one that cannot be."""
        from deckbuilder.games.dreamblade.procedure import settings_for

        return settings_for(request, catalog)

    def draftable(self, draft_format: Format, catalog: Catalog) -> tuple[str, ...]:
        """Return the sets of which boosters can be made up."""
        from deckbuilder.games.dreamblade.procedure import draftable

        return draftable(draft_format, catalog)

    def must_say(self, draft_format: Format) -> tuple[str, ...]:
        """Return what neither the rules nor the format say (DRB-45)."""
        from deckbuilder.games.dreamblade.procedure import unsaid

        return unsaid(draft_format)

    def seat_names(self, settings: Any) -> tuple[str, ...]:
        """Return seat-1, seat-2, ... going to the left."""
        return tuple(f"seat-{seat + 1}" for seat in range(plan_of(settings).players))

    def seat_titles(self, settings: Any) -> tuple[str, ...]:
        """Return the seats by number."""
        return numbered_seats(plan_of(settings).players)

    def bots(self, settings: Any) -> tuple[str, ...]:
        """Return the specs of the bots, the usual one last."""
        from deckbuilder.games.dreamblade.bots import bot_names

        return bot_names()

    def bot(self, spec: str, settings: Any, catalog: Catalog) -> Policy:
        """Return a bot for any seat. Raises InputError for an unknown spec."""
        from deckbuilder.games.dreamblade.bots import bot

        return bot(spec, settings, catalog)

    def weights(self, spec: str, settings: Any) -> Mapping[str, float]:
        """Return the weights of a character by the parts of its score; random has none."""
        from deckbuilder.games.dreamblade.bots import weights

        return weights(spec)

    def taken(self, settings: Any, view: View, catalog: Catalog) -> Sequence[Card]:
        """Return the miniatures of the pool, and of the warband once it is put together."""
        return [catalog.card(card) for card in (view.warband if view.building else view.pool)]

    def decks(self, settings: Any, state: State, catalog: Catalog) -> tuple[Deck, ...]:
        """Return each seat's warband in the order of cost (DRB-46), and the rest beside it.

        Empty before the end.
        """
        from deckbuilder.games.dreamblade.bots import facts

        plan = plan_of(settings)
        cards = facts(plan, catalog)
        outcome = self.rules.outcome(state)
        known = catalog.sets_by_id
        names = (known[each].name if each in known else each for each in plan.boosters)
        sets = ", ".join(names)
        return tuple(
            Deck(
                game=catalog.game,
                name=say("dreamblade.deck-name", number=seat + 1),
                format=plan.format,
                headers=(("Seat", f"{seat + 1} of {plan.players}"), ("Boosters", sets)),
                entries=_entries(sections, WARBAND, cards),
                beside=_entries(sections, REST, cards),
            )
            for seat, sections in enumerate(outcome.decks if outcome else ())
        )

    def screen(
        self, settings: Any, view: View, options: Sequence[Option], catalog: Catalog
    ) -> Screen:
        """Return what there is to choose from, and what this seat has."""
        from deckbuilder.games.dreamblade.bots import facts
        from deckbuilder.games.dreamblade.screen import screen

        plan = plan_of(settings)
        return screen(plan, view, options, facts(plan, catalog))

    def tell(self, settings: Any, event: Event, catalog: Catalog) -> str | None:
        """Return a sentence about something that happened."""
        if event.kind == "taken":
            return say(
                "dreamblade.events.taken",
                seat=(event.seat or 0) + 1,
                cards=", ".join(_name(card, catalog) for card in event.subjects),
            )
        key = f"passed-{event.value}" if event.kind == "passed" else event.kind
        return say(f"dreamblade.events.{key}")

    def tell_choice(self, settings: Any, option: Option, catalog: Catalog) -> str:
        """Return a choice in a few words."""
        return say(f"dreamblade.choices.{option.action}", card=_name(option.subject, catalog))

    def card_words(self, settings: Any, option: Option, catalog: Catalog) -> Mapping[str, str]:
        """Return name and cost of a miniature."""
        from deckbuilder.games.dreamblade.card import Miniature
        from deckbuilder.games.dreamblade.screen import cost_text

        told = dict(super().card_words(settings, option, catalog))
        card = catalog.by_id.get(option.subject)
        return told | {"cost": cost_text(card)} if isinstance(card, Miniature) else told

    def packs(self, state: State) -> tuple[tuple[str, ...], ...]:
        """Return the booster in each seat's hand; where all are open, each seat's miniatures."""
        return state.packs if any(state.packs) else state.pools


DRAFT = DreambladeDraft()


def _entries(
    sections: Mapping[str, Sequence[str]], section: str, cards: Mapping[str, Miniature]
) -> tuple[Entry, ...]:
    from deckbuilder.games.dreamblade.screen import in_order

    counts = Counter(sections.get(section, ()))
    return tuple(
        Entry(count=counts[card], name=cards[card].name, section=section, card=cards[card])
        for card in sorted(counts, key=lambda each: in_order(cards[each]))
    )


def _name(card_id: str, catalog: Catalog) -> str:
    from deckbuilder.games.dreamblade.card import Miniature
    from deckbuilder.games.dreamblade.screen import title

    card = catalog.by_id.get(card_id)
    return title(card) if isinstance(card, Miniature) else card_id
