"""A draft at the terminal from its first pack to its lists: begun, or gone on with."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.cli.choosing import Left, choose
from deckbuilder.cli.export import context_of, write_files
from deckbuilder.cli.facts import card_title, fact_lines
from deckbuilder.cli.prose import tell
from deckbuilder.decks.deck import MAIN, Deck, Entry
from deckbuilder.errors import unusable, within
from deckbuilder.exchange.headings import headings
from deckbuilder.exchange.targets import Target, target
from deckbuilder.exchange.text import write_text
from deckbuilder.files import refuse_existing, write_whole
from deckbuilder.formats.format import Format
from deckbuilder.formats.legality import check
from deckbuilder.formats.loading import format_ids, load_format
from deckbuilder.games.drafting import Draft
from deckbuilder.games.past_drafts import PastDraft, remember
from deckbuilder.preferences import preferences
from deckbuilder.registry import game
from deckbuilder.tables.log import PERSON, Head, Log, LogWriter, read_log
from deckbuilder.tables.policy import Policy
from deckbuilder.tables.protocol import Event, Option
from deckbuilder.tables.table import Table
from deckbuilder.words import say

LOG_NAME = "log.jsonl"
POOL = "pool"
"""The section of an outcome that holds what a seat drafted and left out of its deck."""
DEFAULT_BOT = "drafter"


class Sitting(msgspec.Struct, frozen=True, kw_only=True):
    """A draft and everything around it. `draft_format` is None where it is no longer known."""

    head: Head
    draft: Draft
    catalog: Catalog
    folder: Path
    log_path: Path
    coach: str | None
    draft_format: Format | None
    targets: tuple[str, ...]
    force: bool


def seat_paths(folder: Path, names: Sequence[str]) -> list[Path]:
    """Return the file of each seat's list."""
    return [folder / f"{name}.txt" for name in names]


def target_path(folder: Path, name: str, chosen: Target) -> Path:
    """Return the file of a seat's list in another form, told apart from the list itself."""
    stem = name if chosen.id == chosen.extension else f"{name}-{chosen.id}"
    return folder / f"{stem}.{chosen.extension}"


def begin_draft(sitting: Sitting, remember_as: PastDraft) -> int:
    """Run a draft from its start and write the lists of all seats; return the exit status."""
    if sitting.force:
        sitting.log_path.unlink(missing_ok=True)
    with LogWriter(sitting.log_path) as log:
        log.head(sitting.head)
        remember(remember_as)
        table = _table(sitting, log)
        if not _sit(table, sitting):
            return 0
        log.end(table.rules.pack(table.state))
    _write_lists(table, sitting)
    return 0


def refuse_files(sitting: Sitting, *, begun: bool) -> None:
    """Raise InputError where a list or a new log would overwrite a file, or one the other."""
    if str(sitting.log_path) == "-":
        raise unusable("a log cannot go to standard output.", mend="Name a file behind --log.")
    if not begun:
        refuse_existing(sitting.log_path, force=sitting.force)
    names = sitting.draft.seat_names(sitting.head.settings)
    forms = [target(each) for each in sitting.targets]
    others = [target_path(sitting.folder, name, form) for name in names for form in forms]
    pools = [pool_path(sitting.folder, name) for name in names]
    for path in (*seat_paths(sitting.folder, names), *others, *pools):
        if path.resolve() == sitting.log_path.resolve():
            raise unusable(
                "the log and a list cannot be one file.",
                where=str(path),
                mend="Choose another name behind --log.",
            )
        refuse_existing(path, force=sitting.force)


def resume_draft(
    path: Path,
    folder: Path | None,
    coach: str | None,
    targets: tuple[str, ...],
    *,
    force: bool,
) -> int:
    """Go on with the draft of a log, or write the lists again of one that is over."""
    earlier = read_log(path)
    head = earlier.head
    home = game(head.game)
    if head.kind != "draft" or home.draft is None:
        raise unusable("this is not the log of a draft.", where=str(path))
    sitting = Sitting(
        head=head,
        draft=home.draft(),
        catalog=home.catalog(),
        folder=folder or path.parent,
        log_path=path,
        coach=coach,
        draft_format=load_format(head.table) if head.table in format_ids() else None,
        targets=targets,
        force=force,
    )
    with within(str(path)):
        table = _table(sitting, None)
        table.go_on_with(earlier)
    refuse_files(sitting, begun=True)
    tell(say(_greeting(earlier), choices=len(earlier.choices)), err=True)
    if earlier.end is None:
        with LogWriter(path, going_on=earlier) as log:
            table.log = log
            if not _sit(table, sitting):
                return 0
            log.end(table.rules.pack(table.state))
    _write_lists(table, sitting)
    return 0


def _greeting(earlier: Log) -> str:
    if earlier.end is not None:
        return "draft.already-over"
    return "draft.resumed-cut" if earlier.cut else "draft.resumed"


def _table(sitting: Sitting, log: LogWriter | None) -> Table[Any]:
    head, draft = sitting.head, sitting.draft
    bots = {spec: _bot(sitting, spec) for spec in {*head.seats} - {PERSON}}
    policies = [bots.get(spec) for spec in head.seats]
    return Table(draft.rules, head.settings, head.seed, policies, log)


