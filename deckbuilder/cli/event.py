"""`deckbuilder event`: an organiser's folder of lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckbuilder.cli.error_messages import fault_message
from deckbuilder.cli.event_book import book
from deckbuilder.cli.event_folders import tell_folders
from deckbuilder.cli.event_new import new
from deckbuilder.cli.event_verify import verify
from deckbuilder.cli.language import language_option
from deckbuilder.cli.option_checks import one_of
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.cli.prose import tell
from deckbuilder.cli.terminal import progress
from deckbuilder.words import enumerated, phrases, say

if TYPE_CHECKING:
    from deckbuilder.exchange.event import Registered, Twice
    from deckbuilder.formats.verdict import Verdict
    from deckbuilder.reports.event_file import Event
    from deckbuilder.reports.registrations import Registration
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
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "ref",
    metavar="FORMAT",
    help="Id of a format, or a format file; else the event's, else each list's own.",
)
@click.option("--date", metavar="DAY", help="Judge as of this day (2011-04-06); else the event's.")
@click.option("--problems", is_flag=True, help="Tell every problem of every list as well.")
@click.option("--json", "as_json", is_flag=True, help="The verdicts as JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="One row a list as CSV.")
@cards_option
@language_option
@one_of("--problems", "--json", "--csv")
def check(
    folder: Path, ref: str | None, date: str | None, problems: bool, as_json: bool, as_csv: bool
) -> int:
    """Judge every list in DIR: a verdict each, problems by code, what comes twice.

    DIR/event.yaml (see `event new`), where there is one, tells format, day, deadline and players;
    lists that are late, missing, not expected or changed since they were locked are marked, as in
    `event book`. Without it a player's name is the list's header `Player`, else the name of the
    file. Exit status: 0 all lists are legal, 1 one is not, 2 one cannot be used; marks do not
    change it.
    """
    from deckbuilder.cli.check import day_of
    from deckbuilder.exchange.event import twice
    from deckbuilder.reports.event_file import read_event

    tell_folders(folder)
    day = day_of(date)
    registered = _registered(folder, read_event(folder), ref, day)
    lists = [each.registered for each in registered if each.registered]
    doubles = twice(lists)
    if as_json:
        _write_json(registered, doubles)
    elif as_csv:
        _write_csv(registered)
    else:
        _tell(registered, doubles, problems=problems)
    for each in lists:
        for fault in each.faults:
            tell(fault_message(fault), err=True)
    return max((_status(each) for each in lists), default=LEGAL)


def _registered(
    folder: Path, event: Event, ref: str | None, day: str | None
) -> tuple[Registration, ...]:
    from deckbuilder.exchange.event import list_files
    from deckbuilder.reports.lock import read_lock
    from deckbuilder.reports.registrations import law_of, registrations

    law, lock = law_of(event, folder, ref), read_lock(folder)
    done = count(1)
    with progress(len(list_files(folder)), say("exchange.event.progress")) as move_to:
        return registrations(
            folder, event, law, lock, date=day, after_each=lambda: move_to(next(done))
        )


def _status(each: Registered) -> int:
    return {True: LEGAL, False: NOT_LEGAL, None: UNUSABLE}[each.legal]


def _write_json(registered: Sequence[Registration], doubles: Sequence[Twice]) -> None:
    import msgspec

    from deckbuilder.exchange.event import summary

    lists = [each.registered for each in registered if each.registered]
    told = {
        "lists": [
            {**each.registered.as_data(), "player": each.player.name, "marks": list(each.marks)}
            for each in registered
            if each.registered
        ],
        "missing": [each.player.name for each in registered if not each.registered],
        "twice": [msgspec.to_builtins(each) for each in doubles],
        "problems": summary(lists),
    }
    click.echo(msgspec.json.format(msgspec.json.encode(told), indent=2).decode())


def _write_csv(registered: Sequence[Registration]) -> None:
    import csv
    import io

    from deckbuilder.decks.identity import deck_hash
    from deckbuilder.sources.spreadsheets import guarded

    columns = (
        "player", "list", "name", "game", "format", "cards", "hash",
        "legal", "errors", "warnings", "problems", "marks",
    )  # fmt: skip
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, columns, restval="", lineterminator="\n")
    writer.writeheader()
    for each in registered:
        row: dict[str, str | int] = {
            "player": guarded(each.player.name),
            "list": guarded(each.where),
            "marks": " ".join(each.marks),
        }
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


def _tell(registered: Sequence[Registration], doubles: Sequence[Twice], *, problems: bool) -> None:
    from deckbuilder.exchange.event import summary
    from deckbuilder.tables.screen import Column

    lists = [each.registered for each in registered if each.registered]
    laws = list(dict.fromkeys(each.verdict.format.id for each in lists if each.verdict))
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
        tell(say("exchange.event.by", format=laws[0]))
    shown = [place for place in range(len(headings)) if place != _FORMAT or len(laws) > 1]
    _print([headings[place] for place in shown], [[row[place] for place in shown] for row in rows])
    if problems:
        _tell_problems([each.verdict for each in lists if each.verdict])
    if codes := summary(lists):
        click.echo()
        _print(
            [Column(say("exchange.event.problem")), Column(say("exchange.event.in"), right=True)],
            [(code, str(number)) for code, number in codes.items()],
        )
    click.echo()
    for double in doubles:
        tell(
            say(
                f"exchange.event.{double.code}",
                what=double.what,
                lists=enumerated(double.lists),
                players=enumerated(dict.fromkeys(double.players)),
            )
        )
    legal = sum(each.legal is True for each in lists)
    unusable = sum(each.legal is None for each in lists)
    tell(
        say(
            "exchange.event.sum",
            lists=len(lists),
            legal=legal,
            illegal=len(lists) - legal - unusable,
            unusable=unusable,
        )
    )
    _tell_marks(registered)


def _tell_problems(verdicts: Sequence[Verdict]) -> None:
    from deckbuilder.cli.check import source_lines, verdict_lines

    for verdict in verdicts:
        if verdict.problems:
            click.echo()
            for line in verdict_lines(verdict):
                tell(line, hang=2)
    for line in source_lines(verdicts):
        tell(line, hang=2)


def _tell_marks(registered: Sequence[Registration]) -> None:
    marks = Counter(mark for each in registered for mark in each.marks)
    told = [
        say(f"exchange.event.marked.{mark}", number=marks[mark])
        for mark in phrases("exchange.event.marked")
        if marks[mark]
    ]
    if told:
        tell(say("exchange.event.marks", marks=say("exchange.event.between").join(told)))


def _print(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    from deckbuilder.cli.narrow_tables import wrapped_table
    from deckbuilder.cli.widths import screen_width

    click.echo("\n".join(wrapped_table(columns, rows, screen_width())))


def _row(each: Registration) -> tuple[str, ...]:
    if each.verdict is None:
        return each.player.name, each.where, "", "", each.verdict_words, ""
    verdict = each.verdict
    codes = ", ".join(dict.fromkeys(problem.code for problem in verdict.problems))
    return (
        each.player.name,
        each.where,
        verdict.format.id,
        str(verdict.deck.size()),
        each.verdict_words,
        codes,
    )
