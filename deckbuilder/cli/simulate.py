"""`deckbuilder simulate`: thousands of drafts of bots, as tables, and what they tell."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckbuilder.cli.game_options import declared_options, given_settings
from deckbuilder.cli.language import language_option
from deckbuilder.cli.option_checks import needs, one_of
from deckbuilder.cli.own_cards import cards_option
from deckbuilder.cli.terminal import ROUND
from deckbuilder.cli.worker_options import workers_of, workers_option
from deckbuilder.cli.written_files import open_option, open_written

if TYPE_CHECKING:
    from deckbuilder.reports.drafts import Told
    from deckbuilder.reports.sections import Section
    from deckbuilder.simulation.running import Run
    from deckbuilder.simulation.simulating import Simulation
    from deckbuilder.simulation.workers import Workers

DEFAULT_SEED = 1
DEFAULT_ROWS = 15
MOST_DRAFTS = 1_000_000_000
SHORT = 5
"""Rows of a table that are shown behind a run."""
DRAFTS = "drafts"
"""The command that is meant where a format is named in place of one."""


class _OfFormats(click.Group):
    """Takes what is no command for a format to simulate drafts of."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            args = [DRAFTS, *args]
        return super().parse_args(ctx, args)


@click.group(
    name="simulate",
    cls=_OfFormats,
    epilog="Example: deckbuilder simulate invasion-draft --drafts 1000 -o drafts.csv",
)
def command() -> None:
    """Let bots draft FORMAT thousands of times: `simulate FORMAT`; see what the files tell."""


@command.command(
    name=DRAFTS,
    epilog="Example: deckbuilder simulate nightfall-draft --players 4 --drafts 2000"
    " --bots drafter,rating -o drafts.csv",
)
@click.argument("format_name", metavar="FORMAT")
@click.option("--drafts", type=click.IntRange(1, MOST_DRAFTS), required=True, help="How many.")
@click.option(
    "--bots",
    help="Who drafts: a bot, or several with commas between, who share the seats and change"
    " places from draft to draft, each in every place with the same packs.",
)
@click.option("--players", type=click.IntRange(1, 31), help="Number of seats, where it is free.")
@click.option("--variant", "variants", multiple=True, help="A variant of the draft's rules.")
@click.option("--set", "sets", multiple=True, help="A set in the box, where sets are chosen.")
@click.option(
    "--duels",
    type=click.IntRange(1, 1000),
    help="So many games between the decks of each draft, where its decks can play.",
)
@click.option("--duel-bot", metavar="SPEC", help="Who plays both decks; else one that is quick.")
@declared_options("draft", "duel")
@click.option("--seed", type=click.IntRange(0), default=DEFAULT_SEED, show_default=True)
@workers_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    help="The file of the results: .csv, .xlsx, .parquet or .json.",
)
@click.option("--without-decks", is_flag=True, help="Leave out the row of every single deck.")
@click.option("--resume", is_flag=True, help="Go on with an interrupted run of the same.")
@click.option("--force", is_flag=True, help="Overwrite results, or a run that is not over.")
@cards_option
@language_option
@one_of("--resume", "--force")
@needs("--duel-bot", "--duels")
def drafts(format_name: str, output: Path, **asked: Any) -> None:
    """Let bots draft FORMAT many times, and write what was seen, taken and struck.

    The same seed gives the same files, for any number of workers. An interruption shows the
    figures so far; what is done stays, and --resume goes on.
    """
    from deckbuilder.reports.drafts import report_of
    from deckbuilder.sessions.simulations import lacks_engine
    from deckbuilder.simulation.results import refuse_results, write_results
    from deckbuilder.simulation.running import Run, part_file
    from deckbuilder.simulation.tables import result_tables, rows_of
    from deckbuilder.words import say

    job = _job(format_name, asked)
    run = Run(job, asked["drafts"], part_file(output))
    rows = run.drafts * len(job.seats) if job.decks else 0
    names = [table.name for table in result_tables(job, run.sums, {}, run.decks)]
    refuse_results(output, names, rows, force=asked["force"])
    workers = workers_of(asked)
    if asked["resume"]:
        run.resume()
    else:
        run.begin(force=asked["force"])
    if lacks_engine(job, run.drafts):
        click.echo(say("simulate.without-engine"), err=True)
    done = _go_on(run, workers)
    tables = result_tables(job, run.sums, run.told(), run.decks)
    _show(report_of(rows_of(tables)), SHORT)
    if not done:
        click.echo(say("simulate.done-of", done=f"{run.done:,}", all=f"{run.drafts:,}"), err=True)
        click.echo(say("simulate.go-on", path=run.path), err=True)
        raise KeyboardInterrupt
    write_results(output, tables, force=asked["force"])
    run.end()
    rate = f"{run.rate:,.0f}" if run.rate >= ROUND else f"{run.rate:.1f}"
    click.echo(say("simulate.written", drafts=f"{run.drafts:,}", rate=rate, path=output), err=True)


