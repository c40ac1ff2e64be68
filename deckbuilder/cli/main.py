"""The command `deckbuilder`: finds the module of a command only when it is needed."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

import deckbuilder
from deckbuilder.cli.error_messages import NoCommand, fault_message, usage_message
from deckbuilder.cli.help_texts import HelpFormatter, translate
from deckbuilder.cli.language import LANGUAGE_OPTION
from deckbuilder.cli.preparations import preparations_shown
from deckbuilder.cli.terminal import doors, give_up, open_closed_streams
from deckbuilder.errors import Fault, InputError
from deckbuilder.files import reason
from deckbuilder.preferences import preferences
from deckbuilder.sanitizing import cut
from deckbuilder.sessions.own_settings import read_settings
from deckbuilder.words import help_texts, language, languages, say

COMMANDS = {
    "formats": "List the formats, or explain one with its sources.",
    "cards": "Search the cards of a game.",
    "card": "Show one card, or draw its face.",
    "own": "State which boxes and cards you own.",
    "check": "Find every problem of one or more lists.",
    "build": "Build a legal list of a format, or complete one.",
    "stats": "Tell a list in numbers, odds and pictures, or compare two lists.",
    "draft": "Draft against bots, or let bots draft every seat.",
    "drafts": "List the drafts begun on this machine.",
    "review": "Look at a draft or game afterwards, with a bot as the coach.",
    "play": "Play a game against bots, or watch them play.",
    "duel": "Let bots play two lists against each other, many times.",
    "bots": "Compare bots, and make the tables of those that learn.",
    "simulate": "Let bots draft thousands of times, and see what is taken.",
    "replay": "Verify a log and show it step by step.",
    "export": "Write a list in another form.",
    "sheet": "Write registration sheets for an event.",
    "event": "Judge all lists of an event.",
    "settings": "State your name, paper, language and bots once for all commands.",
    "completion": "Let your shell complete commands, options and values.",
    "serve": "Open the web page on this machine: build decks by looking.",
}
"""Command to its one-line help; the module is `deckbuilder.cli.<command>`."""

COMPLETES = "_DECKBUILDER_COMPLETE"
"""Set by a shell that asks how a line may go on."""
UNUSABLE = 2
INTERRUPTED = 130
_SHOWS_HELP = f"{__name__}.help"
_ASKS_FOR_HELP = getattr(click.exceptions, "NoArgsIsHelpError", ())
"""What newer versions of click raise where a group is called without a command."""


class _Commands(click.Group):
    """Commands by name, imported when one is run or its own help is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"deckbuilder.cli.{cmd_name}").command
        if not isinstance(command, click.Command):
            return None
        if os.environ.get(COMPLETES):
            from deckbuilder.cli.completing import offer_values

            offer_values(command)
        if ctx.meta.get(_SHOWS_HELP, True):
            translate(command, cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from difflib import get_close_matches

            raise NoCommand(name, get_close_matches(name, COMMANDS), ctx)
        # Texts of other languages are read for those only who want to see them.
        ctx.meta[_SHOWS_HELP] = len(args) == 1 or not {*ctx.help_option_names}.isdisjoint(args)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        summaries = {**COMMANDS, **help_texts(language()).get("summaries", {})}
        with formatter.section("Commands"):
            formatter.write_dl([(name, summaries[name]) for name in COMMANDS])

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        translate(self, "")
        super().format_help(ctx, formatter)


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: deckbuilder draft invasion-draft --seat order --auto --seed 7 -o my-draft",
)
@click.version_option(deckbuilder.__version__, prog_name="deckbuilder")
def group() -> None:
    """Build legal decks, draft against bots, and write lists for events.

    Exit status: 0 done, 1 a list is not legal, 2 the input cannot be used, 130 interrupted.
    """


# The contexts of all commands make their formatters by this.
click.Context.formatter_class = HelpFormatter


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its status."""
    if os.environ.get(COMPLETES):
        # A shell reads what is written, not a person.
        group.main(args=arguments, prog_name="deckbuilder", complete_var=COMPLETES)
    open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that lacks a letter shows another one; no name is worth a crash.
            stream.reconfigure(errors="replace")
    status = run(arguments)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            give_up(stream)
    sys.exit(status)


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit status; errors are told on standard error.

    1 means that a list is not legal, and nothing else: what nobody foresaw is 2 as well.
    """
    typed = sys.argv[1:] if arguments is None else arguments
    said = _language(typed) or preferences().language
    with doors(), replace(preferences(), language=said).in_force(), preparations_shown():
        try:
            # The languages of a command line and of the environment go before the settings.
            stated = None if said or os.environ.get("DECKBUILDER_LANG") else _stated_language()
            with replace(preferences(), language=said or stated).in_force():
                return _run(typed)
        except Exception as error:
            _tell_unforeseen(error)
            return UNUSABLE


def _language(arguments: list[str]) -> str | None:
    """Return the language that is asked for: what click refuses is told in it as well."""
    for option, value in zip(arguments, [*arguments[1:], ""], strict=False):
        name, equals, behind = option.partition("=")
        chosen = behind if equals else value
        if name == LANGUAGE_OPTION and chosen in languages():
            return chosen
    return None


def _stated_language() -> str | None:
    """Return the language of the settings; a file that cannot be read says none here."""
    with contextlib.suppress(InputError):
        return read_settings().language or None
    return None


def _run(arguments: list[str]) -> int:
    try:
        result: Any = group.main(
            args=arguments,
            prog_name="deckbuilder",
            standalone_mode=False,
            # https://no-color.org: any value but none at all asks for no colours.
            color=False if os.environ.get("NO_COLOR") else None,
        )
    except InputError as error:
        for fault in error.faults:
            _complain(fault_message(fault))
        return UNUSABLE
    except click.ClickException as error:
        _complain(
            error.format_message() if isinstance(error, _ASKS_FOR_HELP) else usage_message(error)
        )
        return UNUSABLE
    except (click.Abort, KeyboardInterrupt):
        _complain(say("errors.usage.interrupted"))
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):
        # The reader of standard output went away, which click tells by leaving; what is left
        # to flush must not complain.
        give_up(sys.stdout)
        return 0
    except OSError as error:
        if error.filename is None:
            give_up(sys.stdout)
        where = str(error.filename or say("errors.place.output"))
        _complain(fault_message(Fault.of("files.failed", where=where, reason=reason(error))))
        return UNUSABLE
    return result if isinstance(result, int) else 0


def _complain(text: str) -> None:
    with contextlib.suppress(OSError):
        click.echo(text, err=True)


def _tell_unforeseen(error: Exception) -> None:
    """Tell of an error that no part of the program foresaw, and how to report it."""
    import traceback

    last = traceback.extract_tb(error.__traceback__)[-1]
    reason = f"{type(error).__name__}: {error}"
    fault = Fault.of(
        "program.unforeseen",
        reason=cut(" ".join(reason.split())),
        place=f"{Path(last.filename).name}:{last.lineno}",
        version=deckbuilder.__version__,
    )
    _complain(fault_message(fault))
    if os.environ.get("DECKBUILDER_DEBUG"):
        _complain("".join(traceback.format_exception(error)))
