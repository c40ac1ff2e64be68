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


def test_the_boxes_that_a_draft_had_stand_in_its_list():
    commons = [(14, SIX[0]), *((7, name) for name in (*SIX[1:], "Full Battle Rattle"))]
    cards = PRIVATE + "[Commons]\n" + "".join(f"{count} {name}\n" for count, name in commons)

    def found(sets):
        text = f"Format: nightfall-draft\nSets: {sets}\n\n{cards}"
        return [
            each.severity for each in check(read_deck(text.encode(), "l", game="nightfall"), LAW)
        ]

    assert found("The Coldest War, The Coldest War") == []
    assert found("the-coldest-war, The Coldest War") == []
    assert found("The Coldest War") == ["warning"]
    assert found("Martial Law, Martial Law") == ["warning"]


def test_a_list_of_a_draft_with_two_boxes_is_judged_without_a_word(tmp_path):
    from deckbuilder.sessions import DraftRequest, Session, drafted_lists, seat_draft

    request = DraftRequest(
        format="nightfall-draft", auto=True, seed=3, sets=("the-coldest-war",) * 2, players=3
    )
    with Session.begin(seat_draft(request)) as draft:
        while draft.step():
            pass
        assert [each.problems for each in drafted_lists(draft)] == [()] * 3
