"""Who has handed in what: the event's players and the lists of its folder brought together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck
from deckbuilder.errors import InputError
from deckbuilder.exchange.event import SAME_PLAYER, Registered, judge_folder, list_files, twice
from deckbuilder.exchange.registration.sheet import Details, filing_key
from deckbuilder.formats.format import Format
from deckbuilder.formats.legality import open_format
from deckbuilder.formats.verdict import Verdict
from deckbuilder.reports.event_file import EVENT_NAME, Event, Player, moment
from deckbuilder.reports.lock import Lock, fingerprint
from deckbuilder.words import say

MISSING, LATE, ILLEGAL, UNUSABLE = "missing", "late", "illegal", "unusable"
UNEXPECTED, TWICE, CHANGED = "unexpected", "twice", "changed"


class Registration(msgspec.Struct, frozen=True, kw_only=True):
    """A player and the list handed in; `marks` are what an organiser must look at."""

    player: Player
    registered: Registered | None = None
    marks: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict | None:
        """The verdict, None for a list that is missing or cannot be used."""
        return self.registered.verdict if self.registered else None

    @property
    def deck(self) -> Deck | None:
        """The deck, None for a list that is missing or cannot be used."""
        return self.verdict.deck if self.verdict else None

    @property
    def where(self) -> str:
        """The name of the list, empty for a missing one."""
        return self.registered.where if self.registered else ""

    @property
    def verdict_words(self) -> str:
        """The verdict and the marks in words."""
        legal = self.verdict is not None and self.verdict.legal
        return _marks_told((("legal",) if legal else ()) + self.marks)

    @property
    def mark_words(self) -> str:
        """The marks in words that a verdict does not say already."""
        return _marks_told(mark for mark in self.marks if mark != ILLEGAL)

    def details(self, event: Event) -> Details:
        """Return what stands on this player's sheet."""
        return Details(
            player=self.player.name,
            player_id=self.player.id,
            team=self.player.team,
            table=self.player.table,
            event=event.name,
            date=event.date,
            place=event.place,
            organiser=event.organiser,
        )


def _marks_told(marks: Iterable[str]) -> str:
    return say("exchange.event.between").join(say(f"reports.event.marks.{mark}") for mark in marks)


def law_of(event: Event, folder: Path, ref: str | None, file: str = EVENT_NAME) -> Format | None:
    """Return the format that judges: the one asked for, the event's, or None: each list's own.

    `file` is the name of the event's file in its folder.
    """
    if ref is not None:
        return open_format(ref)
    if not event.format:
        return None
    try:
        beside = folder / event.format
        return open_format(str(beside) if _is_file(event.format, beside) else event.format)
    except InputError as error:
        where = str(folder / file)
        raise InputError(
            fault if fault.line is not None else fault.at(where=where, field="format")
            for fault in error.faults
        ) from None


def _is_file(written: str, beside: Path) -> bool:
    """A format file is one in the event's folder, never one elsewhere."""
    try:
        return Path(written).name == written and beside.is_file()
    except (OSError, ValueError):
        # No file can have this name: it is longer than names may be.
        return False


def registrations(
    folder: Path,
    event: Event,
    deck_format: Format | None,
    lock: Lock | None,
    *,
    date: str | None = None,
    after_each: Callable[[], None] = lambda: None,
) -> tuple[Registration, ...]:
    """Return every player and every list, by family name, judged as of `date` or the event's.

    `after_each` is called when a file is judged. Raises InputError for no list at all.
    """
    files = list_files(folder)
    day = date or event.date or None
    judged = judge_folder(files, deck_format, date=day, after_each=after_each)
    doubled = {where for each in twice(judged) if each.code == SAME_PLAYER for where in each.lists}
    found: list[Registration] = []
    own = _by_player(event.players, judged)
    for player, lists in zip(event.players, own, strict=True):
        found += [_registration(event, player, each, lock, doubled) for each in lists]
        if not lists:
            found.append(Registration(player=player, marks=(MISSING,)))
    expected = {id(each) for lists in own for each in lists}
    for each in judged:
        if id(each) in expected:
            continue
        stranger = Player(name=each.player)
        registration = _registration(event, stranger, each, lock, doubled)
        if event.players:
            marks = (UNEXPECTED, *registration.marks)
            registration = msgspec.structs.replace(registration, marks=marks)
        found.append(registration)
    return tuple(sorted(found, key=lambda each: (filing_key(each.player.name), each.where)))


