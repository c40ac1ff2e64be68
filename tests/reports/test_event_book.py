"""An event from its file to its book: who is missing, late, illegal, changed."""

from __future__ import annotations

import csv
import io
import json
import os
from datetime import datetime

import openpyxl
import pytest

from deckbuilder.cli.main import run
from deckbuilder.errors import InputError
from deckbuilder.exchange.registration.fonts import Fonts
from deckbuilder.exchange.registration.paging import measures
from deckbuilder.formats.loading import load_format
from deckbuilder.preferences import Preferences
from deckbuilder.reports.book import event_book
from deckbuilder.reports.event_file import Event, Player, event_text, moment, read_event
from deckbuilder.reports.lock import Lock, Locked, fingerprint, lock, read_lock, verify
from deckbuilder.reports.registrations import registrations
from deckbuilder.reports.workbook import event_rows, event_workbook, overview_table, usage_table

WHOLE = (
    "1x Hero\n1x Emperor\n2x Spirit\n2x Sage\n2x Noble\n2x Reaper\n2x Maiden\n2x Diviner\n"
    "2x Soldier\n2x Boy\n"
)
LAW = load_format("xeno")
EARLY = datetime.fromisoformat("2026-03-13T20:00").timestamp()
LATE = datetime.fromisoformat("2026-03-14T12:00").timestamp()


@pytest.fixture(autouse=True)
def in_english():
    with Preferences(language="en").in_force():
        yield


def put(folder, name, player, cards=WHOLE, when=EARLY):
    path = folder / name
    path.write_text(f"Game: XENO\nPlayer: {player}\n\n{cards}", encoding="utf-8")
    os.utime(path, (when, when))
    return path


@pytest.fixture
def folder(tmp_path):
    lists = tmp_path / "lists"
    lists.mkdir()
    put(lists, "smith.txt", "Ann Smith")
    put(lists, "adams.txt", "Zoe Adams", WHOLE.replace("2x Boy", "1x Boy"))
    put(lists, "late.txt", "Bo Brown", when=LATE)
    return lists


EVENT = Event(
    name="Spring Cup",
    date="2026-03-14",
    place="Würzburg",
    format="xeno",
    deadline="2026-03-14T09:30",
    players=(
        Player(name="Ann Smith", table="4"),
        Player(name="Adams, Zoe"),
        Player(name="Bo Brown"),
        Player(name="Cy Clark"),
    ),
)


def marks(folder, event=EVENT, locked=None):
    return {each.player.name: each.marks for each in registrations(folder, event, LAW, locked)}


def test_players_come_by_family_name_with_what_must_be_looked_at(folder):
    assert list(marks(folder).items()) == [
        ("Adams, Zoe", ("illegal",)),
        ("Bo Brown", ("late",)),
        ("Cy Clark", ("missing",)),
        ("Ann Smith", ()),
    ]


def test_the_stated_hour_goes_before_the_time_of_the_file(folder):
    stated = Event(
        deadline="2026-03-14T09:30",
        players=(
            Player(name="Bo Brown", received="2026-03-14T09:00"),
            Player(name="Ann Smith", received="2026-03-14T09:31"),
        ),
    )
    told = marks(folder, stated)
    assert (told["Bo Brown"], told["Ann Smith"]) == ((), ("late",))
    assert told["Zoe Adams"] == ("unexpected", "illegal")


def test_a_list_is_found_by_its_file_too(folder):
    put(folder, "nameless.txt", "Somebody Else")
    named = Event(players=(Player(name="Dee Dark", list="nameless.txt"),))
    assert marks(folder, named)["Dee Dark"] == ()


def test_two_lists_of_a_player_and_one_that_cannot_be_read_are_marked(folder):
    put(folder, "smith-2.txt", "Ann Smith", WHOLE.replace("Hero", "Emperor"))
    (folder / "broken.txt").write_bytes(b"\x00\x01\x02")
    told = [
        (each.player.name, each.where, each.marks)
        for each in registrations(folder, Event(), LAW, None)
    ]
    assert ("Ann Smith", "smith.txt", ("twice",)) in told
    assert ("broken", "broken.txt", ("unusable",)) in told


