"""Asking a person to choose among a screen's rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import click

from deckbuilder.catalog.names import fold
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


class Left(Exception):
    """The person leaves by choice; all that was chosen stands."""


def choose(
    screen: Screen,
    keys: Mapping[str, str],
    advise: Callable[[], Sequence[Score]] | None = None,
    describe: Callable[[Option], Sequence[str]] | None = None,
    *,
    unasked: bool = False,
) -> tuple[Option, ...] | str:
    """Show a screen and return what is chosen, or the key typed; wrong input is asked again.

    A row is chosen by its number or by its name, as far as it names one row only; as many rows
    as the screen asks for may be chosen at once ("3 7"). `keys` maps the letters that may be
    typed to what they do, beside those of the panels. With `advise`, `c` shows the scores that
    it returns, and so does help where they are given `unasked`; with `describe`, "?3" shows
    what it tells of row 3. Raises Left for `q`, click.Abort for Ctrl-C and the end of the input.
    """
    print_screen(screen)
    while True:
        typed = _typed()
        key = typed.casefold()
        if typed == "?":
            _help(screen, keys, advise, describe)
            if advise is not None and unasked:
                _advice(screen, advise)
            print_rows(screen)
        elif key == "q":
            raise Left
        elif key == "c" and advise is not None:
            _advice(screen, advise)
        elif key == "i":
            print_panels(screen, details=True)
            print_rows(screen)
        elif key and any(key == panel.key for panel in screen.panels):
            print_panels(screen, details=True, key=key)
        elif typed.startswith("?") and describe and (row := _row(screen, typed[1:])) is not None:
            for line in describe(row):
                tell(line, hang=2)
        elif key in keys:
            return key
        elif key in TAKING_BACK:
            tell(say("draft.nothing-to-take-back"))
        elif chosen := _rows(screen, typed):
            return chosen


def _typed() -> str:
    try:
        answer: str = click.prompt(say("draft.your-choice"), prompt_suffix=": ", type=str)
    except RuntimeError:
        # Standard input was closed before the start: nobody is there to choose.
        raise click.Abort from None
    return answer.strip()


def _rows(screen: Screen, typed: str) -> tuple[Option, ...]:
    """Return the rows that are meant; nothing, and a word about it, where that is not clear."""
    parts = typed.replace(",", " ").split()
    if parts and all(part.isdecimal() for part in parts):
        chosen = [row for part in parts if (row := _row(screen, part)) is not None]
        if len(chosen) < len(parts):
            tell(say("draft.wrong-choice", typed=typed, most=len(screen.rows)))
            return ()
        if len(chosen) > screen.choices:
            tell(say("draft.too-many", count=len(chosen), most=screen.choices))
            return ()
        return tuple(chosen)
    wanted = fold(typed)
    names = {row.option: fold(row.cells[0]) for row in screen.rows}
    exact = [option for option, name in names.items() if name == wanted]
    near = exact or [option for option, name in names.items() if wanted and wanted in name]
    if len(near) == 1:
        return (near[0],)
    if near:
        told = ", ".join(row.cells[0] for row in screen.rows if row.option in near)
        tell(say("draft.several-names", typed=typed, names=told))
    else:
        tell(say("draft.wrong-choice", typed=typed, most=len(screen.rows)))
    return ()


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
    tell(say("draft.help.choose"))
    if screen.choices > 1:
        tell(say("draft.help.several", most=screen.choices))
    told = {"?": say("draft.help.help")}
    if describe is not None:
        told["?3"] = say("draft.help.facts")
    told |= {panel.key: panel.title for panel in screen.panels if panel.key}
    told["i"] = say("draft.help.everything")
    if advise is not None:
        told["c"] = say("draft.help.coach")
    told |= keys
    told["q"] = say("draft.help.leave")
    for key, meaning in told.items():
        tell(f"  {key:<4}{meaning}", hang=4)
    if screen.help:
        tell(screen.help, hang=2)


def _advice(screen: Screen, advise: Callable[[], Sequence[Score]]) -> None:
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
