"""Where a person wants to be asked at a table: the stops, switched by their numbers."""

from __future__ import annotations

import unicodedata

import click

from deckbuilder.cli.choosing import SEPARATORS
from deckbuilder.cli.console import print_table
from deckbuilder.cli.prose import tell
from deckbuilder.sessions.session import Session
from deckbuilder.tables.screen import Column
from deckbuilder.words import say


def set_stops(session: Session, seat: int) -> None:
    """Show the stops of a seat and switch those that are typed, until nothing is typed."""
    while True:
        stops = session.stops(seat)
        _show(session, stops)
        typed = click.prompt(
            say("table.stops.prompt"), default="", show_default=False, prompt_suffix=": "
        )
        parts = unicodedata.normalize("NFKC", typed).translate(SEPARATORS).split()
        if not parts:
            return
        numbers = [int(part) for part in parts if part.isdecimal()]
        if len(numbers) < len(parts) or not all(1 <= each <= len(stops) for each in numbers):
            tell(say("table.stops.wrong", typed=typed, most=len(stops)))
            continue
        for number in dict.fromkeys(numbers):
            stop, asked = stops[number - 1]
            session.set_stop(seat, stop, asked=not asked)


def _show(session: Session, stops: tuple[tuple[str, bool], ...]) -> None:
    tell(say("table.stops.title"))
    print_table(
        (
            Column("#", right=True),
            Column(say("table.stops.when")),
            Column(say("table.stops.asked")),
        ),
        [
            (str(number), session.stop_name(stop), say(f"table.stops.{'on' if asked else 'off'}"))
            for number, (stop, asked) in enumerate(stops, start=1)
        ],
    )
