"""Asking a person to choose one of a screen's rows."""

from __future__ import annotations

import click

from deckbuilder.cli.console import print_screen
from deckbuilder.tables.protocol import Option
from deckbuilder.tables.screen import Screen
from deckbuilder.words import say


def choose(screen: Screen) -> Option:
    """Show a screen and return the option chosen; wrong input is asked again.

    Raises click.Abort when the person leaves (Ctrl-C, or the end of the input).
    """
    print_screen(screen)
    while True:
        typed = click.prompt(say("draft.your-choice"), prompt_suffix=": ", type=str).strip()
        if typed == "?":
            click.echo(say("draft.help"))
            if screen.help:
                click.echo(screen.help)
        elif typed.isdecimal() and 1 <= int(typed) <= len(screen.rows):
            return screen.rows[int(typed) - 1].option
        else:
            click.echo(say("draft.wrong-choice", typed=typed, most=len(screen.rows)))
