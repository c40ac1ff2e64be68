"""What comes to an organiser: tables of players, mails, folders, and the page that sums it up."""

from __future__ import annotations

import json

import openpyxl
import pytest
from mails import mail

from deckbuilder.cli.main import run
from deckbuilder.errors import InputError
from deckbuilder.exchange.reading import read_decks
from deckbuilder.reports.event_file import read_event
from deckbuilder.reports.player_tables import read_players

WHOLE = (
    "1x Hero\n1x Emperor\n2x Spirit\n2x Sage\n2x Noble\n2x Reaper\n2x Maiden\n2x Diviner\n"
    "2x Soldier\n2x Boy\n"
)
LIST = f"Game: XENO\n\n{WHOLE}"


def test_a_list_that_is_written_in_a_mail_is_its_senders():
    (deck,) = read_decks(mail(LIST), "ann.eml")
    assert deck.size() == 18
    assert deck.header("Player") == "Ann Smith"
    assert deck.remarks == ()


def test_an_attached_list_counts_before_what_is_written_and_pictures_are_told():
    content = mail(
        "Hi, here is my list. Ann",
        [
            ("deck.txt", LIST.encode(), "text/plain"),
            ("logo.png", b"\x89PNG\r\n\x1a\n", "image/png"),
        ],
    )
    (deck,) = read_decks(content, "ann.eml")
    assert deck.size() == 18
    assert [(each.code, each.text) for each in deck.remarks] == [("mail-part", "logo.png")]


def test_an_attached_workbook_is_read(tmp_path, capsys):
    (tmp_path / "mine.txt").write_text(LIST, encoding="utf-8")
    assert (
        run(["export", str(tmp_path / "mine.txt"), "--to", "xlsx", "-o", str(tmp_path / "m.xlsx")])
        == 0
    )
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    content = mail("see file", [("m.xlsx", (tmp_path / "m.xlsx").read_bytes(), kind)])
    assert read_decks(content, "ann.eml")[0].size() == 18


def test_the_player_that_a_list_names_is_kept():
    (deck,) = read_decks(mail(f"Game: XENO\nPlayer: Bo Brown\n\n{WHOLE}"), "x.eml")
    assert deck.header("Player") == "Bo Brown"


@pytest.mark.parametrize(
    "content",
    [
        mail(""),
        mail("", [("logo.png", b"\x89PNG\r\n\x1a\n", "image/png")]),
        mail("", [("deck.pdf", b"%PDF-1.4", "application/pdf")]),
        b"From: a\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\n--x--\n",
    ],
)
def test_a_mail_without_a_list_is_refused(content):
    with pytest.raises(InputError) as refused:
        read_decks(content, "x.eml")
    assert all(fault.where and fault.where.startswith("x.eml") for fault in refused.value.faults)


@pytest.mark.parametrize(
    "words", ["", "Here is my list", "Hi, here is my list as a photo.\nCheers, Anna\n"]
)
@pytest.mark.parametrize("game", [None, "xeno"])
def test_a_photo_of_a_list_in_a_mail_is_told_and_no_word_beside_it_is_taken_for_a_card(words, game):
    content = mail(words, [("list.jpg", b"\xff\xd8\xff\xe0JFIF", "image/jpeg")])
    with pytest.raises(InputError) as refused:
        read_decks(content, "x.eml", game=game)
    (fault,) = refused.value.faults
    assert fault.code == "lists.mail-unread"
    assert "list.jpg" in str(refused.value)


def test_a_fault_in_a_written_list_is_told_whatever_picture_is_beside_it():
    content = mail("Game: XENO\n0x Hero\n", [("logo.png", b"\x89PNG\r\n", "image/png")])
    with pytest.raises(InputError) as refused:
        read_decks(content, "x.eml")
    assert [fault.line for fault in refused.value.faults] == [2]


@pytest.mark.parametrize("content", [b"\xff\xd8", b"\xff\xd8\xff", b"\x89PNG"])
def test_a_picture_that_was_cut_short_is_no_list(content):
    with pytest.raises(InputError) as refused:
        read_decks(content, "x.jpg")
    assert [fault.code for fault in refused.value.faults] == ["lists.no-list.picture"]


def test_a_list_with_header_lines_of_its_own_is_no_mail():
    (deck,) = read_decks(f"From: Ann\nSubject: XENO\nGame: XENO\n\n{WHOLE}".encode(), "x.txt")
    assert deck.size() == 18


def test_a_mail_is_late_by_the_day_it_was_sent(tmp_path, capsys):
    (tmp_path / "ann.eml").write_bytes(mail(LIST))
    (tmp_path / "bo.eml").write_bytes(
        mail(
            LIST.replace("2x Boy", "1x Boy"),
            sender="Bo Brown <b@x>",
            date="Sun, 15 Mar 2026 9:00 +0100",
        )
    )
    (tmp_path / "event.yaml").write_text("deadline: 2026-03-14T09:30\n", encoding="utf-8")
    assert run(["event", "check", str(tmp_path), "--format", "xeno", "--json"]) == 1
    told = {each["player"]: each["marks"] for each in json.loads(capsys.readouterr().out)["lists"]}
    assert told == {"Ann Smith": [], "Bo Brown": ["illegal", "late"]}


