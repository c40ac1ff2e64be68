"""`deckbuilder event book`: all lists of an event in one PDF, workbook, table or page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckbuilder.cli.error_messages import misuse
from deckbuilder.cli.event_folders import tell_folders
from deckbuilder.cli.language import language_option
from deckbuilder.cli.missing_letters import tell_missing_letters
from deckbuilder.cli.option_checks import options_said
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.cli.prose import tell
from deckbuilder.cli.written_files import open_option, open_written, refuse_to_open
from deckbuilder.errors import refusal
from deckbuilder.sessions.own_settings import PAPERS, read_settings
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.reports.registrations import Registration

PDF, HTML = ".pdf", ".html"
_FORMS = (PDF, ".xlsx", ".csv", HTML)


@click.command(
    "book", epilog="Example: deckbuilder event book lists -o book.pdf -o book.xlsx -o rows.csv"
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    "outputs",
    type=click.Path(path_type=Path),
    multiple=True,
    required=True,
    help="The file to write: .pdf, .xlsx, .csv or .html; may be said often.",
)
@click.option("--format", "ref", metavar="FORMAT", help="Else the event's, else each list's own.")
@click.option("--paper", help="a4 or letter; else the settings', else a4.")
@click.option(
    "--font", type=click.Path(path_type=Path), help="A TrueType font for all names (PDF)."
)
@click.option("--force", is_flag=True, help="Overwrite the files.")
@open_option
@cards_option
@language_option
def book(
    folder: Path,
    outputs: tuple[Path, ...],
    ref: str | None,
    paper: str | None,
    font: Path | None,
    force: bool,
    opens: bool,
) -> None:
    """Write the book of the event in DIR: its players, verdicts and lists.

    The PDF has a cover and every sheet by family name; the workbook an overview, the cards in
    use and a sheet a player; the CSV a row an entry; the HTML page sums the event up, with the
    cards in use and their picture. DIR/event.yaml tells the event and its
    players (see `event new`); lists that are late, missing, illegal or changed are marked.
    """
    from deckbuilder.exchange.registration.fonts import Fonts
    from deckbuilder.exchange.registration.paging import measures
    from deckbuilder.files import write_whole
    from deckbuilder.reports.event_books import made_book
    from deckbuilder.reports.event_file import read_event
    from deckbuilder.reports.lock import read_lock
    from deckbuilder.reports.registrations import law_of, registrations

    measured = measures(paper or read_settings().paper or PAPERS[0])
    if all(path.suffix.casefold() != PDF for path in outputs):
        said = options_said(click.get_current_context())
        if idle := tuple(each for each in ("--paper", "--font") if each in said):
            raise misuse("usage.of-pdf", options=idle)
    _refuse_files(outputs, folder, force=force, opens=opens)
    tell_folders(folder)
    event = read_event(folder)
    registered = registrations(folder, event, law_of(event, folder, ref), read_lock(folder))

    fonts = Fonts(font)
    made = [(path, made_book(_form(path), event, registered, measured, fonts)) for path in outputs]
    tell_missing_letters(fonts)
    for path, content in made:
        write_whole(path, content, force=force)
        tell(say("reports.event.book-written", path=path), err=True)
    _tell_marks(registered)
    if opens and (written := _shown_of(outputs)):
        open_written(written)


def _form(path: Path) -> str:
    return path.suffix.casefold().removeprefix(".")


def _refuse_files(outputs: Sequence[Path], folder: Path, *, force: bool, opens: bool) -> None:
    from deckbuilder.files import refuse_existing

    if opens:
        refuse_to_open(_shown_of(outputs))
    taken = set[Path]()
    for path in outputs:
        _refuse(path, folder)
        refuse_existing(path, force=force)
        if path.resolve() in taken:
            raise refusal("files.twice", where=str(path))
        taken.add(path.resolve())


def _shown_of(outputs: Sequence[Path]) -> Path | None:
    """Return the file that can be opened to be looked at, the first PDF or page."""
    return next((path for path in outputs if path.suffix.casefold() in (PDF, HTML)), None)


def _refuse(path: Path, folder: Path) -> None:
    """A book beside the lists would be read as one of them the next time."""
    if path.suffix.casefold() not in _FORMS:
        raise refusal("files.no-form", where=str(path), endings=_FORMS)
    if path.resolve().parent == folder.resolve():
        raise refusal("events.among-lists", where=str(path), folder=str(folder))


def _tell_marks(registered: Sequence[Registration]) -> None:
    for each in registered:
        if each.marks:
            tell(f"{each.player.name}: {each.verdict_words}", err=True)
