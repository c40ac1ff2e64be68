"""The cache can only help: broken, cut off, unwritable or written twice, the cards are the same."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from deckbuilder.catalog.loading import load_catalog
from deckbuilder.registry import game

XENO = game("xeno")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKBUILDER_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def names():
    return [card.name for card in load_catalog("xeno", XENO.card_type()).cards]


def test_what_was_read_is_stored_and_read_again(folder):
    first = names()
    (stored,) = folder.iterdir()
    before = stored.stat().st_mtime_ns
    assert names() == first
    assert stored.stat().st_mtime_ns == before


@pytest.mark.parametrize("keep", [0, 10, 16, 40, -1])
def test_a_cut_off_or_broken_file_is_as_if_not_there(folder, keep):
    first = names()
    (stored,) = folder.iterdir()
    content = stored.read_bytes()
    stored.write_bytes(content[:keep] if keep >= 0 else content[:-1] + b"\x00")
    assert names() == first
    assert stored.read_bytes() == content


def test_a_changed_card_file_gives_new_cards_and_takes_the_old_store_away(folder, tmp_path):
    cards = tmp_path / "cards"
    cards.mkdir()
    text = "game: xeno\nid: one\nname: One\ncards:\n- {name: Boy, rank: 1}\n"
    (cards / "one.yaml").write_text(text)
    load_catalog("xeno", XENO.card_type(), [cards])
    (cards / "one.yaml").write_text(text.replace("Boy", "Girl"))
    assert [c.name for c in load_catalog("xeno", XENO.card_type(), [cards]).cards] == ["Girl"]
    assert len(list(folder.iterdir())) == 1


def test_no_folder_can_be_made(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DECKBUILDER_CACHE_DIR", str(tmp_path / "file" / "cache"))
    assert len(names()) == 10


def test_nothing_can_be_written(folder, monkeypatch):
    def refuse(*_):
        raise OSError("read-only")

    monkeypatch.setattr("deckbuilder.catalog.cache.replace", refuse)
    assert len(names()) == 10
    assert list(folder.iterdir()) == []


def test_processes_that_write_at_once_agree(folder):
    program = (
        "from deckbuilder.catalog.loading import load_catalog\n"
        "from deckbuilder.registry import game\n"
        "print(len(load_catalog('nightfall', game('nightfall').card_type()).cards))"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, env=os.environ)
        for _ in range(3)
    ]
    counts = {process.communicate()[0] for process in running}
    assert len(counts) == 1
    assert int(counts.pop()) > 100
    assert [path.suffix for path in folder.iterdir()] == [".msgpack"]
