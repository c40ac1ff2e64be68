"""Options that say who works many drafts or games off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from deckbuilder.cli.error_messages import misuse

if TYPE_CHECKING:
    from deckbuilder.simulation.workers import Workers

F = TypeVar("F", bound=Callable[..., Any])
MOST_WORKERS = 1024


def workers_option(command: F) -> F:
    """Add `--workers` and `--scheduler`, None where they are not given."""
    command = click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Let a Dask cluster do the work, such as tcp://host:8786; the figures are the same.",
    )(command)
    return click.option(
        "--workers",
        type=click.IntRange(1, MOST_WORKERS),
        help="Processes to share the work; the figures are the same for any number."
        "  [default: the processors]",
    )(command)


def workers_of(given: Mapping[str, Any]) -> Workers:
    """Return the workers that options ask for.

    Raises UsageError for workers of both kinds, and InputError where Dask is not installed.
    """
    if given["scheduler"] is not None:
        if given["workers"] is not None:
            raise misuse("usage.one-of", options=("--workers", "--scheduler"))
        from deckbuilder.simulation.cluster import Cluster

        return Cluster(given["scheduler"])
    from deckbuilder.simulation.workers import local_workers

    return local_workers(given["workers"])


def tell_interrupted(done: int, asked: int) -> None:
    """Say that an interruption left figures of a part; raises KeyboardInterrupt then.

    Nothing is said where all was done.
    """
    from deckbuilder.words import say

    if done < asked:
        click.echo(say("simulate.done-of", done=f"{done:,}", all=f"{asked:,}"), err=True)
        raise KeyboardInterrupt
