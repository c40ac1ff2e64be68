"""Proxies: every copy of every card as a drawn face at the size of cards, nine a page."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

import pytest
from pdf_pages import pages, places
from sample_lists import TEXTS, sample

from deckbuilder.cli.main import run
from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.exchange.svg_drawing import path_steps
from deckbuilder.exchange.targets import target
from deckbuilder.registry import games


def test_nine_faces_a_page_in_the_size_of_cards() -> None:
    deck = sample("invasion")
    written = pages(target("proxies").write(deck))
    counts = [len(places(page)) for page in written]
    assert deck.size() == 13
    assert counts == [9, 4]
    # Three times 63 mm in the middle of 210 mm, three times 88 mm in the middle of 297 mm.
    corners = places(written[0])
    assert [round(x, 2) for x, _ in corners[:3]] == [10.5, 73.5, 136.5]
    assert [round(y, 2) for _, y in corners[::3]] == [280.5, 192.5, 104.5]


def test_a_mark_at_each_end_of_each_cut() -> None:
    page = pages(target("proxies").write(sample("invasion")))[-1]
    # Four cuts down and four across, two ends each.
    assert len(re.findall(r"^n [\d.]+ [\d.]+ m [\d.]+ [\d.]+ l S$", page, re.MULTILINE)) == 16


def test_every_kind_of_face_of_every_game_can_be_drawn() -> None:
    for game in games():
        catalog = game.catalog()
        by_type = groupby(sorted(catalog.cards, key=lambda card: card.type), lambda card: card.type)
        entries = [
            Entry(count=1, name=card.name, card=card)
            for _, cards in by_type
            for card in list(cards)[:3]
        ]
        written = pages(target("proxies").write(Deck(game=game.id, entries=tuple(entries))))
        assert sum(len(places(page)) for page in written) == len(entries)


def test_a_name_that_nobody_knows_stands_on_a_face_of_its_own() -> None:
    entry = Entry(count=1, name="<b>Nobody</b> (& Co.)\x07")
    (page,) = pages(target("proxies").write(Deck(game="xeno", entries=(entry,))))
    assert len(places(page)) == 1
    assert "Nobody" in page


@pytest.mark.parametrize("game_id", TEXTS)
def test_the_same_bytes_every_time(game_id: str) -> None:
    assert target("proxies").write(sample(game_id)) == target("proxies").write(sample(game_id))


def test_the_command_writes_several_lists_into_one_file(tmp_path: Path) -> None:
    lists = []
    for game_id in ("invasion", "xeno"):
        path = tmp_path / f"{game_id}.txt"
        path.write_text(TEXTS[game_id], encoding="utf-8")
        lists.append(str(path))
    out = tmp_path / "proxies.pdf"
    assert run(["export", *lists, "--to", "proxies", "-o", str(out)]) == 0
    copies = sample("invasion").size() + sample("xeno").size()
    assert sum(len(places(page)) for page in pages(out.read_bytes())) == copies


def test_a_quarter_of_a_circle_as_a_curve() -> None:
    move, curve, close = path_steps("M0 20 a20 20 0 0 1 20 -20 Z")
    assert (move.kind, close.kind) == ("move", "close")
    # The usual pull of 4/3 tan(22.5 degrees) = 0.5523 of the radius.
    expected = [(0, 20 - 11.046), (20 - 11.046, 0), (20, 0)]
    for point, wanted in zip(curve.points, expected, strict=True):
        assert point == pytest.approx(wanted, abs=0.001)


def test_relative_and_short_commands_of_a_path() -> None:
    steps = [(step.kind, step.points) for step in path_steps("M10 10 h5 v-5 l1 1 2 2 H0 L3,4z")]
    assert steps == [
        ("move", ((10, 10),)),
        ("line", ((15, 10),)),
        ("line", ((15, 5),)),
        ("line", ((16, 6),)),
        ("line", ((18, 8),)),
        ("line", ((0, 8),)),
        ("line", ((3, 4),)),
        ("close", ()),
    ]
    with pytest.raises(ValueError, match="Q"):
        list(path_steps("M0 0 Q1 1 2 2"))
