"""`deckbuilder replay`: a log verified, and told choice by choice."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckbuilder.cli.language import language_option
from deckbuilder.cli.option_checks import one_of, settles
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.cli.plain import plain_option
from deckbuilder.cli.prose import tell
from deckbuilder.errors import refusal, within
from deckbuilder.words import enumerated, say

if TYPE_CHECKING:
    from deckbuilder.sessions.replay import Replay
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
@click.option("--unfinished", is_flag=True, help="Tell hidden picks of a log that is not over.")
@cards_option
@plain_option
@language_option
@one_of("--assert", "--step", "--json")
@settles("--assert", "--scores")
def command(
    path: Path,
    spec: str | None,
    stepping: bool,
    proving: bool,
    as_json: bool,
    unfinished: bool,
) -> None:
    """Verify LOG and show its draft or game choice by choice.

    Every choice must have been possible for its seat, and head and end must be those that the
    log proves; otherwise the first line that does not fit is named. A log that is not over
    tells what a person in it must not know yet: that is asked first.
    """
    from deckbuilder.sessions.lists import log_in
    from deckbuilder.sessions.replay import Replay
    from deckbuilder.sessions.seating import seat_log
    from deckbuilder.tables.log import read_log

    path = log_in(path)
    log = read_log(path)
    _refuse_unproved(log, proving=proving)
    seating = seat_log(log)
    if log.end is None and seating.people and not unfinished:
        _ask_before_telling(path)
    with within(str(path)):
        replayed = Replay(seating, log, spec)
        if proving:
            for _ in replayed.steps():
                pass
        elif stepping:
            _step(list(replayed.steps()), replayed)
        elif as_json:
            _write_json(replayed)
        else:
            for step in replayed.steps():
                _tell(step, replayed)
    _close(log)


def _refuse_unproved(log: Log, *, proving: bool) -> None:
    if log.cut:
        raise refusal("log.cut", where=log.where, line=log.last_line + 1)
    if proving and log.end is None:
        raise refusal("log.no-end", where=log.where, line=log.last_line)


def _ask_before_telling(path: Path) -> None:
    """Ask whether hidden picks are to be told; where nobody can answer they are not."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise refusal("log.unfinished", where=str(path))
    click.confirm(say("replay.unfinished"), abort=True)


def _write_json(replayed: Replay) -> None:
    import msgspec

    for step in replayed.steps():
        click.echo(msgspec.json.encode(replayed.as_data(step)).decode())


def _lines(step: Step, replayed: Replay) -> Iterator[str]:
    """Yield the choice, the scores of the bot, and what happened."""
    chosen = replayed.choice(step)
    yield f"{step.number:>4}  {replayed.names[step.seat]:<12} {chosen}"
    for score in replayed.scores(step):
        parts = enumerated(f"{name} {amount:+.2f}" for name, amount in score.parts if amount)
        yield f"      {score.total:7.2f}  {replayed.choice(step, score.option)} ({parts})"
    for sentence in replayed.sentences(step):
        yield f"      {sentence}"


def _tell(step: Step, replayed: Replay) -> None:
    for line in _lines(step, replayed):
        tell(line, hang=6)


def _step(steps: list[Step], replayed: Replay) -> None:
    from deckbuilder.cli.console import print_screen

    place = 0
    while 0 <= place < len(steps):
        print_screen(replayed.screen(steps[place]))
        _tell(steps[place], replayed)
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
