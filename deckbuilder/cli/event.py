"""`deckbuilder event`: an organiser's folder of lists."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckbuilder.cli.event_book import book
from deckbuilder.cli.event_new import new
from deckbuilder.cli.event_verify import verify
from deckbuilder.cli.language import language_option
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.exchange.event import Registered, Twice
    from deckbuilder.formats.format import Format
    from deckbuilder.tables.screen import Column

LEGAL, NOT_LEGAL, UNUSABLE = 0, 1, 2
_FORMAT = 2
"""The column that is left out where all lists have one format."""


@click.group()
def command() -> None:
    """Work on all lists of an event at once."""


for _each in (new, book, verify):
    command.add_command(_each)


@command.command("check", epilog="Example: deckbuilder event check lists --format xeno")
@click.argument("folder", metavar="DIR")
@click.option(
    "--format",
    "ref",
    metavar="FORMAT",
    help="Id of a format, or a format file; else each list's own header decides.",
)
@click.option("--date", metavar="DAY", help="Judge as of this day (2011-04-06).")
@click.option("--problems", is_flag=True, help="Tell every problem of every list as well.")
@click.option("--json", "as_json", is_flag=True, help="The verdicts as JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="One row a list as CSV.")
@cards_option
@language_option
def check(
    folder: str, ref: str | None, date: str | None, problems: bool, as_json: bool, as_csv: bool
) -> int:
    """Judge every list in DIR: a verdict each, problems by code, what comes twice.

    A player's name is the list's header `Player`, else the name of the file. Exit status: 0 all
    are legal, 1 one is not, 2 one cannot be used.
    """
    if as_json and as_csv:
        raise click.UsageError("Say --json or --csv, not both.")
    from deckbuilder.cli.check import day_of
    from deckbuilder.exchange.event import list_files, twice
    from deckbuilder.formats.loading import load_format

    law = load_format(ref) if ref is not None else None
    day = day_of(date)
    registered = _judged(list_files(Path(folder)), law, day)
    doubles = twice(registered)
    if as_json:
        _write_json(registered, doubles)
    elif as_csv:
        _write_csv(registered)
    else:
        _tell(registered, doubles, problems=problems)
    for each in registered:
        for fault in each.faults:
            click.echo(f"Error: {fault}", err=True)
    return max((_status(each) for each in registered), default=LEGAL)


def _judged(files: Sequence[Path], law: Format | None, day: str | None) -> list[Registered]:
    from deckbuilder.exchange.event import judge_folder

    if not sys.stderr.isatty():
        return judge_folder(files, law, date=day)
    with click.progressbar(
        length=len(files), label=say("exchange.event.progress"), file=sys.stderr
    ) as bar:
        return judge_folder(files, law, date=day, after_each=lambda: bar.update(1))


def _status(each: Registered) -> int:
    return {True: LEGAL, False: NOT_LEGAL, None: UNUSABLE}[each.legal]


def _write_json(registered: Sequence[Registered], doubles: Sequence[Twice]) -> None:
    import msgspec

    from deckbuilder.exchange.event import summary

    told = {
        "lists": [each.as_data() for each in registered],
        "twice": [msgspec.to_builtins(each) for each in doubles],
        "problems": summary(registered),
    }
    click.echo(msgspec.json.format(msgspec.json.encode(told), indent=2).decode())


def _write_csv(registered: Sequence[Registered]) -> None:
    import csv
    import io

    from deckbuilder.decks.identity import deck_hash
    from deckbuilder.exchange.grid import guarded

    columns = (
        "player", "list", "name", "game", "format", "cards", "hash",
        "legal", "errors", "warnings", "problems",
    )  # fmt: skip
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, columns, restval="", lineterminator="\n")
    writer.writeheader()
    for each in registered:
        row: dict[str, str | int] = {"player": guarded(each.player), "list": guarded(each.where)}
        if (verdict := each.verdict) is not None:
            row |= {
                "name": guarded(verdict.deck.name),
                "game": verdict.deck.game,
                "format": guarded(verdict.format.id),
                "cards": verdict.deck.size(),
                "hash": deck_hash(verdict.deck),
                "legal": "yes" if verdict.legal else "no",
                "errors": len(verdict.errors),
                "warnings": len(verdict.warnings),
                "problems": " ".join(dict.fromkeys(p.code for p in verdict.problems)),
            }
        writer.writerow(row)
    click.echo(stream.getvalue(), nl=False)


def _tell(registered: Sequence[Registered], doubles: Sequence[Twice], *, problems: bool) -> None:
    from deckbuilder.cli.check import verdict_lines
    from deckbuilder.exchange.event import summary
    from deckbuilder.tables.screen import Column

    laws = list(dict.fromkeys(each.verdict.format.id for each in registered if each.verdict))
    headings = [
        Column(say("exchange.event.player")),
        Column(say("exchange.list")),
        Column(say("exchange.event.format")),
        Column(say("exchange.event.cards"), right=True),
        Column(say("exchange.event.verdict")),
        Column(say("exchange.event.problems")),
    ]
    rows = [_row(each) for each in registered]
    if len(laws) == 1:
        click.echo(say("exchange.event.by", format=laws[0]))
    shown = [place for place in range(len(headings)) if place != _FORMAT or len(laws) > 1]
    _print([headings[place] for place in shown], [[row[place] for place in shown] for row in rows])
    if problems:
        for each in registered:
            if each.verdict and each.verdict.problems:
                click.echo()
                for line in verdict_lines(each.verdict):
                    click.echo(line)
    if codes := summary(registered):
        click.echo()
        _print(
            [Column(say("exchange.event.problem")), Column(say("exchange.event.in"), right=True)],
            [(code, str(lists)) for code, lists in codes.items()],
        )
    click.echo()
    for double in doubles:
        click.echo(
            say(
                f"exchange.event.{double.code}",
                what=double.what,
                lists=", ".join(double.lists),
                players=", ".join(dict.fromkeys(double.players)),
            )
        )
    legal = sum(each.legal is True for each in registered)
    unusable = sum(each.legal is None for each in registered)
    click.echo(
        say(
            "exchange.event.sum",
            lists=len(registered),
            legal=legal,
            illegal=len(registered) - legal - unusable,
            unusable=unusable,
        )
    )


def _print(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    from deckbuilder.cli.compact import screen_width, table_lines

    click.echo("\n".join(table_lines(columns, rows, screen_width())))


def _row(each: Registered) -> tuple[str, ...]:
    if each.verdict is None:
        return each.player, each.where, "", "", say("exchange.event.unusable"), ""
    verdict = each.verdict
    told = say("exchange.event.legal" if verdict.legal else "exchange.event.not-legal")
    codes = ", ".join(dict.fromkeys(problem.code for problem in verdict.problems))
    return each.player, each.where, verdict.format.id, str(verdict.deck.size()), told, codes
