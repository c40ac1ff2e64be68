"""The option that chooses the language of sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from deckbuilder.words import choose_language, languages

Command = TypeVar("Command", bound=Callable[..., Any])


def language_option(command: Command) -> Command:
    """Add `--lang`; without it the locale decides."""
    return click.option(
        "--lang",
        type=click.Choice(languages()),
        expose_value=False,
        callback=lambda context, parameter, value: choose_language(value) if value else None,
        help="Language of the sentences; else the locale's.",
    )(command)
