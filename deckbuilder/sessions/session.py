"""A sitting at one table: begun or gone on with, shown, chosen at, taken back, brought to its end.

The command line, the web page and scripts draw what a session gives and decide nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar

from deckbuilder.catalog.card import Card
from deckbuilder.errors import refusal, within
from deckbuilder.games.coaching import Judged, meanings, part_name, why
from deckbuilder.games.table_game import DraftGame, Pause
from deckbuilder.preferences import Preferences, preferences
from deckbuilder.sanitizing import shown
from deckbuilder.sessions.seating import Seating
from deckbuilder.tables.log import PERSON, Log, LogWriter
from deckbuilder.tables.policy import Policy, Score
from deckbuilder.tables.protocol import Event, Option, Outcome
from deckbuilder.tables.screen import Panel, Row, Screen, Side
from deckbuilder.tables.table import Table

P = ParamSpec("P")
T = TypeVar("T")


def _preferred(
    method: Callable[Concatenate[Session, P], T],
) -> Callable[Concatenate[Session, P], T]:
    """Let the preferences of the session hold while one of its methods runs."""

    @wraps(method)
    def speaking(session: Session, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with session.preferences.in_force():
            return method(session, *args, **kwargs)

    return speaking


class Session:
    """One sitting.

    `log` is where the choices are written, None where they are not kept. `coach` is the spec
    of the bot that is asked for advice; without one it is the usual bot of the table.
    `preferences` hold for all that is said; without them those in force are taken.

    Bots choose by themselves until a person must; where nobody does, `step` lets them choose
    one after the other, to be watched.
    """

    def __init__(
        self,
        seating: Seating,
        log: LogWriter | None = None,
        *,
        coach: str | None = None,
        preferences_of: Preferences | None = None,
    ) -> None:
        self.seating = seating
        self.preferences = preferences_of or preferences()
        with self.preferences.in_force():
            self._coach = self._bot(coach or seating.table.bots(seating.head.settings)[-1])
            bots = {spec: self._bot(spec) for spec in {*seating.head.seats} - {PERSON}}
            self.table = Table(
                seating.table.rules,
                seating.head.settings,
                seating.head.seed,
                [bots.get(spec) for spec in seating.head.seats],
            )
        self._log = log
        self._told = [0] * (len(seating.head.seats) + 1)
        self._passed_by: list[set[str]] = [set() for _ in seating.head.seats]
        self._together: list[int] = []
        self._taken_back: list[int] = []
        self._ended = False

    @classmethod
    def begin(cls, seating: Seating, log: Path | None = None, **more: Any) -> Session:
        """Sit down, and write the head of the log. Raises InputError where it cannot be written."""
        session = cls(seating, None, **more)
        if log is not None:
            session._log = session.table.log = LogWriter(log)
            session._log.head(seating.head)
        session._go_on()
        return session

    @classmethod
    def resume(cls, seating: Seating, earlier: Log, path: Path | None, **more: Any) -> Session:
        """Go on where a log stops. Raises InputError for one that does not fit its game."""
        session = cls(seating, None, **more)
        with within(earlier.where), session.preferences.in_force():
            session.table.go_on_with(earlier)
            session._stop_as(earlier)
        session._ended = earlier.end is not None
        if path is not None and not session._ended:
            session._log = session.table.log = LogWriter(path, going_on=earlier)
        session._go_on()
        return session

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def take_up(self, path: Path, log: Log) -> None:
        """Open the log again that was closed, as it was read just now.

        Raises InputError where another program writes to it. One that has its end stays closed.
        """
        if log.end is None:
            self._log = self.table.log = LogWriter(path, going_on=log)

    def close(self) -> None:
        """Close the log; what was chosen stands."""
        if self._log is not None:
            self._log.close()
            self._log = self.table.log = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        with self.preferences.in_force():
            return self.seating.names

    @property
    def titles(self) -> tuple[str, ...]:
        """What people call the seats."""
        with self.preferences.in_force():
            return self.seating.titles

    @property
    def over(self) -> bool:
        """Whether the table has come to its end."""
        return self.table.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """The end, or None while the table goes on."""
        return self.table.outcome

    @property
    def waiting(self) -> int | None:
        """The seat of a person who must choose now, the first of several; None where none must."""
        waiting = self.table.waiting_for()
        return waiting[0] if waiting else None

    def options(self, seat: int) -> tuple[Option, ...]:
        """Return what a seat may choose now."""
        return self.table.options(seat)

    @_preferred
    def screen(self, seat: int) -> Screen:
        """Return what a seat is shown now."""
        return self.seating.table.screen(
            self.seating.head.settings,
            self.table.view(seat),
            self.table.options(seat),
            self.seating.catalog,
        )

    @_preferred
    def sides(self, seat: int) -> tuple[Side, ...]:
        """Return the table as a seat sees it and as it can be drawn, none where it cannot."""
        seating = self.seating
        return seating.table.sides(seating.head.settings, self.table.view(seat), seating.catalog)

    @_preferred
    def choose(self, seat: int, *options: Option) -> None:
        """Choose one option, or several of one screen one after the other.

        Later ones that are no options any more are left; one `undo` takes all of them back.
        Raises ValueError where the first is none of the seat's options, InputError where the
        log cannot be written.
        """
        made = 0
        for number, option in enumerate(options):
            if number and (self.waiting != seat or option not in self.table.options(seat)):
                break
            self.table.choose(seat, option)
            made += 1
        self._together.append(made)
        self._taken_back.clear()
        self._go_on()

    @_preferred
    def taken(self, seat: int) -> tuple[Card, ...]:
        """Return the cards that a seat has taken in a draft so far, none in a game."""
        seating = self.seating
        if not isinstance(seating.table, DraftGame):
            return ()
        return tuple(
            seating.table.taken(seating.head.settings, self.table.view(seat), seating.catalog)
        )

    @property
    def can_undo(self) -> bool:
        """Whether the last choice of the person who is asked can be taken back."""
        made = self._together[-1] if self._together else 1
        return not self._ended and self.table.can_undo(made, by=self.waiting)

    @property
    def can_redo(self) -> bool:
        """Whether a choice that was taken back can be made again."""
        return not self._ended and self.table.can_redo()

    def undo(self) -> None:
        """Take back the last choice of a person, or those made together with it."""
        made = self._together.pop() if self._together else 1
        for _ in range(made):
            self.table.undo()
        self._taken_back.append(made)
        self._forget()

    @_preferred
    def redo(self) -> None:
        """Make the choices again that were taken back last."""
        made = self._taken_back.pop()
        for _ in range(made):
            self.table.redo()
        self._together.append(made)
        self._go_on()

    def stops(self, seat: int) -> tuple[tuple[str, bool], ...]:
        """Return the stops of the table, and whether this seat is asked there: at first it is."""
        table, settings = self.seating.table, self.seating.head.settings
        return tuple((stop, stop not in self._passed_by[seat]) for stop in table.stops(settings))

    def set_stop(self, seat: int, stop: str, *, asked: bool) -> None:
        """Say whether a seat is asked at a stop, or lets it pass by itself from now on.

        The log has it too. Raises InputError where that cannot be written.
        """
        if asked != (stop in self._passed_by[seat]):
            return
        if self._log is not None and not self._ended:
            self._log.stop(seat, stop, asked=asked)
        self._switch(seat, stop, asked=asked)

    def _switch(self, seat: int, stop: str, *, asked: bool) -> None:
        if asked:
            self._passed_by[seat].discard(stop)
        else:
            self._passed_by[seat].add(stop)

    def _stop_as(self, earlier: Log) -> None:
        """Take over the stops of a log. Raises InputError for one that this table has not."""
        known = self.seating.table.stops(self.seating.head.settings)
        for line, switched in earlier.stops.items():
            if switched.stop not in known or switched.seat not in self.seating.people:
                raise refusal(
                    "log.no-stop", line=line, seat=switched.seat + 1, stop=shown(switched.stop)
                )
            self._switch(switched.seat, switched.stop, asked=switched.asked)

    @_preferred
    def stop_name(self, stop: str) -> str:
        """Return a stop in words."""
        return self.seating.table.stop_name(stop)

    def can_pass_on(self, seat: int) -> bool:
        """Tell whether a seat may let things go on to the end of the phase."""
        return self._pause(seat) is not None

    @_preferred
    def pass_on(self, seat: int) -> None:
        """Let a seat pass until the phase is over, another seat acts, or it must decide something.

        One `undo` takes all of it back. Raises ValueError where the seat cannot pass.
        """
        pause = self._pause(seat)
        if pause is None:
            raise ValueError(f"seat {seat} cannot pass")
        phase, made = pause.phase, 0
        while pause is not None and pause.phase == phase and not (made and pause.answering):
            self.table.choose(seat, pause.quiet)
            made += 1
            self.table.bots_act()
            pause = self._pause(seat)
        self._together.append(made)
        self._taken_back.clear()
        self._go_on()

    def _pause(self, seat: int) -> Pause | None:
        if self.over or self.waiting != seat:
            return None
        return self.seating.table.pause(self.table.view(seat), self.table.options(seat))

    def step(self) -> bool:
        """Let the bots that must choose do so once; False where none must."""
        moved = self.table.bots_step() is not None
        self._end()
        return moved

    @_preferred
    def news(self, seat: int | None) -> list[str]:
        """Return in sentences what a seat saw since it was last asked; None watches all seats."""
        place = len(self._told) - 1 if seat is None else seat
        feed = self.table.feeds.of(seat)
        fresh = feed[self._told[place] :]
        self._told[place] = len(feed)
        return [sentence for event in fresh if (sentence := self.tell(event))]

    @_preferred
    def history(self, seat: int | None) -> list[str]:
        """Return in sentences all that a seat saw; None watches all seats."""
        return [sentence for event in self.table.feeds.of(seat) if (sentence := self.tell(event))]

    @_preferred
    def tell(self, event: Event) -> str | None:
        """Return a sentence about an event, None where nothing is to be said."""
        seating = self.seating
        return seating.table.tell(seating.head.settings, event, seating.catalog)

    @_preferred
    def tell_choice(self, option: Option) -> str:
        """Return a choice in a few words."""
        seating = self.seating
        return seating.table.tell_choice(seating.head.settings, option, seating.catalog)

    @_preferred
    def advice(self, seat: int) -> list[Score]:
        """Return what the coach thinks of each option of a seat, best first."""
        scores = self._coach.score(
            self.table.view(seat), self.table.options(seat), self.table.feeds.of(seat)
        )
        return best_first(scores)

    @_preferred
    def why(self, best: Score, other: Score, names: Mapping[Option, str] | None = None) -> str:
        """Return in a sentence why the coach thinks more of one choice than of another.

        `names` has what the options are called on a screen.
        """
        first, second = self._judged(best, names or {}), self._judged(other, names or {})
        return why(self.seating.head.game, first, second)

    @_preferred
    def meanings(self, scores: Iterable[Score]) -> tuple[tuple[str, str], ...]:
        """Return name and meaning of each part that scores of the coach show."""
        return meanings(self.seating.head.game, scores)

    @_preferred
    def part_name(self, part: str) -> str:
        """Return the name of a part of a score."""
        return part_name(self.seating.head.game, part)

    def _judged(self, score: Score, names: Mapping[Option, str]) -> Judged:
        seating, option = self.seating, score.option
        table, settings = seating.table, seating.head.settings
        told = names.get(option) or table.tell_choice(settings, option, seating.catalog)
        return Judged(told, score, table.card_words(settings, option, seating.catalog))

    @_preferred
    def beliefs(self, seat: int) -> Panel | None:
        """Return what the coach believes of hidden cards in this seat, None where it cannot."""
        part = self.seating.home.beliefs
        if part is None:
            return None
        feed = self.table.feeds.of(seat)
        return part().beliefs(self._coach, self.table.view(seat), feed, self.seating.catalog)

    def cards(self, row: Row) -> tuple[Card, ...]:
        """Return the cards that a row is about, none where it is about none."""
        named: Iterable[str | None] = row.cards
        if not row.cards:
            option = next(row.options(), None)
            seating = self.seating
            named = (
                () if option is None else (seating.table.card_of(seating.head.settings, option),)
            )
        known = self.seating.catalog.by_id
        return tuple(known[card] for card in named if card in known)

    @_preferred
    def card_texts(self, card: Card) -> Sequence[str] | None:
        """Return in sentences what a card does at this table, None where that is not known."""
        seating = self.seating
        return seating.table.card_texts(seating.head.settings, card, seating.catalog)

    def _bot(self, spec: str) -> Policy:
        seating = self.seating
        return seating.table.bot(spec, seating.head.settings, seating.catalog)

    def _go_on(self) -> None:
        if self.seating.people:
            with self.preferences.in_force():
                self.table.bots_act()
                while self._pass_by():
                    self.table.bots_act()
        self._end()

    def _pass_by(self) -> bool:
        """Let a person's seat pass where it wants to be asked no more; False where it is asked.

        It belongs to the choice before, and is taken back with it.
        """
        seat = self.waiting
        if seat is None or not self._passed_by[seat]:
            return False
        pause = self._pause(seat)
        if pause is None or pause.stop not in self._passed_by[seat]:
            return False
        self.table.choose(seat, pause.quiet)
        self._taken_back.clear()
        if self._together:
            self._together[-1] += 1
        else:
            self._together.append(1)
        return True

    def _end(self) -> None:
        if self.over and not self._ended:
            self._ended = True
            if self._log is not None:
                self._log.end(self.table.rules.pack(self.table.state))

    def _forget(self) -> None:
        """What was taken back is news no more."""
        for place in range(len(self._told)):
            seat = None if place == len(self._told) - 1 else place
            self._told[place] = min(self._told[place], len(self.table.feeds.of(seat)))


def best_first(scores: Sequence[Score]) -> list[Score]:
    """Return scores by total, best first; equal ones in the order of the options."""
    return sorted(scores, key=lambda score: -score.total)
