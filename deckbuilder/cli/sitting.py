"""A session drawn on a terminal: what is seen, what may be chosen, what happened."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import click

from deckbuilder.cli.choosing import PASS_ON, REDO, STOPS, UNDO, Asked, Left, choose
from deckbuilder.cli.facts import card_title, fact_lines, text_lines
from deckbuilder.cli.prose import tell
from deckbuilder.cli.scores import print_scores
from deckbuilder.cli.stops import set_stops
from deckbuilder.cli.terminal import clear
from deckbuilder.sessions.session import Session
from deckbuilder.tables.screen import Row, Screen
from deckbuilder.words import say


class Drawing:
    """How a session is drawn: with advice unasked, with pauses between steps that are watched.

    Where bots play alone nothing is told unless they are `watched`.
    """

    def __init__(
        self,
        session: Session,
        *,
        coach_unasked: bool = False,
        watched: bool = False,
        pace: float = 0.0,
    ) -> None:
        self._session = session
        self._coach_unasked = coach_unasked
        self._watched = watched
        self._pace = pace
        people = session.seating.people
        self._person = people[0] if people else None

    def sit(self, tell_how_to_go_on: Callable[[], None]) -> bool:
        """Let people choose to the end; False where one leaves by choice.

        Where bots play alone nobody chooses. Raises click.Abort for Ctrl-C and the end of the
        input, after telling how to go on.
        """
        try:
            if self._person is None:
                self._watch()
            else:
                self._choose_to_the_end()
        except Left:
            tell_how_to_go_on()
            return False
        except (click.Abort, KeyboardInterrupt):
            tell("", err=True)
            tell_how_to_go_on()
            raise click.Abort from None
        return True

    def _watch(self) -> None:
        session = self._session
        while True:
            if self._watched:
                self._tell_news(None)
            if not session.step():
                return
            if self._pace:
                time.sleep(self._pace)

    def _choose_to_the_end(self) -> None:
        session = self._session
        several = len(session.seating.people) > 1
        before: int | None = None if several else self._person
        if not several:
            self._tell_news(self._person)
        while (seat := session.waiting) is not None:
            if several and seat != before:
                self._hand_over(seat)
                before = seat
            self._choose(seat)
            # What is told where another person sits down next would be hidden before it is read.
            if not several or session.waiting in (seat, None):
                self._tell_news(seat)

    def _hand_over(self, seat: int) -> None:
        """Hide what one person saw, and wait until the other one sits at the terminal."""
        name = self._session.titles[seat]
        clear()
        click.prompt(
            say("table.hand-over", seat=name), default="", show_default=False, prompt_suffix=" "
        )
        self._tell_news(seat)

    def _choose(self, seat: int) -> None:
        session = self._session
        chosen = choose(session.screen(seat), self._asked(seat))
        if chosen == UNDO:
            session.undo()
        elif chosen == REDO:
            session.redo()
        elif chosen == PASS_ON:
            session.pass_on(seat)
        elif chosen == STOPS:
            set_stops(session, seat)
        elif not isinstance(chosen, str):
            session.choose(seat, *chosen)

    def _asked(self, seat: int) -> Asked:
        session = self._session
        keys = {}
        if session.can_undo:
            keys[UNDO] = say("table.undo")
        if session.can_redo:
            keys[REDO] = say("table.redo")
        if session.can_pass_on(seat):
            keys[PASS_ON] = say("table.pass-on")
        if session.stops(seat):
            keys[STOPS] = say("table.stops.key")
        return Asked(
            keys=keys,
            advise=partial(self._advise, seat),
            describe=self._facts,
            note=partial(self._beliefs, seat),
            unasked=self._coach_unasked,
        )

    def _advise(self, seat: int, screen: Screen, than: Row | None) -> None:
        print_scores(screen, self._session.advice(seat), self._session, than)

    def _facts(self, row: Row) -> list[str]:
        session = self._session
        catalog = session.seating.catalog
        lines: list[str] = []
        for card in session.cards(row):
            texts = session.card_texts(card)
            lines += [card_title(card), *fact_lines(card, catalog), *text_lines(texts)]
        return lines

    def _beliefs(self, seat: int) -> str:
        panel = self._session.beliefs(seat)
        if panel is None:
            return ""
        return "\n".join([panel.title, *(f"  {line}" for line in panel.lines)])

    def _tell_news(self, seat: int | None) -> None:
        for sentence in self._session.news(seat):
            tell(sentence)