def test_the_event_file_reads_back_as_it_was_written(tmp_path):
    (tmp_path / "event.yaml").write_text(event_text(EVENT), encoding="utf-8")
    assert read_event(tmp_path) == EVENT
    assert read_event(tmp_path / "nowhere") == Event()


def test_every_fault_of_an_event_file_is_told_with_its_line(tmp_path):
    (tmp_path / "event.yaml").write_text(
        "name: Cup\ndate: 14 March\ncolour: red\ndeadline: soon\nplayers:\n"
        "- Ann Smith\n- {name: Bo, list: ../secret.txt}\n- {table: 7}\n- 'Smith, Ann'\n",
        encoding="utf-8",
    )
    with pytest.raises(InputError) as refused:
        read_event(tmp_path)
    told = [(fault.line, fault.field) for fault in refused.value.faults]
    assert told == [
        (2, "date"),
        (3, "colour"),
        (4, "deadline"),
        (7, "list"),
        (8, "name"),
        (9, "players"),
    ]


@pytest.mark.parametrize("content", ["- a list", "players: 7", "name: [1]", ": :"])
def test_what_is_no_event_file_is_refused(tmp_path, content):
    (tmp_path / "event.yaml").write_text(content, encoding="utf-8")
    with pytest.raises(InputError):
        read_event(tmp_path)


def test_a_day_alone_lasts_until_its_end():
    assert moment("2026-03-14") > moment("2026-03-14T23:00")
    assert moment("noon") is None
    assert moment("2026-03-14T09:30+01:00") == moment("2026-03-14T08:30+00:00")


def test_a_change_after_locking_is_noticed_and_a_comment_is_none(folder):
    judged = [each.registered for each in registrations(folder, Event(), LAW, None)]
    locked = lock(folder, judged, force=False)
    assert read_lock(folder) == locked
    put(folder, "smith.txt", "Ann Smith", WHOLE.replace("1x Hero\n", "2x Hero\n"))
    put(folder, "late.txt", "Bo Brown", WHOLE + "# thanks\n", when=LATE)
    (folder / "adams.txt").unlink()
    put(folder, "new.txt", "Dee Dark")
    now = [each.registered for each in registrations(folder, Event(), LAW, None)]
    assert {kept.list: kept.state for kept in verify(locked, now)} == {
        "adams.txt": "missing",
        "late.txt": "edited",
        "new.txt": "new",
        "smith.txt": "changed",
    }
    assert marks(folder, EVENT, locked)["Ann Smith"] == ("illegal", "changed")


