"""Options that say who works many drafts or games off."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from deckbuilder.simulation.workers import Workers

F = TypeVar("F", bound=Callable[..., Any])
MOST_WORKERS = 1024


def workers_option(command: F) -> F:
    """Add `--workers`, None where it is not given."""
    return click.option(
        "--workers",
        type=click.IntRange(1, MOST_WORKERS),
        help="Processes to share the work; the figures are the same for any number."
        "  [default: the processors]",
    )(command)


def workers_of(given: int | None) -> Workers:
    """Return the workers that options ask for."""
    from deckbuilder.simulation.workers import local_workers

    return local_workers(given)


def tell_interrupted(done: int, asked: int) -> None:
    """Say that an interruption left figures of a part; raises KeyboardInterrupt then.

    Nothing is said where all was done.
    """
    from deckbuilder.words import say

    if done < asked:
        click.echo(say("simulate.done-of", done=f"{done:,}", all=f"{asked:,}"), err=True)
        raise KeyboardInterrupt
