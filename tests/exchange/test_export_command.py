"""`export`: lists in other forms, whole or not at all."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
from PIL import Image
from sample_lists import TEXTS, sample

from deckbuilder.cli.main import run
from deckbuilder.exchange import face_sheets
from deckbuilder.exchange.face_sheets import drawn_faces
from deckbuilder.exchange.reading import read_deck, read_decks
from deckbuilder.exchange.targets import target, targets
from deckbuilder.registry import game


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    path = tmp_path / "orc.txt"
    path.write_text(TEXTS["invasion"], encoding="utf-8")
    return path


def test_text_goes_to_standard_output(listed: Path, capfdbinary: pytest.CaptureFixture) -> None:
    assert run(["export", str(listed), "--to", "forum"]) == 0
    assert capfdbinary.readouterr().out == target("forum").write(sample("invasion"))


def test_a_file_is_written(listed: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "orc.xlsx"
    assert run(["export", str(listed), "--to", "xlsx", "-o", str(out)]) == 0
    assert read_deck(out.read_bytes(), "orc.xlsx").size() == 13


def test_a_file_that_is_there_is_kept_without_force(
    listed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "orc.csv"
    out.write_text("mine", encoding="utf-8")
    assert run(["export", str(listed), "--to", "csv", "-o", str(out)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == "mine"
    assert run(["export", str(listed), "--to", "csv", "-o", str(out), "--force"]) == 0
    assert out.read_bytes() == target("csv").write(sample("invasion"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["orc.csv", "orc.txt"]


def test_several_lists_in_one_file(listed: Path, tmp_path: Path) -> None:
    other = tmp_path / "night.txt"
    other.write_text(TEXTS["nightfall"], encoding="utf-8")
    out = tmp_path / "both.xlsx"
    assert run(["export", str(listed), str(other), "--to", "xlsx", "-o", str(out)]) == 0
    assert [deck.name for deck in read_decks(out.read_bytes(), "both")] == [
        "Green tide",
        "Two archives",
    ]


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture
) -> None:
    content = TEXTS["xeno"].encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert run(["export", "-", "--to", "text"]) == 0
    assert capfdbinary.readouterr().out == content


def test_the_game_may_be_said(tmp_path: Path, capfdbinary: pytest.CaptureFixture) -> None:
    path = tmp_path / "list.txt"
    path.write_text("3x Nobody\n", encoding="utf-8")
    assert run(["export", str(path), "--to", "names"]) == 2
    assert run(["export", str(path), "--to", "names", "--game", "xeno"]) == 0
    assert capfdbinary.readouterr().out == b"Nobody\n" * 3


def test_images_of_a_user(listed: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture) -> None:
    images = tmp_path / "images.yaml"
    images.write_text("cards: {Pillage: {face: 'https://x.org/p.png'}}", encoding="utf-8")
    assert run(["export", str(listed), "--to", "tts", "--images", str(images)]) == 0
    assert b"https://x.org/p.png" in capfdbinary.readouterr().out
    images.write_text("cards: {Pillage: {face: 7}}", encoding="utf-8")
    assert run(["export", str(listed), "--to", "tts", "--images", str(images)]) == 2


def test_faces_are_drawn_beside_the_file_where_the_user_has_none(
    listed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "table" / "orc deck.json"
    assert run(["export", str(listed), "--to", "tts", "-o", str(out)]) == 0
    assert "orc deck-faces-1.png" in capsys.readouterr().err
    (pile,) = json.loads(out.read_text(encoding="utf-8"))["ObjectStates"]
    (sheet,) = pile["CustomDeck"].values()
    picture = Path(unquote(urlparse(sheet["FaceURL"]).path))
    assert picture == out.with_name("orc deck-faces-1.png")
    with Image.open(picture) as drawn:
        assert drawn.size == (sheet["NumWidth"] * 400, sheet["NumHeight"] * 560)
    assert Path(unquote(urlparse(sheet["BackURL"]).path)).is_file()
    titles = {entry.title for entry in sample("invasion").entries}
    assert {card_id % 100 for card_id in pile["DeckIDs"]} == set(range(len(titles)))
    assert run(["export", str(listed), "--to", "tts", "-o", str(out)]) == 2


def test_empty_faces_on_standard_output_are_told(
    listed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    titles = {entry.title for entry in sample("invasion").entries}
    assert run(["export", str(listed), "--to", "tts"]) == 0
    told = capsys.readouterr().err
    assert told.startswith(f"{len(titles)} cards have an empty face: say -o FILE")
    images = tmp_path / "images.yaml"
    images.write_text("blank: https://x.org/b.png", encoding="utf-8")
    assert run(["export", str(listed), "--to", "tts", "--images", str(images)]) == 0
    assert not capsys.readouterr().err


def test_cockatrice_gets_short_names_of_sets_that_read_back(
    listed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "deck.cod"
    assert run(["export", str(listed), "--to", "cockatrice", "-o", str(out)]) == 0
    text = out.read_text(encoding="utf-8")
    assert 'setShortName="core"' in text
    assert not re.search(r'setShortName="[^"]* ', text)
    assert read_deck(out.read_bytes(), "deck.cod").entries[0].card.set == "core"


def test_faces_are_drawn_alike_every_time() -> None:
    first, second = (drawn_faces(sample("xeno"), "file:///x/deck") for _ in range(2))
    assert first == second


def test_a_sheet_of_faces_holds_69_and_the_next_one_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Where each face lies is held here; how they are drawn is not, and takes long.
    monkeypatch.setattr(face_sheets, "_sheet", lambda *_: b"")
    cards = game("invasion").catalog().cards
    titles = list(dict.fromkeys(card.name for card in cards if card.type == "unit"))[:75]
    deck = read_deck("\n".join(["Game: Invasion", *titles]).encode(), "long.txt")
    drawn = drawn_faces(deck, "file:///x/deck")
    assert list(drawn.pictures) == ["-faces-1.png", "-faces-2.png", "-back.png"]
    places = [(image.sheet, image.index) for image in drawn.images.cards.values()]
    assert places[68:70] == [("-faces-1.png", 68), ("-faces-2.png", 0)]


def test_the_list_of_targets(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["export", "--list"]) == 0
    told = capsys.readouterr().out
    assert all(each.id in told for each in targets())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.txt", "--to", "text"], "there is no such file"),
        ([".", "--to", "text"], "this is a folder"),
        (["{list}", "--to", "word"], "there is no target 'word'"),
        (["{list}"], "--to TARGET"),
        (["--to", "text"], "Name a list"),
        (["{list}", "{list}", "--to", "octgn"], "holds one list, not 2"),
        (["{list}", "--to", "text", "-o", "/dev/full", "--force"], "no file that can be replaced"),
        (["{list}", "--to", "text", "-o", "/proc/nothing/x"], "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_told(
    arguments: list[str], message: str, listed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["export", *(each.replace("{list}", str(listed)) for each in arguments)]) == 2
    told = capsys.readouterr()
    assert message in told.err
    assert "Traceback" not in told.err
