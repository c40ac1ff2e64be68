"""A draft or game that was sat through, reviewed with a bot as the coach."""

from __future__ import annotations

from deckbuilder.games.table_game import DraftGame
from deckbuilder.reports.review import Review, Reviewed, review
from deckbuilder.sessions.seating import Seating
from deckbuilder.tables.log import Log


def review_of(seating: Seating, log: Log, seat: int, coach: str | None) -> Review:
    """Review one seat of a log; `coach` is a bot's spec, None one that is quick.

    Raises InputError for an unknown bot, and as `replay` does.
    """
    table, settings = seating.table, seating.head.settings
    spec = coach or table.quick_bot(settings)
    history = seating.home.history if isinstance(table, DraftGame) else None
    return review(
        Reviewed(
            table=table,
            history=None if history is None else history(),
            catalog=seating.catalog,
            log=log,
            coach=table.bot(spec, settings, seating.catalog),
            coach_spec=spec,
        ),
        seat,
    )
