"""A draft at the terminal from its first pack to its lists: begun, or gone on with."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from deckbuilder.cli.prose import tell
from deckbuilder.cli.sitting import Drawing
from deckbuilder.cli.written_files import tell_written
from deckbuilder.exchange.headings import header_in_words, headings
from deckbuilder.preferences import preferences
from deckbuilder.reports.page import writing_context
from deckbuilder.sessions.lists import (
    LOG_NAME,
    DraftedList,
    ListFiles,
    drafted_lists,
    refuse_lists,
    refuse_log,
    write_lists,
)
from deckbuilder.sessions.past_drafts import remember
from deckbuilder.sessions.seating import DraftRequest, Seating, seat_draft, seat_log
from deckbuilder.sessions.session import Session
from deckbuilder.tables.log import Log, read_log
from deckbuilder.words import say


class Files(NamedTuple):
    """Where lists and log go as the command line says it, and whether files are overwritten."""

    folder: Path | None
    log: Path | None
    targets: tuple[str, ...]
    force: bool

    def lists(self, folder: Path) -> ListFiles:
        """Return the files of lists, in the folder that was said or else this one."""
        return ListFiles(folder=self.folder or folder, targets=self.targets)


def begin_draft(request: DraftRequest, files: Files, coach: str | None) -> int:
    """Run a draft from its start and write the lists of all seats; return the exit status."""
    seating = seat_draft(request)
    head = seating.head
    lists = files.lists(Path(f"{head.table}-{head.seed}"))
    log = files.log or lists.folder / LOG_NAME
    refuse_log(log, force=files.force)
    refuse_lists(seating, lists, log, force=files.force)
    if coach:
        seating.table.bot(coach, head.settings, seating.catalog)
    if files.force:
        log.unlink(missing_ok=True)
    with Session.begin(seating, log, coach=coach) as session:
        _introduce(seating)
        remember(seating, lists.folder, log)
        return _sit(session, lists, log, files, coach)


def resume_draft(path: Path, files: Files, coach: str | None) -> int:
    """Go on with the draft of a log, or finish writing the lists of one that is over."""
    earlier = read_log(path)
    seating = seat_log(earlier)
    seating.draft  # noqa: B018 - refuses the log of a game
    lists = files.lists(path.parent)
    if earlier.end is None:
        refuse_lists(seating, lists, path, force=files.force)
    with Session.resume(seating, earlier, path, coach=coach) as session:
        tell(say(_greeting(earlier), choices=len(earlier.choices)), err=True)
        return _sit(session, lists, path, files, coach)


def _sit(session: Session, lists: ListFiles, log: Path, files: Files, coach: str | None) -> int:
    drawing = Drawing(session, coach_unasked=coach is not None)
    if not session.over and not drawing.sit(partial(_tell_how_to_go_on, log, lists)):
        return 0
    session.close()
    _write(session, lists, log, force=files.force)
    return 0


def _introduce(seating: Seating) -> None:
    tell(say("draft.seed", seed=seating.head.seed), err=True)
    if seating.code is not None:
        tell(say("draft.code", code=seating.code), err=True)
    people, bots = seating.people, seating.bots
    if not people:
        tell(say("draft.bots-sit", bots=bots), err=True)
    elif not bots:
        tell(say("draft.you-sit-alone", seat=seating.titles[people[0]]), err=True)
    else:
        tell(say("draft.you-sit", seat=seating.titles[people[0]], bots=bots), err=True)


def _greeting(earlier: Log) -> str:
    if earlier.end is not None:
        return "draft.already-over"
    return "draft.resumed-cut" if earlier.cut else "draft.resumed"


def _tell_how_to_go_on(log: Path, lists: ListFiles) -> None:
    again = [f"--cards {shlex.quote(str(path))}" for path in preferences().own_cards]
    if lists.folder != log.parent:
        again.append(f"-o {shlex.quote(str(lists.folder))}")
    again += [f"--to {target}" for target in lists.targets]
    more = "".join(f" {each}" for each in again)
    tell(say("draft.left", log=shlex.quote(str(log)), more=more), err=True)


def _write(session: Session, lists: ListFiles, log: Path, *, force: bool) -> None:
    found = drafted_lists(session)
    written: list[Path] = []
    write_lists(found, lists, context=writing_context(), force=force, wrote=written.append)
    tell(say("draft.over"))
    for each in found:
        _tell_list(session, each, lists)
    named = {path(each.seat) for each in found for path in (lists.list_path, lists.pool_path)}
    for path in written:
        if path not in named:
            tell_written(path)
    for each in found:
        if each.pool is not None:
            tell(
                say(
                    "draft.pool",
                    path=lists.pool_path(each.seat),
                    count=each.pool.size(),
                    format=session.seating.head.table,
                )
            )
    tell(say("draft.written", folder=lists.folder, log=log))
    _tell_next_steps(session.seating, lists, log)


def _tell_next_steps(seating: Seating, lists: ListFiles, log: Path) -> None:
    """Tell what can be done with a draft that is over, as commands with its own paths."""
    own = lists.list_path(seating.names[next(iter(seating.people), 0)])
    folder, list_path = shlex.quote(str(lists.folder)), shlex.quote(str(own))
    commands = {
        "print": f"sheet {list_path} -o {shlex.quote(str(own.with_suffix('.pdf')))}",
        "export": f"export {list_path} --to markdown",
        "review": f"review {shlex.quote(str(log))}",
    }
    play = seating.home.play
    if play is not None and play().takes_decks and log == lists.folder / LOG_NAME:
        commands["play"] = f"play {seating.home.id} --from-draft {folder}"
    if seating.code is not None:
        commands["again"] = f"draft --code {seating.code} -o {shlex.quote(f'{lists.folder}-again')}"
    tell(say("draft.next.title"), err=True)
    for key, command in commands.items():
        # What people copy stands alone on its line, whole.
        tell(f"  {say(f'draft.next.{key}')}", err=True)
        click.echo(f"    deckbuilder {command}", err=True)


def _tell_list(session: Session, found: DraftedList, lists: ListFiles) -> None:
    if found.problems is None:
        key = "draft.unchecked"
    else:
        key = "draft.not-legal" if found.errors else "draft.legal"
    path = lists.list_path(found.seat)
    head = session.seating.head
    tell(say(key, path=path, count=found.deck.size(), format=head.table))
    chosen = headings(head.game).header_cards
    if chosen and found.deck.header(chosen.header):
        key, value = header_in_words(found.deck, chosen.header)
        tell(f"  {say('draft.stated', key=key, value=value)}")
    for problem in found.errors:
        tell(f"  {problem.message}")
    for remark in found.remarks:
        tell(f"  {remark}")
