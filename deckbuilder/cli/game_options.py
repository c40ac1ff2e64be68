"""Options of commands that games declare: `--hand` of Nightfall, `--boosters` of Dreamblade."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from deckbuilder.game_settings import Setting, Use, settings_from_texts
from deckbuilder.registry import games

F = TypeVar("F", bound=Callable[..., Any])
_PREFIX = "setting_"


def declared_options(*uses: Use) -> Callable[[F], F]:
    """Add an option for each setting that a game declares for these uses, and `--option`.

    What is said is gathered by `given_settings`; a name that the game at hand does not declare is
    refused there.
    """

    def add(command: F) -> F:
        for name, settings in reversed(_by_name(uses).items()):
            command = click.option(
                f"--{name}",
                f"{_PREFIX}{name.replace('-', '_')}",
                metavar=_metavar(settings[0][1]),
                help=_help(settings),
            )(command)
        return click.option(
            "--option",
            "option_texts",
            multiple=True,
            metavar="NAME=VALUE",
            help="A setting of the game's own by its name.",
        )(command)

    return add


def given_settings(values: Mapping[str, Any], texts: tuple[str, ...] = ()) -> dict[str, str]:
    """Return the settings that were said, by name. Raises InputError for what is no NAME=VALUE.

    `values` are the parameters of a command with `declared_options`, `texts` those of --option.
    """
    said = settings_from_texts(texts)
    for parameter, value in values.items():
        if parameter.startswith(_PREFIX) and value is not None:
            said[parameter.removeprefix(_PREFIX).replace("_", "-")] = value
    return said


def is_setting(parameter: str) -> bool:
    """Tell whether a parameter of a command is a setting that a game declares."""
    return parameter.startswith(_PREFIX)


def _by_name(uses: tuple[Use, ...]) -> dict[str, list[tuple[str, Setting]]]:
    found: dict[str, list[tuple[str, Setting]]] = {}
    for game in games():
        for use in uses:
            for setting in game.settings_for(use):
                if setting.rare:
                    continue
                found.setdefault(setting.name, []).append((game.title, setting))
    return found


def _metavar(setting: Setting) -> str:
    if setting.choices:
        return "|".join(setting.choices)
    return "N" if setting.is_number else "TEXT"


def _help(settings: list[tuple[str, Setting]]) -> str:
    titles = ", ".join(title for title, _ in settings)
    return f"{settings[0][1].help} ({titles})"
