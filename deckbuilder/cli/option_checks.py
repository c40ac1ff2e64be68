"""Options and arguments of a command held against each other: what has no effect is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, TypeVar, cast

import click

from deckbuilder.cli.error_messages import misuse
from deckbuilder.decks.deck import Deck
from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.sanitizing import printable, shown

F = TypeVar("F", bound=Callable[..., Any])


def refuse_unprintable(said: Mapping[str, str]) -> None:
    """Raise InputError for values of options that are no text: no file and no sheet can hold them.

    `said` are the values by the option, such as "--player".
    """
    faults = [
        Fault.of("usage.unprintable", where=option, value=shown(value))
        for option, value in said.items()
        if printable(value) != value
    ]
    if faults:
        raise InputError(faults)


def one_of(*options: str) -> Callable[[F], F]:
    """Let a command refuse more than one of these options, such as "--json" and "--csv"."""
    return _checking(lambda said: _refuse_several(options, said))


def needs(option: str, *others: str) -> Callable[[F], F]:
    """Let a command refuse an option that does nothing without one of the others."""

    def check(said: Mapping[str, str]) -> None:
        if option in said and not any(other in said for other in others):
            raise misuse("usage.needs", option=option, others=others)

    return _checking(check)


def settles(option: str, *others: str) -> Callable[[F], F]:
    """Let a command refuse what has no effect beside an option that settles it.

    An argument goes by its name in capitals, such as "FORMAT".
    """

    def check(said: Mapping[str, str]) -> None:
        if option in said:
            refuse_beside(option, (other for other in others if other in said))

    return _checking(check)


def refuse_beside(option: str, others: Iterable[str]) -> None:
    """Raise Misuse where anything was said beside an option that settles it."""
    if said := tuple(others):
        raise misuse("usage.settled", options=said, beside=option)


def options_said(context: click.Context) -> dict[str, str]:
    """Return what was said on the command line: options by name, arguments in capitals."""
    default = click.core.ParameterSource.DEFAULT
    return {
        _spelling(parameter): parameter.name
        for parameter in context.command.params
        if parameter.name is not None and context.get_parameter_source(parameter.name) != default
    }


def _checking(check: Callable[[Mapping[str, str]], None]) -> Callable[[F], F]:
    def decorate(function: F) -> F:
        @wraps(function)
        def checked(*args: Any, **kwargs: Any) -> Any:
            check(options_said(click.get_current_context()))
            return function(*args, **kwargs)

        return cast(F, checked)

    return decorate


def _refuse_several(options: Iterable[str], said: Mapping[str, str]) -> None:
    several = tuple(option for option in options if option in said)
    if len(several) > 1:
        raise misuse("usage.one-of", options=several)


def _spelling(parameter: click.Parameter) -> str:
    if isinstance(parameter, click.Option):
        return max(parameter.opts, key=len)
    return (parameter.metavar or parameter.name or "").strip("[].")


def refuse_other_game(decks: Iterable[Deck], where: str, said: str | None) -> None:
    """Raise InputError for a list that says another game than `--game` does."""
    from deckbuilder.registry import game

    if said is None:
        return
    wanted = game(said)
    for deck in decks:
        if deck.game != wanted.id:
            raise refusal(
                "lists.other-game", where=where, game=game(deck.game).title, said=wanted.title
            )
