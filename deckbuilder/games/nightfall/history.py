"""A whole archive draft told to one seat afterwards: what it took, and where the rest went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.wording import title
from deckbuilder.games.nightfall.card import NightfallCard
from deckbuilder.games.nightfall.plan import Plan, plan_of
from deckbuilder.games.nightfall.rules import State
from deckbuilder.tables.screen import Board, Column
from deckbuilder.tables.table import Step
from deckbuilder.words import phrases, say


class ArchiveHistory:
    """What a seat chose, and where what it passed went."""

    def history(
        self, settings: Any, steps: Sequence[Step], seat: int, catalog: Catalog
    ) -> tuple[Board, ...]:
        """Return the boards of one seat: its choices with colours and links, what it passed."""
        if not steps:
            return ()
        plan = plan_of(settings)
        end: State = steps[-1].after
        return (_choices(plan, end, seat, catalog), _passed(plan, end, seat, catalog))


HISTORY = ArchiveHistory()


def _columns(board: str) -> tuple[Column, ...]:
    return tuple(
        Column(text, right=key == "choice")
        for key, text in phrases(f"history.{board}.columns").items()
    )


def _choices(plan: Plan, end: State, seat: int, catalog: Catalog) -> Board:
    unknown = say("nightfall.unknown")
    rows = []
    for number, card_id in enumerate(end.taken[seat]):
        order = catalog.card(plan.orders[card_id])
        links: tuple[str, ...] = ()
        colour: str | None = None
        if isinstance(order, NightfallCard):
            links = order.links if order.links_complete else (*order.links, "")
            colour = order.colour
        rows.append(
            (
                str(number + 1),
                title(order),
                say(f"nightfall.steps.{plan.step(number)}"),
                say(f"nightfall.colours.{colour}") if colour else unknown,
                " ".join(say(f"nightfall.colours.{link}") if link else unknown for link in links),
            )
        )
    return Board(title=say("history.choices.title"), columns=_columns("choices"), rows=tuple(rows))


def _passed(plan: Plan, end: State, seat: int, catalog: Catalog) -> Board:
    fates = {
        card: say(
            "history.passed.own" if taker == seat else "history.passed.taken",
            seat=taker + 1,
            step=say(f"nightfall.steps.{plan.step(number)}"),
        )
        for taker, taken in enumerate(end.taken)
        for number, card in enumerate(taken)
    }
    hands = end.seen[seat]
    rows: list[tuple[str, ...]] = []
    for number, hand in enumerate(hands):
        passed = list(hand)
        if number < len(end.taken[seat]):
            passed.remove(end.taken[seat][number])
        for card in passed:
            again = next(
                (str(later + 1) for later in range(number + 1, len(hands)) if card in hands[later]),
                "",
            )
            rows.append(
                (
                    str(number + 1),
                    title(catalog.card(plan.orders[card])),
                    fates.get(card, say("history.passed.box")),
                    again,
                )
            )
    columns = _columns("passed")
    if not any(again for *_, again in rows):
        # With more seats than choices no hand comes back.
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    return Board(title=say("history.passed.title"), columns=columns, rows=tuple(rows))
