"""An organiser's folder: every list judged, players named, what comes twice found."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from deckbuilder.catalog.names import fold
from deckbuilder.decks.deck import Deck
from deckbuilder.decks.identity import deck_hash
from deckbuilder.errors import Fault, InputError, refusal
from deckbuilder.exchange.headings import PLAYER, header_names
from deckbuilder.exchange.reading import read_decks
from deckbuilder.files import read_input, reason
from deckbuilder.formats.format import Format
from deckbuilder.formats.verdict import Verdict, format_of, judge
from deckbuilder.sanitizing import printable
from deckbuilder.sources.mail import is_mail, read_mail

NOT_LISTS = (".jsonl", ".yaml", ".yml")
"""Endings of the files that stand beside lists: logs, formats, the event's own file."""

SAME_PLAYER, SAME_DECK = "same-player", "same-deck"


class Registered(msgspec.Struct, frozen=True, kw_only=True):
    """A list of the event: judged, or with the faults for which it cannot be used.

    `where` names it, `path` is its file, and `file` that file's name as it can be printed.
    """

    where: str
    path: Path
    player: str
    verdict: Verdict | None = None
    faults: tuple[Fault, ...] = ()
    sent: str = ""
    """When it was sent, as the mail says that it came in; empty for other files."""

    @property
    def file(self) -> str:
        """The name of the list's file, with nothing in it that cannot be printed."""
        return printable_name(self.path.name)

    @property
    def legal(self) -> bool | None:
        """Tell whether the list is legal, None where it cannot be used."""
        return self.verdict.legal if self.verdict else None

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data for JSON."""
        if self.verdict is None:
            told: dict[str, Any] = {"list": self.where, "legal": None}
            told["faults"] = [fault.as_data() for fault in self.faults]
        else:
            told = self.verdict.as_data()
        return {"player": self.player, **told}


class Twice(msgspec.Struct, frozen=True, kw_only=True):
    """Lists that share what they should not: a player (SAME_PLAYER), or all cards (SAME_DECK)."""

    code: str
    what: str
    lists: tuple[str, ...]
    players: tuple[str, ...]


def list_files(folder: Path) -> list[Path]:
    """Return the files of a folder that hold lists, sorted by name.

    Folders, devices and pipes are passed over, but not links that lead nowhere.

    Raises InputError when it is no folder or has none.
    """
    where = str(folder)
    try:
        files = sorted(
            path
            for path in folder.iterdir()
            if not path.name.startswith((".", "~$"))
            and path.suffix.casefold() not in NOT_LISTS
            and (path.is_file() or not path.exists())
        )
    except FileNotFoundError:
        raise refusal("files.no-folder", where=where) from None
    except NotADirectoryError:
        raise refusal("files.is-file", where=where) from None
    except OSError as error:
        raise refusal("files.unreadable", where=where, reason=reason(error)) from None
    if not files:
        raise refusal("events.no-list", where=where)
    return files


def folders_in(folder: Path) -> list[tuple[str, int]]:
    """Return name and number of files of each folder in an event's: their lists are not read."""
    found = []
    with contextlib.suppress(OSError):
        for path in sorted(folder.iterdir()):
            if path.is_dir() and not path.name.startswith("."):
                files = sum(each.is_file() for each in path.iterdir())
                found.append((printable_name(path.name), files))
    return found


def judge_folder(
    files: Sequence[Path],
    deck_format: Format | None,
    *,
    date: str | None = None,
    after_each: Callable[[], None] = lambda: None,
) -> list[Registered]:
    """Judge every list of these files by one format, or each by the format that it names."""
    registered: list[Registered] = []
    for path in files:
        registered.extend(_judge_file(path, deck_format, date))
        after_each()
    return registered


def _judge_file(path: Path, deck_format: Format | None, date: str | None) -> Iterator[Registered]:
    game = deck_format.game if deck_format else None
    file, stem = printable_name(path.name), printable_name(path.stem)
    sent = ""
    try:
        content = _content(path, file)
        if is_mail(content):
            sent = read_mail(content, file).sent
        decks = read_decks(content, file, game=game)
    except InputError as error:
        yield Registered(where=file, path=path, player=_spoken(stem), faults=error.faults)
        return
    for number, deck in enumerate(decks, 1):
        where = file if len(decks) == 1 else f"{file}[{number}]"
        player = player_of(deck) or _spoken(stem if len(decks) == 1 else deck.name or where)
        try:
            law = deck_format or format_of(deck, where)
            verdict = judge(deck, law, where, date=date)
        except InputError as error:
            yield Registered(where=where, path=path, player=player, faults=error.faults, sent=sent)
        else:
            yield Registered(where=where, path=path, player=player, verdict=verdict, sent=sent)


def _content(path: Path, file: str) -> bytes:
    """Return the bytes of a file; faults name it as all others of its folder."""
    try:
        return read_input(path)
    except InputError as error:
        raise InputError(fault.at(where=file) for fault in error.faults) from None


def printable_name(name: str) -> str:
    """Return the name of a file as it can be printed, different names as different ones."""
    return "".join(
        letter.encode("unicode_escape").decode() if printable(letter) == "?" != letter else letter
        for letter in name
    )


def player_of(deck: Deck) -> str:
    """Return the player whom a header names, empty where none does."""
    return next(filter(None, map(deck.header, header_names(PLAYER))), "")


def _spoken(stem: str) -> str:
    return " ".join(stem.replace("_", " ").split()) or stem


def twice(registered: Sequence[Registered]) -> list[Twice]:
    """Return players with several lists, then equal decks of several lists."""
    found: list[Twice] = []
    by_player: dict[str, list[Registered]] = {}
    by_deck: dict[str, list[Registered]] = {}
    for each in registered:
        by_player.setdefault(fold(each.player.replace("-", " ")), []).append(each)
        if each.verdict:
            by_deck.setdefault(deck_hash(each.verdict.deck), []).append(each)
    for lists in by_player.values():
        if len(lists) > 1:
            found.append(_twice(SAME_PLAYER, lists[0].player, lists))
    for code, lists in by_deck.items():
        if len(lists) > 1:
            found.append(_twice(SAME_DECK, code, lists))
    return found


def _twice(code: str, what: str, lists: Sequence[Registered]) -> Twice:
    return Twice(
        code=code,
        what=what,
        lists=tuple(each.where for each in lists),
        players=tuple(each.player for each in lists),
    )


def summary(registered: Sequence[Registered]) -> dict[str, int]:
    """Return for each problem's code the number of lists that have it, most frequent first."""
    codes = Counter[str]()
    for each in registered:
        if each.verdict:
            codes.update({problem.code for problem in each.verdict.problems})
    return dict(sorted(codes.items(), key=lambda item: (-item[1], item[0])))
