"""The lists of a draft that is over: one a seat, judged, and written in the forms asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from deckbuilder.decks.deck import MAIN, Deck, Entry
from deckbuilder.errors import refusal
from deckbuilder.exchange.targets import Context, Target, target
from deckbuilder.exchange.text import write_text
from deckbuilder.exchange.writing import files_of
from deckbuilder.files import refuse_existing, write_whole
from deckbuilder.formats.legality import check
from deckbuilder.formats.problem import Problem
from deckbuilder.sessions.seating import Seating
from deckbuilder.sessions.session import Session
from deckbuilder.words import say

LOG_NAME = "log.jsonl"
POOL = "pool"
"""The section of an outcome that holds what a seat drafted and left out of its deck."""


class DraftedList(msgspec.Struct, frozen=True, kw_only=True):
    """The list of one seat.

    `problems` is None where the format that judges it is not here. `pool` is all that the seat
    drafted, where that is more than its deck. `remarks` are sentences about what it drafted.
    """

    seat: str
    deck: Deck
    problems: tuple[Problem, ...] | None
    pool: Deck | None
    remarks: tuple[str, ...] = ()

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that make the list illegal."""
        return tuple(each for each in self.problems or () if each.severity == "error")


class ListFiles(msgspec.Struct, frozen=True, kw_only=True):
    """Where the lists of a draft go: a folder, and the targets they are written in as well."""

    folder: Path
    targets: tuple[str, ...] = ()

    def list_path(self, seat: str) -> Path:
        """Return the file of a seat's list."""
        return self.folder / f"{seat}.txt"

    def pool_path(self, seat: str) -> Path:
        """Return the file of all that a seat drafted."""
        return self.folder / f"{seat}-{POOL}.txt"

    def target_path(self, seat: str, form: Target) -> Path:
        """Return the file of a seat's list in another form, told apart from the list itself."""
        stem = seat if form.id == form.extension else f"{seat}-{form.id}"
        return self.folder / f"{stem}.{form.extension}"

    def all_of(self, seats: Sequence[str]) -> Iterator[Path]:
        """Yield every file that the lists of these seats may be written to."""
        forms = [target(each) for each in self.targets]
        for seat in seats:
            yield self.list_path(seat)
            yield from (self.target_path(seat, form) for form in forms)
            yield self.pool_path(seat)


def drafted_lists(session: Session) -> tuple[DraftedList, ...]:
    """Return the list of each seat of a draft that is over. Raises InputError where it is not."""
    if session.outcome is None:
        raise refusal("draft.not-over")
    seating = session.seating
    with session.preferences.in_force():
        draft, settings, state = seating.draft, seating.head.settings, session.table.state
        decks = draft.decks(settings, state, seating.catalog)
        return tuple(
            DraftedList(
                seat=name,
                deck=deck,
                problems=None if seating.format is None else check(deck, seating.format),
                pool=_pool(seating, name, sections),
                remarks=draft.remarks(settings, state, seat),
            )
            for seat, (name, deck, sections) in enumerate(
                zip(seating.names, decks, session.outcome.decks, strict=True)
            )
        )


def refuse_log(log: Path, *, force: bool) -> None:
    """Raise InputError where a new log would overwrite a file."""
    if str(log) == "-":
        raise refusal("log.standard-output")
    if log.exists() and not force:
        raise refusal("log.exists", where=str(log))


def refuse_lists(seating: Seating, files: ListFiles, log: Path, *, force: bool) -> None:
    """Raise InputError where a list would overwrite a file, or the log."""
    for path in files.all_of(seating.names):
        if path.resolve() == log.resolve():
            raise refusal("log.is-list", where=str(path))
        refuse_existing(path, force=force)


def write_lists(
    lists: Sequence[DraftedList],
    files: ListFiles,
    *,
    context: Context | None = None,
    force: bool = False,
    wrote: Callable[[Path], None] | None = None,
) -> None:
    """Write lists, pools and further forms; a file that holds the same already is left as it is.

    So a draft whose writing was broken off can be finished, in another language too: of a list
    its title and headings may differ. `wrote` hears of each file that was
    written. Raises InputError, before anything is written, where a file holds something else.
    """
    contents = dict(_contents(lists, files, context or Context()))
    own = {path(each.seat) for each in lists for path in (files.list_path, files.pool_path)}
    missing = {
        path: content
        for path, content in contents.items()
        if not _holds(path, content, _untitled if path in own else bytes)
    }
    for path in missing:
        refuse_existing(path, force=force)
    for path, content in missing.items():
        write_whole(path, content, force=force)
        if wrote is not None:
            wrote(path)


def _contents(
    lists: Sequence[DraftedList], files: ListFiles, context: Context
) -> Iterator[tuple[Path, bytes]]:
    forms = [target(each) for each in files.targets]
    for each in lists:
        yield files.list_path(each.seat), write_text(each.deck).encode()
        for form in forms:
            yield from files_of(
                form, [each.deck], context, files.target_path(each.seat, form)
            ).items()
        if each.pool is not None:
            yield files.pool_path(each.seat), write_text(each.pool).encode()


def _holds(path: Path, content: bytes, seen: Callable[[bytes], object]) -> bool:
    try:
        return seen(path.read_bytes()) == seen(content)
    except OSError:
        return False


def _untitled(content: bytes) -> list[bytes]:
    """Return the lines of a list without title and headings, which are words of a language."""
    return [line for line in content.splitlines() if not line.startswith((b"#", b"["))]


def _pool(seating: Seating, name: str, sections: dict[str, tuple[str, ...]]) -> Deck | None:
    """Return all that a seat drafted, where its deck was cut from it."""
    if POOL not in sections:
        return None
    drafted = Counter((*sections[MAIN], *sections[POOL]))
    cards = sorted(
        (seating.catalog.card(card) for card in drafted), key=lambda card: (card.name, card.id)
    )
    return Deck(
        game=seating.head.game,
        name=say("draft.pool-name", seat=name),
        entries=tuple(Entry(count=drafted[card.id], name=card.name, card=card) for card in cards),
    )
