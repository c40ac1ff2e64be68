"""Drawn faces: every card of every game, well-formed, all letters inside the card."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.exchange.faces import Face, draw_face
from deckbuilder.preferences import Preferences
from deckbuilder.registry import games

SVG = "{http://www.w3.org/2000/svg}"
CATALOGS = {each.id: each.catalog() for each in games()}


def texts(picture):
    return [node.text or "" for node in ElementTree.fromstring(picture).iter(f"{SVG}text")]


@pytest.mark.parametrize("game_id", CATALOGS)
def test_every_card_has_a_face_of_63_by_88_mm(game_id):
    catalog = CATALOGS[game_id]
    for card in catalog.cards:
        root = ElementTree.fromstring(draw_face(card, catalog))
        assert (root.get("width"), root.get("height")) == ("63mm", "88mm")
        assert root.findtext(f"{SVG}title") == card.name
        shown = "".join("".join(node.text or "" for node in root.iter(f"{SVG}text")).split())
        assert "".join(card.name.split()) in shown
        for node in root.iter(f"{SVG}text"):
            assert 0 < float(node.get("y")) < 880
            assert float(node.get("font-size")) > 0


def test_the_facts_stand_on_the_face():
    shown = texts(draw_face(CATALOGS["invasion"].find("King Kazador"), CATALOGS["invasion"]))
    for fact in ("6", "3", "Dwarf Unit", "Hero, Warrior", "Core Set, 7"):
        assert fact in shown
    assert shown.count("6") == 2, "cost and hit points"


def test_an_unknown_fact_is_a_question_mark():
    catalog = CATALOGS["nightfall"]
    unknown = next(
        card for card in catalog.cards if card.type == "minion" and card.strength is None
    )
    assert "?" in texts(draw_face(unknown, catalog))


def test_a_draft_card_shows_the_order_that_it_stands_for():
    """NF-3, NF-7: colour, links, kicker and cost are those of the order."""
    catalog = CATALOGS["nightfall"]
    shown = texts(draw_face(catalog.find("Full Battle Rattle (draft card)"), catalog))
    assert "Draft: Action" in shown
    # Colour green, links to gold and white, kicker red.
    assert [each for each in shown if each in ("Gr", "Go", "Wh", "Re")] == ["Gr", "Go", "Wh", "Re"]


def test_INV_28_a_draft_format_card_says_what_it_does():
    catalog = CATALOGS["invasion"]
    shown = " ".join(texts(draw_face(catalog.find("Sabotage"), catalog)))
    assert "Keep it; sacrifice it at a later strike to strike 1 more" in shown


def test_names_are_escaped():
    catalog = CATALOGS["xeno"]
    card = catalog.cards[0]
    hostile = type(card)(id=card.id, name="<b>&\"'", set=card.set, rank=1)
    picture = draw_face(hostile, catalog)
    assert not re.search(r"<b>", picture)
    assert "<b>&\"'" in texts(picture)


def test_a_long_text_breaks_into_lines_that_fit():
    catalog: Catalog = CATALOGS["invasion"]
    face = Face(catalog.cards[0], catalog)
    wide = face.fitted("Alliance - Dwarf and High Elf", 418, 126, 62)
    assert len(wide.lines) > 1
    assert " ".join(wide.lines) == "Alliance - Dwarf and High Elf"
    assert len(wide.lines) * wide.size * 1.12 <= 126
    assert face.fitted("A", 418, 126, 62).size == 62
    assert face.fitted("", 418, 126, 62).size == 62
    japanese = face.fitted("不気味な包囲網の長い名前", 300, 126, 62)
    assert len(japanese.lines) > 1


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_a_card_does_stands_on_its_face_in_letters_that_can_be_read(language):
    """Whole sentences, no letters below 1.8 mm, and none below the picture's box."""
    catalog = CATALOGS["invasion"]
    told = 0
    with Preferences(language=language).in_force():
        for number in range(1, 128):
            card = catalog.by_number("core", number)
            text = Face(card, catalog).texts()
            if not text:
                continue
            told += 1
            nodes = [
                node
                for node in ElementTree.fromstring(draw_face(card, catalog)).iter(f"{SVG}text")
                if node.get("x") == "136"
            ]
            shown = "".join(node.text or "" for node in nodes)
            assert "".join(shown.split()) == "".join(text.split()), card.name
            assert min(float(node.get("font-size")) for node in nodes) >= 18, card.name
            assert all(160 < float(node.get("y")) < 490 for node in nodes), card.name
    assert told == 121
