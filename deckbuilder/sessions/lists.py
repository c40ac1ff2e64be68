"""The lists of a draft that is over: one a seat, judged, and written in the forms asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from deckbuilder.decks.deck import MAIN, Deck, Entry
from deckbuilder.decks.identity import deck_hash
from deckbuilder.errors import InputError, refusal
from deckbuilder.exchange.reading import read_decks
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


def log_in(path: Path) -> Path:
    """Return a log by its path, or by that of the folder in which a draft keeps it."""
    inside = path / LOG_NAME
    return inside if path.is_dir() and inside.is_file() else path


class DraftedList(msgspec.Struct, frozen=True, kw_only=True):
    """The list of one seat; `title` is what people call the seat.

    `problems` is None where the format that judges it is not here. `pool` is all that the seat
    drafted, where that is more than its deck. `remarks` are sentences about what it drafted.
    """

    seat: str
    deck: Deck
    problems: tuple[Problem, ...] | None
    pool: Deck | None
    remarks: tuple[str, ...] = ()
    title: str = ""

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
                pool=_pool(seating, title, sections),
                remarks=draft.remarks(settings, state, seat),
                title=title,
            )
            for seat, (name, title, deck, sections) in enumerate(
                zip(seating.names, seating.titles, decks, session.outcome.decks, strict=True)
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
    its title and headings may differ, and of another form all but the cards that are read from
    it. `wrote` hears of each file that was written. Raises InputError, before anything is
    written, where a file holds something else.
    """
    missing = [each for each in _files(lists, files, context or Context()) if not each.is_there()]
    for each in missing:
        refuse_existing(each.path, force=force)
    for each in missing:
        write_whole(each.path, each.content, force=force)
        if wrote is not None:
            wrote(each.path)


class _File(NamedTuple):
    """A file to be written; `form` is None for a list or a pool in the program's own."""

    path: Path
    content: bytes
    deck: Deck
    form: Target | None = None

    def is_there(self) -> bool:
        """Tell whether the file holds this already, whatever the language of its words."""
        try:
            found = self.path.read_bytes()
        except OSError:
            return False
        if self.form is None:
            return _untitled(found) == _untitled(self.content)
        return found == self.content or self._is_read_from(found)

    def _is_read_from(self, found: bytes) -> bool:
        with suppress(InputError):
            decks = read_decks(found, str(self.path), game=self.deck.game)
            return [deck_hash(each) for each in decks] == [deck_hash(self.deck)]
        return False


def _files(lists: Sequence[DraftedList], files: ListFiles, context: Context) -> Iterator[_File]:
    forms = [target(each) for each in files.targets]
    for each in lists:
        yield _File(files.list_path(each.seat), write_text(each.deck).encode(), each.deck)
        for form in forms:
            written = files_of(form, [each.deck], context, files.target_path(each.seat, form))
            for path, content in written.items():
                yield _File(path, content, each.deck, form)
        if each.pool is not None:
            yield _File(files.pool_path(each.seat), write_text(each.pool).encode(), each.pool)


def _untitled(content: bytes) -> list[bytes]:
    """Return the lines of a list without title and headings, which are words of a language."""
    return [line for line in content.splitlines() if not line.startswith((b"#", b"["))]


def _pool(seating: Seating, title: str, sections: dict[str, tuple[str, ...]]) -> Deck | None:
    """Return all that a seat drafted, where its deck was cut from it."""
    if POOL not in sections:
        return None
    drafted = Counter((*sections[MAIN], *sections[POOL]))
    cards = sorted(
        (seating.catalog.card(card) for card in drafted), key=lambda card: (card.name, card.id)
    )
    return Deck(
        game=seating.head.game,
        name=say("draft.pool-name", seat=title),
        entries=tuple(Entry(count=drafted[card.id], name=card.name, card=card) for card in cards),
    )
