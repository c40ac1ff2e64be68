"""No option is without effect: each changes what comes out, or is refused.

Every option of every command stands in MODES with a value; one that is added must be added here.
In each mode it must change output or files, or be refused with its name; in one mode at least it
must be understood.
"""

from __future__ import annotations

import importlib
import itertools
import os
import shutil

import click
import pytest

from deckbuilder.cli.main import COMMANDS, run

DWARVES = (
    "Game: Invasion\nFormat: invasion-tournament\nCapital: Dwarf\n\n3 Runesmith\n3 Huntsmen\n"
    "1 Visit the Haunted City\n"
)
XENO = (
    "Game: XENO\n\n2 Boy\n2 Soldier\n2 Diviner\n2 Maiden\n2 Reaper\n2 Spirit\n2 Sage\n2 Noble\n"
    "1 Emperor\n1 Hero\n"
)
READ_ANYWAY = {"--help", "--lang", "--plain", "--cards", "--workers", "--scheduler"}
"""They change how things are said, or what is read besides; that is tested below. That any number
of workers finds the same figures is tested in tests/simulation.
"""


CALLS = itertools.count()


class Mode:
    """A way to call a command, and what each option is tried with there.

    `there` names files that exist before (for --force); `typed` is what a person types.
    """

    def __init__(self, words, options=None, *, there=()):
        self.words = words.split()
        self.options = options or {}
        self.there = there


