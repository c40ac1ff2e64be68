"""Registration sheets: what stands on them, where, and that they are the same every time."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfbase.pdfmetrics import stringWidth

from deckbuilder.cli.main import run
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.decks.identity import deck_hash
from deckbuilder.errors import InputError
from deckbuilder.exchange.reading import read_deck
from deckbuilder.exchange.registration.fonts import Fonts
from deckbuilder.exchange.registration.page import sheets_page
from deckbuilder.exchange.registration.paging import (
    POINTS,
    SMALL,
    measures,
    pages,
    papers,
)
from deckbuilder.exchange.registration.pdf import sheets_pdf
from deckbuilder.exchange.registration.qr import qr_matrix, runs
from deckbuilder.exchange.registration.sheet import (
    Details,
    compact_text,
    filing_key,
    make_sheet,
    split_name,
)
from deckbuilder.formats.loading import load_format
from deckbuilder.formats.verdict import format_of, judge
from deckbuilder.preferences import Preferences
from deckbuilder.registry import game


@pytest.fixture(autouse=True)
def in_english():
    with Preferences(language="en").in_force():
        yield


def deck(game_id, *lines, headers=(), name=""):
    catalog = game(game_id).catalog()
    return Deck(
        game=game_id,
        name=name,
        headers=tuple(headers),
        entries=tuple(
            Entry(count=n, name=title, section=(rest or ["main"])[0], card=catalog.find(title))
            for n, title, *rest in lines
        ),
    )


DWARVES = deck(
    "invasion",
    (3, "Innovation"),
    (3, "Troll Slayers"),
    (2, "Defender of the Hold"),
    (3, "Contested Village"),
    headers=[("Capital", "Dwarf"), ("Player", "Ann Smith"), ("Table", "7")],
    name="Wall of iron",
)


def fields(sheet):
    return dict(sheet.fields)


def test_the_sheet_holds_player_event_and_deck():
    sheet = make_sheet(DWARVES, Details(event="Spring Cup", date="2026-03-14"), None)
    assert sheet.initial == "S"
    told = fields(sheet)
    assert (told["Family name"], told["Given name"], told["Table"]) == ("Smith", "Ann", "7")
    assert (told["Event"], told["Date"], told["Place"]) == ("Spring Cup", "2026-03-14", "")
    assert (told["Deck name"], told["Capital"]) == ("Wall of iron", "Dwarf")
    assert sheet.hash == deck_hash(DWARVES)
    assert sheet.total == "11 cards, 4 different titles"


def test_a_japanese_sheet_names_the_capital_in_japanese_and_keeps_what_is_no_capital():
    with Preferences(language="ja").in_force():
        assert fields(make_sheet(DWARVES, Details(), None))["首都"] == "ドワーフ"
        unknown = deck("invasion", (3, "Troll Slayers"), headers=[("Capital", "Nowhere")])
        assert fields(make_sheet(unknown, Details(), None))["首都"] == "Nowhere"


def test_what_is_said_goes_before_what_the_list_says():
    sheet = make_sheet(DWARVES, Details(player="Bo Jones", table="9"), None)
    assert fields(sheet)["Family name"] == "Jones"
    assert fields(sheet)["Table"] == "9"


def test_an_invasion_sheet_is_grouped_by_type_then_name_and_totalled():
    sheet = make_sheet(DWARVES, Details(), None)
    assert [(group.title, group.total) for group in sheet.groups] == [
        ("Units", 5),
        ("Supports", 3),
        ("Tactics", 3),
    ]
    assert [(row.count, row.name, row.printing) for row in sheet.groups[0].rows] == [
        (2, "Defender of the Hold", "Core Set 1"),
        (3, "Troll Slayers", "Core Set 4"),
    ]


def test_DRB_46_a_warband_has_a_row_each_in_the_order_of_cost():
    warband = deck(
        "dreamblade",
        (1, "Night Queen"),
        (2, "Cannibal Pariah"),
        (1, "Doctor Ape"),
        (1, "Scarab Warcharm"),
    )
    sheet = make_sheet(warband, Details(), None)
    assert [(row.count, row.name, *row.facts) for row in sheet.groups[0].rows] == [
        (1, "Cannibal Pariah", "2", "Fear", "Fear"),
        (1, "Cannibal Pariah", "2", "Fear", "Fear"),
        (1, "Scarab Warcharm", "4", "Valor ×2", "Valor"),
        (1, "Night Queen", "6", "Fear ×3", "Fear"),
        (1, "Doctor Ape", "", "", "Madness"),
    ]
    assert set(fields(sheet)["Aspects"].split(", ")) == {"Fear", "Madness", "Valor"}


def test_NF_40_a_constructed_sheet_asks_for_the_sections_that_the_list_lacks():
    archives = deck("nightfall", (3, "Doktor Nyilaszy", "archive-1"), (3, "Banner 89", "archive-2"))
    law = load_format("nightfall-constructed")
    sheet = make_sheet(archives, Details(), judge(archives, law, "list"))
    asked = [section.id for section in law.sections if not section.optional]
    assert len(sheet.groups) == len({"archive-1", "archive-2", *asked})
    assert [group.title for group in sheet.groups][:2] == ["Archive 1", "Archive 2"]
    assert any(group.total == 0 for group in sheet.groups)


def test_the_verdict_stands_on_the_sheet_with_format_and_day():
    law = load_format("invasion-tournament")
    sheet = make_sheet(DWARVES, Details(), judge(DWARVES, law, "list", date="2012-05-01"))
    assert sheet.verdict == f"NOT LEGAL in {law.title}, as of 2012-05-01"
    assert any("50" in problem for problem in sheet.problems)
    assert sheet.restricted == "Restricted: Innovation."
    assert make_sheet(DWARVES, Details(), None).verdict == "Not checked: no format is named."


@pytest.mark.parametrize(
    ("name", "split"),
    [
        ("Ann Smith", ("Smith", "Ann")),
        ("Smith, Ann", ("Smith", "Ann")),
        ("Ann Maria Smith", ("Smith", "Ann Maria")),
        ("佐藤 美香", ("佐藤", "美香")),
        ("Cher", ("Cher", "")),
        ("  ", ("", "")),
    ],
)
def test_names_are_filed_under_the_family_name(name, split):
    assert split_name(name) == split


def test_players_are_sorted_by_family_name():
    names = ["Zoe Adams", "adams, Al", "Bo Ångström", "Cy Aaron"]
    assert sorted(names, key=filing_key) == ["Cy Aaron", "adams, Al", "Zoe Adams", "Bo Ångström"]


def test_the_code_on_the_sheet_reads_back_as_the_same_deck():
    nightfall = deck(
        "nightfall",
        (3, "Doktor Nyilaszy", "archive-1"),
        (2, "Großer Schatten", "archive-2"),
        (15, "Bite wound (chain)", "wounds"),
    )
    for written in (DWARVES, nightfall):
        back = read_deck(compact_text(written, None).encode(), "code")
        assert deck_hash(back) == deck_hash(written)
    assert read_deck(compact_text(DWARVES, None).encode(), "code").header("Capital") == "Dwarf"


def test_the_code_names_the_format_that_the_sheet_states():
    law = load_format("invasion-first-game")
    code = compact_text(DWARVES, law.id)
    back = read_deck(code.encode(), "code")
    assert back.format == "invasion-first-game"
    assert format_of(back, "code") == law
    sheet = make_sheet(DWARVES, Details(), judge(DWARVES, law, "list"))
    assert sheet.qr == qr_matrix(code)


def test_marks_stand_below_the_verdict_on_paper_and_page():
    law = load_format("invasion-first-game")
    sheet = make_sheet(DWARVES, Details(), judge(DWARVES, law, "list"), "LATE")
    page = sheets_page([sheet], measures("a4"))
    assert "<strong>LATE</strong>" in page
    plain = make_sheet(DWARVES, Details(), judge(DWARVES, law, "list"))
    assert "LATE" not in sheets_page([plain], measures("a4"))
    made = [sheets_pdf([each], measures("a4"), Fonts()) for each in (sheet, plain)]
    assert made[0] != made[1]


@pytest.mark.parametrize("paper", papers())
def test_long_set_names_lose_their_article_and_get_the_room_they_need(paper):
    measured = measures(paper)
    known = game("invasion").catalog()
    card = known.by_number("The Burning of Derricksburg", 2)
    long = Deck(game="invasion", entries=(Entry(count=1, name=card.name, card=card),))
    sheet = make_sheet(long, Details(), None)
    (row,) = sheet.groups[0].rows
    assert row.printing == "Burning of Derricksburg 2"
    # The PDF keeps 1.6 mm free beside a text, and condenses only what is wider than the rest.
    written = stringWidth(row.printing, "Helvetica", SMALL) / POINTS
    assert measured.printing_width(sheet) >= written + 1.6
    # Short ones keep the column's usual width, and long ones never take more than half.
    assert measured.printing_width(make_sheet(DWARVES, Details(), None)) == measured.printing
    room = measured.column_width(sheet) - measured.count
    assert measured.name_width(sheet) >= room / 2


def test_a_code_has_its_three_finders_and_loses_no_square():
    matrix = qr_matrix("Game: XENO\n1 Hero")
    finder = [
        "#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######",
    ]  # fmt: skip
    side = len(matrix)
    for top, left in ((0, 0), (0, side - 7), (side - 7, 0)):
        shown = [
            "".join("#" if matrix[top + row][left + column] else "." for column in range(7))
            for row in range(7)
        ]
        assert shown == finder
    dark = {(row, column + at) for row, column, length in runs(matrix) for at in range(length)}
    assert dark == {(r, c) for r in range(side) for c in range(side) if matrix[r][c]}


def test_a_list_that_is_too_long_for_a_code_has_none():
    assert qr_matrix("x" * 3_000) is None
    long = Deck(
        game="invasion",
        entries=tuple(Entry(count=1, name=f"Some card number {n}") for n in range(150)),
    )
    sheet = make_sheet(long, Details(), None)
    assert sheet.qr is None
    assert sheets_pdf([sheet], measures("a4"), Fonts()).startswith(b"%PDF")


@pytest.mark.parametrize("paper", papers())
def test_sixty_rows_fit_on_one_page(paper):
    catalog = game("invasion").catalog()
    kinds = ("unit", "support", "tactic", "quest")
    names = list(
        dict.fromkeys(card.name for card in catalog.cards if card.type in kinds and card.official)
    )[:60]
    sheet = make_sheet(deck("invasion", *((1, name) for name in names)), Details(), None)
    assert len(pages(sheet, measures(paper), "")) == 1


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 3), max_size=160), st.sampled_from(["invasion", "xeno"]))
def test_every_row_stands_on_some_page_once_and_in_order(counts, game_id):
    made = Deck(
        game=game_id,
        entries=tuple(Entry(count=n, name=f"Card {at:03}") for at, n in enumerate(counts)),
    )
    sheet = make_sheet(made, Details(), None)
    measured = measures("letter")
    laid = pages(sheet, measured, "(continued)")
    slots = [slot for page in laid for column in page for slot in column]
    assert [slot.row.name for slot in slots if slot.row] == [e.name for e in made.entries]
    assert all(len(column) == measured.slots(sheet) for page in laid for column in page)
    assert all(len(page) == sheet.across for page in laid)
    for page in laid:
        for column in page:
            assert column[-1].kind != "heading"


def test_pages_grow_only_when_the_rows_do_and_blank_rows_give_way():
    sheet = make_sheet(DWARVES, Details(), None)
    blanks = [slot.kind for column in pages(sheet, measures("a4"), "")[0] for slot in column]
    # Two empty rows below each of three groups, and the rest of the page.
    assert blanks[3:5] == ["blank", "blank"]


def test_the_pdf_is_the_same_bytes_from_run_to_run(tmp_path):
    sheet = make_sheet(DWARVES, Details(event="Cup"), None)
    one, two = (sheets_pdf([sheet, sheet], measures("a4"), Fonts()) for _ in range(2))
    assert one == two
    script = (
        "import sys; from deckbuilder.cli.main import run; "
        "sys.exit(run(['sheet', sys.argv[1], '-o', sys.argv[2]]))"
    )
    path = tmp_path / "list.txt"
    path.write_text("Game: XENO\n1x Hero\n1x 英雄\n", encoding="utf-8")
    for name in ("one.pdf", "two.pdf"):
        arguments = [sys.executable, "-c", script, str(path), str(tmp_path / name)]
        assert subprocess.run(arguments, check=False, capture_output=True).returncode == 0
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def test_japanese_names_print():
    named = deck("xeno", (1, "英雄"), headers=[("Player", "佐藤 美香")], name="選定")
    content = sheets_pdf([make_sheet(named, Details(), None)], measures("a4"), Fonts())
    assert re.search(rb"/(FontFile2|HeiseiKakuGo-W5)", content)


def test_letters_that_no_font_has_are_drawn_as_boxes():
    fonts = Fonts()
    named = deck("xeno", (1, "Hero"), name="Wall")
    sheet = make_sheet(named, Details(player="A\U000f0000"), None)
    assert sheets_pdf([sheet], measures("a4"), fonts).startswith(b"%PDF")
    assert list(fonts.missing) == ["\U000f0000"]


def test_a_file_that_is_no_font_is_refused(tmp_path):
    path = tmp_path / "font.ttf"
    path.write_bytes(b"no font")
    with pytest.raises(InputError, match="cannot be used"):
        Fonts(path)


def test_the_page_to_print_escapes_names_and_says_the_same():
    named = deck("xeno", (1, "Hero"), name="<b>&")
    page = sheets_page([make_sheet(named, Details(player="A <i> B"), None)], measures("letter"))
    assert "<b>&lt;b&gt;&amp;</b>" in page
    assert "<i> B" not in page
    assert "215.9mm 279.4mm" in page
    assert "Page 1 of 1" in page


DWARF_LIST = "Game: Invasion\nCapital: Dwarf\n3x Troll Slayers\n"


def test_the_command_writes_pdf_and_page_and_never_overwrites(tmp_path, capsys):
    path = tmp_path / "list.txt"
    path.write_text(DWARF_LIST, encoding="utf-8")
    for name in ("sheet.pdf", "sheet.html"):
        arguments = ["sheet", str(path), "-o", str(tmp_path / name), "--player", "Ann Smith"]
        assert run(arguments) == 0
        before = (tmp_path / name).read_bytes()
        assert run([*arguments, "--table", "4"]) == 2
        assert (tmp_path / name).read_bytes() == before
        assert run([*arguments, "--table", "4", "--force"]) == 0
    assert "Smith" in (tmp_path / "sheet.html").read_text(encoding="utf-8")


EVENT_FILE = """name: Spring Cup
date: 2026-03-14
place: Würzburg
organiser: Dice Club
format: house.yaml
players:
- {name: "Smith, Ann", id: W-17, team: Reds, table: 4}
- Bo Brown
"""
HOUSE = """id: house
name: House rules
game: invasion
book: "house"
pool: ""
sections:
- {id: main}
rules:
- {kind: size, cite: H-1, least: 3}
"""


def test_an_event_file_fills_the_sheet_behind_the_options(tmp_path, capsys):
    (tmp_path / "event.yaml").write_text(EVENT_FILE, encoding="utf-8")
    # The format of the event is a file beside the event's.
    (tmp_path / "house.yaml").write_text(HOUSE, encoding="utf-8")
    path = tmp_path / "list.txt"
    path.write_text("Game: Invasion\nPlayer: Ann Smith\n3x Troll Slayers\n", encoding="utf-8")
    page = tmp_path / "sheet.html"
    arguments = ["sheet", str(path), "--event-file", str(tmp_path / "event.yaml"), "-o", str(page)]
    assert run(arguments) == 0
    written = page.read_text(encoding="utf-8")
    for told in (
        "Smith",
        "W-17",
        "Reds",
        "Spring Cup",
        "2026-03-14",
        "Würzburg",
        "Dice Club",
        "LEGAL in House rules",
    ):
        assert told in written
    arguments += ["--force", "--place", "Kobe", "--player", "Bo Brown"]
    assert run([*arguments, "--format", "invasion-first-game"]) == 0
    written = page.read_text(encoding="utf-8")
    assert "Spring Cup" in written
    assert "Kobe" in written
    assert not [told for told in ("Würzburg", "W-17", "House rules") if told in written]
    (tmp_path / "event.yaml").write_text("name: x\nmood: grim\n", encoding="utf-8")
    assert run(arguments) == 2
    assert "event.yaml:2" in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong",
    [
        ["-o", "sheet.doc"],
        ["-o", "sheet.pdf", "--event-file", "no-such.yaml"],
        ["-o", "sheet.pdf", "--paper", "a3"],
        ["-o", "sheet.pdf", "--date", "tomorrow"],
        ["-o", "sheet.pdf", "--format", "no-such-format"],
        ["-o", "sheet.pdf", "--format", "xeno"],
    ],
)
def test_what_cannot_be_used_leaves_no_file(tmp_path, monkeypatch, wrong, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.txt").write_text(DWARF_LIST, encoding="utf-8")
    assert run(["sheet", "list.txt", *wrong]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["list.txt"]
    assert "Error" in capsys.readouterr().err


def test_the_export_target_is_the_sheet_of_each_list(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text(DWARF_LIST, encoding="utf-8")
    target = tmp_path / "list.pdf"
    assert run(["export", str(path), str(path), "--to", "pdf", "-o", str(target)]) == 0
    assert target.read_bytes().count(b"/Type /Page\n") == 2
