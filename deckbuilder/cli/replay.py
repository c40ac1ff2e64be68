"""`deckbuilder replay`: a log verified, and told choice by choice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckbuilder.errors import unusable
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.tables.policy import Score

PARTS_SHOWN = 3


@click.command(epilog="Example: deckbuilder replay my-draft/log.jsonl --scores drafter")
@click.argument("path", metavar="LOG", type=click.Path(path_type=Path))
@click.option("--scores", "spec", help="Show what this bot thinks of each choice, as a spec.")
@click.option("--quiet", is_flag=True, help="Verify only.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line a choice.")
def command(path: Path, spec: str | None, quiet: bool, as_json: bool) -> None:
    """Verify LOG and show its draft or game choice by choice.

    Every choice must have been possible for its seat, and the end must be the one that the log
    states; otherwise the first line that does not fit is named.
    """
    import msgspec

    from deckbuilder.games.registry import game
    from deckbuilder.tables.log import read_log
    from deckbuilder.tables.table import replay

    log = read_log(path)
    if log.cut:
        raise unusable(
            "this last line was cut off.",
            where=str(path),
            line=log.last_line + 1,
            mend="Go on with it by draft --resume, which leaves the cut line out.",
        )
    home = game(log.head.game)
    part = home.draft if log.head.kind == "draft" else home.play
    if part is None:
        raise unusable(f"{home.title} has no {log.head.kind} to show.", where=str(path), line=1)
    table: Any = home.part(part)
    catalog = home.catalog()
    settings = log.head.settings
    bot = table.bot(spec, settings, catalog) if spec else None
    names: tuple[str, ...] = ()
    try:
        for step in replay(table.rules, log):
            names = names or table.seat_names(settings)
            scores: list[Score] = []
            if bot is not None:
                options = table.rules.options(step.before, step.seat)
                view = table.rules.view(step.before, step.seat)
                scores = sorted(bot.score(view, options), key=lambda score: -score.total)
            if as_json:
                click.echo(
                    msgspec.json.encode(
                        {
                            "number": step.number,
                            "seat": names[step.seat],
                            "choice": step.option,
                            "events": step.events,
                            "scores": scores[:PARTS_SHOWN],
                        }
                    ).decode()
                )
            elif not quiet:
                chosen = table.tell_choice(step.option, catalog)
                click.echo(f"{step.number:>4}  {names[step.seat]:<12} {chosen}")
                for score in scores[:PARTS_SHOWN]:
                    parts = ", ".join(f"{name} {value:+.2f}" for name, value in score.parts)
                    told = table.tell_choice(score.option, catalog)
                    click.echo(f"      {score.total:7.2f}  {told} ({parts})")
                for event in step.events:
                    sentence = table.tell(settings, event, catalog)
                    if sentence:
                        click.echo(f"      {sentence}")
    except KeyError as error:
        raise unusable(
            f"the log names {error}, which no card file has.",
            where=str(path),
            mend="The log was changed, or the cards were since.",
        ) from None
    click.echo(say("draft.replayed", choices=len(log.choices), seats=len(log.head.seats)), err=True)
    key = "draft.replayed-open" if log.end is None else "draft.replayed-end"
    click.echo(say(key, end=log.end), err=True)
