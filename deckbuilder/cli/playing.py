"""A game at the terminal from its deal to its score: begun, or gone on with."""

from __future__ import annotations

import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.cli.choosing import Left, choose
from deckbuilder.cli.prose import tell
from deckbuilder.errors import unusable, within
from deckbuilder.files import refuse_existing
from deckbuilder.games.playing import Play
from deckbuilder.registry import game
from deckbuilder.tables.log import PERSON, Head, LogWriter, read_log
from deckbuilder.tables.policy import Policy
from deckbuilder.tables.protocol import Event
from deckbuilder.tables.table import Table
from deckbuilder.words import say


class Sitting(msgspec.Struct, frozen=True, kw_only=True):
    """A game and everything around it."""

    head: Head
    play: Play
    catalog: Catalog
    log_path: Path
    names: str | None
    pace: float

    @property
    def own(self) -> int | None:
        """The seat of the person, None where bots play alone."""
        seats = self.head.seats
        return seats.index(PERSON) if PERSON in seats else None


def begin_game(sitting: Sitting, *, force: bool) -> int:
    """Run a game from its start and return the exit status."""
    policies = _policies(sitting)
    refuse_existing(sitting.log_path, force=force)
    _introduce(sitting)
    if force:
        sitting.log_path.unlink(missing_ok=True)
    with LogWriter(sitting.log_path) as log:
        log.head(sitting.head)
        table = Table(sitting.play.rules, sitting.head.settings, sitting.head.seed, policies, log)
        if not _play(table, sitting):
            return 0
        log.end(table.rules.pack(table.state))
    _score(table, sitting)
    return 0


def resume_game(path: Path, names: str | None, pace: float) -> int:
    """Go on with the game of a log, or tell the score of one that is over."""
    earlier = read_log(path)
    home = game(earlier.head.game)
    if earlier.head.kind != "play" or home.play is None:
        raise unusable("this is not the log of a game.", where=str(path))
    sitting = Sitting(
        head=earlier.head,
        play=home.play(),
        catalog=home.catalog(),
        log_path=path,
        names=names,
        pace=pace,
    )
    with within(str(path)):
        table = Table(
            sitting.play.rules,
            sitting.head.settings,
            sitting.head.seed,
            _policies(sitting),
        )
        table.go_on_with(earlier)
    if earlier.end is not None:
        click.echo(say("play.already-over"), err=True)
    else:
        key = "play.resumed-cut" if earlier.cut else "play.resumed"
        click.echo(say(key, choices=len(earlier.choices)), err=True)
        with LogWriter(path, going_on=earlier) as log:
            table.log = log
            if not _play(table, sitting):
                return 0
            log.end(table.rules.pack(table.state))
    _score(table, sitting)
    return 0


def _policies(sitting: Sitting) -> list[Policy | None]:
    head = sitting.head
    bots = {
        spec: sitting.play.bot(spec, head.settings, sitting.catalog)
        for spec in {*head.seats} - {PERSON}
    }
    return [bots.get(spec) for spec in head.seats]


def _introduce(sitting: Sitting) -> None:
    head = sitting.head
    names = sitting.play.seat_names(head.settings)
    click.echo(say("play.seed", seed=head.seed), err=True)
    bots = ", ".join(
        say("play.others", seat=name, bot=spec)
        for name, spec in zip(names, head.seats, strict=True)
        if spec != PERSON
    )
    if sitting.own is None:
        click.echo(say("play.watch", bots=bots), err=True)
    else:
        click.echo(say("play.you-sit", seat=names[sitting.own], bots=bots), err=True)


def _so_far(table: Table[Any], sitting: Sitting) -> list[Event]:
    """Return what happened already: at the deal, or before the game was left."""
    watched = range(len(table.policies)) if sitting.own is None else (sitting.own,)
    seen: dict[Event, None] = {}
    for seat in watched:
        seen.update(dict.fromkeys(sitting.play.seen(table.rules.view(table.state, seat))))
    return list(seen)


def _play(table: Table[Any], sitting: Sitting) -> bool:
    _tell(_so_far(table, sitting), sitting)
    try:
        if sitting.own is None:
            _watch(table, sitting)
        else:
            _choose_to_the_end(table, sitting, sitting.own)
    except Left:
        tell(say("play.left", log=sitting.log_path), err=True)
        return False
    except (click.Abort, KeyboardInterrupt):
        tell("\n" + say("play.left", log=sitting.log_path), err=True)
        raise click.Abort from None
    return True


def _watch(table: Table[Any], sitting: Sitting) -> None:
    while (events := table.bots_step()) is not None:
        _tell(events, sitting)
        if sitting.pace:
            time.sleep(sitting.pace)


def _choose_to_the_end(table: Table[Any], sitting: Sitting, own: int) -> None:
    advisor = next(bot for bot in table.policies if bot is not None)
    _tell(table.bots_act(), sitting)
    while table.waiting_for():
        view = table.rules.view(table.state, own)
        options = table.rules.options(table.state, own)
        screen = sitting.play.screen(
            sitting.head.settings, view, options, sitting.catalog, sitting.names
        )
        screen = msgspec.structs.replace(screen, help=_beliefs(sitting, advisor, view))
        choice = choose(screen, {}, partial(advisor.score, view, options), unasked=True)
        assert not isinstance(choice, str), "no key is offered here"
        _tell(table.choose(own, choice[0]), sitting)
        _tell(table.bots_act(), sitting)


def _beliefs(sitting: Sitting, advisor: Policy, view: Any) -> str:
    panel = sitting.play.beliefs(advisor, view, sitting.catalog, sitting.names)
    if panel is None:
        return ""
    return "\n".join([panel.title, *(f"  {line}" for line in panel.lines)])


def _tell(events: Iterable[Event], sitting: Sitting) -> None:
    for event in events:
        if event.to is None or sitting.own is None or sitting.own in event.to:
            sentence = sitting.play.tell(
                sitting.head.settings, event, sitting.catalog, sitting.names
            )
            if sentence:
                click.echo(sentence)


def _score(table: Table[Any], sitting: Sitting) -> None:
    click.echo(say("play.over"))
    outcome = table.outcome
    names = sitting.play.seat_names(sitting.head.settings)
    for name, points in zip(names, outcome.points if outcome else (), strict=True):
        click.echo(say("play.points", seat=name, points=f"{points:g}"))
    click.echo(say("play.log", log=sitting.log_path), err=True)
