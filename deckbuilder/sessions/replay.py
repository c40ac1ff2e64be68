"""The choices of a log told afterwards, with the scores of a bot where they are wanted."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from deckbuilder.errors import refusal
from deckbuilder.sessions.seating import Seating
from deckbuilder.sessions.session import best_first
from deckbuilder.tables.log import Log
from deckbuilder.tables.policy import Score
from deckbuilder.tables.protocol import Event, Option
from deckbuilder.tables.screen import Screen
from deckbuilder.tables.table import Step, begin, replay

SCORES_SHOWN = 3


class ReplayedStep(msgspec.Struct, frozen=True, kw_only=True):
    """One choice as data: its number, who chose what, what happened, what a bot thinks."""

    number: int
    seat: str
    choice: Option
    events: tuple[Event, ...]
    scores: tuple[Score, ...]


class Replay:
    """Tells the steps of one log.

    Raises InputError for settings that do not fit and a bot that the game does not have.
    """

    def __init__(self, seating: Seating, log: Log, spec: str | None = None) -> None:
        self._seating = seating
        self._log = log
        # The rules read the settings first, and refuse those that are none of theirs.
        begin(seating.table.rules, log)
        self._bot = (
            seating.table.bot(spec, seating.head.settings, seating.catalog) if spec else None
        )
        self.names = seating.names

    def steps(self) -> Iterator[Step]:
        """Yield every step, verified. Raises InputError as `replay` does."""
        try:
            yield from replay(self._seating.table.rules, self._log)
        except KeyError as error:
            raise refusal("log.no-card", where=self._log.where, card=str(error.args[0])) from None

    def as_data(self, step: Step) -> ReplayedStep:
        """Return a step as data."""
        return ReplayedStep(
            number=step.number,
            seat=self.names[step.seat],
            choice=step.option,
            events=step.events,
            scores=tuple(self.scores(step)),
        )

    def choice(self, step: Step, option: Option | None = None) -> str:
        """Return what was chosen at a step in a few words, or another option of it."""
        seating = self._seating
        view = seating.table.rules.view(step.before, step.seat)
        made = option or step.option
        return seating.table.tell_made(seating.head.settings, view, made, seating.catalog)

    def sentences(self, step: Step) -> Iterator[str]:
        """Yield what happened by a step."""
        seating = self._seating
        for event in step.events:
            if sentence := seating.table.tell(seating.head.settings, event, seating.catalog):
                yield sentence

    def screen(self, step: Step) -> Screen:
        """Return what the seat saw when it chose."""
        seating = self._seating
        rules = seating.table.rules
        return seating.table.screen(
            seating.head.settings,
            rules.view(step.before, step.seat),
            rules.options(step.before, step.seat),
            seating.catalog,
        )

    def scores(self, step: Step) -> list[Score]:
        """Return what the bot thinks best at a step, none without a bot."""
        if self._bot is None:
            return []
        rules = self._seating.table.rules
        view = rules.view(step.before, step.seat)
        options = rules.options(step.before, step.seat)
        return best_first(self._bot.score(view, options, step.feed))[:SCORES_SHOWN]
