"""What the command line says where it cannot go on: faults of inputs and of the words typed.

Click tells of a wrong option in English sentences only; they are known here by their form and
said again from the word files, in the reader's language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from deckbuilder.errors import Fault
from deckbuilder.sanitizing import printable
from deckbuilder.words import Phrase, phrase, say

_NAMED = r"(?P<quote>['\"])(?P<name>.*)(?P=quote)"
_VALUE = r"(?P<quote>['\"])(?P<value>.*)(?P=quote)"
_FORMS = {
    code: re.compile(form, re.DOTALL)
    for code, form in {
        "usage.no-integer": rf"{_VALUE} is not a valid integer(?: range)?\.",
        "usage.no-number": rf"{_VALUE} is not a valid float(?: range)?\.",
        "usage.no-flag": rf"{_VALUE} is not a valid boolean\..*",
        "usage.out-of-range": r"(?P<value>.*) is not in the range (?P<range>.*)\.",
        "usage.no-choice": rf"{_VALUE} is not one of (?P<choices>.*)\.",
        "usage.no-path": rf"\w+ {_NAMED} does not exist\.",
        "usage.no-value": rf"Option {_NAMED} requires an argument\.",
        "usage.too-few-values": rf"(?:Option|Argument) {_NAMED} (?:requires|takes) .*",
        "usage.takes-no-value": rf"Option {_NAMED} does not take a value\.",
        "usage.too-much": r"Got unexpected extra arguments? \((?P<extra>.*)\)",
        "usage.no-command": rf"No such command {_NAMED}\.",
        "usage.which-command": r"Missing command\.",
    }.items()
}
"""Code of a sentence by the form of the English one that click says."""
_CHOICE = re.compile(r"'([^']*)'")


class Misuse(click.BadParameter):
    """Options or arguments that do not go together, or a value that none of them takes."""

    def __init__(self, code: str, fields: Mapping[str, Any]) -> None:
        self.fault = Fault(code=code, fields=dict(fields))
        super().__init__("")

    def format_message(self) -> str:
        """Return the sentences in the language in force."""
        return str(self.fault)


class NoCommand(click.UsageError):
    """A command that there is not, and those whose names are near."""

    def __init__(self, name: str, near: Sequence[str], context: click.Context) -> None:
        super().__init__(f"No such command {name!r}.", ctx=context)
        self.possibilities = near


def misuse(code: str, /, **fields: Any) -> Misuse:
    """Build the error for a command line whose words do not go together."""
    return Misuse(code, fields)


def fault_message(fault: Fault) -> str:
    """Return the line that tells of a fault."""
    return say("errors.usage.error", what=str(fault))


def usage_message(error: click.ClickException) -> str:
    """Return what is told where click refuses a command line: its usage, and why."""
    lines = [*_usage(error), fault_message(_fault(error))]
    return printable("\n".join(lines))


def _usage(error: click.ClickException) -> Iterator[str]:
    context = getattr(error, "ctx", None)
    if context is None:
        return
    command = context.command
    formatter = context.make_formatter()
    pieces = " ".join(command.collect_usage_pieces(context))
    formatter.write_usage(context.command_path, pieces, prefix=f"{say('errors.usage.head')} ")
    yield formatter.getvalue().rstrip("\n")
    if command.get_help_option(context) is not None:
        option = max(command.get_help_option_names(context), key=len)
        yield say("errors.usage.help", command=context.command_path, option=option)
    yield ""


def _fault(error: click.ClickException) -> Fault:
    if isinstance(error, Misuse):
        return error.fault if error.param is None else _of_value(error, error.fault)
    if isinstance(error, click.MissingParameter):
        return _missing(error)
    near = tuple(getattr(error, "possibilities", None) or ())
    if isinstance(error, click.NoSuchOption):
        if near:
            return Fault.of("usage.no-option-near", name=error.option_name, nearest=near)
        return Fault.of("usage.no-option", name=error.option_name)
    fault = _known(error.message)
    if fault.code == "usage.no-command" and near:
        return Fault.of("usage.no-command-near", nearest=near, **fault.fields)
    return _of_value(error, fault) if isinstance(error, click.BadParameter) else fault


def _missing(error: click.MissingParameter) -> Fault:
    hint = _hint(error)
    choices = tuple(getattr(getattr(error.param, "type", None), "choices", ()))
    if choices:
        return Fault.of("usage.missing-choice", hint=hint, choices=choices)
    if error.param is not None and error.param.param_type_name == "argument":
        return Fault.of("usage.missing-argument", hint=hint)
    return Fault.of("usage.missing-option", hint=hint)


def _of_value(error: click.BadParameter, fault: Fault) -> Fault:
    if hint := _hint(error):
        return Fault.of("usage.value", hint=hint, wrong=_phrase(fault))
    return fault


def _phrase(fault: Fault) -> Phrase:
    return phrase(f"errors.{fault.code}.what", **fault.fields)


def _hint(error: click.BadParameter) -> str:
    if isinstance(error.param_hint, str):
        return error.param_hint
    if error.param_hint is None and error.param is not None and error.ctx is not None:
        return error.param.get_error_hint(error.ctx)
    return " / ".join(error.param_hint or ())


def _known(message: str) -> Fault:
    """Return the fault that click tells in an English sentence."""
    for code, form in _FORMS.items():
        if found := form.fullmatch(message):
            fields: dict[str, Any] = found.groupdict()
            fields.pop("quote", None)
            if "choices" in fields:
                fields["choices"] = tuple(_CHOICE.findall(fields["choices"]))
            return Fault(code=code, fields=fields)
    return Fault.of("usage.other", text=message)
