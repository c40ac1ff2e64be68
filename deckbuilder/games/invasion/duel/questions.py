"""How a task asks: it is begun anew with the answers so far, and acts only when it has them all.

The questions, and the options of each:

window         `pass`, `play card/3`, `develop card/3`, `use unit/4` with the ability as value
zone           `zone zone/0/quest`: where a card goes, or which zone an effect means
quest          `quest quest/9`, or `quest` alone for none: what a unit is put on
number         `number` with the number as value: X, or how many
target         `target` and an object, a section, a player or a card; `done` where it may end
choice         the same for choices that are no targets
sacrifice      `sacrifice` and an object
pay            `pay unit/7` with the number of damage tokens of it that pay (the rest: resources)
restore        `restore unit/4` or `done`
attack         `attack zone/1/kingdom` or `done`
attackers      `declare unit/4` or `done`; also defenders
strike         `strike unit/4`: who takes the damage of a Counterstrike
toll           `pay unit/4` or `done`: attackers that are paid for, one after the other
assign         `assign unit/4` with points as value; also for indirect damage
order          `resolve unit/4` with the ability as value: what comes first
redirect       `redirect unit/4`: who takes a point in place of another
shield         `section zone/0/quest`: whose point is cancelled or redirected
may            `accept` or `decline`
option         `option` with its number, from 1, as value
take           `take` and a card of the deck, or `done`
found          `play` and a card that was found, or `done`
mulligan       `mulligan` or `keep`

A question with one option is not asked: the machine answers it. Only windows ask with nothing
but `pass` to choose, where the settings say so.
"""

from __future__ import annotations

from collections.abc import Sequence

from deckbuilder.games.invasion.duel.state import Question
from deckbuilder.tables.protocol import Option

PASS = Option("pass")
DONE = Option("done")
ACCEPT = Option("accept")
DECLINE = Option("decline")
KEEP = Option("keep")
MULLIGAN = Option("mulligan")


class Asked(Exception):
    """Raised where a task needs an answer that it does not have."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question = question


class Asking:
    """The answers that a task has been given, handed out in the order of its questions."""

    __slots__ = ("_given", "_used", "ability", "about")

    def __init__(self, given: Sequence[Option], about: str = "", ability: str = "") -> None:
        self._given = given
        self._used = 0
        self.about = about
        self.ability = ability

    def by(self, about: str, ability: str) -> None:
        """Say which object and ability the next questions are about."""
        self.about = about
        self.ability = ability

    def choose(
        self,
        seat: int,
        kind: str,
        options: Sequence[Option],
        *,
        always: bool = False,
        left: int = 0,
    ) -> Option:
        """Return what the seat chose. Raises Asked where it has not done so yet.

        A single option is chosen without asking, unless it is `always` asked.
        """
        if len(options) == 1 and not always:
            return options[0]
        if self._used < len(self._given):
            option = self._given[self._used]
            self._used += 1
            return option
        raise Asked(Question(seat, kind, tuple(options), self.about, self.ability, left))
