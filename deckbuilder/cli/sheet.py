"""`deckbuilder sheet`: registration sheets for an event, as PDF or as a page to print."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from deckbuilder.cli.error_messages import misuse
from deckbuilder.cli.language import language_option
from deckbuilder.cli.missing_letters import tell_missing_letters
from deckbuilder.cli.option_checks import refuse_other_game, refuse_unprintable
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.cli.prose import tell
from deckbuilder.cli.reading_warnings import tell_reading_warnings
from deckbuilder.cli.written_files import open_option, open_written
from deckbuilder.errors import refusal
from deckbuilder.sessions.own_settings import PAPERS, OwnSettings, read_settings
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.exchange.registration.paging import Measures
    from deckbuilder.exchange.registration.sheet import Details, Sheet
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
    help="The file to write: .pdf, or .html for a page to print; else beside LIST, as .pdf.",
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
@click.option("--paper", help="a4 or letter; else the settings', else a4.")
@click.option(
    "--font", type=click.Path(path_type=Path), help="A TrueType font for all names (PDF)."
)
@click.option("--game", "game_name", help="The game, where the list does not say it.")
@click.option("--force", is_flag=True, help="Overwrite the file.")
@open_option
@cards_option
@language_option
def command(**asked: Any) -> None:
    """Write a registration sheet for each LIST ("-" reads standard input).

    What is not said stays a line to write on. The sheet states whether the list is legal.
    An option goes before the event file, and that before the headers of the list.
    """
    from deckbuilder.exchange.registration.paging import measures
    from deckbuilder.files import refuse_existing, write_whole

    asked["output"] = asked["output"] or _named_after(asked["lists"][0])
    wish = _Asked(**asked)
    _refuse_contradictions(wish)
    refuse_existing(wish.output, force=wish.force)
    own = read_settings()
    measured = measures(wish.paper or own.paper or PAPERS[0])
    sheets = _sheets(wish, own)
    write_whole(wish.output, _content(sheets, measured, wish), force=wish.force)
    tell(say("reports.sheet.written", count=len(sheets), path=wish.output), err=True)
    if wish.opens:
        open_written(wish.output)


def _named_after(first: str) -> Path:
    """Return the file of the sheets of a list, and of those after it: beside the list."""
    if first == "-":
        raise misuse("usage.sheet-of-input")
    return Path(first).with_suffix(PDF)


class _Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What the options of the command say."""

    lists: tuple[str, ...]
    output: Path
    player: str
    player_id: str
    team: str
    table: str
    event_file: Path | None
    event: str
    date: str
    place: str
    organiser: str
    ref: str | None
    paper: str | None
    font: Path | None
    game_name: str | None
    force: bool
    opens: bool

    @property
    def as_pdf(self) -> bool:
        """Tell whether the file is a PDF, and not a page to print."""
        return self.output.suffix.casefold() == PDF


def _refuse_contradictions(asked: _Asked) -> None:
    from deckbuilder.formats.format_files import is_iso_date

    if (asked.player or asked.player_id or asked.table) and len(asked.lists) > 1:
        raise misuse("usage.player-of-one")
    if asked.output.suffix.casefold() not in (PDF, HTML):
        raise refusal("files.no-form", where=str(asked.output), endings=(PDF, HTML))
    if asked.font is not None and not asked.as_pdf:
        raise misuse("usage.of-pdf", options=("--font",))
    refuse_unprintable(
        {
            "--player": asked.player,
            "--player-id": asked.player_id,
            "--team": asked.team,
            "--table": asked.table,
            "--event": asked.event,
            "--place": asked.place,
            "--organiser": asked.organiser,
        }
    )
    if asked.date and not is_iso_date(asked.date):
        raise refusal("dates.no-day", where="--date", day=asked.date)


def _sheets(asked: _Asked, own: OwnSettings) -> list[Sheet]:
    from deckbuilder.exchange.registration.sheet import Details
    from deckbuilder.formats.legality import open_format
    from deckbuilder.reports.event_file import read_event_file
    from deckbuilder.reports.registrations import law_of

    details = Details(
        player=asked.player,
        player_id=asked.player_id,
        team=asked.team,
        table=asked.table,
        event=asked.event,
        date=asked.date,
        place=asked.place,
        organiser=asked.organiser,
    )
    chosen = open_format(asked.ref) if asked.ref is not None else None
    held = None
    if asked.event_file is not None:
        held = read_event_file(asked.event_file)
        chosen = chosen or law_of(held, asked.event_file.parent, None, asked.event_file.name)
    # Whose settings they are plays one list only.
    whose = {"player": own.name, "team": own.team} if len(asked.lists) == 1 else {}
    last = {**whose, "event": own.event}
    return [_sheet(path, details, held, chosen, asked.game_name, last) for path in asked.lists]


def _content(sheets: list[Sheet], measured: Measures, asked: _Asked) -> bytes:
    if asked.as_pdf:
        from deckbuilder.exchange.registration.fonts import Fonts
        from deckbuilder.exchange.registration.pdf import sheets_pdf

        fonts = Fonts(asked.font)
        content = sheets_pdf(sheets, measured, fonts)
        tell_missing_letters(fonts)
        return content
    from deckbuilder.exchange.registration.page import sheets_page

    return sheets_page(sheets, measured).encode()


def _sheet(
    path: str,
    details: Details,
    held: Event | None,
    chosen: Format | None,
    game_name: str | None,
    last: Mapping[str, str],
) -> Sheet:
    from deckbuilder.exchange.event import player_of
    from deckbuilder.exchange.reading import read_deck
    from deckbuilder.exchange.registration.sheet import make_sheet
    from deckbuilder.files import read_input
    from deckbuilder.formats.verdict import format_of, judge

    deck = read_deck(read_input(path), path, game=chosen.game if chosen is not None else game_name)
    refuse_other_game((deck,), path, game_name)
    tell_reading_warnings((deck,), path)
    if held is not None:
        details = _completed(details, held, details.player or player_of(deck))
    unsaid = {
        name: value
        for name, value in last.items()
        if value and not getattr(details, name) and not deck.header(name.capitalize())
    }
    details = msgspec.structs.replace(details, **unsaid)
    verdict = None
    if chosen is not None or deck.format:
        law = chosen or format_of(deck, path)
        verdict = judge(deck, law, path, date=details.date or deck.header("Date"))
    return make_sheet(deck, details, verdict)


def _completed(details: Details, held: Event, name: str) -> Details:
    """Fill in from the event what no option says, and what the event knows of the player."""
    from deckbuilder.exchange.registration.sheet import filing_key

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
