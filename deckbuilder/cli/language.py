"""The option that chooses the language of sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from deckbuilder.cli.preferences import prefer
from deckbuilder.words import languages

Command = TypeVar("Command", bound=Callable[..., Any])


LANGUAGE_OPTION = "--lang"


def language_option(command: Command) -> Command:
    """Add `--lang`, which holds for this command; without it the locale decides."""
    return click.option(
        LANGUAGE_OPTION,
        type=click.Choice(languages()),
        is_eager=True,
        expose_value=False,
        callback=_choose,
        help="Language of the sentences; else the locale's.",
    )(command)


def _choose(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        prefer(context, language=value)