def _bot(sitting: Sitting, spec: str) -> Policy:
    return sitting.draft.bot(spec, sitting.head.settings, sitting.catalog)


def _sit(table: Table[Any], sitting: Sitting) -> bool:
    """Let the person choose to the end; False where the person leaves by choice."""
    try:
        _choose_to_the_end(table, sitting)
    except Left:
        _tell_how_to_go_on(sitting)
        return False
    except (click.Abort, KeyboardInterrupt):
        tell("", err=True)
        _tell_how_to_go_on(sitting)
        raise click.Abort from None
    return True


def _tell_how_to_go_on(sitting: Sitting) -> None:
    again = [f"--cards {shlex.quote(str(path))}" for path in preferences().pools]
    if sitting.folder != sitting.log_path.parent:
        again.append(f"-o {shlex.quote(str(sitting.folder))}")
    if sitting.targets:
        again += [f"--to {target}" for target in sitting.targets]
    log = shlex.quote(str(sitting.log_path))
    tell(say("draft.left", log=log, more="".join(f" {each}" for each in again)), err=True)


def _choose_to_the_end(table: Table[Any], sitting: Sitting) -> None:
    coach = _bot(sitting, sitting.coach or DEFAULT_BOT)
    person = next((seat for seat, bot in enumerate(table.policies) if bot is None), None)
    _tell(table.bots_act(), person, sitting)
    further: list[Option] = []
    while waiting := table.waiting_for():
        seat = waiting[0]
        view = table.rules.view(table.state, seat)
        options = table.rules.options(table.state, seat)
        if further and further[0] in options:
            events = table.choose(seat, further.pop(0))
        else:
            further.clear()
            choice = choose(
                sitting.draft.screen(sitting.head.settings, view, options, sitting.catalog),
                _keys(table),
                partial(coach.score, view, options),
                partial(_facts, sitting.catalog),
                unasked=sitting.coach is not None,
            )
            if choice == "u":
                table.undo()
                continue
            if isinstance(choice, str):
                events = table.redo()
            else:
                first, *further = choice
                events = table.choose(seat, first)
        _tell(events, seat, sitting)
        _tell(table.bots_act(), seat, sitting)


def _facts(catalog: Catalog, option: Option) -> list[str]:
    card = catalog.by_id.get(option.card)
    return [card_title(card), *fact_lines(card, catalog)] if card else []


def _keys(table: Table[Any]) -> dict[str, str]:
    keys = {}
    if table.can_undo():
        keys["u"] = say("draft.keys.undo")
    if table.can_redo():
        keys["r"] = say("draft.keys.redo")
    return keys


def _tell(events: Iterable[Event], person: int | None, sitting: Sitting) -> None:
    if person is None:
        return
    for event in events:
        if event.to is None or person in event.to:
            sentence = sitting.draft.tell(sitting.head.settings, event, sitting.catalog)
            if sentence:
                tell(sentence)


def _write_lists(table: Table[Any], sitting: Sitting) -> None:
    head, draft = sitting.head, sitting.draft
    tell(say("draft.over"))
    names = draft.seat_names(head.settings)
    decks = draft.decks(head.settings, table.state, sitting.catalog)
    chosen = headings(head.game).header_cards
    for name, path, deck in zip(names, seat_paths(sitting.folder, names), decks, strict=True):
        write_whole(path, write_text(deck).encode(), force=sitting.force)
        for each in sitting.targets:
            form = target(each)
            output = target_path(sitting.folder, name, form)
            write_files(form, [deck], context_of(None), output, force=sitting.force)
        errors = []
        if sitting.draft_format is None:
            key = "draft.unchecked"
        else:
            problems = check(deck, sitting.draft_format)
            errors = [problem for problem in problems if problem.severity == "error"]
            key = "draft.not-legal" if errors else "draft.legal"
        tell(say(key, path=path, count=deck.size(), format=head.table))
        if chosen and (value := deck.header(chosen.header)):
            tell(f"  {chosen.header}: {value}")
        for problem in errors:
            tell(f"  {problem.message}")
    _write_pools(table, sitting)
    tell(say("draft.written", folder=sitting.folder, log=sitting.log_path))


def _write_pools(table: Table[Any], sitting: Sitting) -> None:
    """Write, for each seat that drafted more than its deck holds, all that it drafted."""
    outcome = table.outcome
    names = sitting.draft.seat_names(sitting.head.settings)
    for name, sections in zip(names, outcome.decks if outcome else (), strict=False):
        if POOL not in sections:
            continue
        drafted = Counter((*sections[MAIN], *sections[POOL]))
        cards = sorted(
            (sitting.catalog.card(card) for card in drafted), key=lambda card: (card.name, card.id)
        )
        pool = Deck(
            game=sitting.head.game,
            name=say("draft.pool-name", seat=name),
            entries=tuple(
                Entry(count=drafted[card.id], name=card.name, card=card) for card in cards
            ),
        )
        path = pool_path(sitting.folder, name)
        write_whole(path, write_text(pool).encode(), force=sitting.force)
        tell(say("draft.pool", path=path, count=pool.size(), format=sitting.head.table))


def pool_path(folder: Path, name: str) -> Path:
    """Return the file of all that a seat drafted."""
    return folder / f"{name}-{POOL}.txt"
