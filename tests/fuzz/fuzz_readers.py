"""Every reader of what strangers send, with sound inputs to begin from."""

from __future__ import annotations

import contextlib
import functools
import io
import os
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

DATA = Path(__file__).parents[1] / "data"
LIST = b"""# Orc rush
Game: Invasion
Format: invasion-constructed
Capital: Orc
Player: Anna

[Units]
3x Squig Herders (Core, 57) # fast
2x Pillage
"""
EVENT = b"""name: League
date: 2024-05-01
format: invasion-constructed
deadline: "2024-05-01T18:00"
players:
- name: Anna
  id: "7"
  list: anna.txt
- Bo Berg
"""
CARDS = b"""game: xeno
id: night
name: Night
released: "2020"
cards:
- {name: Shade, rank: 4, quantity: 2, number: 1}
- {name: Boy, set: XENO, rank: 1}
"""
TABLE = b"Name,Set,Rank,Number\nShade,Night,4,1/20\nBoy,XENO,1,\n"
OWNED = b"""invasion:
  boxes: {Core Set: 1}
  cards:
    Pillage (Core Set, 78): 1
xeno:
  boxes: {XENO: 2}
"""
IMAGES = b"""back: https://example.org/back.png
sheets:
  one: {face: "https://example.org/face.png", columns: 10, rows: 7}
cards:
  Pillage: {sheet: one, index: 2}
  invasion/core/057: {face: "https://example.org/57.png"}
"""
RULES = b"""id: short
name: Short
game: invasion
extends: invasion-constructed
without: [INV-11]
rules:
- {kind: copies, cite: INV-11, source: {book: House, page: 1}, most: 1}
- {kind: banned, cite: H-1, source: {book: House}, cards: [Pillage]}
"""
MAIL = (
    b"From: Anna <anna@example.org>\nDate: Fri, 13 Mar 2026 20:00:00 +0100\nMIME-Version: 1.0\n"
    b"Content-Type: multipart/mixed; boundary=cut\n\n--cut\nContent-Type: text/plain\n\nHi\n"
    b"--cut\nContent-Type: text/plain; charset=utf-8; name=list.txt\n"
    b"Content-Disposition: attachment; filename=list.txt\n\n" + LIST + b"\n--cut--\n"
)
PLAYERS = b"Player,Team,Table,List\nAnna,Owls,7,anna.txt\nBo Berg,,8,\n"
SETTINGS = b"name: Anna\nteam: Owls\npaper: a4\nlanguage: en\nbots: drafter\n"
EFFECTS = b"""game: invasion
set: core
effects:
- number: 4
  name: Troll Slayers
  abilities:
  - {id: 4a, kind: constant, zone: battlefield, if: 'dev(you,here) >= 2',
     effect: [{do: modify_power, to: self, n: 2}]}
- number: 2
  name: Zhufbar Engineers
  abilities:
  - id: 2a
    kind: forced
    trigger: {event: leaves_play, card: self}
    effect: [{do: sacrifice, who: opp, sel: {t: unit, ctrl: opp, zone: here_name, pick: 1}}]
"""
FORMS = [
    b"application/x-www-form-urlencoded\ntoken=x&text=3x+Pillage%0A&count=2",
    b"multipart/form-data; boundary=cut\n--cut\r\n"
    b'Content-Disposition: form-data; name="lists"; filename="anna.txt"\r\n'
    b"Content-Type: text/plain\r\n\r\n" + LIST + b"\r\n--cut\r\n"
    b'Content-Disposition: form-data; name="token"\r\n\r\nx\r\n--cut--\r\n',
]
QUERIES = [
    b"race:orc type:unit cost<=2 toughness",
    b'(name:"Squig Herders" or loyalty>1) -type:tactic sort:cost',
    b"set:core number>=12 power=2 text",
]


class Reader(NamedTuple):
    """What reads bytes: it returns, or raises InputError. `share` of all inputs are for it."""

    read: Callable[[bytes], object]
    seeds: Sequence[bytes]
    share: int


def _files(*patterns: str) -> list[bytes]:
    return [path.read_bytes() for each in patterns for path in sorted(DATA.glob(each))]


def _of_lists(content: bytes) -> None:
    from deckbuilder.exchange.reading import read_decks
    from deckbuilder.exchange.targets import target

    for deck in read_decks(content, "list")[:3]:
        target("text").write(deck)


def _of_workbooks(content: bytes) -> None:
    from deckbuilder.sources.workbooks import read_workbook

    read_workbook(content, "list.xlsx")


def _repacked(content: bytes) -> None:
    """Read a sheet of which the XML was mutated, in an archive that is whole."""
    parts = dict(_sound_parts())
    parts[_SHEET] = content
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    _of_lists(stream.getvalue())


