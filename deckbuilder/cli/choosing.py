"""Asking a person to choose among a screen's rows."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import click

from deckbuilder.catalog.names import fold, nearest
from deckbuilder.cli.console import print_panels, print_rows, print_screen
from deckbuilder.cli.prose import tell
from deckbuilder.tables.protocol import Option
from deckbuilder.tables.screen import Row, Screen
from deckbuilder.words import enumerated, phrases, say

LONGEST_NUMBER = 4
LEAST_LETTERS = 2
"""A name is typed with so many letters at least: one letter alone is a key, or nothing."""
HELP, LEAVE, COACH, BACK, EVERYTHING = "?", "q", "c", "b", "i"
UNDO, REDO = "u", "r"
PASS_ON, STOPS = "p", "s"
_COMPARED = re.compile(r"[cC]\s*(\d+)")
SHOWN = ("d", "p")
"""Keys of panels that mean the same at every table, whether there is anything to show or not."""
SEPARATORS = str.maketrans(dict.fromkeys(",;、，；・", " "))


class Left(Exception):
    """The person leaves by choice; all that was chosen stands."""


class Asked(NamedTuple):
    """What may be asked for beside a choice.

    `keys` maps the letters that may be typed to what they do, beside those of the panels;
    `advise` shows what a coach thinks of a screen's rows, and why the best is better than a row
    that is named; it is shown with help too where it is given `unasked`; `describe` tells of the
    card of a row; `note` is told with help.
    """

    keys: Mapping[str, str]
    advise: Callable[[Screen, Row | None], None] | None = None
    describe: Callable[[Row], Sequence[str]] | None = None
    note: Callable[[], str] | None = None
    unasked: bool = False


def choose(screen: Screen, asked: Asked) -> tuple[Option, ...] | str:
    """Show a screen and return what is chosen, or the key typed; wrong input is asked again.

    A row is chosen by its number or by its name, as far as the words typed begin those of one
    row only; as many rows as the screen asks for may be chosen at once ("3 7"). A row that
    leads to a further screen shows it. Raises Left for `q`, click.Abort for Ctrl-C and the end
    of the input.
    """
    screens = [screen]
    print_screen(screen)
    while True:
        shown = screens[-1]
        typed = _typed()
        key = _key(typed, shown)
        if key == BACK and len(screens) > 1:
            screens.pop()
            print_screen(screens[-1])
        elif key in asked.keys:
            return key
        elif _answered(shown, key, typed, asked):
            continue
        elif key in (UNDO, REDO):
            tell(say("table.nothing-to-take-back"))
        elif rows := _rows(shown, typed):
            if rows[0].then is not None:
                screens.append(rows[0].then)
                print_screen(screens[-1])
            else:
                return tuple(row.option for row in rows if row.option is not None)


def _answered(screen: Screen, key: str, typed: str, asked: Asked) -> bool:
    """Answer what asks for no choice; False where something else was typed."""
    if key == HELP:
        _help(screen, asked)
    elif key == LEAVE:
        raise Left
    elif key == COACH and asked.advise is not None:
        asked.advise(screen, None)
    elif asked.advise is not None and (compared := _COMPARED.fullmatch(typed)):
        if rows := _rows(screen, compared[1]):
            asked.advise(screen, rows[0])
    elif key == EVERYTHING:
        print_panels(screen, details=True)
        print_rows(screen)
    elif key and any(key == panel.key for panel in screen.panels):
        print_panels(screen, details=True, key=key)
    elif key in SHOWN:
        tell(say("table.nothing-to-show"))
    elif typed.startswith(HELP) and len(typed) > 1 and asked.describe:
        return _describe(screen, typed[1:], asked.describe)
    else:
        return False
    return True


def _describe(screen: Screen, typed: str, describe: Callable[[Row], Sequence[str]]) -> bool:
    """Tell of the card of a row, by its number or name."""
    rows = _rows(screen, typed)
    if not rows:
        return True
    for line in describe(rows[0]):
        tell(line, hang=2)
    return True


def _typed() -> str:
    try:
        answer: str = click.prompt(say("table.your-choice"), prompt_suffix=": ", type=str)
    except RuntimeError:
        # Standard input was closed before the start: nobody is there to choose.
        raise click.Abort from None
    # A Japanese keyboard types ？ ｑ １ where ? q 1 are meant.
    return unicodedata.normalize("NFKC", answer).strip()


def _key(typed: str, screen: Screen) -> str:
    """Return the key that was typed, as a letter or as its word; no key where a row is named so."""
    folded = typed.casefold()
    if len(folded) <= 1:
        return folded
    if any(fold(row.cells[0]) == fold(typed) for row in screen.rows):
        return ""
    for key, words in phrases("table.key-words").items():
        if folded in words.split():
            return HELP if key == "help" else key
    return ""


def _rows(screen: Screen, typed: str) -> tuple[Row, ...]:
    """Return the rows that are meant; nothing, and a word about it, where that is not clear."""
    parts = typed.translate(SEPARATORS).split()
    if parts and all(part.isdecimal() for part in parts):
        return _numbered(screen, parts, typed)
    wanted = fold(typed)
    if len(wanted) < LEAST_LETTERS:
        tell(say("table.no-key", typed=typed))
        return ()
    names = [(row, fold(row.cells[0])) for row in screen.rows]
    found = [row for row, name in names if name == wanted]
    found = found or [row for row, name in names if _begins_word(name, wanted)]
    if len(found) == 1:
        return (found[0],)
    if found:
        told = enumerated(row.cells[0] for row in found)
        tell(say("table.several-names", typed=typed, names=told))
    else:
        _tell_wrong(screen, typed)
    return ()


def _numbered(screen: Screen, parts: Sequence[str], typed: str) -> tuple[Row, ...]:
    most = len(screen.rows)
    chosen = [
        screen.rows[int(part) - 1]
        for part in parts
        if len(part) <= LONGEST_NUMBER and 1 <= int(part) <= most
    ]
    if len(chosen) < len(parts):
        tell(say("table.wrong-number", typed=typed, most=most))
        return ()
    if len(chosen) > screen.choices:
        tell(say("table.too-many", count=len(chosen), most=screen.choices))
        return ()
    if len(chosen) > 1 and any(row.then for row in chosen):
        tell(say("table.one-by-one", typed=typed))
        return ()
    return tuple(chosen)


def _begins_word(name: str, wanted: str) -> bool:
    """Tell whether the words typed begin some words of a name: "karak" does of "Axe of Karak"."""
    return name.startswith(wanted) or any(
        name[place + 1 :].startswith(wanted)
        for place, letter in enumerate(name)
        if letter in " -・("
    )


def _tell_wrong(screen: Screen, typed: str) -> None:
    near = nearest(typed, [row.cells[0] for row in screen.rows])
    if near:
        tell(say("table.near-names", typed=typed, names=enumerated(near)))
    else:
        tell(say("table.wrong-choice", typed=typed, most=len(screen.rows)))


def _help(screen: Screen, asked: Asked) -> None:
    tell(say("table.help.choose"))
    if screen.choices > 1:
        tell(say("table.help.several", most=screen.choices))
    told = {HELP: say("table.help.help")}
    if asked.describe is not None:
        told["?3"] = say("table.help.facts")
    told |= {panel.key: panel.title for panel in screen.panels if panel.key}
    told[EVERYTHING] = say("table.help.everything")
    if asked.advise is not None:
        told[COACH] = say("table.help.coach")
        told["c3"] = say("table.help.compare")
    told |= asked.keys
    told[LEAVE] = say("table.help.leave")
    for key, meaning in told.items():
        tell(f"  {key:<4}{meaning}", hang=4)
    if screen.help:
        tell(screen.help, hang=2)
    if asked.note is not None and (note := asked.note()):
        tell(note)
    if asked.advise is not None and asked.unasked:
        asked.advise(screen, None)
    print_rows(screen)
