"""`export` of what is no list: the first packs of a draft, and the cards that a search finds."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pdf_pages import pages, places

from deckbuilder.cli.main import run
from deckbuilder.exchange.pools import first_packs
from deckbuilder.exchange.reading import read_decks
from deckbuilder.registry import games

ONLY = ["--game", "invasion", "--to"]


@pytest.fixture
def drafted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    folder = tmp_path / "mine"
    assert run(["draft", "invasion-draft", "--seed", "7", "--auto", "-o", str(folder)]) == 0
    return folder / "log.jsonl"


def exported(arguments: list[str], capfdbinary: pytest.CaptureFixture) -> bytes:
    capfdbinary.readouterr()
    assert run(["export", *arguments]) == 0
    return capfdbinary.readouterr().out


def test_INV_21_a_log_stands_for_the_first_pack_of_each_seat(
    drafted: Path, capfdbinary: pytest.CaptureFixture
) -> None:
    packs = read_decks(exported([str(drafted), "--to", "text"], capfdbinary), "packs")
    assert [pack.name for pack in packs] == ["First pack, order", "First pack, destruction"]
    assert [pack.size() for pack in packs] == [15, 15]
    # A pack holds what its seat was shown first: the first takes lie in it.
    lines = [json.loads(line) for line in drafted.read_text().splitlines()[1:]]
    for seat, pack in enumerate(packs):
        first = next(line["subject"] for line in lines if line["seat"] == seat)
        assert first in {entry.card.id for entry in pack.entries}


def test_a_code_gives_the_same_packs(
    drafted: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture
) -> None:
    capfdbinary.readouterr()
    again = ["draft", "invasion-draft", "--seed", "7", "--auto", "-o", str(tmp_path / "again")]
    assert run(again) == 0
    code = re.search(r"Draft code (\S+):", capfdbinary.readouterr().err.decode())[1]
    by_log = exported([str(drafted), "--to", "text"], capfdbinary)
    assert exported(["--code", code, "--to", "text"], capfdbinary) == by_log
    assert run(["export", "--code", f"{code[:-1]}Z", "--to", "text"]) == 2


def test_draft_packs_print_as_proxies(drafted: Path, tmp_path: Path) -> None:
    out = tmp_path / "packs.pdf"
    assert run(["export", str(drafted), "--to", "proxies", "-o", str(out)]) == 0
    assert [len(places(page)) for page in pages(out.read_bytes())] == [9, 9, 9, 3]


def test_NF_20_NF_21_hands_and_open_commons_of_three_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture
) -> None:
    monkeypatch.setenv("DECKBUILDER_DATA_DIR", str(tmp_path / "data"))
    folder = tmp_path / "night"
    arguments = ["draft", "nightfall-draft", "--players", "3", "--auto", "-o", str(folder)]
    assert run(arguments) == 0
    content = exported([str(folder / "log.jsonl"), "--to", "json"], capfdbinary)
    packs = read_decks(content, "packs")
    assert [pack.size() for pack in packs] == [4, 4, 4, 8 - 3]
    assert packs[-1].name == "Laid out for all"
    assert {entry.card.type for pack in packs for entry in pack.entries} == {"draft"}


def test_the_draft_format_cards_of_the_core_set_in_their_quantity(tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    search = ["export", "--search", "t:draft s:core", *ONLY, "proxies", "-o", str(out)]
    assert run(search) == 0
    # Six each of three, two of Shifting Tides , as the core set has them.
    assert sum(len(places(page)) for page in pages(out.read_bytes())) == 6 + 6 + 6 + 2


def test_a_cube_has_as_many_copies_as_are_said(capfdbinary: pytest.CaptureFixture) -> None:
    search = ["--search", "s:core race:dwarf t:unit", *ONLY, "text"]
    (single,) = read_decks(exported([*search, "--copies", "1"], capfdbinary), "cube")
    assert {entry.count for entry in single.entries} == {1}
    (boxed,) = read_decks(exported(search, capfdbinary), "cube")
    assert [entry.count for entry in boxed.entries] == [
        entry.card.quantity for entry in boxed.entries
    ]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--search", "t:draft", "--to", "text"], "Say the --game"),
        (["--search", "nosuchcard", *ONLY, "text"], "finds no card"),
        (["--search", "cost<", *ONLY, "text"], "Error"),
        (["--copies", "2", "--code", "X", "--to", "text"], "--copies is for a --search"),
        (["--code", "nothing", "--to", "text"], "Error"),
        (["--to", "text"], "Name a list"),
    ],
)
def test_what_cannot_be_used_is_told(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["export", *arguments]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    "settings", ["{}", "null", '{"order": "../../x"}', '{"piles": [["../../x"]]}']
)
def test_a_forged_log_is_refused(
    settings: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "log.jsonl"
    for kind, game in (("draft", "invasion"), ("draft", "xeno"), ("play", "xeno")):
        path.write_text(
            f'{{"log":1,"program":"x","kind":"{kind}","game":"{game}","table":"t","seed":1,'
            f'"seats":[],"settings":{settings}}}\n',
            encoding="utf-8",
        )
        assert run(["export", str(path), "--to", "text"]) == 2
        assert "log.jsonl" in capsys.readouterr().err


def test_a_game_without_drafts_has_no_packs() -> None:
    xeno = next(each for each in games() if each.draft is None)
    with pytest.raises(Exception, match="no drafts"):
        first_packs(xeno, {}, 1)
