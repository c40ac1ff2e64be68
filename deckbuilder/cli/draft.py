"""`deckbuilder draft`: a practice draft in the terminal, or one that bots draft alone."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckbuilder.errors import unusable
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.catalog.catalog import Catalog
    from deckbuilder.games.drafting import Draft
    from deckbuilder.tables.log import Head, Log
    from deckbuilder.tables.protocol import Event
    from deckbuilder.tables.table import Table

DEFAULT_BOT = "drafter"
PERSON = "person"
LOG_NAME = "log.jsonl"


@click.command(epilog="Example: deckbuilder draft invasion-draft --seat order --seed 7 -o my-draft")
@click.argument("format_name", metavar="[FORMAT]", required=False)
@click.option("--players", type=click.IntRange(1), help="Number of seats, where it is free.")
@click.option("--seat", "seat_name", help="Your seat, by name or number; else by the seed.")
@click.option(
    "--bots",
    "bot_spec",
    default=DEFAULT_BOT,
    show_default=True,
    help="Who drafts the other seats: drafter, rating or random.",
)
@click.option("--seed", type=click.IntRange(0), help="Gives the same packs again.")
@click.option("--variant", "variants", multiple=True, help="A variant of the draft's rules.")
@click.option("--set", "sets", multiple=True, help="A set in the box, where sets are chosen.")
@click.option("--hand", type=click.IntRange(1), help="Cards a hand, where the rules leave it open.")
@click.option("--auto", is_flag=True, help="Let the bot draft your seat too.")
@click.option("--log", "log_path", type=click.Path(path_type=Path), help="Where the log is kept.")
@click.option("--resume", type=click.Path(path_type=Path), help="A log to go on with.")
@click.option(
    "-o",
    "--output",
    "folder",
    type=click.Path(path_type=Path),
    help="Folder for the lists and the log; else one named by format and seed.",
)
@click.option("--force", is_flag=True, help="Overwrite lists and a log that are there.")
def command(
    format_name: str | None,
    players: int | None,
    seat_name: str | None,
    bot_spec: str,
    seed: int | None,
    variants: tuple[str, ...],
    sets: tuple[str, ...],
    hand: int | None,
    auto: bool,
    log_path: Path | None,
    resume: Path | None,
    folder: Path | None,
    force: bool,
) -> int:
    """Draft in FORMAT against bots; the lists of all seats are written at the end.

    The pack is shown as a table; type the number of a card to take it. Ctrl-C leaves, and
    --resume LOG goes on at the same place with the same packs and bots.
    """
    if resume is not None:
        return _resume(resume, folder, force=force)
    if format_name is None:
        raise click.UsageError("Name a format, for example invasion-draft, or --resume a log.")
    from deckbuilder.games.drafting import DraftRequest
    from deckbuilder.tables.chance import MAX_SEED, Stream, new_seed
    from deckbuilder.tables.log import Head

    seed = new_seed() if seed is None else seed
    if seed > MAX_SEED:
        raise click.BadParameter(f"{seed} is above {MAX_SEED}.", param_hint="--seed")
    draft_format, draft, catalog = _draft_of(format_name)
    settings = draft.settings(
        draft_format,
        catalog,
        DraftRequest(players=players, variants=variants, sets=sets, hand=hand),
    )
    names = draft.seat_names(settings)
    draft.bot(bot_spec, settings, catalog)
    own: int | None = None
    if seat_name is not None:
        own = _seat(seat_name, names)
    elif not auto:
        own = Stream(seed, "own-seat").below(len(names))
    head = Head(
        game=draft_format.game,
        table=draft_format.id,
        seed=seed,
        seats=tuple(PERSON if seat == own and not auto else bot_spec for seat in range(len(names))),
        settings=settings,
    )
    folder = folder or Path(f"{draft_format.id}-{seed}")
    log_path = log_path or folder / LOG_NAME
    _refuse_existing(folder, names, log_path, force=force)
    click.echo(say("draft.seed", seed=seed), err=True)
    if auto:
        click.echo(say("draft.bots-sit", bots=bot_spec), err=True)
    elif own is not None:
        click.echo(say("draft.you-sit", seat=names[own], bots=bot_spec), err=True)
    return _run(head, draft, catalog, folder, log_path, None, force=force)


def _draft_of(format_name: str) -> tuple[Any, Draft, Catalog]:
    from deckbuilder.formats.loading import format_ids, load_format
    from deckbuilder.games.registry import game

    draft_format = load_format(format_name)
    home = game(draft_format.game)
    if draft_format.draft is None or home.draft is None:
        known = [name for name in format_ids() if load_format(name).draft is not None]
        raise unusable(
            f"{draft_format.id} is no draft format.", mend=f"Draft formats: {', '.join(known)}."
        )
    return draft_format, home.part(home.draft), home.catalog()


def _seat(wanted: str, names: tuple[str, ...]) -> int:
    if wanted.casefold() in names:
        return names.index(wanted.casefold())
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    raise unusable(
        f"there is no seat '{wanted}'.",
        mend=f"Seats: {', '.join(names)}, or a number from 1 to {len(names)}.",
    )


def _list_path(folder: Path, name: str) -> Path:
    return folder / f"{name}.txt"


def _refuse_existing(folder: Path, names: Iterable[str], log: Path, *, force: bool) -> None:
    from deckbuilder.files import refuse_existing

    for path in (log, *(_list_path(folder, name) for name in names)):
        refuse_existing(path, force=force)


def _resume(path: Path, folder: Path | None, *, force: bool) -> int:
    from deckbuilder.games.registry import game
    from deckbuilder.tables.log import read_log

    log = read_log(path)
    home = game(log.head.game)
    if log.head.kind != "draft" or home.draft is None:
        raise unusable("this is not the log of a draft.", where=str(path))
    draft: Draft = home.part(home.draft)
    folder = folder or path.parent
    if log.end is None:
        _refuse_existing(folder, draft.seat_names(log.head.settings), Path(), force=True)
        key = "draft.resumed-cut" if log.cut else "draft.resumed"
        click.echo(say(key, choices=len(log.choices)), err=True)
    else:
        click.echo(say("draft.already-over"), err=True)
    return _run(log.head, draft, home.catalog(), folder, path, log, force=force)


def _run(
    head: Head,
    draft: Draft,
    catalog: Catalog,
    folder: Path,
    log_path: Path,
    earlier: Log | None,
    *,
    force: bool,
) -> int:
    from deckbuilder.tables.log import LogWriter
    from deckbuilder.tables.table import Table

    bots = {spec: draft.bot(spec, head.settings, catalog) for spec in {*head.seats} - {PERSON}}
    policies = [bots.get(spec) for spec in head.seats]
    if earlier is None:
        if force:
            log_path.unlink(missing_ok=True)
        writer = LogWriter(log_path)
    else:
        writer = LogWriter(log_path, going_on_at=earlier.size)
    with writer:
        if earlier is None:
            writer.head(head)
        table = Table(draft.rules, head.settings, head.seed, policies, log=writer)
        if earlier is not None:
            table.go_on_with(earlier)
        try:
            _sit(table, draft, head.settings, catalog)
        except (click.Abort, KeyboardInterrupt):
            again = "" if folder == log_path.parent else f" -o {folder}"
            click.echo("\n" + say("draft.left", log=log_path, folder=again), err=True)
            raise click.Abort from None
        if earlier is None or earlier.end is None:
            writer.end(draft.rules.pack(table.state))
    _write_lists(draft, head, table, catalog, folder)
    return 0


def _sit(table: Table[Any], draft: Draft, settings: Any, catalog: Catalog) -> None:
    person = next((seat for seat, bot in enumerate(table.policies) if bot is None), None)
    _tell(table.bots_act(), person, draft, settings, catalog)
    while waiting := table.waiting_for():
        seat = waiting[0]
        view = table.rules.view(table.state, seat)
        options = table.rules.options(table.state, seat)
        screen = draft.screen(settings, view, options, catalog)
        from deckbuilder.cli.choosing import choose

        option = choose(screen)
        _tell(table.choose(seat, option), seat, draft, settings, catalog)
        _tell(table.bots_act(), seat, draft, settings, catalog)


def _tell(
    events: Iterable[Event], person: int | None, draft: Draft, settings: Any, catalog: Catalog
) -> None:
    if person is None:
        return
    for event in events:
        if event.to is None or person in event.to:
            sentence = draft.tell(settings, event, catalog)
            if sentence:
                click.echo(sentence)


def _write_lists(
    draft: Draft, head: Head, table: Table[Any], catalog: Catalog, folder: Path
) -> None:
    from deckbuilder.exchange.text import write_text
    from deckbuilder.files import write_whole
    from deckbuilder.formats.loading import format_ids, load_format
    from deckbuilder.games.legality import check

    click.echo(say("draft.over"))
    known = load_format(head.table) if head.table in format_ids() else None
    names = draft.seat_names(head.settings)
    for name, deck in zip(names, draft.decks(head.settings, table.state, catalog), strict=True):
        path = _list_path(folder, name)
        write_whole(path, write_text(deck).encode(), force=True)
        problems = check(deck, known) if known else ()
        errors = [problem for problem in problems if problem.severity == "error"]
        key = "draft.not-legal" if errors else "draft.legal"
        click.echo(say(key, path=path, count=deck.size(), format=head.table))
        for problem in errors:
            click.echo(f"  {problem.message}")
    click.echo(say("draft.written", folder=folder))