_SHEET = "xl/worksheets/sheet2.xml"


@functools.cache
def _sound_workbook() -> bytes:
    from deckbuilder.exchange.reading import read_deck
    from deckbuilder.exchange.targets import target

    return target("xlsx").write(read_deck(LIST, "list"))


@functools.cache
def _sound_parts() -> tuple[tuple[str, bytes], ...]:
    with zipfile.ZipFile(io.BytesIO(_sound_workbook())) as archive:
        return tuple((name, archive.read(name)) for name in archive.namelist())


def _of_yaml(content: bytes) -> None:
    from deckbuilder.sources.yaml_source import parse_with_lines

    _, lines = parse_with_lines(content, "x.yaml")
    lines.of("players", 0, "name")


def _of_json(content: bytes) -> None:
    from deckbuilder.sources.json_source import parse_json

    parse_json(content, "x.json")


def _of_images(content: bytes) -> None:
    from deckbuilder.exchange.images import read_images

    read_images(content, "images.yaml")


def _of_searches(content: bytes) -> None:
    from deckbuilder.catalog.query import select
    from deckbuilder.registry import game

    select(game("invasion").catalog(), content.decode("utf-8", "surrogateescape")[:300])


def _in_file(name: str, read: Callable[[Path], object]) -> Callable[[bytes], object]:
    def reader(content: bytes) -> object:
        path = scratch() / name
        path.write_bytes(content)
        return read(path)

    return reader


@functools.cache
def scratch() -> Path:
    """Return a folder of this run; in memory where the system has such folders."""
    memory = Path("/dev/shm")
    return Path(tempfile.mkdtemp(prefix="fuzz-", dir=memory if memory.is_dir() else None))


def _event(path: Path) -> None:
    from deckbuilder.reports.event_file import read_event_file

    read_event_file(path)


def _lock(path: Path) -> None:
    from deckbuilder.reports.lock import read_lock

    read_lock(path.parent)


def _pool(path: Path) -> None:
    from deckbuilder.preferences import Preferences
    from deckbuilder.registry import game

    with Preferences(own_cards=(path,)).in_force():
        game("xeno").catalog()


def _format(path: Path) -> None:
    from deckbuilder.formats.loading import load_format

    load_format(str(path))


def _log(path: Path) -> None:
    from deckbuilder.tables.log import read_log

    read_log(path)


def _collection(path: Path) -> None:
    from deckbuilder.catalog.collection import load_collection
    from deckbuilder.registry import games

    load_collection({game.id: game.catalog() for game in games()}, path)


def _players(content: bytes) -> None:
    from deckbuilder.reports.player_tables import read_players

    read_players(content, "players.csv")


def _settings(path: Path) -> None:
    from deckbuilder.sessions.own_settings import read_settings

    folder = path.parent
    with _environment("DECKBUILDER_DATA_DIR", str(folder)):
        read_settings()


@contextlib.contextmanager
def _environment(name: str, value: str) -> Iterator[None]:
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _effects(content: bytes) -> None:
    from deckbuilder.games.invasion.duel.loading import read_effects
    from deckbuilder.registry import game

    read_effects(game("invasion").catalog(), [("effects.yaml", content)])


def _search(path: Path) -> None:
    from deckbuilder.simulation.tuning import search

    search(_plan(), lambda changes: 0.0, path)


def _plan() -> Any:
    from deckbuilder.simulation.tuning import Search

    return Search(
        format="nightfall-draft", bot="drafter", by="duels", candidates=4, drafts=2, seed=1,
        weights={"links": 1.0, "colour": 0.5},
    )  # fmt: skip


def _kept_search() -> bytes:
    from deckbuilder.simulation.tuning import Kept, Tried, search

    path = scratch() / "kept.json"
    path.write_bytes(
        msgspec.json.encode(Kept(_plan(), (Tried({}, 0.25), Tried({"links": 1.5}, 0))))
    )
    search(_plan(), lambda changes: 0.125, path)
    return path.read_bytes()


def _form(content: bytes) -> None:
    from deckbuilder.web.forms import read_form

    kind, _, body = content.partition(b"\n")
    read_form(body, kind.decode("latin-1"))


def _sent(content: bytes) -> None:
    """Hand in what was sent as a list of an event on the page."""
    from deckbuilder.web.forms import read_form

    _form(content)
    form = read_form(content.partition(b"\n")[2], "multipart/form-data; boundary=cut")
    for number, each in enumerate(form.files[:3]):
        _of_lists(each.content or b"%d" % number)


class Fell(Exception):
    """A command told of an error that nobody foresaw, or had another status than it may."""


