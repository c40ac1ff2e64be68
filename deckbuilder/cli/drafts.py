"""`deckbuilder drafts`: the drafts begun on this machine, and where their lists are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckbuilder.errors import InputError
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.games.past_drafts import PastDraft


@click.command(epilog="Example: deckbuilder drafts --json")
@click.option("--json", "as_json", is_flag=True, help="The same as data.")
def command(as_json: bool) -> None:
    """List the drafts begun on this machine, oldest first, with their results."""
    import msgspec

    from deckbuilder.cli.console import print_table
    from deckbuilder.games.past_drafts import past_drafts
    from deckbuilder.tables.screen import Column

    drafts = [(draft, _result(draft)) for draft in past_drafts()]
    if as_json:
        rows = [{**msgspec.structs.asdict(draft), "result": result} for draft, result in drafts]
        click.echo(msgspec.json.format(msgspec.json.encode(rows)).decode())
    elif not drafts:
        click.echo(say("draft.past.none"))
    else:
        titles = ("Begun", "Format", "Seat", "Seed", "Result", "Folder")
        print_table(
            [Column(title, right=title == "Seed") for title in titles],
            [
                (
                    draft.begun[:16].replace("T", " "),
                    draft.format,
                    draft.seat or "-",
                    str(draft.seed),
                    result,
                    draft.folder,
                )
                for draft, result in drafts
            ],
        )


def _result(draft: PastDraft) -> str:
    from deckbuilder.tables.log import read_log

    if not Path(draft.log).exists():
        return say("draft.past.gone")
    try:
        log = read_log(draft.log)
    except InputError as error:
        return error.faults[0].what
    key = "draft.past.open" if log.end is None else "draft.past.over"
    return say(key, choices=len(log.choices))
