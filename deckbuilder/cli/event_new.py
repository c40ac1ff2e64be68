"""`deckbuilder event new`: the file of an event, to fill in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from deckbuilder.cli.language import language_option
from deckbuilder.cli.option_checks import one_of, refuse_unprintable
from deckbuilder.cli.prose import tell
from deckbuilder.errors import refusal
from deckbuilder.words import say


@click.command(
    "new",
    epilog="Example: deckbuilder event new lists --name 'Spring Cup' --date 2026-03-14 "
    "--format xeno --player 'Ann Smith'",
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--name", default="", help="Name of the event.")
@click.option("--date", default="", metavar="DAY", help="Its day (2026-03-14).")
@click.option("--place", default="", help="Its place.")
@click.option("--organiser", default="", help="Who holds it.")
@click.option("--format", "ref", default="", metavar="FORMAT", help="Format id, or a file in DIR.")
@click.option("--deadline", default="", metavar="TIME", help="Lists that come later are late.")
@click.option("--player", "players", multiple=True, help="A player; may be said often.")
@click.option(
    "--from",
    "table",
    type=click.Path(path_type=Path),
    metavar="TABLE",
    help="The players from a table, CSV or XLSX, a row each.",
)
@click.option("--force", is_flag=True, help="Overwrite the event file.")
@language_option
@one_of("--player", "--from")
def new(folder: Path, table: Path | None, force: bool, **asked: Any) -> None:
    """Write DIR/event.yaml with what is said here; without players those of the lists.

    --from takes the players from a table whose columns are name (or player) and, as wanted, id,
    team, table, list and received. DIR is made if it is not there.

    A list that names no player and is called by a part of one's name, such as ann.txt, is
    taken for theirs where it can be nobody else's.

    The file is for people: open it and go on.
    """
    from deckbuilder.files import read_input, write_whole
    from deckbuilder.reports.event_file import EVENT_NAME, Event, Player, event_text
    from deckbuilder.reports.player_tables import read_players
    from deckbuilder.reports.registrations import law_of, players_of, with_lists

    wish = _Asked(**asked)
    _refuse_unusable(wish)
    said = (
        read_players(read_input(table), str(table))
        if table
        else tuple(Player(name=each) for each in wish.players)
    )
    expected = with_lists(folder, said)
    event = Event(
        name=wish.name,
        date=wish.date,
        place=wish.place,
        organiser=wish.organiser,
        format=wish.ref,
        deadline=wish.deadline,
        players=expected or tuple(players_of(folder)),
    )
    law_of(event, folder, None)
    path = folder / EVENT_NAME
    write_whole(path, event_text(event).encode(), force=force)
    for player in expected:
        if player.list:
            tell(say("reports.event.matched", list=player.list, player=player.name), err=True)
    tell(say("reports.event.written", path=path, players=len(event.players)), err=True)


@dataclass(frozen=True, kw_only=True)
class _Asked:
    """What the options say of the event."""

    name: str
    date: str
    place: str
    organiser: str
    ref: str
    deadline: str
    players: tuple[str, ...]


def _refuse_unusable(asked: _Asked) -> None:
    from deckbuilder.formats.format_files import is_iso_date
    from deckbuilder.reports.event_file import Player, moment, twice_named

    refuse_unprintable(
        {
            "--name": asked.name,
            "--place": asked.place,
            "--organiser": asked.organiser,
            "--format": asked.ref,
            "--player": "\n".join(asked.players),
        }
    )
    if asked.date and not is_iso_date(asked.date):
        raise refusal("dates.no-day", where="--date", day=asked.date)
    if asked.deadline and moment(asked.deadline) is None:
        raise refusal("dates.no-moment", where="--deadline", moment=asked.deadline)
    for _, repeated in twice_named(dict(enumerate(Player(name=each) for each in asked.players))):
        raise refusal("events.said-twice", where="--player", player=repeated)
