"""A bot's scores on a terminal: totals, and a bar for each of their parts."""

from __future__ import annotations

from collections.abc import Sequence

from deckbuilder.cli.prose import tell
from deckbuilder.tables.policy import Score
from deckbuilder.tables.screen import Screen
from deckbuilder.words import say

ADVISED = 5
BAR_WIDTH = 20


def print_scores(screen: Screen, scores: Sequence[Score]) -> None:
    """Print what a coach thinks best, scores given best first, by the rows of a screen."""
    tell(say("table.advice"))
    best = scores[:ADVISED]
    rows = {
        option: (number, row.cells[0])
        for number, row in enumerate(screen.rows, start=1)
        for option in row.options()
    }
    for score in best:
        number, name = rows.get(score.option, ("", ""))
        tell(f"{number:>3}  {name:<32} {score.total:6.2f}")
        for line in bars(score, *best):
            tell(f"       {line}")


def bars(score: Score, *others: Score) -> list[str]:
    """Return a line for each part of a score: its name, its amount, and a bar as long.

    The scale is that of the largest part of this score and the others; what counts against an
    option has a lighter bar.
    """
    amounts = [abs(amount) for each in (score, *others) for _, amount in each.parts]
    most = max(amounts, default=0.0) or 1.0
    return [
        f"{name:<12} {amount:+6.2f} "
        f"{('█' if amount > 0 else '░') * round(BAR_WIDTH * abs(amount) / most)}".rstrip()
        for name, amount in score.parts
        if amount
    ]
