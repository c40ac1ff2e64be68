"""Lists locked by their hashes, so that a later change is noticed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import yaml
from msgspec import Meta

from deckbuilder.decks.deck import Deck, Entry, copies
from deckbuilder.decks.identity import deck_hash
from deckbuilder.errors import InputError, misfit, refusal
from deckbuilder.exchange.event import Registered
from deckbuilder.exchange.registration.sheet import deck_headers
from deckbuilder.files import read_input, write_whole
from deckbuilder.reports.event_file import file_in
from deckbuilder.reports.statistics import Change, changes
from deckbuilder.sources.yaml_source import parse_yaml
from deckbuilder.words import say

LOCK_NAME = "event-lock.yaml"
MOST_COPIES = 1_000_000

State = Literal["same", "edited", "changed", "missing", "new"]
"""`edited`: the file differs, but neither cards nor capital; `new`: not there when locked."""


class Locked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list as it was: fingerprints of the deck and of the file's bytes, and what it held.

    `cards` are copies by section and title; it is empty for a list that could not be used.
    """

    player: str
    deck: str
    file: str
    game: str = ""
    headers: dict[str, str] = {}
    cards: dict[str, dict[str, Annotated[int, Meta(ge=1, le=MOST_COPIES)]]] = {}


class Lock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All locked lists by name."""

    lists: dict[str, Locked]


class HeaderChange(msgspec.Struct, frozen=True):
    """A header of the deck, such as its capital, before and after; empty where there was none."""

    header: str
    before: str
    after: str


class Kept(msgspec.Struct, frozen=True):
    """What became of a list since it was locked, and for a changed one the difference."""

    list: str
    player: str
    state: State
    game: str = ""
    cards: tuple[Change, ...] = ()
    headers: tuple[HeaderChange, ...] = ()


def fingerprint(deck: Deck) -> str:
    """Return what changes with the cards, their sections and the headers that belong to a deck."""
    headers = "\n".join(f"{key}: {value}" for key, value in deck_headers(deck))
    return f"{deck_hash(deck)}-{hashlib.sha256(headers.casefold().encode()).hexdigest()[:6]}"


def read_lock(folder: Path) -> Lock | None:
    """Return the lock of a folder, None where it has none. Raises InputError for a broken one."""
    path = file_in(folder, LOCK_NAME)
    if path is None:
        return None
    try:
        return msgspec.convert(parse_yaml(read_input(path), str(path)), Lock)
    except msgspec.ValidationError as error:
        raise refusal("events.no-lock", where=str(path), why=misfit(error).what) from None


def lock(folder: Path, lists: Sequence[Registered], *, force: bool) -> Lock:
    """Write the lock of the lists as they are now.

    Raises InputError when there is one already and `force` is false.
    """
    made = Lock({each.where: _locked(each) for each in lists})
    text = yaml.safe_dump(msgspec.to_builtins(made), allow_unicode=True, sort_keys=True)
    note = "\n".join(f"# {line}" for line in say("reports.event.lock-note").splitlines())
    write_whole(folder / LOCK_NAME, f"{note}\n{text}".encode(), force=force)
    return made


def _locked(each: Registered) -> Locked:
    content = _content(each.path)
    if each.verdict is None:
        return Locked(each.player, "", content)
    deck = each.verdict.deck
    cards: dict[str, dict[str, int]] = {}
    for section in deck.sections:
        held = copies(deck.section(section)).values()
        cards[section] = {lines[0].title: total for total, lines in held}
    return Locked(
        each.player,
        fingerprint(deck),
        content,
        game=deck.game,
        headers=dict(deck_headers(deck)),
        cards=cards,
    )


def verify(locked: Lock, lists: Sequence[Registered]) -> tuple[Kept, ...]:
    """Compare the lists with the lock, by name of the list."""
    now = {each.where: each for each in lists}
    found = []
    for name in sorted({*locked.lists, *now}):
        before, after = locked.lists.get(name), now.get(name)
        if before is None:
            found.append(Kept(name, now[name].player, "new"))
        elif after is None:
            found.append(Kept(name, before.player, "missing"))
        else:
            state = _state(before, after)
            cards, headers = _differences(before, after) if state == "changed" else ((), ())
            found.append(Kept(name, before.player, state, before.game, cards, headers))
    return tuple(found)


def _state(before: Locked, after: Registered) -> State:
    if _content(after.path) == before.file:
        return "same"
    deck = "" if after.verdict is None else fingerprint(after.verdict.deck)
    return "edited" if before.deck and deck == before.deck else "changed"


def _differences(
    before: Locked, after: Registered
) -> tuple[tuple[Change, ...], tuple[HeaderChange, ...]]:
    """Return what differs; nothing where one of the two is no deck, or of another game."""
    if after.verdict is None or before.game != (deck := after.verdict.deck).game:
        return (), ()
    entries = [
        Entry(count=count, name=title, section=section)
        for section, titles in before.cards.items()
        for title, count in titles.items()
    ]
    now = dict(deck_headers(deck))
    headers = tuple(
        HeaderChange(key, before.headers.get(key, ""), now.get(key, ""))
        for key in dict.fromkeys((*before.headers, *now))
        if before.headers.get(key) != now.get(key)
    )
    return changes(Deck(game=deck.game, entries=tuple(entries)), deck), headers


def _content(path: Path) -> str:
    """Return the fingerprint of a file, empty for one that cannot be read."""
    try:
        content = read_input(path)
    except InputError:
        return ""
    return hashlib.sha256(content).hexdigest()
