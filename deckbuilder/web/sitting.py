"""A table as its page shows it: what may be chosen, with its cards, and what the coach thinks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from deckbuilder.catalog.card import Card
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.errors import refusal
from deckbuilder.reports.page import pictures_of
from deckbuilder.sessions.open_tables import OpenTable
from deckbuilder.sessions.session import Session
from deckbuilder.tables.policy import Score
from deckbuilder.tables.protocol import Option
from deckbuilder.tables.screen import Panel, Row, Screen, Side, named_options
from deckbuilder.web.desk import unstyled

ADVISED = 3
"""So many of the best options the coach shows."""
PICTURES = 2
"""So many pictures are shown of what was taken: odds of a deck that is not whole say nothing."""


@dataclass(frozen=True)
class Choice:
    """A row that may be chosen. `place` is its number on the way through nested screens: "3.1"."""

    place: str
    row: Row
    card: Card | None

    @property
    def opens(self) -> bool:
        """Whether it leads to a further screen."""
        return self.row.then is not None


@dataclass(frozen=True)
class Bar:
    """A part of a score: its name, its amount, and its length in hundredths of the longest."""

    name: str
    amount: float
    length: float


@dataclass(frozen=True)
class Advised:
    """An option as the coach judges it."""

    name: str
    total: float
    bars: tuple[Bar, ...]


@dataclass(frozen=True)
class Advice:
    """The best options of a coach, why the best is better than the next, and what parts mean."""

    best: tuple[Advised, ...]
    why: str
    meanings: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Sitting:
    """A table before the person who must choose; without a screen where nobody must.

    `screen` may be nested in the `first` one, which shows the table.
    """

    table: OpenTable
    seat: int
    first: Screen | None
    screen: Screen | None
    at: str
    choices: tuple[Choice, ...]
    told: tuple[str, ...]
    pictures: tuple[str, ...] = ()

    @property
    def session(self) -> Session:
        """The sitting itself."""
        return self.table.session

    @property
    def version(self) -> int:
        """What changes with every choice."""
        return self.table.version

    @property
    def panels(self) -> tuple[Panel, ...]:
        """What is to be known beside the choices."""
        return () if self.first is None else self.first.panels

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The table as it can be drawn, also when nothing is to be chosen; none where it cannot."""
        return self.session.sides(self.seat) if self.first is None else self.first.sides

    @cached_property
    def at_table(self) -> dict[str, tuple[Choice, ...]]:
        """The choices about each object that lies on the table, by what options call it."""
        found: dict[str, list[Choice]] = {}
        for choice in self.choices:
            for option in choice.row.options():
                named = found.setdefault(option.subject, [])
                if choice not in named:
                    named.append(choice)
        return {ref: tuple(choices) for ref, choices in found.items() if ref}

    @property
    def back(self) -> str | None:
        """The place of the screen before this one, None where this is the first."""
        return self.at.rpartition(".")[0] if self.at else None


def sitting_of(table: OpenTable, at: str = "") -> Sitting:
    """Return what the page of a table shows, `at` the nested screen of a place.

    Raises InputError for a place that is none.
    """
    session = table.session
    seat = session.waiting
    if seat is None:
        seat = next(iter(session.seating.people), 0)
        first = screen = None
        choices: tuple[Choice, ...] = ()
    else:
        first = session.screen(seat)
        screen = _screen_at(first, at)
        choices = tuple(
            Choice(f"{at}.{number}" if at else f"{number}", row, _card_of(session, row, screen))
            for number, row in enumerate(screen.rows, start=1)
        )
    return Sitting(
        table=table,
        seat=seat,
        first=first,
        screen=screen,
        at=at,
        choices=choices,
        told=tuple(session.history(seat)[::-1]),
        pictures=_pictures(session, seat),
    )


def options_at(screen: Screen, places: Sequence[str]) -> tuple[Option, ...]:
    """Return the options at places of a screen. Raises InputError for what cannot be chosen."""
    found = []
    for place in places:
        before, _, number = place.rpartition(".")
        row = _row(_screen_at(screen, before), number)
        if row.option is None:
            raise refusal("tables.no-choice", place=place)
        found.append(row.option)
    if not found:
        raise refusal("tables.nothing-chosen")
    if len(found) > screen.choices:
        raise refusal("tables.too-many", count=len(found), most=screen.choices)
    return tuple(found)


def advice_of(sitting: Sitting) -> Advice:
    """Return what the coach thinks best at the screen of a sitting."""
    session, screen = sitting.session, sitting.screen
    assert screen is not None
    names = dict(named_options(screen))
    scores = session.advice(sitting.seat)
    best = [score for score in scores if score.option in names][:ADVISED]
    return Advice(
        best=advised([(names[score.option], score) for score in best], session.part_name),
        why=session.why(best[0], best[1], names) if len(best) > 1 else "",
        meanings=session.meanings(best),
    )


def advised(
    scores: Sequence[tuple[str, Score]], name_of: Callable[[str], str]
) -> tuple[Advised, ...]:
    """Return scores with a bar for each part, all drawn to one scale."""
    amounts = [abs(amount) for _, score in scores for _, amount in score.parts]
    most = max(amounts, default=0.0) or 1.0
    return tuple(
        Advised(
            name,
            score.total,
            tuple(
                Bar(name_of(part), amount, round(100 * abs(amount) / most, 1))
                for part, amount in score.parts
                if amount
            ),
        )
        for name, score in scores
    )


def _screen_at(screen: Screen, at: str) -> Screen:
    for number in at.split(".") if at else ():
        then = _row(screen, number).then
        if then is None:
            raise refusal("tables.no-choice", place=at)
        screen = then
    return screen


def _row(screen: Screen, number: str) -> Row:
    if not (number.isascii() and number.isdecimal() and len(number) < 5):
        raise refusal("tables.no-choice", place=number)
    if not 1 <= int(number) <= len(screen.rows):
        raise refusal("tables.no-choice", place=number)
    return screen.rows[int(number) - 1]


def _card_of(session: Session, row: Row, screen: Screen) -> Card | None:
    """Return the card that a row is about where it is about one alone."""
    if not screen.cards:
        return None
    found = session.cards(row)
    return found[0] if len(found) == 1 else None


def _pictures(session: Session, seat: int) -> tuple[str, ...]:
    """Return the pictures of what a seat has taken so far."""
    taken = session.taken(seat)
    if not taken:
        return ()
    with session.preferences.in_force():
        deck = Deck(
            game=session.seating.head.game,
            entries=tuple(Entry(count=1, name=card.name, card=card) for card in taken),
        )
        return tuple(map(unstyled, pictures_of(deck)[:PICTURES]))
