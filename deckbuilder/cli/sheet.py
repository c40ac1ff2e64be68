"""`deckbuilder sheet`: registration sheets for an event, as PDF or as a page to print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckbuilder.cli.language import language_option
from deckbuilder.cli.prose import tell
from deckbuilder.cli.said import refuse_unprintable
from deckbuilder.errors import unusable
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.exchange.sheets.sheet import Details, Sheet
    from deckbuilder.formats.format import Format
    from deckbuilder.reports.event_file import Event

PDF, HTML = ".pdf", ".html"


@click.command(
    epilog="Example: deckbuilder sheet dwarves.txt --player 'Ann Smith' --event 'Spring Cup' "
    "-o sheet.pdf"
)
@click.argument("lists", metavar="LIST...", nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    help="The file to write: .pdf, or .html for a page to print.",
)
@click.option("--player", default="", help="Name of the player; else the list's header.")
@click.option("--player-id", default="", help="Number or other id of the player.")
@click.option("--team", default="", help="Team of the player.")
@click.option("--table", default="", help="Table number.")
@click.option(
    "--event-file",
    type=click.Path(path_type=Path),
    help="An event.yaml: event, day, place, organiser, format; the players' ids, teams, tables.",
)
@click.option("--event", default="", help="Name of the event.")
@click.option("--date", default="", metavar="DAY", help="Day of the event (2026-03-14).")
@click.option("--place", default="", help="Place of the event.")
@click.option("--organiser", default="", help="Who holds the event.")
@click.option("--format", "ref", metavar="FORMAT", help="Format id or file; else the list's own.")
@click.option("--paper", default="a4", show_default=True, help="a4 or letter.")
@click.option(
    "--font", type=click.Path(path_type=Path), help="A TrueType font for all names (PDF)."
)
@click.option("--game", "game_name", help="The game, where the list does not say it.")
@click.option("--force", is_flag=True, help="Overwrite the file.")
@language_option
def command(
    lists: tuple[str, ...],
    output: Path,
    player: str,
    player_id: str,
    team: str,
    table: str,
    event_file: Path | None,
    event: str,
    date: str,
    place: str,
    organiser: str,
    ref: str | None,
    paper: str,
    font: Path | None,
    game_name: str | None,
    force: bool,
) -> None:
    """Write a registration sheet for each LIST ("-" reads standard input).

    What is not said stays a line to write on. The sheet states whether the list is legal.
    An option goes before the event file, and that before the headers of the list.
    """
    if (player or player_id or table) and len(lists) > 1:
        raise click.UsageError("--player, --player-id and --table are for one list.")
    if output.suffix.casefold() not in (PDF, HTML):
        raise unusable(
            "the name does not say what to write.", where=str(output), mend="Name a .pdf or .html."
        )
    from deckbuilder.exchange.sheets.paging import measures
    from deckbuilder.exchange.sheets.sheet import Details
    from deckbuilder.files import refuse_existing, write_whole
    from deckbuilder.formats.legality import open_format
    from deckbuilder.formats.loading import is_iso_date
    from deckbuilder.reports.event_file import read_event_file
    from deckbuilder.reports.registrations import law_of

    refuse_unprintable(
        {
            "--player": player,
            "--player-id": player_id,
            "--team": team,
            "--table": table,
            "--event": event,
            "--place": place,
            "--organiser": organiser,
        }
    )
    refuse_existing(output, force=force)
    measured = measures(paper)
    if date and not is_iso_date(date):
        raise unusable(f"'{date}' is no day.", where="--date", mend="Write it as 2026-03-14.")
    details = Details(
        player=player,
        player_id=player_id,
        team=team,
        table=table,
        event=event,
        date=date,
        place=place,
        organiser=organiser,
    )
    chosen = open_format(ref) if ref is not None else None
    held = None
    if event_file is not None:
        held = read_event_file(event_file)
        chosen = chosen or law_of(held, event_file.parent, None, event_file.name)
    sheets = [_sheet(path, details, held, chosen, game_name) for path in lists]
    if output.suffix.casefold() == PDF:
        from deckbuilder.exchange.sheets.fonts import Fonts
        from deckbuilder.exchange.sheets.pdf import sheets_pdf

        content = sheets_pdf(sheets, measured, Fonts(font))
    else:
        from deckbuilder.exchange.sheets.page import sheets_page

        content = sheets_page(sheets, measured).encode()
    write_whole(output, content, force=force)
    tell(say("reports.sheet.written", count=len(sheets), path=output), err=True)


def _sheet(
    path: str,
    details: Details,
    held: Event | None,
    chosen: Format | None,
    game_name: str | None,
) -> Sheet:
    from deckbuilder.exchange.event import player_of
    from deckbuilder.exchange.reading import read_deck
    from deckbuilder.exchange.sheets.sheet import make_sheet
    from deckbuilder.files import read_input
    from deckbuilder.formats.verdict import format_of, judge

    deck = read_deck(read_input(path), path, game=chosen.game if chosen is not None else game_name)
    if held is not None:
        details = _completed(details, held, details.player or player_of(deck))
    verdict = None
    if chosen is not None or deck.format:
        law = chosen or format_of(deck, path)
        verdict = judge(deck, law, path, date=details.date or deck.header("Date"))
    return make_sheet(deck, details, verdict)


def _completed(details: Details, held: Event, name: str) -> Details:
    """Fill in from the event what no option says, and what the event knows of the player."""
    import msgspec

    from deckbuilder.exchange.sheets.sheet import filing_key

    told = {
        "event": held.name,
        "date": held.date,
        "place": held.place,
        "organiser": held.organiser,
    }
    for player in held.players:
        if name and filing_key(player.name) == filing_key(name):
            known = {"player_id": player.id, "team": player.team, "table": player.table}
            told = {**told, "player": player.name, **known}
    said = {field: value for field, value in msgspec.structs.asdict(details).items() if value}
    return msgspec.structs.replace(details, **{**told, **said})
