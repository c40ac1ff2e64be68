"""`deckbuilder event verify`: lock the lists, and notice whatever changes later."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckbuilder.cli.error_messages import fault_message
from deckbuilder.cli.language import language_option
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.cli.prose import tell
from deckbuilder.errors import refusal
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.reports.lock import Kept

SAME, DIFFERENT = 0, 1


@click.command("verify", epilog="Example: deckbuilder event verify lists --lock")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--lock", "locking", is_flag=True, help="Lock the lists as they are now.")
@click.option("--json", "as_json", is_flag=True, help="The result as JSON.")
@click.option("--force", is_flag=True, help="Lock again what is locked already.")
@cards_option
@language_option
def verify(folder: Path, locking: bool, as_json: bool, force: bool) -> int:
    """Compare the lists in DIR with their lock; tell which cards of a changed one differ.

    Exit status: 0 all lists hold the cards that they held, 1 one is changed, missing or new.
    """
    from deckbuilder.exchange.event import judge_folder, list_files
    from deckbuilder.reports.event_file import read_event
    from deckbuilder.reports.lock import LOCK_NAME, lock, read_lock
    from deckbuilder.reports.lock import verify as compare
    from deckbuilder.reports.registrations import law_of

    event = read_event(folder)
    lists = judge_folder(list_files(folder), law_of(event, folder, None))
    if locking:
        locked = lock(folder, lists, force=force)
        path = folder / LOCK_NAME
        tell(say("reports.event.locked", count=len(locked.lists), path=path), err=True)
        return SAME
    found = read_lock(folder)
    if found is None:
        raise refusal("events.not-locked", where=str(folder))
    kept = compare(found, lists)
    if as_json:
        import json

        import msgspec

        click.echo(json.dumps(msgspec.to_builtins(kept), ensure_ascii=False, indent=2))
    else:
        for each in kept:
            _tell(each)
        for one in lists:
            for fault in one.faults:
                tell(fault_message(fault), err=True)
    return SAME if all(each.state in ("same", "edited") for each in kept) else DIFFERENT


def _tell(kept: Kept) -> None:
    """Tell what became of a list, and which cards and headers are others."""
    from deckbuilder.exchange.headings import headings

    state = say(f"reports.event.states.{kept.state}")
    tell(f"{kept.list} ({kept.player}): {state}")
    for header in kept.headers:
        nothing = say("exchange.nothing")
        before, after = header.before or nothing, header.after or nothing
        tell(f"  {header.header}: {before} → {after}", hang=2)
    several = len({change.section for change in kept.cards}) > 1
    for change in kept.cards:
        difference = f"{change.after - change.before:+d} {change.title}"
        where = f", {headings(kept.game).title(change.section)}" if several else ""
        tell(f"  {difference} ({change.before} → {change.after}){where}", hang=2)
