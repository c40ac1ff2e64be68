"""What is written is safe for those who open it, whatever strangers called their cards and decks.

A class of danger each: formulas in cells, marks of HTML and XML, names that look like paths,
inputs without end.
"""

from __future__ import annotations

import csv
import io
import os
import re
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import openpyxl
import pytest
from defusedxml.ElementTree import fromstring
from sample_lists import TEXTS, sample

from deckbuilder.cli.main import run
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.errors import InputError
from deckbuilder.exchange.faces import draw_face
from deckbuilder.exchange.reading import read_deck
from deckbuilder.exchange.targets import target, targets
from deckbuilder.games.statistics import Kind, Question
from deckbuilder.registry import game
from deckbuilder.reports.event_file import Event, Player
from deckbuilder.reports.figures import draw
from deckbuilder.reports.registrations import registrations
from deckbuilder.reports.statistics import statistics
from deckbuilder.reports.workbook import event_rows, event_workbook
from deckbuilder.sources import xml_source

STARTS = ("=", "+", "-", "@", "\t", "\r")
MARKS = '<script>alert("x")</script> & ]]> \''
UPWARDS = "../../x"


def named(text: str) -> Deck:
    """Return a deck in which everything that a stranger may name is called so."""
    return Deck(
        game="invasion",
        name=text,
        format=text,
        headers=(("Player", text), ("Event", text)),
        notes=(text,),
        entries=(
            Entry(count=1, name=text, comment=text, notes=(text,)),
            Entry(count=2, name="Pillage", card=game("invasion").catalog().find("Pillage")),
        ),
    )


def csv_cells(content: bytes) -> list[str]:
    rows = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    return [cell for row in rows for cell in row]


def workbook_cells(content: bytes) -> list[str]:
    book = openpyxl.load_workbook(io.BytesIO(content))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert "f" not in {cell.data_type for cell in cells}
    return [cell.value for cell in cells if isinstance(cell.value, str)]


def dangerous(cells: Iterable[str]) -> list[str]:
    return [cell for cell in cells if cell.startswith(STARTS)]


@pytest.mark.parametrize("start", STARTS)
def test_no_cell_of_a_list_starts_a_formula(start: str) -> None:
    deck = named(f"{start}HYPERLINK(1)")
    assert not dangerous(csv_cells(target("csv").write(deck)))
    assert not dangerous(workbook_cells(target("xlsx").write(deck)))


