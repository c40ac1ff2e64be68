"""Plain output, for screen readers: no boxes, no rules, one line a row."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from deckbuilder.cli.preferences import prefer
from deckbuilder.preferences import preferences

Command = TypeVar("Command", bound=Callable[..., Any])


def chosen() -> bool:
    """Tell whether output is to be plain: asked for by --plain or DECKBUILDER_PLAIN."""
    return preferences().plain or bool(os.environ.get("DECKBUILDER_PLAIN"))


def plain_option(command: Command) -> Command:
    """Add `--plain`."""
    return click.option(
        "--plain",
        is_flag=True,
        expose_value=False,
        callback=_choose,
        help="No boxes, one line a row, for screen readers.",
    )(command)


def _choose(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        prefer(context, plain=True)
