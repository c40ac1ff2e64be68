"""A whole draft told to one seat afterwards: what it took, and what it left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deckbuilder.games.dreamblade.bots import facts
from deckbuilder.games.dreamblade.card import Miniature
from deckbuilder.games.dreamblade.plan import Plan, plan_of
from deckbuilder.games.dreamblade.rules import TAKE
from deckbuilder.games.dreamblade.screen import aspect_words, cost_text, title
from deckbuilder.tables.screen import Board, Column
from deckbuilder.tables.table import Step
from deckbuilder.words import enumerated, phrases, say

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog


class WarbandHistory:
    """What a seat took from each booster, and what it left there."""

    def history(
        self, settings: Any, steps: Sequence[Step], seat: int, catalog: Catalog
    ) -> tuple[Board, ...]:
        """Return the board of one seat's picks; a sealed game has none."""
        picks = [step for step in steps if step.option.action == TAKE and step.seat == seat]
        if not picks:
            return ()
        plan = plan_of(settings)
        cards = facts(plan, catalog)
        columns = phrases("dreamblade.history.columns")
        return (
            Board(
                title=say("dreamblade.history.title"),
                columns=tuple(
                    Column(text, right=key in ("booster", "pick")) for key, text in columns.items()
                ),
                rows=tuple(_row(plan, step, seat, cards) for step in picks),
            ),
        )


HISTORY = WarbandHistory()


def _row(plan: Plan, step: Step, seat: int, cards: Mapping[str, Miniature]) -> tuple[str, ...]:
    card = cards[step.option.subject]
    left = len(step.before.packs[seat]) - len(step.before.chosen[seat])
    return (
        str(step.before.booster + 1),
        str(plan.booster_size - left + 1),
        title(card),
        aspect_words(card),
        cost_text(card),
        _left(step, seat, cards),
    )


def _left(step: Step, seat: int, cards: Mapping[str, Miniature]) -> str:
    """The miniatures that were left in the booster."""
    left = list(step.before.packs[seat])
    for card in (*step.before.chosen[seat], step.option.subject):
        left.remove(card)
    return enumerated(title(cards[card]) for card in left)
