"""A deck as its page shows it: grouped and counted, judged, and in pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.wording import title, value_words
from deckbuilder.decks.deck import Entry
from deckbuilder.errors import Fault, InputError
from deckbuilder.exchange.headings import headings
from deckbuilder.exchange.layout import layout, size
from deckbuilder.formats.format import Format
from deckbuilder.formats.loading import load_format
from deckbuilder.formats.verdict import Verdict, format_of, formats_of, judge
from deckbuilder.registry import Game, game
from deckbuilder.reports.page import ShownPart, parts_of
from deckbuilder.sessions.own_decks import OwnDeck

_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


@dataclass(frozen=True)
class Line:
    """Copies of a card in the deck; a card that nobody knows has no `id`."""

    count: int
    name: str
    section: str
    id: str | None


@dataclass(frozen=True)
class Group:
    """The lines below a heading."""

    title: str
    size: int
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Desk:
    """A deck, its groups, its verdict or why there is none, and its pictures."""

    own: OwnDeck
    home: Game
    groups: tuple[Group, ...]
    law: Format | None
    formats: Sequence[Format]
    sections: tuple[tuple[str, str], ...]
    verdict: Verdict | None
    faults: tuple[Fault, ...]
    parts: tuple[ShownPart, ...]

    @property
    def pictures(self) -> tuple[str, ...]:
        """The pictures of its statistics."""
        return tuple(part.picture for part in self.parts if part.picture is not None)

    @property
    def name(self) -> str:
        """The name of the deck, else that of its file."""
        return self.own.deck.name or self.own.name

    def count(self, card_id: str) -> int:
        """Return how many copies of a printing the deck holds in all."""
        return sum(
            line.count for group in self.groups for line in group.lines if line.id == card_id
        )


def desk_of(own: OwnDeck) -> Desk:
    """Return what the page of a deck shows."""
    deck, home = own.deck, game(own.deck.game)
    catalog = home.catalog()
    law: Format | None = None
    verdict: Verdict | None = None
    faults: tuple[Fault, ...] = ()
    try:
        law = format_of(deck, own.name)
        verdict = judge(deck, law, own.name)
    except InputError as error:
        faults = error.faults
    return Desk(
        own=own,
        home=home,
        groups=(*_beside(own, catalog), *_groups(own)),
        law=law,
        formats=formats_of(home.id),
        sections=_sections(home, law),
        verdict=verdict,
        faults=faults,
        parts=tuple(map(_unstyled_part, parts_of(deck))) if deck.entries else (),
    )


def unstyled(picture: str) -> str:
    """Return a picture without its own style: a page has none inline, and has it in its file."""
    return _STYLE.sub("", picture)


def _unstyled_part(part: ShownPart) -> ShownPart:
    return part if part.picture is None else part._replace(picture=unstyled(part.picture))


def law_named(written: str) -> Format:
    """Return a shipped format by its id. Raises InputError for another one."""
    return load_format(written)


def _groups(own: OwnDeck) -> tuple[Group, ...]:
    return tuple(
        Group(heading, size(entries), tuple(map(_line, entries)))
        for heading, entries in layout(own.deck)
    )


def _line(entry: Entry) -> Line:
    if entry.card is None:
        return Line(entry.count, entry.name, entry.section, None)
    return Line(entry.count, title(entry.card), entry.section, entry.card.id)


def _beside(own: OwnDeck, catalog: Catalog) -> tuple[Group, ...]:
    """Return the cards that a header stands for, such as the capital."""
    rule = headings(own.deck.game).header_cards
    if rule is None:
        return ()
    cards = rule.cards_of(own.deck, catalog)
    lines = tuple(Line(1, title(card), "", card.id) for card in cards)
    return (Group(value_words(rule.type), len(lines), lines),) if lines else ()


def _sections(home: Game, law: Format | None) -> tuple[tuple[str, str], ...]:
    """Return ids and headings of the sections that a card may go to, where there are several."""
    words = headings(home.id)
    known = [each.id for each in law.sections] if law else [*words.titles]
    return tuple((each, words.title(each)) for each in known) if len(known) > 1 else ()
