"""NF-3, NF-24: one draft card stands for an order; with two boxes of a set there are two."""

from __future__ import annotations

from deckbuilder.exchange.reading import read_deck
from deckbuilder.formats.legality import check
from deckbuilder.formats.loading import load_format

LAW = load_format("nightfall-draft")
PRIVATE = "[Private archive 1]\n7 Banner 89\n\n[Private archive 2]\n7 Bone Cruncher\n\n"
SIX = "Dog Eat Dog", "Emil Balev", "Gathering Strength", "Sophia Otrava", "Kaos 33", "Asset Seven"


def judged(commons):
    text = PRIVATE + "[Commons]\n" + "".join(f"{count} {name}\n" for count, name in commons)
    return check(read_deck(text.encode(), "list", game="nightfall"), LAW)


def test_fifty_six_copies_of_one_order_are_not_eight_archives():
    errors = [each for each in judged([(56, "R&D")]) if each.severity == "error"]
    assert [(each.code, each.have) for each in errors] == [("too-many-copies", 56)]


def test_two_draft_cards_of_one_order_are_right_with_two_boxes_and_told():
    found = judged([(14, SIX[0]), *((7, name) for name in (*SIX[1:], "Full Battle Rattle"))])
    assert [(each.code, each.severity) for each in found] == [("too-many-copies", "warning")]
    assert "Take out" not in found[0].message
    assert "two boxes" in found[0].message


def test_eight_orders_of_one_box_are_told_nothing():
    names = (*SIX, "Full Battle Rattle", "Katya Iliyevna")
    assert judged([(7, name) for name in names]) == ()
