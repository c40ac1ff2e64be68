"""Asking a person to choose one of a screen's rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import click

from deckbuilder.cli.console import print_screen
from deckbuilder.tables.policy import Score
from deckbuilder.tables.protocol import Option
from deckbuilder.tables.screen import Screen
from deckbuilder.words import say

ADVISED = 5
BAR_WIDTH = 20


def choose(
    screen: Screen,
    keys: Mapping[str, str],
    advise: Callable[[], Sequence[Score]] | None = None,
) -> Option | str:
    """Show a screen and return the option chosen, or the key typed; wrong input is asked again.

    `keys` maps the letters that may be typed beside a number to what they do. With `advise`,
    help shows the scores that it returns. Raises click.Abort when the person leaves (Ctrl-C,
    or the end of the input).
    """
    print_screen(screen)
    while True:
        typed = click.prompt(say("draft.your-choice"), prompt_suffix=": ", type=str).strip()
        if typed == "?":
            _help(screen, keys, advise)
        elif typed.casefold() in keys:
            return typed.casefold()
        elif typed.isdecimal() and 1 <= int(typed) <= len(screen.rows):
            return screen.rows[int(typed) - 1].option
        else:
            click.echo(say("draft.wrong-choice", typed=typed, most=len(screen.rows)))


def _help(
    screen: Screen, keys: Mapping[str, str], advise: Callable[[], Sequence[Score]] | None
) -> None:
    click.echo(say("draft.help").rstrip())
    for key, meaning in keys.items():
        click.echo(f"  {key:<8}{meaning}")
    if screen.help:
        click.echo(screen.help)
    if advise is not None:
        click.echo(say("draft.advice"))
        rows = {row.option: number for number, row in enumerate(screen.rows, start=1)}
        names = {row.option: row.cells[0] for row in screen.rows}
        for score in best_first(advise())[:ADVISED]:
            click.echo(f"{rows[score.option]:>3}  {names[score.option]:<32} {score.total:6.2f}")
            for line in bars(score):
                click.echo(f"       {line}")


def best_first(scores: Sequence[Score]) -> list[Score]:
    """Return scores by total, best first."""
    return sorted(scores, key=lambda score: (-score.total, score.option))


def bars(score: Score, *others: Score) -> list[str]:
    """Return a line for each part of a score: its name, its amount, and a bar as long.

    The scale is that of the largest part of this score and the others.
    """
    amounts = [abs(amount) for each in (score, *others) for _, amount in each.parts]
    most = max(amounts, default=0.0) or 1.0
    return [
        f"{name:<12} {amount:+6.2f} {'█' * round(BAR_WIDTH * abs(amount) / most)}".rstrip()
        for name, amount in score.parts
        if amount
    ]
