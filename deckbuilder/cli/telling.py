"""Steps of a log told to people and as data, with the scores of a bot where they are wanted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.cli.choosing import best_first
from deckbuilder.games.drafting import Draft
from deckbuilder.games.playing import Play
from deckbuilder.tables.log import Head
from deckbuilder.tables.policy import Score
from deckbuilder.tables.screen import Screen
from deckbuilder.tables.table import Step

SCORES_SHOWN = 3


class Teller:
    """Tells the steps of one log. Raises InputError for a bot that the game does not have."""

    def __init__(self, table: Draft | Play, head: Head, catalog: Catalog, spec: str | None) -> None:
        self._table = table
        self._settings = head.settings
        self._catalog = catalog
        # The rules read the settings first, and refuse those that are none of theirs.
        table.rules.start(head.settings, head.seed)
        self._names = table.seat_names(head.settings)
        self._bot = table.bot(spec, head.settings, catalog) if spec else None

    def lines(self, step: Step) -> Iterator[str]:
        """Yield the choice, the scores of the bot, and what happened."""
        yield f"{step.number:>4}  {self._names[step.seat]:<12} {self._choice(step.option)}"
        for score in self._scores(step):
            parts = ", ".join(f"{name} {amount:+.2f}" for name, amount in score.parts if amount)
            yield f"      {score.total:7.2f}  {self._choice(score.option)} ({parts})"
        for event in step.events:
            if sentence := self._table.tell(self._settings, event, self._catalog):
                yield f"      {sentence}"

    def as_json(self, step: Step) -> str:
        """Return the step as one line of JSON."""
        record = {
            "number": step.number,
            "seat": self._names[step.seat],
            "choice": step.option,
            "events": step.events,
            "scores": self._scores(step),
        }
        return msgspec.json.encode(record).decode()

    def screen(self, step: Step) -> Screen:
        """Return what the seat saw when it chose."""
        return self._table.screen(
            self._settings, self._view(step), self._options(step), self._catalog
        )

    def _choice(self, option: Any) -> str:
        return self._table.tell_choice(option, self._catalog)

    def _view(self, step: Step) -> Any:
        return self._table.rules.view(step.before, step.seat)

    def _options(self, step: Step) -> Any:
        return self._table.rules.options(step.before, step.seat)

    def _scores(self, step: Step) -> list[Score]:
        if self._bot is None:
            return []
        scores = self._bot.score(self._view(step), self._options(step))
        return best_first(scores)[:SCORES_SHOWN]