MODES = {
    "formats": [
        Mode("", {"--kinds": [], "--games": [], "--json": []}),
        Mode("xeno", {"--json": [], "--kinds": [], "--games": []}),
        Mode("new mine.yaml", {"--from": ["xeno"]}),
        Mode("new there.yaml --from xeno", {"--force": []}, there=("there.yaml",)),
    ],
    "cards": [
        Mode(
            "xeno",
            {
                "--json": [],
                "--csv": [],
                "--sort": ["name"],
                "--coverage": [],
                "--owned": [],
                "--missing": [],
                "--output": ["new.xlsx"],
                "--force": [],
            },
        ),
        Mode(
            "dreamblade s:anvilborn --missing",
            {"--json": [], "--csv": [], "--sort": ["name"], "--rated": [], "--owned": []},
        ),
        Mode("dreamblade s:anvilborn --missing", {"--output": ["new.xlsx"], "--force": []}),
        Mode(
            "dreamblade s:anvilborn --missing -o there.xlsx",
            {"--force": [], "--json": []},
            there=("there.xlsx",),
        ),
        Mode("invasion s:core cost=1", {"--rated": []}),
        Mode(
            "xeno --coverage",
            {"--json": [], "--csv": [], "--sort": ["rank"], "--rated": [], "--owned": []},
        ),
    ],
    "card": [
        Mode(
            "Visit the Haunted City",
            {
                "--game": ["xeno"],
                "--json": [],
                "--svg": ["new.svg"],
                "--date": ["2001-01-01"],
                "--owned": [],
                "--force": [],
            },
        ),
        Mode("Runesmith --svg list.txt", {"--force": []}),
    ],
    "own": [],
    "own add": [Mode("Sage", {"--game": ["invasion"]})],
    "own remove": [Mode("Sage", {"--game": ["invasion"]})],
    "own list": [Mode("", {"--json": []})],
    "own facts": [Mode("facts.csv", {"--force": []})],
    "check": [
        Mode(
            "list.txt",
            {
                "--format": ["invasion-draft"],
                "--date": ["2001-01-01"],
                "--json": [],
                "--fix": [],
                "--owned": [],
                "--output": ["new.txt"],
                "--force": [],
            },
        ),
        Mode("list.txt --fix", {"--output": ["new.txt"], "--force": []}),
        Mode("list.txt --fix -o other.txt", {"--force": []}),
    ],
    "build": [
        Mode(
            "invasion-tournament --seed 3",
            {
                "--from": ["s:core"],
                "--with": ["list.txt"],
                "--owned": [],
                "--must": ["3 Runesmith"],
                "--never": ["Warpstone Excavation"],
                "--want": ["unit=30"],
                "--capital": ["chaos"],
                "--side": ["destruction"],
                "--option": ["capital=chaos"],
                "--size": ["60"],
                "--seed": ["4"],
                "--date": ["2009-12-31"],
                "--proposals": ["2"],
                "--take": ["2"],
                "--why": [],
                "--output": ["new.txt"],
                "--json": [],
                "--force": [],
            },
        ),
        Mode("invasion-constructed --seed 3 --proposals 2", {"--take": ["2"]}),
        Mode("invasion-constructed --seed 3 -o list.txt", {"--force": []}),
    ],
    "stats": [
        Mode(
            "list.txt",
            {
                "--json": [],
                "--svg": ["pictures"],
                "--html": ["new.html"],
                "--kind": ["t:unit"],
                "--draws": ["3"],
                "--second": [],
                "--turns": ["3"],
                "--tournament": [],
                "--game": ["xeno"],
                "--players": ["3"],
                "--bot": ["random"],
                "--games": ["3"],
                "--seed": ["3"],
                "--force": [],
                "--compare": [],
                "--open": [],
            },
        ),
        Mode("list.txt --html new.html", {"--open": []}),
        Mode("list.txt other.txt", {"--compare": [], "--svg": ["p"], "--html": ["h"]}),
        Mode("list.txt --html other.txt", {"--force": []}),
        Mode(
            "xeno --games 4 --bot random",
            {
                "--players": ["3"],
                "--games": ["6"],
                "--bot": ["casual"],
                "--seed": ["3"],
                "--json": [],
                "--html": ["x"],
                "--svg": ["x"],
                "--kind": ["t:unit"],
                "--draws": ["2"],
                "--second": [],
                "--turns": ["2"],
                "--tournament": [],
                "--game": ["xeno"],
                "--compare": [],
                "--force": [],
            },
        ),
    ],
    "draft": [
        Mode(
            "nightfall-draft --players 3 --auto --seed 7 -o new",
            {
                "--players": ["4"],
                "--seat": ["99"],
                "--bots": ["random"],
                "--code": ["X"],
                "--seed": ["8"],
                "--variant": ["upstream"],
                "--set": ["the-coldest-war"],
                "--option": ["hand=3"],
                "--hand": ["3"],
                "--boosters": ["3"],
                "--picks": ["3"],
                "--coach": ["random"],
                "--log": ["other.jsonl"],
                "--resume": ["mine/log.jsonl"],
                "--output": ["elsewhere"],
                "--to": ["csv"],
            },
        ),
        Mode("nightfall-draft --players 3 --seed 7 -o new", {"--auto": []}),
        Mode("invasion-draft --seed 7 --auto -o mine", {"--force": []}),
        Mode(
            "--resume mine/log.jsonl",
            {
                "--output": ["again"],
                "--to": ["csv"],
                "--players": ["2"],
                "--seat": ["1"],
                "--bots": ["rating"],
                "--code": ["X"],
                "--seed": ["3"],
                "--variant": ["upstream"],
                "--set": ["core"],
                "--option": ["hand=3"],
                "--hand": ["3"],
                "--boosters": ["3"],
                "--picks": ["3"],
                "--auto": [],
                "--log": ["x.jsonl"],
            },
        ),
    ],
    "drafts": [Mode("", {"--json": []})],
    "review": [
        Mode(
            "mine/log.jsonl",
            {
                "--seat": ["2"],
                "--coach": ["rating"],
                "--html": ["new.html"],
                "--json": [],
                "--force": [],
                "--open": [],
            },
        ),
        Mode("mine/log.jsonl --html list.txt", {"--force": [], "--json": []}),
        Mode("mine/log.jsonl --html new.html", {"--open": []}),
    ],
    "play": [
        Mode(
            "xeno --watch --pace 0 --seed 3 --bots random --log new.jsonl",
            {
                "--players": ["3"],
                "--seat": ["2"],
                "--bots": ["casual"],
                "--think": ["2"],
                "--seed": ["4"],
                "--option": ["games=2"],
                "--first": ["2"],
                "--games": ["2"],
                "--boys": ["discarded"],
                "--names": ["ja"],
                "--blank": ["yes"],
                "--deck": ["dwarf"],
                "--against": ["dwarf"],
                "--from-draft": ["mine"],
                "--anyway": [],
                "--hotseat": [],
                "--log": ["other.jsonl"],
                "--resume": ["game.jsonl"],
            },
        ),
        Mode(
            "xeno --seed 3 --bots random --log new.jsonl",
            {"--watch": ["--pace", "0"], "--pace": ["0"]},
        ),
        Mode("invasion --seed 3 --bots planner --log new.jsonl", {"--think": ["0.1"]}),
        Mode("xeno --watch --pace 0 --seed 3 --bots random --log game.jsonl", {"--force": []}),
        Mode("--resume game.jsonl", {"--seed": ["3"], "--players": ["3"], "--watch": []}),
    ],
    "duel": [
        Mode(
            "dwarf orc --games 4 --bots random",
            {
                "--games": ["6"],
                "--bots": ["sleeper"],
                "--seed": ["2"],
                "--option": ["faq-windows=yes"],
                "--json": [],
                "--picture": ["new.svg"],
                "--force": [],
            },
        ),
        Mode("dwarf list.txt --games 2 --bots random", {"--anyway": []}),
        Mode("dwarf list.txt --games 2 --bots random --anyway", {"--blank": ["yes"]}),
        Mode(
            "dwarf orc --games 2 --bots random --picture there.svg",
            {"--force": []},
            there=("there.svg",),
        ),
    ],
    "bots": [],
    "bots compare": [
        Mode(
            "random casual xeno --deals 40 --at-tables --json",
            {
                "--players": ["3"],
                "--deals": ["41"],
                "--decks": ["lists"],
                "--option": ["boys=discarded"],
                "--first": ["2"],
                "--games": ["2"],
                "--boys": ["discarded"],
                "--blank": ["yes"],
                "--seed": ["2"],
                "--drafts": ["2"],
                "--by": ["duels"],
                "--duel-bot": ["greedy"],
                "--variant": ["upstream"],
                "--set": ["core"],
                "--hand": ["3"],
                "--boosters": ["3"],
                "--picks": ["3"],
            },
        ),
        Mode("random casual xeno --deals 5", {"--at-tables": [], "--json": []}),
        Mode("random random invasion --deals 2 --json", {"--decks": ["mine"]}),
        Mode(
            "random rating invasion-draft --drafts 2 --by duels --duel-bot random",
            {"--duel-bot": ["random:x=1"], "--by": ["measures"], "--json": []},
        ),
        Mode(
            "random rating nightfall-draft --drafts 2",
            {
                "--players": ["3"],
                "--drafts": ["3"],
                "--by": ["duels"],
                "--duel-bot": ["greedy"],
                "--seed": ["2"],
                "--variant": ["longer"],
                "--set": ["martial-law"],
                "--json": [],
                "--hand": ["3"],
                "--boosters": ["3"],
                "--picks": ["3"],
                "--deals": ["4"],
                "--decks": ["lists"],
                "--at-tables": [],
                "--first": ["2"],
                "--games": ["2"],
                "--boys": ["discarded"],
                "--blank": ["yes"],
                "--option": ["hand=3"],
            },
        ),
    ],
    "bots measures": [
        Mode(
            "invasion-draft --drafts 8 --duel-bot random",
            {
                "--drafts": ["9"],
                "--bots": ["drafter,random"],
                "--duels": ["4"],
                "--duel-bot": ["random:x=1"],
                "--option": ["hand=3"],
                "--blank": ["no-such"],
                "--hand": ["3"],
                "--boosters": ["3"],
                "--picks": ["3"],
                "--seed": ["2"],
                "--json": [],
                "--output": ["new.yaml"],
            },
        ),
        Mode(
            "invasion-draft --drafts 8 --duel-bot random -o there.yaml",
            {"--force": []},
            there=("there.yaml",),
        ),
    ],
    "bots tune": [
        Mode(
            "nightfall-draft --by links --players 3 --candidates 2 --drafts 3 -o new.yaml",
            {
                "--bot": ["aggressive"],
                "--by": ["colours"],
                "--candidates": ["3"],
                "--drafts": ["4"],
                "--check": ["5"],
                "--duel-bot": ["random"],
                "--players": ["4"],
                "--option": ["hand=3"],
                "--blank": ["yes"],
                "--hand": ["3"],
                "--boosters": ["3"],
                "--picks": ["3"],
                "--seed": ["2"],
                "--output": ["other.yaml"],
                "--resume": [],
            },
        ),
        Mode(
            "nightfall-draft --by links --candidates 2 --drafts 2 -o there.yaml",
            {"--force": []},
            there=("there.yaml",),
        ),
    ],
    "bots learn": [],
    "bots solve": [
        Mode(
            "xeno Sage Sage Noble Boy Soldier",
            {
                "--played": ["Boy"],
                "--near": ["0.00001"],
                "--json": [],
                "--option": ["hand=2"],
                "--first": ["9"],
                "--games": ["0"],
                "--boys": ["never"],
                "--blank": ["yes"],
            },
        )
    ],
    "simulate": [],
    "simulate drafts": [
        Mode(
            "nightfall-draft --players 3 --drafts 3 -o new.csv",
            {
                "--drafts": ["4"],
                "--bots": ["random,rating"],
                "--players": ["4"],
                "--variant": ["longer"],
                "--set": ["martial-law"],
                "--hand": ["3"],
                "--boosters": ["3"],
                "--picks": ["3"],
                "--option": ["hand=3"],
                "--seed": ["2"],
                "--output": ["new.json"],
                "--without-decks": [],
                "--resume": [],
                "--duels": ["2"],
                "--duel-bot": ["random"],
                "--blank": ["yes"],
            },
        ),
        Mode(
            "invasion-draft --drafts 1 --duels 1 --duel-bot random -o new.csv --without-decks",
            {"--duels": ["2"], "--duel-bot": ["greedy"]},
        ),
        Mode("nightfall-draft --drafts 3 -o there.csv", {"--force": []}, there=("there.csv",)),
    ],
    "simulate report": [
        Mode("drafts.csv", {"--rows": ["2"], "--html": ["new.html"], "--json": []}),
        Mode("drafts.csv --html there.html", {"--force": []}, there=("there.html",)),
        Mode("drafts.csv --html new.html", {"--open": []}),
    ],
    "replay": [
        Mode(
            "mine/log.jsonl",
            {"--scores": ["rating"], "--step": [], "--assert": [], "--json": []},
        ),
        Mode("mine/log.jsonl --assert", {"--scores": ["rating"], "--step": [], "--json": []}),
        Mode("open.jsonl", {"--unfinished": []}),
    ],
    "export": [
        Mode(
            "list.txt --to text",
            {
                "--to": ["names"],
                "--output": ["new.txt"],
                "--force": [],
                "--game": ["xeno"],
                "--code": ["X"],
                "--search": ["Runesmith"],
                "--copies": ["3"],
                "--seat": ["1"],
                "--images": ["images.yaml"],
                "--names": ["ja"],
                "--list": [],
                "--open": [],
            },
        ),
        Mode("xeno.txt --to forum", {"--names": ["ja"]}),
        Mode("list.txt -o new.html", {"--open": [], "--to": ["text"]}),
        Mode("list.txt --to text -o other.txt", {"--force": []}),
        Mode("mine/log.jsonl --to text", {"--seat": ["1"]}),
        Mode("list.txt --to tts", {"--images": ["images.yaml"]}),
        Mode("--search Runesmith --game invasion --to text", {"--copies": ["9"]}),
        Mode("--search Runesmith --to text", {"--game": ["invasion"]}),
    ],
    "sheet": [
        Mode(
            "list.txt -o new.html",
            {
                "--output": ["other.html"],
                "--player": ["Ann"],
                "--player-id": ["7"],
                "--team": ["Red"],
                "--table": ["4"],
                "--event-file": ["lists/event.yaml"],
                "--event": ["Cup"],
                "--date": ["2026-03-14"],
                "--place": ["Oslo"],
                "--organiser": ["Bo"],
                "--format": ["invasion-draft"],
                "--paper": ["letter"],
                "--font": ["none.ttf"],
                "--game": ["xeno"],
                "--open": [],
            },
        ),
        Mode("list.txt -o other.txt.html", {"--force": []}, there=("other.txt.html",)),
        Mode("list.txt", {"--force": []}, there=("list.pdf",)),
    ],
    "event": [],
    "settings": [
        Mode("", {"--json": []}),
        Mode("name=Ann", {"--json": []}),
    ],
    "completion": [Mode("bash")],
    "event check": [
        Mode(
            "lists",
            {
                "--format": ["invasion-draft"],
                "--date": ["2001-01-01"],
                "--problems": [],
                "--json": [],
                "--csv": [],
            },
        ),
        Mode("lists --json", {"--csv": [], "--problems": []}),
    ],
    "event book": [
        Mode(
            "lists -o new.csv",
            {"--output": ["also.csv"], "--format": ["xeno"], "--paper": ["letter"]},
        ),
        Mode("lists -o new.pdf", {"--paper": ["letter"], "--font": ["none.ttf"], "--open": []}),
        Mode("lists -o there.csv", {"--force": []}, there=("there.csv",)),
    ],
    "event new": [
        Mode(
            "fresh",
            {
                "--name": ["Cup"],
                "--date": ["2026-03-14"],
                "--place": ["Oslo"],
                "--organiser": ["Bo"],
                "--format": ["xeno"],
                "--deadline": ["2026-03-13"],
                "--player": ["Ann"],
                "--from": ["players.csv"],
            },
        ),
        Mode("lists", {"--force": []}),
    ],
    "event verify": [],
    "serve": [],
}
ELSEWHERE = {
    ("bots learn", None): "tests/games/xeno: it takes too long to be done for every option",
    ("event verify", None): "tests/reports/test_event_book.py",
    ("serve", None): "tests/web/test_serving.py: it runs until it is ended",
}
"""Commands whose options are held by tests of their own."""


