"""`deckbuilder replay`: a log verified, and told choice by choice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckbuilder.cli.language import language_option
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.cli.plain import plain_option
from deckbuilder.cli.prose import tell
from deckbuilder.errors import unusable, within
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.cli.telling import Teller
    from deckbuilder.games.drafting import Draft
    from deckbuilder.games.playing import Play
    from deckbuilder.tables.log import Log
    from deckbuilder.tables.table import Step


@click.command(epilog="Example: deckbuilder replay my-draft/log.jsonl --scores drafter")
@click.argument("path", metavar="LOG", type=click.Path(path_type=Path))
@click.option("--scores", "spec", help="Show what this bot thinks of each choice, as a spec.")
@click.option(
    "--step", "stepping", is_flag=True, help="Go through it a choice at a time, forth and back."
)
@click.option("--assert", "proving", is_flag=True, help="Only prove that it gives the same end.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line a choice.")
@cards_option
@plain_option
@language_option
def command(path: Path, spec: str | None, stepping: bool, proving: bool, as_json: bool) -> None:
    """Verify LOG and show its draft or game choice by choice.

    Every choice must have been possible for its seat, and the end must be the one that the log
    states; otherwise the first line that does not fit is named.
    """
    from deckbuilder.registry import game
    from deckbuilder.tables.log import read_log

    log = read_log(path)
    if log.cut:
        raise unusable(
            "this last line was cut off.",
            where=str(path),
            line=log.last_line + 1,
            mend="Go on with it by --resume, which leaves the cut line out.",
        )
    if proving and log.end is None:
        raise unusable(
            "the log has no end to be proved.",
            where=str(path),
            line=log.last_line,
            mend="Go on with it by --resume.",
        )
    home = game(log.head.game)
    part = home.draft if log.head.kind == "draft" else home.play
    if part is None:
        raise unusable(f"{home.title} has no {log.head.kind} to show.", where=str(path), line=1)
    table = part()
    with within(str(path)):
        _show(table, log, home.catalog(), spec, stepping, proving, as_json)
    _close(log)


def _show(
    table: Draft | Play,
    log: Log,
    catalog: Catalog,
    spec: str | None,
    stepping: bool,
    proving: bool,
    as_json: bool,
) -> None:
    from deckbuilder.cli.telling import Teller
    from deckbuilder.tables.table import replay

    steps = replay(table.rules, log)
    try:
        if proving:
            for _ in steps:
                pass
        elif stepping:
            _step(list(steps), Teller(table, log.head, catalog, spec))
        else:
            _tell(steps, Teller(table, log.head, catalog, spec), as_json=as_json)
    except KeyError as error:
        raise unusable(
            f"the log names {error}, which no card file has.",
            mend="The log was changed, or the cards were since.",
        ) from None


def _tell(steps: Iterator[Step], teller: Teller, *, as_json: bool) -> None:
    for step in steps:
        if as_json:
            click.echo(teller.as_json(step))
        else:
            for line in teller.lines(step):
                tell(line, hang=6)


def _step(steps: list[Step], teller: Teller) -> None:
    from deckbuilder.cli.console import print_screen

    place = 0
    while 0 <= place < len(steps):
        print_screen(teller.screen(steps[place]))
        for line in teller.lines(steps[place]):
            tell(line, hang=6)
        typed = click.prompt(
            say("replay.where-to", number=place + 1, last=len(steps)),
            default="",
            show_default=False,
            prompt_suffix=": ",
        ).strip()
        if typed.casefold() == "q":
            return
        if typed.casefold() == "b":
            place = max(0, place - 1)
        elif typed.isdecimal() and 1 <= int(typed) <= len(steps):
            place = int(typed) - 1
        elif typed == "":
            place += 1
        else:
            tell(say("replay.keys", last=len(steps)))


def _close(log: Log) -> None:
    tell(say("replay.replayed", choices=len(log.choices), seats=len(log.head.seats)), err=True)
    key = "replay.open" if log.end is None else "replay.end"
    tell(say(key, end=log.end), err=True)
