"""A whole draft told to one seat afterwards: what it took, and what it left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deckbuilder.games.dreamblade.card import Miniature
from deckbuilder.games.dreamblade.rules import TAKE, Settings
from deckbuilder.games.dreamblade.screen import aspect_words, cost_text, title
from deckbuilder.tables.screen import Board, Column
from deckbuilder.tables.table import Step
from deckbuilder.words import phrases, say


def history(
    settings: Settings, steps: Sequence[Step], seat: int, cards: Mapping[str, Miniature]
) -> tuple[Board, ...]:
    """Return the board of one seat's picks; a sealed game has none."""
    picks = [step for step in steps if step.option.action == TAKE and step.seat == seat]
    if not picks:
        return ()
    rows = []
    for step in picks:
        card = cards[step.option.card]
        left = len(step.before.packs[seat]) - len(step.before.chosen[seat])
        rows.append(
            (
                str(step.before.booster + 1),
                str(settings.booster_size - left + 1),
                title(card),
                aspect_words(card),
                cost_text(card),
                _left(step, seat, cards),
            )
        )
    columns = phrases("dreamblade.history.columns")
    return (
        Board(
            title=say("dreamblade.history.title"),
            columns=tuple(
                Column(text, right=key in ("booster", "pick")) for key, text in columns.items()
            ),
            rows=tuple(rows),
        ),
    )


def _left(step: Step, seat: int, cards: Mapping[str, Miniature]) -> str:
    """The miniatures that were left in the booster."""
    left = list(step.before.packs[seat])
    for card in (*step.before.chosen[seat], step.option.card):
        left.remove(card)
    return ", ".join(title(cards[card]) for card in left)