def _job(format_name: str, asked: dict[str, Any]) -> Simulation:
    from deckbuilder.sessions.seating import DraftRequest
    from deckbuilder.sessions.simulations import DuelRequest, simulation_of

    request = DraftRequest(
        format=format_name,
        players=asked["players"],
        variants=asked["variants"],
        sets=asked["sets"],
        options=given_settings(asked, asked["option_texts"]),
        seed=0,
        auto=True,
    )
    duels = None
    if asked["duels"] is not None:
        duels = DuelRequest(games=asked["duels"], player=asked["duel_bot"])
    return simulation_of(
        request,
        asked["bots"],
        asked["seed"],
        drafts=asked["drafts"],
        decks=not asked["without_decks"],
        duels=duels,
    )


def _go_on(run: Run, workers: Workers) -> bool:
    """Do what is left, and tell whether all is done."""
    from deckbuilder.cli.terminal import progress

    try:
        with progress(run.drafts, begin=run.done) as move_to:
            run.go_on(workers, move_to)
    except BaseException:
        if not run.done:
            # There is nothing to go on with.
            run.end()
        raise
    return run.done == run.drafts


@command.command(
    name="report", epilog="Example: deckbuilder simulate report drafts.csv --html drafts.html"
)
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--rows",
    type=click.IntRange(1, 10_000),
    default=DEFAULT_ROWS,
    show_default=True,
    help="Rows of each table that are shown.",
)
@click.option("--html", type=click.Path(path_type=Path), help="Write a page with pictures.")
@click.option("--force", is_flag=True, help="Overwrite the page if it is there.")
@click.option("--json", "as_json", is_flag=True, help="The same as data.")
@open_option
@cards_option
@language_option
@needs("--open", "--html")
@one_of("--html", "--json")
@one_of("--html", "--rows")
@one_of("--json", "--rows")
@needs("--force", "--html")
def report(
    path: Path, rows: int, html: Path | None, force: bool, as_json: bool, opens: bool
) -> None:
    """Tell what the results of simulated drafts in FILE show."""
    import msgspec

    from deckbuilder.files import write_whole
    from deckbuilder.reports.drafts import page_of, report_of
    from deckbuilder.simulation.results import read_results
    from deckbuilder.words import say

    told = report_of(read_results(path))
    if html is not None:
        write_whole(html, page_of(told).encode(), force=force)
        click.echo(say("simulate.page", path=html), err=True)
        if opens:
            open_written(html)
    elif as_json:
        data = {
            "run": told.run,
            "sections": [
                {"id": each.id, **each.fields, "rows": each.data} for each in told.sections
            ],
        }
        click.echo(msgspec.json.format(msgspec.json.encode(data)).decode())
    else:
        _show(told, rows)


def _show(told: Told, most: int) -> None:
    from deckbuilder.cli.prose import tell

    tell(told.title)
    tell(told.summary)
    for section in told.sections:
        click.echo()
        show_section(section, most)


def show_section(section: Section, most: int) -> None:
    """Print so many rows of a section, in as many columns as a terminal has room for."""
    from deckbuilder.cli.console import print_table
    from deckbuilder.cli.prose import tell
    from deckbuilder.words import say

    tell(section.title)
    narrow = section.narrow()
    print_table(narrow.heads(), narrow.rows[:most])
    if len(section.rows) > most:
        tell(say("simulate.more", count=len(section.rows) - most))