def _command(*arguments: str) -> Callable[[Path], None]:
    def command(path: Path) -> None:
        from deckbuilder.cli.main import run

        told, was = io.StringIO(), sys.stdin
        sys.stdin = io.StringIO()
        try:
            out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(told):
                status = run([each.format(path=path, folder=path.parent) for each in arguments])
        finally:
            sys.stdin = was
        if status not in (0, 1, 2) or "should not have happened" in told.getvalue():
            raise Fell(f"{arguments}: {status} {told.getvalue()[:2_000]}")

    return command


def _made(*arguments: str, name: str) -> bytes:
    """Return a file that a command makes."""
    folder = scratch() / "made"
    _command(*arguments)(folder / "x")
    return (folder / name).read_bytes()


def readers() -> dict[str, Reader]:
    """Return the readers by name; what is slow has a smaller share."""
    log = _made(
        *("draft", "nightfall-draft", "--auto", "--seed", "7", "-o", "{folder}", "--force"),
        name="log.jsonl",
    )
    results = _made(
        *("simulate", "nightfall-draft", "--drafts", "2", "--seed", "3", "--force", "-o"),
        "{folder}/results.json",
        name="results.json",
    )
    (scratch() / "own").mkdir(exist_ok=True)
    (scratch() / "lists").mkdir(exist_ok=True)
    (scratch() / "lists" / "anna.txt").write_bytes(LIST)
    locked = scratch() / "locked"
    locked.mkdir(exist_ok=True)
    (locked / "anna.txt").write_bytes(LIST)
    _command("event", "verify", "{folder}", "--lock", "--force")(locked / "x")
    lock = (locked / "event-lock.yaml").read_bytes()
    lists = [*_files("lists/**/*.txt", "exports/*", "twins/*.txt"), LIST]
    tables = [*_files("exports/csv.csv"), TABLE]
    yaml = [EVENT, CARDS, OWNED, IMAGES, RULES, lock]
    game = (log[: log.index(b"\n") + 1], log[:2_000] + b"\n", log[:600])
    sheet = dict(_sound_parts()).get(_SHEET, b"<worksheet/>")
    return {
        "lists": Reader(_of_lists, lists, 30),
        "tables": Reader(_of_lists, tables, 10),
        "mails": Reader(_of_lists, [MAIL], 8),
        "players": Reader(_players, [PLAYERS], 3),
        "workbooks": Reader(_of_workbooks, [_sound_workbook()], 6),
        "sheets": Reader(_repacked, [sheet], 4),
        "yaml": Reader(_of_yaml, yaml, 12),
        "json": Reader(_of_json, [*_files("exports/*.json"), log[:500]], 10),
        "images": Reader(_of_images, [IMAGES], 6),
        "searches": Reader(_of_searches, QUERIES, 4),
        "events": Reader(_in_file("event.yaml", _event), [EVENT], 8),
        "locks": Reader(_in_file("locked/event-lock.yaml", _lock), [lock], 6),
        "card files": Reader(_in_file("cards.yaml", _pool), [CARDS], 3),
        "card tables": Reader(_in_file("cards.csv", _pool), [TABLE], 3),
        "settings": Reader(_in_file("own/settings.yaml", _settings), [SETTINGS], 4),
        "effects": Reader(_effects, [EFFECTS], 6),
        "searches of weights": Reader(_in_file("kept.json", _search), [_kept_search()], 4),
        "forms": Reader(_form, FORMS, 6),
        "files sent": Reader(_sent, FORMS[1:], 4),
        "results": Reader(
            _in_file("results.json", _command("simulate", "report", "{path}")), [results], 1
        ),
        "collections": Reader(_in_file("collection.yaml", _collection), [OWNED], 6),
        "formats": Reader(_in_file("format.yaml", _format), [RULES], 4),
        "logs": Reader(_in_file("log.jsonl", _log), game, 10),
        "check": Reader(
            _in_file("list.txt", _command("check", "{path}", "--format", "invasion-constructed")),
            lists,
            2,
        ),
        "stats": Reader(_in_file("list.txt", _command("stats", "{path}")), [LIST], 1),
        "export": Reader(
            _in_file("list.txt", _command("export", "{path}", "--to", "json")), lists, 1
        ),
        "event check": Reader(
            _in_file("lists/event.yaml", _command("event", "check", "{folder}")), [EVENT], 2
        ),
        "replay": Reader(_in_file("log.jsonl", _command("replay", "{path}")), game, 1),
        "coverage": Reader(
            _in_file("cards.yaml", _command("cards", "xeno", "--coverage", "--cards", "{path}")),
            [CARDS],
            1,
        ),
    }
