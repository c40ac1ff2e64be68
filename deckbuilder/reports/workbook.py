"""An event as a workbook and as one table: overview, cards in use, every player's list."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from deckbuilder.decks.deck import Deck, copies
from deckbuilder.decks.identity import deck_hash
from deckbuilder.exchange.grid import ENTRY_COLUMNS, entry_cells
from deckbuilder.exchange.headings import column_title
from deckbuilder.exchange.registration.sheet import filing_key
from deckbuilder.reports.event_file import Event
from deckbuilder.reports.registrations import Registration
from deckbuilder.sources.spreadsheets import guarded
from deckbuilder.words import say

if TYPE_CHECKING:
    import pandas

ROW_COLUMNS = ("count", "name", "section", "type", "set", "number", "id")


def event_workbook(event: Event, registered: Sequence[Registration]) -> bytes:
    """Return the workbook; the same bytes for the same lists."""
    import openpyxl

    from deckbuilder.exchange.xlsx import fill_list, fill_table, saved, sheet_name

    book = openpyxl.Workbook()
    book.properties.creator = "deckbuilder"
    book.properties.title = event.name or None
    overview = book.worksheets[0]
    overview.title = say("exchange.overview")
    fill_table(overview, overview_table(registered))
    taken = {overview.title.casefold()}
    usage = usage_table(registered)
    if len(usage):
        fill_table(book.create_sheet(sheet_name(say("reports.event.usage"), taken)), usage)
    for each in registered:
        if each.deck is not None:
            fill_list(book.create_sheet(sheet_name(each.player.name, taken)), each.deck)
    return saved(book)


def overview_table(registered: Sequence[Registration]) -> pandas.DataFrame:
    """Return a row a player: the list, its size and hash, the verdict and every problem."""
    import pandas

    return pandas.DataFrame([_overview_row(each) for each in registered])


def _overview_row(each: Registration) -> dict[str, Any]:
    deck, verdict = each.deck, each.verdict
    faults = each.registered.faults if each.registered else ()
    told = [problem.message for problem in verdict.problems] if verdict else map(str, faults)
    return {
        say("reports.event.columns.player"): guarded(each.player.name),
        say("reports.sheet.table"): guarded(each.player.table),
        say("reports.sheet.team"): guarded(each.player.team),
        say("reports.event.columns.file"): guarded(
            each.registered.where if each.registered else ""
        ),
        say("reports.event.columns.deck"): guarded(deck.name) if deck else "",
        say("reports.sheet.format"): guarded(verdict.format.id) if verdict else "",
        say("reports.event.columns.cards"): deck.size() if deck else 0,
        say("reports.columns.titles"): len(copies(deck.entries)) if deck else 0,
        say("reports.event.columns.list"): deck_hash(deck) if deck else "",
        say("reports.event.columns.verdict"): each.verdict_words,
        say("reports.event.columns.problems"): guarded("\n".join(told)),
    }


def lists_in_use(registered: Sequence[Registration]) -> list[Deck]:
    """Return the decks whose cards are counted: one a player, and none without a known card."""
    first: dict[tuple[str, str], Deck] = {}
    for each in registered:
        if each.deck is not None and any(entry.card for entry in each.deck.entries):
            first.setdefault(filing_key(each.player.name), each.deck)
    return list(first.values())


def usage_table(registered: Sequence[Registration]) -> pandas.DataFrame:
    """Return a row a title: in how many lists it is, its copies in all and a list."""
    import pandas

    rows = pandas.DataFrame(
        [
            {
                "key": key,
                "title": lines[0].title,
                "type": entry_cells(deck, lines[0])[ENTRY_COLUMNS.index("type")],
                "list": number,
                "copies": total,
            }
            for number, deck in enumerate(lists_in_use(registered))
            for key, (total, lines) in copies(deck.entries).items()
        ],
        columns=["key", "title", "type", "list", "copies"],
    )
    lists = rows["list"].nunique()
    used = (
        rows.groupby("key", sort=True)
        .agg(
            title=("title", "first"),
            type=("type", "first"),
            lists=("list", "nunique"),
            copies=("copies", "sum"),
        )
        .sort_values(["lists", "copies", "title"], ascending=[False, False, True], kind="stable")
        .reset_index(drop=True)
    )
    used["share"] = (100 * used["lists"] / max(lists, 1)).round(1)
    used["mean"] = (used["copies"] / used["lists"]).round(2)
    used["title"] = used["title"].map(guarded)
    used = used[["title", "type", "lists", "share", "copies", "mean"]]
    return used.set_axis([say(f"reports.event.usage-columns.{name}") for name in used], axis=1)


def event_rows(registered: Sequence[Registration]) -> bytes:
    """Return all cards of all lists as CSV, a row an entry; a player without a list has one row."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    titles = [column_title(column) for column in ROW_COLUMNS]
    head = ("player", "file", "verdict", "list")
    writer.writerow([*(say(f"reports.event.columns.{name}") for name in head), *titles])
    for each in registered:
        deck = each.deck
        about = [
            guarded(each.player.name),
            guarded(each.where),
            each.verdict_words,
            deck_hash(deck) if deck else "",
        ]
        if deck is None:
            writer.writerow([*about, *[""] * len(titles)])
            continue
        for entry in deck.entries:
            cells = dict(zip(ENTRY_COLUMNS, entry_cells(deck, entry), strict=True))
            writer.writerow([*about, *(cells[column] for column in ROW_COLUMNS)])
    text = stream.getvalue()
    # Excel takes a CSV for UTF-8 only with the mark; other programs do better without it.
    return text.encode("utf-8" if text.isascii() else "utf-8-sig")
