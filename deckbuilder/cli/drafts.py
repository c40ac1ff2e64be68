"""`deckbuilder drafts`: the drafts begun on this machine, and where their lists are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from deckbuilder.cli.language import language_option
from deckbuilder.cli.prose import tell
from deckbuilder.cli.terminal import paged
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.sessions.past_drafts import PastDraft


@click.command(epilog="Example: deckbuilder drafts --json")
@click.option("--json", "as_json", is_flag=True, help="The same as data.")
@language_option
def command(as_json: bool) -> None:
    """List the drafts begun on this machine, newest first, with their results.

    `draft --resume NUMBER` goes on with one of them.
    """
    import msgspec

    from deckbuilder.sessions.past_drafts import newest_first

    drafts = [(draft, _result(draft)) for draft in newest_first()]
    if as_json:
        rows = [
            {"number": number, **msgspec.structs.asdict(draft), "result": result}
            for number, (draft, result) in enumerate(drafts, start=1)
        ]
        click.echo(msgspec.json.format(msgspec.json.encode(rows)).decode())
    elif not drafts:
        tell(say("draft.past.none"))
    with paged():
        for number, (draft, result) in () if as_json else enumerate(drafts, start=1):
            _tell(number, draft, result)


def _tell(number: int, draft: PastDraft, result: str) -> None:
    line = say(
        "draft.past.line",
        begun=draft.begun[:16].replace("T", " "),
        format=draft.format,
        seat=draft.title or draft.seat or say("draft.past.bots"),
        seed=draft.seed,
        result=result,
    )
    tell(f"{number:>3}  {line}", hang=5)
    # What people copy stands alone on its line, whole.
    click.echo(f"     {draft.folder}")


def _result(draft: PastDraft) -> str:
    from deckbuilder.sessions.past_drafts import progress_of

    progress = progress_of(draft)
    if progress.faults:
        return progress.faults[0].what
    return say(f"draft.past.{progress.state}", choices=progress.choices)