def command_of(path):
    first, *rest = path.split()
    found = importlib.import_module(f"deckbuilder.cli.{first}").command
    for name in rest:
        found = found.commands[name]
    return found


def options_of(path):
    return {
        max(parameter.opts, key=len)
        for parameter in command_of(path).params
        if isinstance(parameter, click.Option)
    } - READ_ANYWAY


def all_paths():
    for name in COMMANDS:
        yield name
        found = command_of(name)
        if isinstance(found, click.Group):
            yield from (f"{name} {sub}" for sub in found.commands)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prepared")
    patched = pytest.MonkeyPatch()
    patched.chdir(folder)
    patched.setenv("DECKBUILDER_DATA_DIR", str(folder / "data"))
    patched.setenv("COLUMNS", "80")
    try:
        (folder / "list.txt").write_text(DWARVES, encoding="utf-8")
        (folder / "other.txt").write_text(DWARVES.replace("3 Huntsmen", "2 Huntsmen"), "utf-8")
        (folder / "xeno.txt").write_text(XENO, encoding="utf-8")
        (folder / "images.yaml").write_text("back: https://example.org/back.jpg\n")
        (folder / "players.csv").write_text("Player,Team\nAnn,Owls\n")
        (folder / "facts.csv").write_text("Name,Spawn cost,Lineage\nKitsune,7,Janus\n")
        kept = folder / "data/cards/dreamblade/facts.csv"
        kept.parent.mkdir(parents=True)
        kept.write_text("Name,Spawn cost\nKitsune,7\n")
        (folder / "lists").mkdir()
        (folder / "lists/ann.txt").write_text(f"Player: Ann\n{XENO}", encoding="utf-8")
        (folder / "lists/bo.txt").write_text(f"Player: Bo\n{DWARVES}", encoding="utf-8")
        assert run(["event", "new", "lists", "--name", "Spring Cup"]) == 0
        assert run(["draft", "invasion-draft", "--seed", "7", "--auto", "-o", "mine"]) == 0
        drafts = ["simulate", "nightfall-draft", "--drafts", "4", "--workers", "1"]
        assert run([*drafts, "-o", "drafts.csv"]) == 0
        watched = ["play", "xeno", "--watch", "--pace", "0", "--seed", "3", "--bots", "random"]
        assert run([*watched, "--log", "game.jsonl"]) == 0
        log = (folder / "mine/log.jsonl").read_text(encoding="utf-8").splitlines()
        head = log[0].replace('"seats":["drafter"', '"seats":["person"')
        (folder / "open.jsonl").write_text("\n".join([head, *log[1:9]]) + "\n", encoding="utf-8")
    finally:
        patched.undo()
    return folder


