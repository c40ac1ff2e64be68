"""A bot's scores on a terminal: totals, a bar for each of their parts, and what the parts mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from deckbuilder.catalog.wording import cell_width
from deckbuilder.cli.prose import tell
from deckbuilder.sessions.session import Session
from deckbuilder.tables.policy import Score
from deckbuilder.tables.protocol import Option
from deckbuilder.tables.screen import Row, Screen, options_of
from deckbuilder.words import say

ADVISED = 5
BAR_WIDTH = 20
NAME_WIDTH = 12


def print_scores(
    screen: Screen, scores: Sequence[Score], session: Session, than: Row | None = None
) -> None:
    """Print what a coach thinks best, scores given best first, by the rows of a screen.

    A sentence says why the best is better than the next one, or than the best of the row `than`.
    """
    tell(say("table.advice"))
    best = list(scores[:ADVISED])
    if than is not None:
        asked = set(than.options())
        other = next((score for score in scores if score.option in asked), None)
        best += [other] if other is not None and other not in best else []
    else:
        other = scores[1] if len(scores) > 1 else None
    rows = _rows(screen)
    for score in best:
        number, name = rows.get(score.option, ("", ""))
        filling = " " * (32 - cell_width(name))
        tell(f"{number:>3}  {name}{filling} {score.total:6.2f}")
        for line in bars(session.part_name, score, *best):
            tell(f"       {line}")
    if other is not None and other is not scores[0]:
        names = {option: name for option, (_, name) in rows.items()}
        tell(session.why(scores[0], other, names))
    print_meanings(session.meanings(best))


def print_meanings(parts: Iterable[tuple[str, str]]) -> None:
    """Print what the parts of scores mean, a line each; nothing where there are none."""
    told = [say("coach.part", name=name, means=means) for name, means in parts]
    if told:
        tell(say("coach.parts"))
    for line in told:
        tell(f"  {line}", hang=2)


def bars(name_of: Callable[[str], str], score: Score, *others: Score) -> list[str]:
    """Return a line for each part of a score: its name, its amount, and a bar as long.

    The scale is that of the largest part of this score and the others; what counts against an
    option has a lighter bar.
    """
    amounts = [abs(amount) for each in (score, *others) for _, amount in each.parts]
    most = max(amounts, default=0.0) or 1.0
    lines = []
    for part, amount in score.parts:
        if amount:
            name = name_of(part)
            bar = ("█" if amount > 0 else "░") * round(BAR_WIDTH * abs(amount) / most)
            filling = " " * (NAME_WIDTH - cell_width(name))
            lines.append(f"{name}{filling} {amount:+6.2f} {bar}".rstrip())
    return lines


def _rows(screen: Screen) -> dict[Option, tuple[int, str]]:
    return {
        option: (number, name)
        for number, row in enumerate(screen.rows, start=1)
        for option, name in options_of(row)
    }