def test_a_changed_list_tells_its_cards_and_headers(folder, capsys):
    dwarves = "Game: Invasion\nCapital: Dwarf\n\n3x Troll Slayers\n2x Innovation\n"
    path = folder / "dwarves.txt"
    path.write_text(dwarves, encoding="utf-8")
    (folder / "event.yaml").write_text("format: invasion-constructed\n", encoding="utf-8")
    for name in ("smith.txt", "adams.txt", "late.txt"):
        (folder / name).unlink()
    assert run(["event", "verify", str(folder), "--lock"]) == 0
    path.write_text(
        "Game: Invasion\nCapital: Empire\n\n1x Troll Slayers\n2x Innovation\n3x Huntsmen\n",
        encoding="utf-8",
    )
    capsys.readouterr()
    assert run(["event", "verify", str(folder)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "dwarves.txt (dwarves): CHANGED",
        "  Capital: Dwarf → Empire",
        "  +3 Huntsmen (0 → 3)",
        "  -2 Troll Slayers (3 → 1)",
    ]


def test_a_lock_without_cards_still_tells_that_a_list_is_changed(folder):
    judged = [each.registered for each in registrations(folder, Event(), LAW, None)]
    bare = {
        name: Locked(each.player, each.deck, each.file)
        for name, each in lock(folder, judged, force=False).lists.items()
    }
    put(folder, "smith.txt", "Ann Smith", "18x Hero\n")
    now = [each.registered for each in registrations(folder, Event(), LAW, None)]
    states = {kept.list: (kept.state, kept.cards) for kept in verify(Lock(bare), now)}
    assert states["smith.txt"] == ("changed", ())


def test_a_sheet_in_the_book_says_what_the_cover_says(folder):
    told = {each.player.name: each for each in registrations(folder, EVENT, LAW, None)}
    assert told["Bo Brown"].verdict_words == "legal, LATE"
    assert told["Bo Brown"].mark_words == "LATE"
    assert told["Adams, Zoe"].mark_words == ""


def test_INV_14_another_capital_is_a_change(tmp_path):
    from deckbuilder.exchange.reading import read_deck

    dwarf = read_deck(b"Game: Invasion\nCapital: Dwarf\n3x Troll Slayers\n", "list")
    empire = read_deck(b"Game: Invasion\nCapital: Empire\n3x Troll Slayers\n", "list")
    other = read_deck(b"Game: Invasion\nEvent: Cup\nCapital: Dwarf\n3x Troll Slayers\n", "list")
    assert fingerprint(dwarf) != fingerprint(empire)
    assert fingerprint(dwarf) == fingerprint(other)


def test_the_overview_has_verdicts_and_problems(folder):
    table = overview_table(registrations(folder, EVENT, LAW, None))
    assert list(table["Player"]) == ["Adams, Zoe", "Bo Brown", "Cy Clark", "Ann Smith"]
    assert list(table["Verdict"]) == ["NOT LEGAL", "legal, LATE", "MISSING", "legal"]
    assert list(table["Cards"]) == [17, 18, 0, 18]
    assert table["Problems"][0]


def test_card_usage_counts_lists_and_copies(folder):
    used = usage_table(registrations(folder, EVENT, LAW, None)).set_index("Card")
    # Three lists: Boy 1 + 2 + 2, Hero once in each.
    assert used.loc["Boy"].to_dict() == {
        "Type": "Character",
        "Lists": 3,
        "Share of lists (%)": 100.0,
        "Copies": 5,
        "Copies per list": 1.67,
    }
    assert used.loc["Hero", "Copies"] == 3


def test_the_workbook_has_frozen_headings_and_filters_on_every_sheet(folder):
    book = openpyxl.load_workbook(
        io.BytesIO(event_workbook(EVENT, registrations(folder, EVENT, LAW, None)))
    )
    assert book.sheetnames == ["Overview", "Cards in use", "Adams, Zoe", "Bo Brown", "Ann Smith"]
    for sheet in book.worksheets:
        assert sheet.freeze_panes
        assert sheet.auto_filter.ref


def test_no_cell_is_a_formula(folder):
    put(folder, "formula.txt", "=HYPERLINK(1)", WHOLE + "1x =1+1\n")
    registered = registrations(folder, Event(), LAW, None)
    book = openpyxl.load_workbook(io.BytesIO(event_workbook(Event(), registered)))
    kinds = {cell.data_type for sheet in book for row in sheet.iter_rows() for cell in row}
    assert "f" not in kinds
    rows = csv.reader(io.StringIO(event_rows(registered).decode("utf-8-sig")))
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "@", "\t"))]


def test_the_rows_name_every_card_of_every_list_and_the_missing(folder):
    content = event_rows(registrations(folder, EVENT, LAW, None)).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(content)))
    assert sum(int(row["Count"] or 0) for row in rows) == 17 + 18 + 18
    missing = [row for row in rows if row["Player"] == "Cy Clark"]
    assert [(row["Verdict"], row["Name"]) for row in missing] == [("MISSING", "")]


def test_books_are_the_same_bytes_from_run_to_run(folder):
    registered = registrations(folder, EVENT, LAW, None)
    for make in (
        lambda: event_book(EVENT, registered, measures("a4"), Fonts()),
        lambda: event_workbook(EVENT, registered),
        lambda: event_rows(registered),
    ):
        assert make() == make()


def test_the_pdf_has_a_cover_and_a_sheet_a_list(folder):
    registered = registrations(folder, EVENT, LAW, None)
    content = event_book(EVENT, registered, measures("letter"), Fonts())
    assert content.count(b"/Type /Page\n") == 1 + 3


