"""What book and page of an event say of it as a whole."""

from __future__ import annotations

from collections.abc import Sequence

from deckbuilder.exchange.registration.sheet import filing_key
from deckbuilder.reports.event_file import Event
from deckbuilder.reports.registrations import Registration
from deckbuilder.words import say


def counts_of(registered: Sequence[Registration]) -> str:
    """Return in a sentence how many lists there are, legal ones, and ones to look at."""
    legal = sum(each.verdict is not None and each.verdict.legal for each in registered)
    marked = sum(bool(each.marks) for each in registered)
    players = len({filing_key(each.player.name) for each in registered})
    return say("reports.event.counts", players=players, legal=legal, marked=marked)


def about_of(event: Event) -> str:
    """Return day, place, organiser, format and deadline of an event in a row."""
    told = (
        event.date,
        event.place,
        event.organiser,
        event.format and say("reports.event.by", format=event.format),
        event.deadline and say("reports.event.until", deadline=event.deadline.replace("T", " ")),
    )
    return " · ".join(filter(None, told))