def _by_player(
    players: Sequence[Player], judged: Sequence[Registered]
) -> list[tuple[Registered, ...]]:
    """Return the lists of each player: of the file that is named, else of the player's name.

    A list is the first player's whose it can be.
    """
    by_file: dict[str, list[Registered]] = {}
    by_name: dict[tuple[str, str], list[Registered]] = {}
    for each in judged:
        by_file.setdefault(each.file, []).append(each)
        by_name.setdefault(filing_key(each.player), []).append(each)
    taken = set[int]()
    found = []
    for player in players:
        lists = by_file.get(player.list) if player.list else by_name.get(filing_key(player.name))
        own = tuple(each for each in lists or () if id(each) not in taken)
        taken.update(map(id, own))
        found.append(own)
    return found


def _registration(
    event: Event,
    player: Player,
    each: Registered,
    lock: Lock | None,
    doubled: set[str],
) -> Registration:
    marks = []
    if each.verdict is None:
        marks.append(UNUSABLE)
    elif not each.verdict.legal:
        marks.append(ILLEGAL)
    if _is_late(event, player, each):
        marks.append(LATE)
    if each.where in doubled:
        marks.append(TWICE)
    if lock is not None and each.verdict is not None:
        locked = lock.lists.get(each.where)
        if locked is not None and locked.deck != fingerprint(each.verdict.deck):
            marks.append(CHANGED)
    return Registration(player=player, registered=each, marks=tuple(marks))


def _is_late(event: Event, player: Player, each: Registered) -> bool:
    deadline = moment(event.deadline)
    if deadline is None:
        return False
    received = moment(player.received) or moment(each.sent)
    if received is None:
        try:
            received = datetime.fromtimestamp(each.path.stat().st_mtime, UTC)
        except OSError:
            return False
    return received > deadline


def with_lists(folder: Path, players: Sequence[Player]) -> tuple[Player, ...]:
    """Return players with the lists that are named by a part of their name: `ann.txt`.

    A list is taken only where it can be no other player's, and the player has no other.
    """
    try:
        judged = judge_folder(list_files(folder), None)
    except InputError:
        return tuple(players)
    named = {filing_key(each.player) for each in judged}
    alone = [
        player for player in players if not player.list and filing_key(player.name) not in named
    ]
    keys = {filing_key(player.name) for player in players}
    left = [
        each
        for each in judged
        if each.where == each.file and filing_key(each.player) not in keys and _words(each.player)
    ]
    found = _only_fitting(alone, left)
    return tuple(
        msgspec.structs.replace(player, list=found.get(player.name, player.list))
        for player in players
    )


def _only_fitting(players: Sequence[Player], lists: Sequence[Registered]) -> dict[str, str]:
    """Return the file of the list that can be a player's alone, and the player's only one."""
    with_word: dict[str, set[int]] = {}
    for number, player in enumerate(players):
        for word in _words(player.name):
            with_word.setdefault(word, set()).add(number)
    fitting = [
        set.intersection(
            *sorted((with_word.get(word, set()) for word in _words(each.player)), key=len)
        )
        for each in lists
    ]
    lists_of = Counter(number for numbers in fitting for number in numbers)
    return {
        players[number].name: each.file
        for each, numbers in zip(lists, fitting, strict=True)
        for number in numbers
        if len(numbers) == lists_of[number] == 1
    }


def _words(name: str) -> set[str]:
    return set(re.findall(r"\w+", fold(name)))


def players_of(folder: Path) -> Sequence[Player]:
    """Return the players of the lists in a folder, none where there is no list."""
    try:
        judged = judge_folder(list_files(folder), None)
    except InputError:
        return ()
    names = {filing_key(each.player): each.player for each in judged}
    return [Player(name=names[key]) for key in sorted(names)]
