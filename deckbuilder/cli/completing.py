"""The values that a shell offers: formats, targets, games, bots, settings and names of cards."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

import click
from click.shell_completion import CompletionItem

from deckbuilder.sanitizing import printable

MOST_OFFERED = 200


class Offered(click.types.StringParamType):
    """A text whose values a shell offers; `values` gives them for what was typed so far."""

    def __init__(self, values: Callable[[click.Context], Iterable[str]], *, files: bool) -> None:
        self._values = values
        self._files = files

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the values that go on from what was typed, files where none does."""
        typed = incomplete.strip("\"'").replace("\\", "").casefold()
        found = [each for each in self._values(ctx) if each.casefold().startswith(typed)]
        if not found and self._files:
            return [CompletionItem(incomplete, type="file")]
        return [CompletionItem(_spelled(each)) for each in found[:MOST_OFFERED]]


def offer_values(command: click.Command) -> None:
    """Let the parameters of a command, and of those below it, offer their values."""
    for parameter in command.params:
        values = _VALUES.get(parameter.human_readable_name.strip("[].").upper())
        for option in parameter.opts:
            values = values or _VALUES.get(option)
        if values is not None:
            parameter.type = Offered(values, files=values in (_formats, _settings_or_files))
    if isinstance(command, click.Group):
        for below in command.commands.values():
            offer_values(below)


def _formats(context: click.Context) -> Iterable[str]:
    from deckbuilder.formats.loading import format_ids

    return format_ids()


def _targets(context: click.Context) -> Iterable[str]:
    from deckbuilder.exchange.targets import targets

    return (each.id for each in targets())


def _games(context: click.Context) -> Iterable[str]:
    from deckbuilder.registry import games, games_with

    chosen = games_with("play") if context.info_name == "play" else games()
    return (each.id for each in chosen)


def _cards(context: click.Context) -> Iterable[str]:
    """Return the names of cards, of the game that is said or of all."""
    from deckbuilder.registry import game, games

    said = context.params.get("game_name")
    homes = [game(said)] if said else games()
    names = (card.name for home in homes for card in home.catalog().cards)
    return sorted(dict.fromkeys(names))


def _cards_of_format(context: click.Context) -> Iterable[str]:
    """Return the names of cards of the game whose format is said."""
    from deckbuilder.formats.loading import load_format
    from deckbuilder.registry import game

    said = context.params.get("format_name") or context.params.get("ref")
    if not said:
        return _cards(context)
    names = (card.name for card in game(load_format(said).game).catalog().cards)
    return sorted(dict.fromkeys(names))


def _sets(context: click.Context) -> Iterable[str]:
    from deckbuilder.registry import games

    return (each.id for home in games() for each in home.catalog().sets)


def _bots(context: click.Context) -> Iterator[str]:
    from deckbuilder.registry import games_with

    names: dict[str, None] = {}
    for home in games_with("draft"):
        if home.draft is not None:
            names |= dict.fromkeys(home.draft().bots({}))
    return iter(names)


def _papers(context: click.Context) -> Iterable[str]:
    from deckbuilder.sessions.own_settings import PAPERS

    return PAPERS


def _settings_or_files(context: click.Context) -> Iterable[str]:
    from deckbuilder.sessions.own_settings import NAMES

    return (f"{name}=" for name in NAMES)


_VALUES: dict[str, Callable[[click.Context], Iterable[str]]] = {
    "FORMAT": _formats,
    "--format": _formats,
    "--to": _targets,
    "GAME": _games,
    "--game": _games,
    "--must": _cards_of_format,
    "--never": _cards_of_format,
    "--set": _sets,
    "--bots": _bots,
    "--paper": _papers,
    "NAME": _cards,
    "NAME=VALUE": _settings_or_files,
}


def _spelled(value: str) -> str:
    """Return a value as it can stand on the line: bash takes what it is given as it is."""
    value = printable(value)
    if not os.environ.get("_DECKBUILDER_COMPLETE", "").startswith("bash"):
        return value
    return "".join(f"\\{letter}" if letter in " '\"()&!$`;" else letter for letter in value)
