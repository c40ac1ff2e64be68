"""What is said on the command line, before it stands in a file."""

from __future__ import annotations

from collections.abc import Mapping

from deckbuilder.errors import InputError, plain_fault, printable, shown


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
