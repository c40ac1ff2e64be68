"""What is written arrives where it is taken: other programs, printers, and this program again."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from sample_lists import TEXTS, decks, sample

from deckbuilder.cli.main import run
from deckbuilder.decks.deck import Deck
from deckbuilder.exchange.reading import read_deck, read_decks
from deckbuilder.exchange.registration.fonts import Fonts
from deckbuilder.exchange.targets import target
from deckbuilder.registry import games

NO_FONT_HAS = "\U000f0000"
LEGAL = (
    Path(__file__).parents[1] / "data" / "lists" / "invasion" / "dwarf-midrange.txt"
).read_text(encoding="utf-8")


def cards(deck: Deck) -> Counter[tuple[str, str]]:
    counted: Counter[tuple[str, str]] = Counter()
    for entry in deck.entries:
        counted[entry.section, entry.title] += entry.count
    return counted


@pytest.mark.parametrize("game_id", TEXTS)
def test_cockatrice_finds_the_zones_that_it_knows_and_no_others(game_id: str) -> None:
    deck = sample(game_id)
    root = ElementTree.fromstring(target("cockatrice").write(deck))
    assert [zone.get("name") for zone in root.iter("zone")] == ["main", "side"]
    assert sum(int(card.get("number", "0")) for card in root.iter("card")) == deck.size()


def test_cockatrice_has_the_parts_of_nightfall_in_the_comments() -> None:
    deck = sample("nightfall")
    content = target("cockatrice").write(deck).decode()
    comments = ElementTree.fromstring(content).findtext("comments") or ""
    assert "[Archive 1] 3x Asset Seven" in comments
    assert cards(read_deck(content.encode(), "deck.cod")) == cards(deck)
    # Cockatrice saves the cards in an order of its own, and copies may have been taken out.
    wounds = 'number="{}" name="Bite wound (draw)"'
    fewer = content.replace(wounds.format(15), wounds.format(14))
    assert cards(read_deck(fewer.encode(), "deck.cod"))["wounds", "Bite wound (draw)"] == 14


def test_a_real_deck_of_cockatrice_keeps_its_side() -> None:
    text = (
        '<?xml version="1.0"?><cockatrice_deck version="1"><deckname>X</deckname><comments/>'
        '<zone name="main"><card number="3" name="Pillage"/></zone>'
        '<zone name="side"><card number="2" name="Innovation"/></zone></cockatrice_deck>'
    )
    deck = read_deck(text.encode(), "deck.cod")
    assert cards(deck) == Counter({("main", "Pillage"): 3})
    assert [(each.section, each.count) for each in deck.beside] == [("sideboard", 2)]
    root = ElementTree.fromstring(target("cockatrice").write(deck))
    (side,) = (zone for zone in root.iter("zone") if zone.get("name") == "side")
    assert [card.get("name") for card in side] == ["Innovation"]


@pytest.mark.parametrize("game_id", TEXTS)
def test_octgn_is_told_whose_id_the_game_has(game_id: str) -> None:
    content = target("octgn").write(sample(game_id)).decode()
    assert ("this program's own" in content) == (game_id != "invasion")


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(deck=decks())
def test_json_is_the_same_after_a_round_trip(deck: Deck) -> None:
    first = target("json").write(read_deck(target("json").write(deck), "list.json"))
    assert target("json").write(read_deck(first, "list.json")) == first
    assert all("count" in card for card in json.loads(first)["cards"])


@pytest.fixture
def drafted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    folder = tmp_path / "mine"
    assert run(["draft", "invasion-draft", "--seed", "7", "--auto", "-o", str(folder)]) == 0
    return folder / "log.jsonl"


def test_draftmancer_takes_all_packs_of_a_draft_as_one_pool(
    drafted: Path, capfdbinary: pytest.CaptureFixture
) -> None:
    def exported(*more: str) -> str:
        capfdbinary.readouterr()
        assert run(["export", str(drafted), *more]) == 0
        return capfdbinary.readouterr().out.decode()

    packs = read_decks(exported("--to", "json").encode(), "packs")
    pool = exported("--to", "draftmancer")
    counts = [int(count) for count in re.findall(r"^(\d+) .+$", pool.partition("[Pool")[2], re.M)]
    assert sum(counts) == sum(pack.size() for pack in packs) == 30
    of_seat = exported("--to", "json", "--seat", "destruction")
    assert cards(read_deck(of_seat.encode(), "pack")) == cards(packs[1])
    assert exported("--to", "json", "--seat", "2") == of_seat
    assert run(["export", str(drafted), "--to", "text", "--seat", "nobody"]) == 2


def test_a_seat_is_asked_of_drafts_only(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(LEGAL, encoding="utf-8")
    assert run(["export", str(path), "--to", "text", "--seat", "1"]) == 2


def test_letters_that_no_font_has_are_boxes_and_are_told() -> None:
    fonts = Fonts()
    runs = fonts.runs(f"A{NO_FONT_HAS}B{NO_FONT_HAS}")
    assert [(bool(run.font), run.text) for run in runs] == [
        (True, "A"),
        (False, NO_FONT_HAS),
        (True, "B"),
        (False, NO_FONT_HAS),
    ]
    assert list(fonts.missing) == [NO_FONT_HAS]
    assert len(fonts.runs("plain")) == 1


@pytest.mark.parametrize("form", ["pdf", "proxies"])
def test_a_name_that_no_font_has_is_printed_with_boxes(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "list.txt", tmp_path / "list.pdf"
    path.write_text(
        f"Game: XENO\nPlayer: Mira {NO_FONT_HAS}\n1x Hero\n1x {NO_FONT_HAS}a\n", "utf-8"
    )
    assert run(["export", str(path), "--to", form, "-o", str(out)]) == 0
    assert out.read_bytes().startswith(b"%PDF")
    assert "boxes stand for them" in capsys.readouterr().err


def test_one_name_never_stops_the_others_of_an_event(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "lists"
    folder.mkdir()
    (folder / "anna.txt").write_text(f"Player: Anna\n{LEGAL}", encoding="utf-8")
    (folder / "odd.txt").write_text(f"Player: {NO_FONT_HAS}\n{LEGAL}", encoding="utf-8")
    outputs = [str(tmp_path / f"book.{ending}") for ending in ("pdf", "xlsx", "csv")]
    arguments = ["event", "book", str(folder), "--format", "invasion-constructed"]
    assert run([*arguments, *(part for path in outputs for part in ("-o", path))]) == 0
    assert "boxes stand for them" in capsys.readouterr().err
    assert all(Path(path).stat().st_size for path in outputs)
    assert "Anna" in Path(outputs[2]).read_text(encoding="utf-8-sig")


def test_every_game_is_in_these_tests() -> None:
    assert set(TEXTS) == {game.id for game in games()}
