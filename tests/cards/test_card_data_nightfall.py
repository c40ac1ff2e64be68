"""The Nightfall cards against the totals, names and card facts that the rulebook states."""

from __future__ import annotations

from collections import Counter

import pytest

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.loading import load_catalog
from deckbuilder.games.nightfall.card import NightfallCard

STARTERS = {
    "Clever Ivan": "クレバー イワン",
    "JAREK": "ジャレク",
    "Kilo 13": "キロ13",
    "Patrol Zombie": "巡回ゾンビ",
    "Snowstorm": "スノーストーム",
    "Victor One": "ヴィクター ワン",
}
MINIONS = {
    "Asset Seven": "アセット セブン",
    "Banner 89": "バナー89",
    "Bone Cruncher": "ボーン クランチャー",
    "Doktor Nyilaszy": "ドクトル ニィラジー",
    "Emil Balev": "エミル バレフ",
    "Foul Revenant": "悪臭の亡者",
    "Gregor Dzanic": "グレゴール ザニック",
    "Kaos 33": "ケイオス33",
    "Kaspar Udunian": "キャスパー アダニアン",
    "Katya Iliyevna": "カーチャ イリェフナ",
    "Smiling Biter": "スマイリング バイター",
    "Sophia Otrava": "ソフィア オトラヴァ",
}
ACTIONS = {
    "All Fears Revealed": "露わになる全ての恐怖",
    "Blowtorch Triage": "ガスバーナー治療",
    "Dog Eat Dog": "犬が犬を食う",
    "Fresh Meat": "新鮮な肉",
    "Full Battle Rattle": "戦闘フル装備",
    "Gathering Strength": "力の結集",
    "Inhuman Wave": "人ならぬものの波",
    "Power and Glory": "力と栄光",
    "R&D": "研究開発",
    "Routine Questioning": "お決まりの尋問",
    "Still Standing": "仁王立ち",
    "Unholy Resurrection": "不浄な復活",
}


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog("nightfall", NightfallCard)


@pytest.fixture(scope="module")
def cards(catalog: Catalog) -> list[NightfallCard]:
    return [card for card in catalog.cards if isinstance(card, NightfallCard)]


@pytest.fixture(scope="module")
def coldest_war(cards: list[NightfallCard]) -> list[NightfallCard]:
    return [card for card in cards if card.set == "the-coldest-war"]


def one(catalog: Catalog, name: str) -> NightfallCard:
    card = catalog.find(name)
    assert isinstance(card, NightfallCard), name
    return card


def test_NF_1_228_orders_in_30_kinds(coldest_war: list[NightfallCard]) -> None:
    kinds = Counter((card.type, card.quantity) for card in coldest_war)
    orders = {kind: kinds[kind] for kind in (("starter", 10), ("minion", 7), ("action", 7))}
    assert orders == {("starter", 10): 6, ("minion", 7): 12, ("action", 7): 12}
    of_orders = [card for card in coldest_war if card.type in ("starter", "minion", "action")]
    assert sum(card.quantity or 0 for card in of_orders) == 228


def test_NF_1_starters_cost_0_in_every_set(cards: list[NightfallCard]) -> None:
    assert {card.cost for card in cards if card.type == "starter"} == {0}


def test_NF_2_60_wounds_by_type_and_effect(coldest_war: list[NightfallCard]) -> None:
    wounds = {
        (card.wound_type, card.wound_effect): card.quantity
        for card in coldest_war
        if card.type == "wound"
    }
    of_each = {"draw": 10, "strength": 5, "chain": 5}
    assert wounds == {
        (kind, effect): count
        for kind in ("bite", "burn", "bleed")
        for effect, count in of_each.items()
    }
    assert sum(count or 0 for count in wounds.values()) == 60


@pytest.mark.parametrize("set_id", ["nightfall", "martial-law", "the-coldest-war"])
def test_NF_2_stand_alone_boxes_hold_60_wounds(cards: list[NightfallCard], set_id: str) -> None:
    wounds = [card for card in cards if card.set == set_id and card.type == "wound"]
    assert sum(card.quantity or 0 for card in wounds) == 60


def test_NF_3_24_draft_cards_and_6_moon_phases(coldest_war: list[NightfallCard]) -> None:
    drafts = [card for card in coldest_war if card.type == "draft"]
    assert {card.order for card in drafts} == MINIONS.keys() | ACTIONS.keys()
    assert len(drafts) == 24
    assert {card.quantity for card in drafts} == {1}
    moons = [card for card in coldest_war if card.type == "moon-phase"]
    assert [card.quantity for card in moons] == [6]


def test_NF_3_a_draft_card_stands_for_a_minion_or_action_of_its_set(
    cards: list[NightfallCard],
) -> None:
    for card in cards:
        if card.type == "draft":
            orders = [each for each in cards if each.set == card.set and each.name == card.order]
            assert [each.type in ("minion", "action") for each in orders] == [True], card.id
        else:
            assert card.order is None


