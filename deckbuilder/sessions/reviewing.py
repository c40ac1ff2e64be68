"""A draft that was sat through, reviewed with a bot as the coach."""

from __future__ import annotations

from deckbuilder.reports.review import Review, Reviewed, review
from deckbuilder.sessions.seating import Seating
from deckbuilder.tables.log import Log


def review_of(seating: Seating, log: Log, seat: int, coach: str | None) -> Review:
    """Review one seat of a draft's log; `coach` is a bot's spec, None the usual one.

    Raises InputError for the log of a game, for an unknown bot, and as `replay` does.
    """
    draft, settings = seating.draft, seating.head.settings
    spec = coach or draft.bots(settings)[-1]
    history = seating.home.history
    return review(
        Reviewed(
            draft=draft,
            history=None if history is None else history(),
            catalog=seating.catalog,
            log=log,
            coach=draft.bot(spec, settings, seating.catalog),
            coach_spec=spec,
        ),
        seat,
    )