def test_folders_within_are_told(tmp_path, capsys):
    (tmp_path / "ann.txt").write_text(LIST, encoding="utf-8")
    (tmp_path / "late ones").mkdir()
    (tmp_path / "late ones" / "bo.txt").write_text(LIST, encoding="utf-8")
    assert run(["event", "check", str(tmp_path), "--format", "xeno"]) == 0
    assert "late ones in it is not read (1 file)" in " ".join(capsys.readouterr().err.split())


TABLE = "Player,Team,Tisch,Deck file\nAnn Smith,Owls,7,ann.txt\n\nZoë Adams,,8,\n"


def test_players_come_from_a_table(tmp_path):
    (tmp_path / "players.csv").write_text(TABLE, encoding="utf-8")
    lists = tmp_path / "lists"
    assert run(["event", "new", str(lists), "--from", str(tmp_path / "players.csv")]) == 0
    ann, zoe = read_event(lists).players
    assert (ann.name, ann.team, ann.table, ann.list) == ("Ann Smith", "Owls", "7", "ann.txt")
    assert (zoe.name, zoe.team, zoe.table, zoe.list) == ("Zoë Adams", "", "8", "")


def test_players_come_from_a_workbook_and_from_a_column_of_names(tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["名前", "Id"])
    book.active.append(["山田 太郎", 12])
    book.save(tmp_path / "p.xlsx")
    assert [
        (each.name, each.id) for each in read_players((tmp_path / "p.xlsx").read_bytes(), "p.xlsx")
    ] == [("山田 太郎", "12")]
    names = read_players(b"Ann Smith\nBo Brown\n", "names.txt")
    assert [each.name for each in names] == ["Ann Smith", "Bo Brown"]


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ("", "no column"),
        ("a,b\n1,2\n", "no column"),
        ("name,shoe size\nAnn,7\n", "shoe size"),
        ("name\nAnn\nann\n", "players.csv:3:"),
        ("name,list\nAnn,../x\n", "players.csv:2:"),
        ("name,received\nAnn,yesterday\n", "players.csv:2:"),
        ("name,team\n,Owls\n", "players.csv:2:"),
    ],
)
def test_a_table_that_cannot_be_used_is_refused_with_its_line(tmp_path, capsys, table, says):
    path = tmp_path / "players.csv"
    path.write_text(table, encoding="utf-8")
    assert run(["event", "new", str(tmp_path / "lists"), "--from", str(path)]) == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "lists" / "event.yaml").exists()


def test_the_page_of_an_event_has_verdicts_and_the_cards_in_use(tmp_path, capsys):
    lists = tmp_path / "lists"
    lists.mkdir()
    (lists / "ann.txt").write_text(f"Player: <script>\n{LIST}", encoding="utf-8")
    (lists / "bo.txt").write_text(LIST.replace("2x Boy", "1x Boy"), encoding="utf-8")
    (lists / "broken.txt").write_bytes(b"%PDF-1.4")
    page = tmp_path / "cup.html"
    assert run(["event", "book", str(lists), "--format", "xeno", "-o", str(page)]) == 0
    told = page.read_text(encoding="utf-8")
    assert "&lt;script&gt;" in told
    assert "<script" not in told
    assert "3 players, 1 legal list, 2 to look at" in told
    # Ten titles, each in both lists that can be read.
    assert told.count(">100.0<") == 10
    assert "<svg" in told
    assert run(["event", "book", str(lists), "-o", str(lists / "cup.html")]) == 2


def test_a_list_that_is_handed_in_twice_counts_once_among_the_cards_in_use(tmp_path, capsys):
    lists = tmp_path / "lists"
    lists.mkdir()
    for name in ("ann.txt", "ann-again.txt"):
        (lists / name).write_text(f"Player: Ann Smith\n{LIST}", encoding="utf-8")
    (lists / "bo.txt").write_text(
        f"Player: Bo Brown\n{LIST.replace('1x Hero', '1x Nobody')}", encoding="utf-8"
    )
    (lists / "cy.txt").write_text("Player: Cy\nGame: XENO\n\n3x Nobody At All\n", encoding="utf-8")
    page = tmp_path / "cup.html"
    assert run(["event", "book", str(lists), "--format", "xeno", "-o", str(page)]) == 0
    told = page.read_text(encoding="utf-8")
    assert "3 players" in told
    usage = told.partition("<h2>Cards in use</h2>")[2]
    # Nine titles in both lists that count; the tenth of each in one of the two.
    assert usage.count(">100.0<") == 9
    assert usage.count(">50.0<") == 2