@pytest.fixture
def call(prepared, monkeypatch, capfdbinary):
    """Return a call that runs a command in a copy of the folder: (status, output, files)."""
    monkeypatch.setenv("COLUMNS", "80")
    # No program is opened here, and that is told.
    monkeypatch.setattr("click.launch", lambda path: 1)

    def calling(path, words, there=()):
        # As long a path for each call, so that no line is broken elsewhere because of it.
        folder = prepared.with_name(f"{next(CALLS):06}")
        shutil.copytree(prepared, folder)
        monkeypatch.chdir(folder)
        monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(folder / "data"))
        for name in there:
            (folder / name).write_text("there")
        capfdbinary.readouterr()
        status = run([*path.split(), *words])
        told = b"".join(capfdbinary.readouterr()).replace(os.fsencode(folder), b"FOLDER")
        files = {
            str(each.relative_to(folder)): each.read_bytes()
            for each in sorted(folder.rglob("*"))
            if each.is_file() and "data" not in each.relative_to(folder).parts
        }
        return status, told, files

    return calling


@pytest.fixture(scope="module")
def usual():
    """What modes come to without an option, each called once."""
    return {}


def spelled(option, value):
    return [option, *value]


CASES = [
    pytest.param(path, place, option, id=f"{path}-{place}-{option}")
    for path, modes in MODES.items()
    for place, mode in enumerate(modes)
    for option in mode.options
]


