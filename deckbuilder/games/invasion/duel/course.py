"""How a duel went, read off what happened in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from deckbuilder.games.duels import Course, Courses
from deckbuilder.games.invasion.duel.names import SEATS, ZONES
from deckbuilder.games.invasion.duel.settings import settings_of
from deckbuilder.tables.protocol import Event

_TO_HAND = ("drawn", "searched")
"""Events that name cards of a deck that come to a hand."""


class DuelCourses(Courses):
    """Tells how duels went."""

    def course(self, events: Iterable[Event]) -> Course:
        """Return the turns, the damage to each section, and the cards that were in hand."""
        turns = 0
        damage = tuple(dict.fromkeys(ZONES, 0) for _ in SEATS)
        drawn: tuple[set[str], ...] = (set(), set())
        for event in events:
            if event.kind == "turn":
                turns += 1
            elif event.kind in _TO_HAND and event.seat is not None:
                drawn[event.seat].update(event.subjects)
            elif event.kind == "mulligan" and event.seat is not None:
                drawn[event.seat].clear()
            elif event.kind == "damaged":
                _add(damage, event.subjects, event.value)
            elif event.kind == "damage_moved":
                _add(damage, event.targets, event.value)
        return Course(turns=turns, damage=damage, drawn=tuple(frozenset(each) for each in drawn))

    def cards(self, settings: Any, seat: int) -> dict[str, int]:
        """Return the cards of a seat's deck and their copies."""
        return dict(Counter(settings_of(settings).seats[seat].deck))


COURSES = DuelCourses()


def _add(damage: tuple[dict[str, int], ...], to: tuple[str, ...], points: object) -> None:
    kind, _, rest = to[0].partition("/")
    if kind == "zone":
        seat, _, zone = rest.partition("/")
        damage[int(seat)][zone] += int(str(points))