@pytest.mark.parametrize("start", STARTS)
def test_no_cell_of_an_event_starts_a_formula(start: str, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("Game: XENO\nPlayer: Bo\n1x =1+1\n1x Hero\n", "utf-8")
    evil = f"{start}1+1"
    event = Event(name=evil, players=(Player(name=evil, team=evil, table=evil), Player(name="Bo")))
    registered = registrations(tmp_path, event, None, None)
    assert not dangerous(csv_cells(event_rows(registered)))
    assert not dangerous(workbook_cells(event_workbook(event, registered)))


@pytest.mark.parametrize("start", "=+-@")
def test_no_cell_of_a_table_of_cards_starts_a_formula(
    start: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture
) -> None:
    sheet = tmp_path / "pool.csv"
    sheet.write_text(f"Name,Game,Type\n{start}1+1 Nobody,Invasion,unit\n", encoding="utf-8")
    arguments = ["cards", "invasion", "nobody is:any", "--csv", "--cards", str(sheet)]
    assert run(arguments) == 0
    cells = csv_cells(capfdbinary.readouterr().out)
    assert [cell for cell in cells if "Nobody" in cell] == [f"'{start}1+1 Nobody"]
    assert not dangerous(cells)


def assert_no_marks(page: str) -> None:
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_pages_of_lists_escape_everything(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(target("text").write(named(MARKS)))
    assert_no_marks(target("html").write(named(MARKS)).decode())
    page = tmp_path / "stats.html"
    assert run(["stats", str(path), "--html", str(page)]) == 0
    assert_no_marks(page.read_text(encoding="utf-8"))
    page = tmp_path / "sheet.html"
    said = ["--format", "invasion-constructed", "--player", MARKS, "--event", MARKS]
    assert run(["sheet", str(path), "-o", str(page), *said]) == 0
    assert_no_marks(page.read_text(encoding="utf-8"))


def test_the_page_of_a_review_escapes_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    folder = tmp_path / "mine"
    assert run(["draft", "invasion-draft", "--seed", "7", "--auto", "-o", str(folder)]) == 0
    log = (folder / "log.jsonl").read_text(encoding="utf-8")
    forged = tmp_path / "forged.jsonl"
    table = log.replace('"table":"invasion-draft"', '"table":"<script>alert(1)</script>"', 1)
    # Without its end the log proves nothing, and what its head says is shown.
    open_ended = "\n".join(table.splitlines()[:-1]) + "\n"
    forged.write_text(open_ended, encoding="utf-8")
    page = tmp_path / "review.html"
    assert run(["review", str(forged), "--html", str(page)]) == 0
    assert_no_marks(page.read_text(encoding="utf-8"))


def test_pictures_and_faces_are_xml_whatever_they_show() -> None:
    asked = Question(kinds=(Kind(MARKS, lambda card: True),))
    drawn = [draw(part, "invasion") for part in statistics(named(MARKS), asked).parts]
    card = msgspec.structs.replace(game("invasion").catalog().find("Pillage"), name=MARKS)
    faces = [draw_face(card, game("invasion").catalog())]
    pictures = [picture for picture in (*drawn, *faces) if picture]
    assert len(pictures) > 2
    for picture in pictures:
        assert "script" not in {element.tag.rpartition("}")[2] for element in fromstring(picture)}
    assert any("&lt;script&gt;" in picture for picture in pictures)


@pytest.mark.parametrize("name", ["octgn", "cockatrice", "lackey"])
def test_decks_of_other_programs_are_xml_whatever_they_name(name: str) -> None:
    # XML cannot hold control letters at all: they are left out.
    content = target(name).write(named(f"{MARKS}\x00\x1b"))
    texts = {part for each in fromstring(content).iter() for part in _texts(each)}
    assert any(MARKS in text for text in texts)


def _texts(element: object) -> Iterator[str]:
    yield from element.attrib.values()
    yield element.text or ""


@pytest.mark.parametrize("name", [each.id for each in targets()])
def test_a_name_is_never_a_path(name: str, tmp_path: Path) -> None:
    below = tmp_path / "a" / "b" / "c"
    below.mkdir(parents=True)
    path = below / "list.txt"
    path.write_bytes(target("text").write(named(UPWARDS)))
    out = below / "out"
    end = target(name).extension
    assert run(["export", str(path), "--to", name, "-o", str(out / f"deck.{end}")]) == 0
    written = {each for each in tmp_path.rglob("*") if each.is_file()} - {path}
    assert {each.parent for each in written} == {out}
    assert all(each.name.startswith("deck") for each in written)
    content = (out / f"deck.{end}").read_bytes()
    if zipfile.is_zipfile(io.BytesIO(content)):
        archive = zipfile.ZipFile(io.BytesIO(content))
        assert not [each for each in archive.namelist() if ".." in each or each.startswith("/")]


def test_players_of_an_event_are_never_paths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists = tmp_path / "a" / "b" / "lists"
    lists.mkdir(parents=True)
    (lists / "one.txt").write_text(f"Game: XENO\nPlayer: {UPWARDS}\n1x Hero\n", "utf-8")
    monkeypatch.chdir(lists.parent)
    assert run(["event", "new", "lists", "--name", UPWARDS, "--player", UPWARDS]) == 0
    assert run(["event", "book", "lists", "-o", "x.pdf", "-o", "x.xlsx", "-o", "x.csv"]) == 0
    assert run(["sheet", "lists/one.txt", "--player", UPWARDS, "-o", "sheet.pdf"]) == 0
    written = {os.path.relpath(each) for each in tmp_path.rglob("*") if each.is_file()}
    expected = ("event.yaml", "one.txt")
    assert written == {"x.pdf", "x.xlsx", "x.csv", "sheet.pdf", *(f"lists/{e}" for e in expected)}


def test_xml_is_bounded_in_letters_and_nesting(monkeypatch: pytest.MonkeyPatch) -> None:
    deck = target("octgn").write(sample("invasion"))
    assert read_deck(deck, "deck.o8d").size() == 13
    with pytest.raises(InputError, match="nested deeper"):
        read_deck(b"<a>" * 30 + b"</a>" * 30, "deck.o8d")
    monkeypatch.setattr(xml_source, "MAX_LETTERS", 200)
    with pytest.raises(InputError, match="more than 200 letters"):
        read_deck(deck, "deck.o8d")


def test_a_workbook_of_cards_defines_no_entities(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = openpyxl.Workbook()
    book.active.append(["Name", "Game", "Type"])
    stream = io.BytesIO()
    book.save(stream)
    path = tmp_path / "pool.xlsx"
    with zipfile.ZipFile(stream) as before, zipfile.ZipFile(path, "w") as after:
        for each in before.infolist():
            content = before.read(each)
            if each.filename.startswith("xl/worksheets/sheet"):
                content = re.sub(
                    rb"<worksheet",
                    b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><worksheet',
                    content,
                    count=1,
                )
            after.writestr(each, content)
    assert run(["cards", "invasion", "--cards", str(path)]) == 2
    assert "cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("game_id", TEXTS)
def test_a_file_is_replaced_whole_and_only_when_asked(game_id: str, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(TEXTS[game_id], encoding="utf-8")
    for each in targets():
        out = tmp_path / each.id
        out.write_bytes(b"mine" * 100_000)
        arguments = ["export", str(path), "--to", each.id, "-o", str(out)]
        assert run(arguments) == 2
        assert out.read_bytes() == b"mine" * 100_000
        assert run([*arguments, "--force"]) == 0
        assert b"minemine" not in out.read_bytes()
    assert not [each.name for each in tmp_path.iterdir() if each.name.startswith(".")]
