"""What the pages of every table share: look, choose, take back, pass on, ask the coach.

A family says where its tables are and how one is shown; all else is here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from starlette.responses import Response

from deckbuilder.sessions.open_tables import OpenTable, OpenTables
from deckbuilder.sessions.session import Session
from deckbuilder.web.families import Page, get, post
from deckbuilder.web.sitting import Sitting, advice_of, options_at, sitting_of
from deckbuilder.web.visit import Visit, conflicts

_CHANGED = "tables.moved-on"


@dataclass(frozen=True)
class Place:
    """A table of this machine: its log, and the address of its page."""

    log: Path
    here: str


class TablePages(ABC):
    """The pages of the tables below an address such as `/drafts/{draft}`."""

    root: str
    template: str
    parts: str

    @abstractmethod
    def place(self, visit: Visit) -> Place:
        """Return the table that is asked for. Raises Missing where there is none."""

    @abstractmethod
    def values(self, visit: Visit, place: Place, sitting: Sitting) -> dict[str, Any]:
        """Return what the template needs beside the sitting; called while the table is held."""

    @abstractmethod
    def ended(self, place: Place, table: OpenTable) -> None:
        """Do what is to be done when a table has just come to its end."""

    def pages(self) -> tuple[Page, ...]:
        """Return the pages."""
        return (
            get(self.root, self.show),
            post(f"{self.root}/choose", self._moving(_choose)),
            post(f"{self.root}/undo", self._moving(_undo)),
            post(f"{self.root}/redo", self._moving(_redo)),
            post(f"{self.root}/pass", self._moving(_pass_on)),
            post(f"{self.root}/stops", self._moving(_set_stops)),
            get(f"{self.root}/coach", self.coach),
        )

    def tables(self, visit: Visit) -> OpenTables:
        """Return the tables of the running page."""
        return visit.site.keep(OpenTables)

    def show(self, visit: Visit) -> Response:
        """Show what is to be chosen, or how it ended."""
        place = self.place(visit)
        with self.tables(visit).looked_at(place.log) as table:
            sitting = sitting_of(table, visit.query.get("at", ""))
            values = self._values(visit, place, sitting)
            if visit.wants_parts:
                return visit.parts(self.parts, **values)
            return visit.page(self.template, **values)

    def coach(self, visit: Visit) -> Response:
        """Tell what the coach would choose, and why."""
        place = self.place(visit)
        with self.tables(visit).looked_at(place.log) as table:
            sitting = sitting_of(table, visit.query.get("at", ""))
            advice = None if sitting.screen is None else advice_of(sitting)
            values: dict[str, Any] = {"advice": advice, "here": place.here}
            if visit.wants_parts:
                return visit.parts("web/table/coach.html.j2", **values)
            return visit.page("web/table/coach_page.html.j2", **values)

    def _values(self, visit: Visit, place: Place, sitting: Sitting) -> dict[str, Any]:
        seating = sitting.session.seating
        return {
            "sitting": sitting,
            "here": place.here,
            "game": seating.home,
            "digest": seating.catalog.digest[:12],
            **self.values(visit, place, sitting),
        }

    def _moving(self, move: Callable[[Visit, Session], None]) -> Callable[[Visit], Response]:
        return partial(self._move, move)

    def _move(self, move: Callable[[Visit, Session], None], visit: Visit) -> Response:
        """Let a move be made at a table, and show what follows."""
        place = self.place(visit)
        version = visit.form.number("version", 0, most=2**40)
        with conflicts(_CHANGED), self.tables(visit).chosen_at(place.log, version) as table:
            over = table.session.over
            move(visit, table.session)
            if table.session.over and not over:
                self.ended(place, table)
        return self.show(visit) if visit.wants_parts else visit.redirect(place.here)


def _choose(visit: Visit, session: Session) -> None:
    seat = session.waiting
    if seat is None:
        while session.step():
            pass
        return
    session.choose(seat, *options_at(session.screen(seat), visit.form.texts("pick")))


def _undo(visit: Visit, session: Session) -> None:
    if session.can_undo:
        session.undo()


def _redo(visit: Visit, session: Session) -> None:
    if session.can_redo:
        session.redo()


def _pass_on(visit: Visit, session: Session) -> None:
    seat = session.waiting
    if seat is not None and session.can_pass_on(seat):
        session.pass_on(seat)


def _set_stops(visit: Visit, session: Session) -> None:
    asked = visit.form.texts("stop")
    for seat in session.seating.people:
        for stop, _ in session.stops(seat):
            session.set_stop(seat, stop, asked=stop in asked)
