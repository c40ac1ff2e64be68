"""A page to look at and to print: every list with the facts that matter in its game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from deckbuilder.catalog.fields import NUMBER, fields_of
from deckbuilder.catalog.names import squeeze
from deckbuilder.catalog.wording import heading as short_title
from deckbuilder.catalog.wording import worded
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.decks.identity import deck_hash
from deckbuilder.exchange.card_lines import card_lines
from deckbuilder.exchange.headings import column_title
from deckbuilder.exchange.layout import layout, shown_facts, size
from deckbuilder.exchange.targets import Context
from deckbuilder.registry import game as find_game
from deckbuilder.templates import render
from deckbuilder.words import language, say

TEMPLATE = "list.html.j2"


class Fact(NamedTuple):
    """A column: a fact of cards and its heading."""

    field: str
    title: str
    number: bool


class RowView(NamedTuple):
    """A row of a table; `below` stands in small letters below the name.

    `words` holds the facts in words, for a narrow page that shows the numbers alone as columns.
    """

    copies: int
    name: str
    below: list[str]
    known: bool
    cells: list[str]
    set: str
    words: str = ""


class PartView(NamedTuple):
    """The rows below a heading."""

    title: str
    size: int
    rows: list[RowView]


class ListView(NamedTuple):
    """A list as the template shows it."""

    name: str
    of: list[str]
    head: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    facts: list[Fact]
    parts: list[PartView]
    total: str
    hash: str
    pictures: Sequence[str]


def write(decks: Sequence[Deck], context: Context) -> bytes:
    """Return one page; printed, each list begins on a sheet of its own."""
    lists = [list_view(deck, context.pictures(deck)) for deck in decks]
    page = render(
        TEMPLATE,
        language=language(),
        title=lists[0].name if len(lists) == 1 else say("exchange.lists", count=len(lists)),
        lists=lists,
        words={column: column_title(column) for column in ("count", "name", "set")},
    )
    return page.encode()


def list_view(deck: Deck, pictures: Sequence[str] = ()) -> ListView:
    """Return what the page shows of a deck; `pictures` are SVG."""
    title = find_game(deck.game).title
    name = deck.name or deck.header("Player") or title
    facts = _facts(deck)
    return ListView(
        name=name,
        of=[part for part in (title, deck.format) if part and part != name],
        head=deck.headers,
        notes=(*deck.notes, *deck.end_notes),
        facts=facts,
        parts=[
            PartView(heading, size(entries), [_row(deck, entry, facts) for entry in entries])
            for heading, entries in layout(deck)
        ],
        total=say("exchange.sum", cards=deck.size(), titles=len({e.title for e in deck.entries})),
        hash=deck_hash(deck),
        pictures=pictures,
    )


def _facts(deck: Deck) -> list[Fact]:
    catalog = card_lines(deck.game).catalog
    fields = fields_of(catalog.card_type)
    return [
        Fact(name, short_title(name), fields[squeeze(name)].kind == NUMBER)
        for name in shown_facts(deck.game)
        if any(entry.card and worded(entry.card, name, catalog) for entry in deck.entries)
    ]


def _row(deck: Deck, entry: Entry, facts: list[Fact]) -> RowView:
    card = entry.card
    below = [entry.comment] if entry.comment else []
    below.extend(entry.notes)
    if card is None:
        return RowView(entry.count, entry.name, below, False, [""] * len(facts), "")
    catalog = card_lines(deck.game).catalog
    if card.name_ja and language() == "ja":
        below.insert(0, card.name_ja)
    number = f" {card.number}" if card.number is not None else ""
    return RowView(
        copies=entry.count,
        name=card.name,
        below=below,
        known=True,
        cells=[worded(card, fact.field, catalog) for fact in facts],
        set=f"{catalog.sets_by_id[card.set].name}{number}",
        words=say("exchange.between-facts").join(
            each
            for fact in facts
            if not fact.number and (each := worded(card, fact.field, catalog))
        ),
    )
