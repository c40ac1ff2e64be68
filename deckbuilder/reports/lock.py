"""Lists locked by their hashes, so that a later change is noticed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import yaml
from msgspec import Meta

from deckbuilder.catalog.yaml_source import parse_yaml
from deckbuilder.decks.deck import Deck, Entry, copies
from deckbuilder.decks.identity import deck_hash
from deckbuilder.errors import misfit, unusable
from deckbuilder.exchange.event import Registered
from deckbuilder.exchange.sheets.sheet import deck_headers
from deckbuilder.files import read_input, write_whole
from deckbuilder.reports.statistics import Change, changes
from deckbuilder.words import say

LOCK_NAME = "event-lock.yaml"
MOST_COPIES = 1_000_000

State = Literal["same", "edited", "changed", "missing", "new"]
"""`edited`: the file differs, but neither cards nor capital; `new`: not there when locked."""


def file_of(each: Registered) -> str:
    """Return the file of a list: several in one file carry their number behind its name."""
    name, bracket, _ = each.where.rpartition("[")
    return name if bracket and each.where.endswith("]") else each.where


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
    path = folder / LOCK_NAME
    if not path.exists():
        return None
    try:
        return msgspec.convert(parse_yaml(read_input(path), str(path)), Lock)
    except msgspec.ValidationError as error:
        raise unusable(
            f"this is no lock: {misfit(error).what}.", where=str(path), mend="Lock the lists again."
        ) from None


def lock(folder: Path, lists: Sequence[Registered], *, force: bool) -> Lock:
    """Write the lock of the lists as they are now.

    Raises InputError when there is one already and `force` is false.
    """
    made = Lock({each.where: _locked(folder, each) for each in lists})
    text = yaml.safe_dump(msgspec.to_builtins(made), allow_unicode=True, sort_keys=True)
    note = "\n".join(f"# {line}" for line in say("reports.event.lock-note").splitlines())
    write_whole(folder / LOCK_NAME, f"{note}\n{text}".encode(), force=force)
    return made


def _locked(folder: Path, each: Registered) -> Locked:
    content = _content(folder / file_of(each))
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


def verify(folder: Path, locked: Lock, lists: Sequence[Registered]) -> tuple[Kept, ...]:
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
            state = _state(folder, before, after)
            cards, headers = _differences(before, after) if state == "changed" else ((), ())
            found.append(Kept(name, before.player, state, before.game, cards, headers))
    return tuple(found)


def _state(folder: Path, before: Locked, after: Registered) -> State:
    if _content(folder / file_of(after)) == before.file:
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
    return hashlib.sha256(read_input(path)).hexdigest()