def test_NF_3_every_known_minion_and_action_of_a_box_has_its_draft_card(
    cards: list[NightfallCard],
) -> None:
    for set_id in ("nightfall", "martial-law", "blood-country", "the-coldest-war"):
        here = [card for card in cards if card.set == set_id]
        archives = {card.name for card in here if card.type in ("minion", "action")}
        assert archives == {card.order for card in here if card.type == "draft"}


def test_draft_cards_moon_phases_and_avatars_are_never_in_a_deck(
    cards: list[NightfallCard],
) -> None:
    never = {"draft", "moon-phase", "avatar"}
    assert all(card.never_in_deck == (card.type in never) for card in cards)


@pytest.mark.parametrize(
    ("kind", "names"), [("starter", STARTERS), ("minion", MINIONS), ("action", ACTIONS)]
)
def test_NF_4_to_6_names(
    coldest_war: list[NightfallCard], kind: str, names: dict[str, str]
) -> None:
    assert {card.name: card.name_ja for card in coldest_war if card.type == kind} == names


@pytest.mark.parametrize(
    ("english", "typed"),
    [
        ("Kilo 13", "キロ 13"),
        ("Asset Seven", "アセットセブン"),
        ("Dog Eat Dog", "犬 が 犬 を 食 う"),
    ],
)
def test_japanese_names_are_found_however_they_are_spaced(
    catalog: Catalog, english: str, typed: str
) -> None:
    assert one(catalog, typed).name == english


def test_NF_7_starters_have_one_link_and_six_colours(coldest_war: list[NightfallCard]) -> None:
    starters = [card for card in coldest_war if card.type == "starter"]
    assert all(card.links_complete and card.links == (card.colour,) for card in starters)
    assert {card.colour for card in starters} == {
        "red",
        "green",
        "blue",
        "gold",
        "white",
        "purple",
    }


def test_NF_7_complete_links_are_one_or_two_colours(cards: list[NightfallCard]) -> None:
    for card in cards:
        assert len(set(card.links)) == len(card.links) <= 2
        if card.links_complete:
            assert card.links


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("Doktor Nyilaszy", {"colour": "white", "links": ("blue", "gold"), "keywords": ("ghoul",)}),
        ("Banner 89", {"colour": "blue", "links": ()}),  # p.17
        ("Kaspar Udunian", {"colour": "gold", "links": ("blue",), "links_complete": False}),
        ("Full Battle Rattle", {"colour": "green", "links": ("gold", "white")}),  # p.20
        ("Full Battle Rattle", {"kicker_colour": "red"}),  # p.19
        ("Asset Seven", {"colour": "red", "links": ("green",), "links_complete": False}),  # p.19
        ("Unholy Resurrection", {"colour": "white", "links": ("blue", "gold")}),  # p.20
        ("Unholy Resurrection", {"kicker_colour": "green", "links_complete": True}),  # p.20
        ("R&D", {"colour": "blue", "kicker_colour": None, "tags": ("draw",)}),  # p.20
        ("Dog Eat Dog", {"cost": 3, "links": ("green",), "colour": None}),  # p.17, 21
        ("Sophia Otrava", {"strength": 3}),  # p.15
        ("Katya Iliyevna", {"strength": 3, "kicker_colour": None}),  # p.15, 20
        ("Kaos 33", {"health": 2}),  # p.15
        ("Kaspar Udunian", {"health": 3}),  # p.15
        ("Gregor Dzanic", {"health": None}),  # p.15: 3 or 4, so not known
        ("Lone Hound", {"set": "martial-law", "strength": 5}),  # p.16
    ],
)
def test_NF_7_card_facts_of_the_rulebook_examples(
    catalog: Catalog, name: str, facts: dict[str, object]
) -> None:
    card = one(catalog, name)
    assert {field: getattr(card, field) for field in facts} == facts


def test_NF_54_the_chains_of_the_rulebook_link_by_the_known_colours(catalog: Catalog) -> None:
    for first, then in (
        ("Doktor Nyilaszy", "Banner 89"),  # p.17
        ("Dog Eat Dog", "Full Battle Rattle"),  # p.17
        ("Full Battle Rattle", "Kaspar Udunian"),  # p.18
        ("Kaspar Udunian", "Banner 89"),  # p.18
        ("Asset Seven", "Full Battle Rattle"),  # p.19
        ("Full Battle Rattle", "Unholy Resurrection"),  # p.20
        ("Unholy Resurrection", "R&D"),  # p.20
    ):
        assert one(catalog, then).colour in one(catalog, first).links


def test_NF_56_kickers_of_the_rulebook_examples(catalog: Catalog) -> None:
    rattle, resurrection = one(catalog, "Full Battle Rattle"), one(catalog, "Unholy Resurrection")
    assert rattle.kicker_colour == one(catalog, "Asset Seven").colour  # p.19
    assert resurrection.kicker_colour == rattle.colour  # p.20


def test_promos_and_orders_of_unknown_kind_say_so(cards: list[NightfallCard]) -> None:
    unsure = [card for card in cards if card.type == "order"]
    assert unsure
    assert all(card.doubt and "type" in card.doubt for card in unsure)
    assert {card.name for card in cards if card.set == "promos"} == {
        "Pale Fury",
        "Shadow Seven",
        "Silas Bragg",
        "Zombie Horde",
    }
