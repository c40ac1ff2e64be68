"""What is said on the command line, before it stands in a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import click

from deckbuilder.errors import InputError, plain_fault, printable, shown
from deckbuilder.words import say


def refuse_unprintable(said: Mapping[str, str]) -> None:
    """Raise InputError for values of options that are no text: no file and no sheet can hold them.

    `said` are the values by the option, such as "--player".
    """
    faults = [
        plain_fault(
            where=option,
            what=f"{shown(value)} holds letters that cannot be written.",
            mend="Say it as UTF-8 text, without control letters.",
        )
        for option, value in said.items()
        if printable(value) != value
    ]
    if faults:
        raise InputError(faults)


def refuse_said(context: click.Context, parameters: Iterable[str], *, beside: str) -> None:
    """Raise UsageError where any of these was said beside an option that rules it out."""
    default = click.core.ParameterSource.DEFAULT
    said = [
        _spelling(parameter)
        for parameter in context.command.params
        if parameter.name in parameters and context.get_parameter_source(parameter.name) != default
    ]
    if said:
        raise click.UsageError(say("table.said-already", options=", ".join(said), beside=beside))


def _spelling(parameter: click.Parameter) -> str:
    if isinstance(parameter, click.Option):
        return parameter.opts[0]
    return parameter.make_metavar(click.Context(click.Command("-"))).strip("[]")
