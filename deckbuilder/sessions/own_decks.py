"""The decks that somebody builds: plain list files in the data folder, with what they were before.

Every change is written at once. The files are those that all commands read; beside them stands
what undo and redo need.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import threading
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from deckbuilder.decks.deck import Deck
from deckbuilder.errors import InputError, refusal
from deckbuilder.exchange.reading import read_deck
from deckbuilder.exchange.text import write_text
from deckbuilder.files import read_input, replace, write_whole
from deckbuilder.resources import user_folder
from deckbuilder.sources.json_source import parse_json

MOST_KEPT = 100
"""So many states of a deck can be undone."""
_ENDING = ".txt"
_NAME = re.compile(r"[\w-]{1,80}")
_lock = threading.RLock()


class OwnDeck(msgspec.Struct, frozen=True, kw_only=True):
    """A deck of one's own. `name` is its file's, `version` changes with its content."""

    name: str
    deck: Deck
    version: str
    can_undo: bool = False
    can_redo: bool = False


class _History(msgspec.Struct, frozen=True, kw_only=True):
    """The texts of a deck before and after the one in its file, the nearest last."""

    undo: tuple[str, ...] = ()
    redo: tuple[str, ...] = ()


def decks_folder() -> Path:
    """Return the folder of one's own decks (not created here)."""
    return user_folder() / "decks"


def deck_names() -> tuple[str, ...]:
    """Return the names of one's own decks, the one changed last first."""
    with contextlib.suppress(OSError):
        files = [path for path in decks_folder().glob(f"*{_ENDING}") if _NAME.fullmatch(path.stem)]
        files.sort(key=lambda path: path.stat().st_mtime_ns, reverse=True)
        return tuple(path.stem for path in files)
    return ()


def deck_path(name: str) -> Path:
    """Return the file of a deck. Raises InputError where there is none of this name."""
    if name not in deck_names():
        raise refusal("decks.unknown", name=name)
    return decks_folder() / f"{name}{_ENDING}"


def open_deck(name: str) -> OwnDeck:
    """Read a deck of one's own. Raises InputError for one that is not there or no list."""
    return _read(deck_path(name))


def new_deck(deck: Deck) -> OwnDeck:
    """Write a deck into a file of its own, named after it, and return it."""
    stem = file_stem(deck.name or deck.game)
    with _lock:
        there = {name.casefold() for name in deck_names()}
        name = next(
            each
            for each in (stem, *(f"{stem}-{number}" for number in range(2, len(there) + 3)))
            if each.casefold() not in there
        )
        path = decks_folder() / f"{name}{_ENDING}"
        write_whole(path, write_text(deck).encode())
        return _read(path, deck)


def change_deck(name: str, version: str, change: Callable[[Deck], Deck]) -> OwnDeck:
    """Change a deck and write it. Raises InputError where it was changed elsewhere meanwhile."""
    with _lock:
        path = deck_path(name)
        before = _text(path)
        _refuse_other_version(before, version)
        after = write_text(change(_read(path).deck))
        if after != before:
            history = _history(path)
            _keep(path, _History(undo=(*history.undo, before)[-MOST_KEPT:]))
            replace(path, after.encode())
        return _read(path)


def step_back(name: str, version: str) -> OwnDeck:
    """Take the last change back. Nothing happens where there is none."""
    return _step(name, version, forward=False)


def step_forward(name: str, version: str) -> OwnDeck:
    """Make the change again that was taken back last. Nothing happens where there is none."""
    return _step(name, version, forward=True)


def _step(name: str, version: str, *, forward: bool) -> OwnDeck:
    with _lock:
        path = deck_path(name)
        now, history = _text(path), _history(path)
        _refuse_other_version(now, version)
        undo, redo = history.undo, history.redo
        if forward and redo:
            text, history = redo[-1], _History(undo=(*undo, now), redo=redo[:-1])
        elif not forward and undo:
            text, history = undo[-1], _History(undo=undo[:-1], redo=(*redo, now))
        else:
            return _read(path)
        _keep(path, history)
        replace(path, text.encode())
        return _read(path)


def _refuse_other_version(text: str, version: str) -> None:
    if _version(text) != version:
        raise refusal("decks.changed")


def _read(path: Path, deck: Deck | None = None) -> OwnDeck:
    content = read_input(path)
    history = _history(path)
    return OwnDeck(
        name=path.stem,
        deck=_with_game(content, path) if deck is None or deck.entries else deck,
        version=_version(content.decode("utf-8", "replace")),
        can_undo=bool(history.undo),
        can_redo=bool(history.redo),
    )


def _with_game(content: bytes, path: Path) -> Deck:
    """Read a list, or the head alone of one without cards: a deck that was just begun."""
    try:
        return read_deck(content, path.name)
    except InputError as error:
        begun = _begun(content.decode("utf-8", "replace"))
        if begun is None:
            raise error
        return begun


def _begun(text: str) -> Deck | None:
    """Return the deck of a file that holds only what `write_text` writes above cards."""
    from deckbuilder.exchange.headings import FORMAT, GAME, NAME, header_names
    from deckbuilder.registry import game

    found: dict[str, str] = {}
    headers: list[tuple[str, str]] = []
    roles = {header_names(role)[0]: role for role in (GAME, FORMAT, NAME)}
    for line in filter(None, text.splitlines()):
        key, colon, value = line.partition(": ")
        if line.startswith("# ") and not found:
            found[NAME] = line[2:]
        elif not colon:
            return None
        elif key in roles:
            found[roles[key]] = value
        else:
            headers.append((key, value))
    if GAME not in found:
        return None
    return Deck(
        game=game(found[GAME]).id,
        name=found.get(NAME, ""),
        format=found.get(FORMAT),
        headers=tuple(headers),
    )


def _text(path: Path) -> str:
    return read_input(path).decode("utf-8", "replace")


def _version(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _history(path: Path) -> _History:
    kept = _history_path(path)
    # What is broken or gone costs the way back, not the deck.
    with contextlib.suppress(InputError):
        if kept.is_file():
            found: _History = parse_json(read_input(kept), kept.name, _History)
            return found
    return _History()


def _keep(path: Path, history: _History) -> None:
    kept = _history_path(path)
    kept.parent.mkdir(parents=True, exist_ok=True)
    replace(kept, msgspec.json.encode(history))


def _history_path(path: Path) -> Path:
    return path.parent / ".before" / f"{path.stem}.json"


def file_stem(name: str) -> str:
    """Return a name of a file for the name of a deck."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    words: Sequence[str] = re.findall(r"[\w]+", folded)
    return "-".join(words)[:60].strip("-") or "deck"
