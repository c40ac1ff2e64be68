"""A whole draft told to one seat afterwards: how its deck grew, and where its packs went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.wording import title
from deckbuilder.games.invasion.capitals import invasion_cards
from deckbuilder.games.invasion.costs import cheapest_capital, mean_cost_at_start
from deckbuilder.games.invasion.plan import Plan, plan_of
from deckbuilder.games.invasion.screen import races_of, types_of
from deckbuilder.games.invasion.state import SHIFTING_TIDES, State
from deckbuilder.tables.protocol import seat_id
from deckbuilder.tables.screen import Board, Column
from deckbuilder.tables.table import Step
from deckbuilder.words import enumerated, phrases, say

_RIGHT = ("pack", "cards", "cost", "loyalty")


class InvasionHistory:
    """How a seat's deck grew, and where what it left and struck went."""

    def history(
        self, settings: Any, steps: Sequence[Step], seat: int, catalog: Catalog
    ) -> tuple[Board, ...]:
        """Return the boards of one seat: growth, what was left in its packs, what it struck."""
        if not steps:
            return ()
        plan = plan_of(settings)
        return (
            _growth(plan, steps, seat, catalog),
            _fates(plan, steps, seat, catalog),
            _strikes(plan, steps, seat, catalog),
        )


HISTORY = InvasionHistory()


def _columns(board: str, **fields: str) -> tuple[Column, ...]:
    return tuple(
        Column(text.format(**fields), right=key in _RIGHT and not fields)
        for key, text in phrases(f"history.{board}.columns").items()
    )


def _growth(plan: Plan, steps: Sequence[Step], seat: int, catalog: Catalog) -> Board:
    decks: dict[int, Sequence[str]] = {}
    for step in steps:
        # What is taken in the last step of a pack stands in the state that opens the next one.
        decks[step.before.public.pack] = step.after.seats[seat].taken
    # Before the end the capital would be the one that is cheapest so far.
    chosen = invasion_cards((steps[-1].after.public.capitals[seat],), catalog)
    capitals = chosen or invasion_cards(plan.capitals[seat], catalog)
    rows = []
    for pack, deck in decks.items():
        cards = invasion_cards(deck, catalog)
        capital = cheapest_capital(cards, capitals)
        mean = mean_cost_at_start(cards, capital.race if capital else None)
        rows.append(
            (
                str(pack),
                str(len(cards)),
                races_of(cards),
                types_of(cards),
                "" if mean is None else f"{mean:.2f}",
                str(sum(card.loyalty or 0 for card in cards)),
            )
        )
    return Board(title=say("history.growth.title"), columns=_columns("growth"), rows=tuple(rows))


def _fates(plan: Plan, steps: Sequence[Step], seat: int, catalog: Catalog) -> Board:
    found: list[tuple[int, str, str]] = []
    opened: list[tuple[int, frozenset[str]]] = [_opened(steps[0].before, seat)]
    for step in steps:
        before, after = step.before, step.after
        pack = before.public.pack
        for event in step.events:
            if event.kind == "struck" and seat_id(seat) in event.targets:
                by = say("history.fates.struck", seat=_title(plan, 1 - seat))
                found += [(pack, card, by) for card in event.subjects]
            elif event.kind == SHIFTING_TIDES and seat_id(seat) in event.targets:
                found += [(pack, card, say("history.fates.pile")) for card in _rest(step, seat)]
                opened.append(_opened(after, seat))
        if len(after.seats[seat].discarded) > len(before.seats[seat].discarded):
            left = after.seats[seat].discarded[len(before.seats[seat].discarded) :]
            found += [(pack, card, say("history.fates.left")) for card in left]
        if after.public.pack != pack:
            opened.append(_opened(after, seat))
    rows = tuple(
        (
            str(pack),
            _name(card, catalog),
            fate,
            enumerated(
                dict.fromkeys(
                    str(later) for later, cards in opened if later > pack and card in cards
                )
            ),
        )
        for pack, card, fate in found
    )
    return Board(title=say("history.fates.title"), columns=_columns("fates"), rows=rows)


def _opened(state: State, seat: int) -> tuple[int, frozenset[str]]:
    return state.public.pack, frozenset(state.seats[seat].pack)


def _rest(step: Step, seat: int) -> list[str]:
    """Return what of the seat's pack Shifting Tides put back: all that this step did not take."""
    state: State = step.before
    gone: Counter[str] = Counter()
    for event in step.events:
        taken_from_it = (event.kind == "struck" and seat_id(seat) in event.targets) or (
            event.kind == "took" and event.seat == seat
        )
        shown_from_it = event.kind == "shown" and event.seat == seat and event.value == "taken"
        if taken_from_it or shown_from_it:
            gone.update(event.subjects)
    return list((Counter(state.seats[seat].pack) - gone).elements())


def _strikes(plan: Plan, steps: Sequence[Step], seat: int, catalog: Catalog) -> Board:
    struck: dict[int, list[str]] = {}
    for step in steps:
        for event in step.events:
            if event.kind == "struck" and event.seat == seat:
                struck.setdefault(step.before.public.pack, []).extend(event.subjects)
    return Board(
        title=say("history.strikes.title"),
        columns=_columns("strikes", seat=_title(plan, 1 - seat)),
        rows=tuple(
            (str(pack), enumerated(_name(card, catalog) for card in cards))
            for pack, cards in struck.items()
        ),
    )


def _title(plan: Plan, seat: int) -> str:
    return plan.seats[seat].capitalize()


def _name(card: str, catalog: Catalog) -> str:
    return title(catalog.card(card))
