"""`deckbuilder check`: every problem of every list, for people or as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from deckbuilder.cli.language import language_option
from deckbuilder.errors import InputError, unusable
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.formats.problem import Problem
    from deckbuilder.games.verdict import Verdict

LEGAL, NOT_LEGAL, UNUSABLE = 0, 1, 2


@click.command(epilog="Example: deckbuilder check my-deck.txt --format invasion-constructed")
@click.argument("paths", metavar="LIST...", nargs=-1, required=True)
@click.option(
    "--format",
    "ref",
    metavar="FORMAT",
    help="Id of a format, or a format file; else the one that the list's header names.",
)
@click.option("--date", metavar="DAY", help="Judge as of this day (2011-04-06).")
@click.option("--json", "as_json", is_flag=True, help="The verdicts as JSON.")
@language_option
def command(paths: tuple[str, ...], ref: str | None, date: str | None, as_json: bool) -> int:
    """Find every problem of every LIST ("-" reads standard input).

    Exit status: 0 all are legal, 1 one is not, 2 one cannot be used. Warnings make no list
    illegal.
    """
    from deckbuilder.formats.loading import load_format

    chosen = load_format(ref) if ref is not None else None
    day = day_of(date)
    told: list[dict[str, Any]] = []
    status = LEGAL
    for path in paths:
        try:
            verdict = _verdict(path, chosen, day)
        except InputError as error:
            status = UNUSABLE
            told.append({"list": path, "legal": None, "faults": [str(f) for f in error.faults]})
            for fault in error.faults:
                click.echo(f"Error: {fault}", err=True)
            continue
        status = max(status, LEGAL if verdict.legal else NOT_LEGAL)
        if as_json:
            told.append(verdict.as_data())
        else:
            for line in verdict_lines(verdict):
                click.echo(line)
    if as_json:
        import json

        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
    return status


def day_of(written: str | None) -> str | None:
    """Return the day that `--date` says. Raises InputError for what is no day."""
    from deckbuilder.formats.loading import is_iso_date

    if written is not None and not is_iso_date(written):
        raise unusable(f"'{written}' is no day.", where="--date", mend="Write it as 2011-04-06.")
    return written


def _verdict(path: str, chosen: Any, day: str | None) -> Verdict:
    from deckbuilder.exchange.reading import read_deck
    from deckbuilder.files import read_input
    from deckbuilder.games.verdict import format_of, judge

    content = read_input(path)
    deck = read_deck(content, path, game=chosen.game if chosen else None)
    return judge(deck, chosen or format_of(deck, path), path, date=day)


def verdict_lines(verdict: Verdict) -> Iterator[str]:
    """Yield a verdict in lines: the list, then each problem."""
    yield say(
        "check.legal" if verdict.legal else "check.not-legal",
        list=click.style(verdict.where, bold=True),
        format=verdict.format.id,
        cards=verdict.deck.size(),
        errors=len(verdict.errors),
        warnings=len(verdict.warnings),
    )
    for problem in verdict.problems:
        yield f"  {_label(problem)} {problem.message}{_place(problem)}"


def _label(problem: Problem) -> str:
    text = say(f"check.{problem.severity}", code=problem.code)
    return click.style(text, fg="red" if problem.severity == "error" else "yellow")


def _place(problem: Problem) -> str:
    rule = ", ".join(str(part) for part in (problem.rule, problem.source) if part)
    lines = ", ".join(map(str, problem.lines))
    parts = (say("check.lines", lines=lines) if lines else "", rule)
    shown = "; ".join(part for part in parts if part)
    return f" [{shown}]" if shown else ""
