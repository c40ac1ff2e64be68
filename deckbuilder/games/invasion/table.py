"""The draft of Warhammer: Invasion as the program runs it (INV-20 to INV-30, INV-R10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deckbuilder.games.invasion.plan import Plan, plan_of
from deckbuilder.games.invasion.rules import InvasionRules
from deckbuilder.games.invasion.state import State, View, packs
from deckbuilder.games.table_game import DraftGame

if TYPE_CHECKING:
    from deckbuilder.catalog.card import Card
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.decks.deck import Deck
    from deckbuilder.formats.format import Format
    from deckbuilder.games.invasion.card import InvasionCard
    from deckbuilder.games.table_game import Request
    from deckbuilder.tables.policy import Policy
    from deckbuilder.tables.protocol import Event, Option
    from deckbuilder.tables.screen import Screen

GAME = "invasion"
CAPITAL = "Capital"


class InvasionDraft(DraftGame[State, View]):
    """What the program needs to run this draft, show it and turn it into lists."""

    rules = InvasionRules()

    def check_procedure(self, draft_format: Format) -> None:
        """Raise InputError with every fault of the format's draft part."""
        from deckbuilder.games.invasion.procedure import procedure_in

        procedure_in(draft_format)

    def settings(self, request: Request, catalog: Catalog) -> Any:
        """Return the plan of the format's draft as plain data. Raises InputError."""
        from deckbuilder.games.invasion.procedure import settings

        return settings(request, catalog)

    def seat_names(self, settings: Any) -> tuple[str, ...]:
        """Return the names of the two seats."""
        return plan_of(settings).seats

    def seat_titles(self, settings: Any) -> tuple[str, ...]:
        """Return the sides that the seats draft."""
        from deckbuilder.catalog.wording import value_words

        return tuple(value_words(seat, "side") for seat in plan_of(settings).seats)

    def bots(self, settings: Any) -> tuple[str, ...]:
        """Return random and rating, then the characters, the usual one last."""
        from deckbuilder.games.invasion.bots import bot_names

        return bot_names()

    def bot(self, spec: str, settings: Any, catalog: Catalog) -> Policy:
        """Return a bot for either seat. Raises InputError for an unknown spec."""
        from deckbuilder.games.invasion.bots import bot

        return bot(spec, plan_of(settings), catalog)

    def weights(self, spec: str, settings: Any) -> Mapping[str, float]:
        """Return the weights of a character; random and rating have none."""
        from deckbuilder.games.invasion.bots import weights

        return weights(spec)

    def decks(self, settings: Any, state: State, catalog: Catalog) -> tuple[Deck, ...]:
        """Return the list of each seat; it names the capital once that is chosen (INV-R10)."""
        plan = plan_of(settings)
        return tuple(_deck(plan, number, state, catalog) for number in (0, 1))

    def taken(self, settings: Any, view: View, catalog: Catalog) -> Sequence[Card]:
        """Return the cards of the deck so far, draft format cards apart (INV-24)."""
        from deckbuilder.games.invasion.capitals import invasion_cards
        from deckbuilder.games.invasion.deck_size import deck_so_far

        cards = invasion_cards((*deck_so_far(view).elements(),), catalog)
        return [card for card in cards if not card.draft_effect]

    def remarks(self, settings: Any, state: State, seat: int) -> tuple[str, ...]:
        """Return why a seat's deck is shorter than drafts plan for (INV-24), if it is."""
        from deckbuilder.games.invasion.deck_size import remarks

        return remarks(plan_of(settings), len(state.seats[seat].taken))

    def packs(self, state: State) -> tuple[tuple[str, ...], ...]:
        """Return the pack of each seat (INV-22)."""
        return packs(state)

    def screen(
        self, settings: Any, view: View, options: Sequence[Option], catalog: Catalog
    ) -> Screen:
        """Return the cards to choose from, and what the seat knows."""
        from deckbuilder.games.invasion.screen import screen

        return screen(plan_of(settings), view, options, catalog)

    def tell(self, settings: Any, event: Event, catalog: Catalog) -> str | None:
        """Return a sentence about an event, None where nothing is to be said."""
        from deckbuilder.games.invasion.screen import tell

        return tell(plan_of(settings), event, catalog)

    def tell_choice(self, settings: Any, option: Option, catalog: Catalog) -> str:
        """Return a choice in a few words."""
        from deckbuilder.games.invasion.screen import tell_choice

        return tell_choice(option, catalog)

    def card_words(self, settings: Any, option: Option, catalog: Catalog) -> Mapping[str, str]:
        """Return name, type and race of a card, and what it costs with one symbol of its race."""
        from deckbuilder.catalog.wording import value_words
        from deckbuilder.games.invasion.card import InvasionCard
        from deckbuilder.games.invasion.costs import total_cost

        told = dict(super().card_words(settings, option, catalog))
        card = catalog.by_id.get(option.subject)
        if isinstance(card, InvasionCard):
            told["race"] = value_words(card.race)
            if (cost := total_cost(card, 1)) is not None:
                told["cost"] = str(cost)
        return told

    def card_texts(self, settings: Any, card: Card, catalog: Catalog) -> Sequence[str] | None:
        """Return what a card does: a draft format card in this draft, another one in a duel."""
        from deckbuilder.games.invasion.texts import card_texts

        return card_texts(card, catalog, plan_of(settings))


DRAFT = InvasionDraft()


def _deck(plan: Plan, number: int, state: State, catalog: Catalog) -> Deck:
    from deckbuilder.decks.deck import Deck, Entry
    from deckbuilder.games.invasion.screen import seat_word
    from deckbuilder.words import say

    counts = Counter(state.seats[number].taken)
    cards = {card: _card(catalog, card) for card in counts}
    capital = state.public.capitals[number]
    ordered = sorted(
        cards.values(), key=lambda card: (card.types.index(card.type), card.name, card.id)
    )
    return Deck(
        game=GAME,
        name=say("invasion.deck-name", seat=seat_word(plan, number)),
        format=plan.format,
        headers=((CAPITAL, _race(capital, catalog)),) if capital else (),
        end_notes=_put_aside(state.seats[number].cut, catalog),
        entries=tuple(Entry(count=counts[card.id], name=card.name, card=card) for card in ordered),
    )


def _race(capital: str, catalog: Catalog) -> str:
    return _card(catalog, capital).race.replace("-", " ").title()


def _put_aside(cut: Sequence[str], catalog: Catalog) -> tuple[str, ...]:
    """Return the cards cut from a deck as notes below its list, so that none is forgotten."""
    from deckbuilder.words import say

    counts = Counter(catalog.card(card).name for card in cut)
    lines = [f"{count}x {name}" for name, count in sorted(counts.items())]
    return (say("invasion.draft.put-aside"), *lines) if lines else ()


def _card(catalog: Catalog, card_id: str) -> InvasionCard:
    card: Any = catalog.card(card_id)
    kind: InvasionCard = card
    return kind