def test_a_cover_of_many_players_takes_more_pages(folder):
    crowd = Event(players=tuple(Player(name=f"Player {n:03}") for n in range(90)))
    registered = registrations(folder, crowd, LAW, None)
    content = event_book(crowd, registered, measures("a4"), Fonts())
    # 93 rows at 6.2 mm: 33 under the title, then 41 a page: 33 + 41 + 19.
    assert content.count(b"/Type /Page\n") == 3 + 3


def test_the_commands_from_the_file_to_the_verification(folder, capsys):
    new = ["event", "new", str(folder), "--name", "Cup", "--format", "xeno"]
    assert run(new) == 0
    assert [player.name for player in read_event(folder).players] == [
        "Zoe Adams", "Bo Brown", "Ann Smith",
    ]  # fmt: skip
    assert run(new) == 2
    out = [str(folder.parent / name) for name in ("book.pdf", "book.xlsx", "rows.csv")]
    written = [part for name in out for part in ("-o", name)]
    assert run(["event", "book", str(folder), *written]) == 0
    assert "Zoe Adams: NOT LEGAL" in capsys.readouterr().err
    assert run(["event", "book", str(folder), *written]) == 2
    assert run(["event", "verify", str(folder)]) == 2
    assert run(["event", "verify", str(folder), "--lock"]) == 0
    assert run(["event", "verify", str(folder), "--lock"]) == 2
    assert run(["event", "verify", str(folder)]) == 0
    put(folder, "smith.txt", "Ann Smith", "18x Hero\n")
    capsys.readouterr()
    assert run(["event", "verify", str(folder), "--json"]) == 1
    states = {each["list"]: each["state"] for each in json.loads(capsys.readouterr().out)}
    assert states == {"adams.txt": "same", "late.txt": "same", "smith.txt": "changed"}
    assert run(["event", "check", str(folder), "--format", "xeno"]) == 1


def test_a_list_called_by_a_part_of_a_players_name_is_taken_for_theirs(tmp_path, capsys):
    for name in ("ann", "brown", "Bo Clark", "zoe", "dee", "dee dunn"):
        (tmp_path / f"{name}.txt").write_text(f"Game: XENO\nFormat: xeno\n{WHOLE}", "utf-8")
    (tmp_path / "eve.txt").write_text(f"Game: XENO\nPlayer: Eve Fox\n{WHOLE}", "utf-8")
    players = (
        "Ann Adams",
        "Brown, Cy",
        "Bo Clark",
        "Zoe Adams",
        "Zoe Evans",
        "Dee Dunn",
        "Eve Ost",
    )
    said = [part for player in players for part in ("--player", player)]
    assert run(["event", "new", str(tmp_path), *said]) == 0
    told = capsys.readouterr().err
    assert "ann.txt is taken for the list of Ann Adams." in told
    lists = {player.name: player.list for player in read_event(tmp_path).players}
    assert lists == {
        "Ann Adams": "ann.txt",
        "Brown, Cy": "brown.txt",
        # Found by the whole name anyway.
        "Bo Clark": "",
        "Dee Dunn": "",
        # Two are called Zoe, and eve.txt says itself whose it is.
        "Zoe Adams": "",
        "Zoe Evans": "",
        "Eve Ost": "",
    }


@pytest.mark.parametrize(
    "wrong",
    [
        ["book", "lists", "-o", "book.doc"],
        ["book", "lists", "-o", "lists/book.xlsx"],
        ["book", "lists", "-o", "book.pdf", "--format", "no-such-format"],
        ["book", "nowhere", "-o", "book.pdf"],
        ["new", "lists", "--date", "soon"],
        ["new", "lists", "--deadline", "soon"],
        ["new", "lists", "--format", "no-such-format"],
    ],
)
def test_what_cannot_be_used_leaves_nothing_behind(folder, monkeypatch, wrong, capsys):
    monkeypatch.chdir(folder.parent)
    before = sorted(path.name for path in folder.parent.rglob("*"))
    assert run(["event", *wrong]) == 2
    assert sorted(path.name for path in folder.parent.rglob("*")) == before
    assert "Error" in capsys.readouterr().err