@pytest.mark.parametrize(("path", "place", "option"), CASES)
def test_an_option_changes_something_or_is_refused(path, place, option, call, usual):
    mode = MODES[path][place]
    if (path, place) not in usual:
        usual[path, place] = call(path, mode.words, mode.there)
    without = usual[path, place]
    given = call(path, [*mode.words, *spelled(option, mode.options[option])], mode.there)
    assert given[0] != 130 or without[0] == 130
    if given[0] == 2:
        assert given != without, "the option does nothing where the command fails anyway"
    else:
        assert given != without, f"{option} does nothing"


def test_every_option_of_every_command_stands_in_a_mode():
    for path in all_paths():
        if (path, None) in ELSEWHERE:
            continue
        tried = {option for mode in MODES[path] for option in mode.options}
        assert options_of(path) == tried, path


@pytest.mark.parametrize("path", [path for path in MODES if MODES[path]])
def test_own_cards_and_language_are_read(path, call):
    mode = MODES[path][0]
    options = {max(parameter.opts, key=len) for parameter in command_of(path).params}
    if "--cards" in options:
        status, told, _ = call(path, [*mode.words, "--cards", "no-such-folder"], mode.there)
        assert status == 2
        assert b"no-such-folder" in told
    if "--lang" in options:
        english, japanese = (
            call(path, [*mode.words, "--lang", language, "--nonsense"], mode.there)[1]
            for language in ("en", "ja")
        )
        assert english != japanese
