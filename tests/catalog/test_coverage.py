"""How complete the cards are: counts that a reader can check by hand in the files."""

from __future__ import annotations

from deckbuilder.catalog.coverage import Share, coverage, has_fact, is_known
from deckbuilder.registry import game, games


def of_set(game_id, set_id):
    return next(each for each in coverage(game(game_id).catalog()) if each.set == set_id)


def test_the_core_set_is_complete():
    core = of_set("invasion", "core")
    assert (core.cards, core.size) == (131, 131)
    # 4 of the 131 are draft format cards, which have no cost, loyalty or uniqueness.
    for field in ("cost", "loyalty", "unique"):
        assert core.facts[field] == Share(127, 127)
    assert core.facts["hit_points"].of == len(
        [card for card in game("invasion").catalog().cards
         if card.set == "core" and card.type == "unit"]
    )  # fmt: skip


def test_unknown_facts_are_counted_as_such():
    cataclysm = of_set("invasion", "cataclysm")
    assert cataclysm.facts["loyalty"].of - cataclysm.facts["loyalty"].known == 22
    assert of_set("invasion", "assault-on-ulthuan").facts["quantity"].known == 0


def test_a_stand_in_value_is_not_known():
    miniature = game("dreamblade").catalog().find("Grawlth")
    assert miniature.type == "miniature"
    assert not is_known(miniature, "type")
    assert not is_known(miniature, "aspects")


def test_a_tactic_has_no_hit_points_to_know():
    tactic = game("invasion").catalog().find("Innovation")
    assert not has_fact(tactic, "hit_points")
    assert is_known(tactic, "cost")
    assert is_known(tactic, "loyalty"), "0 is known"


def test_no_set_knows_more_than_it_has():
    for each in games():
        for told in coverage(each.catalog()):
            assert all(share.known <= share.of <= told.cards for share in told.facts.values())
