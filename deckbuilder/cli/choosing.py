"""Asking a person to choose one of a screen's rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import click

from deckbuilder.cli.console import print_panels, print_rows, print_screen
from deckbuilder.cli.prose import tell
from deckbuilder.tables.policy import Score
from deckbuilder.tables.protocol import Option
from deckbuilder.tables.screen import Screen
from deckbuilder.words import say

ADVISED = 5
BAR_WIDTH = 20
LONGEST_NUMBER = 4
TAKING_BACK = ("u", "r")
"""Keys that people know from other programs; where they do nothing, that is said."""


def choose(
    screen: Screen,
    keys: Mapping[str, str],
    advise: Callable[[], Sequence[Score]] | None = None,
    describe: Callable[[Option], Sequence[str]] | None = None,
) -> Option | str:
    """Show a screen and return the option chosen, or the key typed; wrong input is asked again.

    `keys` maps the letters that may be typed beside a number to what they do. With `advise`,
    help shows the scores that it returns; with `describe`, "?3" shows what it tells of row 3.
    Raises click.Abort when the person leaves (Ctrl-C, or the end of the input).
    """
    print_screen(screen)
    while True:
        typed = _typed()
        key = typed.casefold()
        if typed == "?":
            _help(screen, keys, advise, describe)
            print_rows(screen)
        elif key == "i":
            print_panels(screen, details=True)
            print_rows(screen)
        elif typed.startswith("?") and describe and (row := _row(screen, typed[1:])) is not None:
            for line in describe(row):
                tell(line, hang=2)
        elif key in keys:
            return key
        elif key in TAKING_BACK:
            tell(say("draft.nothing-to-take-back"))
        elif (chosen := _row(screen, typed)) is not None:
            return chosen
        else:
            tell(say("draft.wrong-choice", typed=typed, most=len(screen.rows)))


def _typed() -> str:
    try:
        answer: str = click.prompt(say("draft.your-choice"), prompt_suffix=": ", type=str)
    except RuntimeError:
        # Standard input was closed before the start: nobody is there to choose.
        raise click.Abort from None
    return answer.strip()


def _row(screen: Screen, typed: str) -> Option | None:
    typed = typed.strip()
    if typed.isdecimal() and len(typed) <= LONGEST_NUMBER and 1 <= int(typed) <= len(screen.rows):
        return screen.rows[int(typed) - 1].option
    return None


def _help(
    screen: Screen,
    keys: Mapping[str, str],
    advise: Callable[[], Sequence[Score]] | None,
    describe: Callable[[Option], Sequence[str]] | None,
) -> None:
    tell(say("draft.help").rstrip())
    if describe is not None:
        tell(say("draft.help-facts").rstrip(), hang=8)
    for key, meaning in keys.items():
        tell(f"  {key:<8}{meaning}", hang=8)
    if screen.help:
        tell(screen.help, hang=2)
    if advise is not None:
        tell(say("draft.advice"))
        scores = best_first(advise())[:ADVISED]
        rows = {row.option: number for number, row in enumerate(screen.rows, start=1)}
        names = {row.option: row.cells[0] for row in screen.rows}
        for score in scores:
            click.echo(f"{rows[score.option]:>3}  {names[score.option]:<32} {score.total:6.2f}")
            for line in bars(score, *scores):
                click.echo(f"       {line}")


def best_first(scores: Sequence[Score]) -> list[Score]:
    """Return scores by total, best first."""
    return sorted(scores, key=lambda score: (-score.total, score.option))


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
