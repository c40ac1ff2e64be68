"""The Invasion cards against the totals and card facts that the rulebook and the boxes state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.loading import load_catalog
from deckbuilder.games.invasion.card import InvasionCard, ZonePower

ORDER = ("dwarf", "empire", "high-elf")
DESTRUCTION = ("orc", "chaos", "dark-elf")
LATER_CAPITALS = {
    "lizardmen": "order",
    "wood-elf": "order",
    "skaven": "destruction",
    "undead": "destruction",
}


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog("invasion", InvasionCard)


@pytest.fixture(scope="module")
def cards(catalog: Catalog) -> list[InvasionCard]:
    return [card for card in catalog.cards if isinstance(card, InvasionCard)]


@pytest.fixture(scope="module")
def core(cards: list[InvasionCard]) -> dict[int, InvasionCard]:
    return {card.number: card for card in cards if card.set == "core" and card.number}


def copies(cards: Iterable[InvasionCard]) -> int:
    counts = [card.quantity for card in cards]
    assert None not in counts
    return sum(count or 0 for count in counts)


def of(core: dict[int, InvasionCard], first: int, last: int) -> list[InvasionCard]:
    return [core[number] for number in range(first, last + 1)]


def one(catalog: Catalog, name: str) -> InvasionCard:
    card = catalog.find(name)
    assert isinstance(card, InvasionCard), name
    return card


def test_1133_official_cards_in_42_sets_and_110_fan_cards(
    catalog: Catalog, cards: list[InvasionCard]
) -> None:
    printed = [card for card in cards if card.type != "capital"]
    official = [card for card in printed if card.official]
    assert len(official) == 1133
    assert len({card.set for card in official}) == 42
    assert len(printed) - len(official) == 110
    fan_sets = {card_set.id for card_set in catalog.sets if not card_set.official}
    assert {card.set for card in printed if not card.official} == fan_sets
    for card_set in catalog.sets:
        if card_set.size is not None:
            assert sum(card.set == card_set.id for card in printed) == card_set.size, card_set.id


# ---------------------------------------------------------------- the core set


def test_INV_8_core_set_has_131_numbers_and_220_cards(core: dict[int, InvasionCard]) -> None:
    assert sorted(core) == list(range(1, 132))
    assert copies(core.values()) == 220


@pytest.mark.parametrize(
    ("first", "last", "race"),
    [
        (1, 25, "dwarf"),
        (26, 50, "empire"),
        (51, 55, "high-elf"),
        (56, 80, "orc"),
        (81, 105, "chaos"),
        (106, 110, "dark-elf"),
        (111, 131, "neutral"),
    ],
)
def test_INV_8_numbers_by_race(
    core: dict[int, InvasionCard], first: int, last: int, race: str
) -> None:
    assert {card.race for card in of(core, first, last)} == {race}


def test_INV_8_and_R7_24_neutral_cards_are_numbers_111_to_121(
    core: dict[int, InvasionCard],
) -> None:
    assert [card.quantity for card in of(core, 111, 121)] == [3] * 6 + [1] * 4 + [2]
    assert copies(of(core, 111, 121)) == 24
    assert copies(of(core, 111, 119)) == 21  # as p.8 counts them: not the 24
    assert all(card.side is None and card.type != "draft" for card in of(core, 111, 121))


def test_INV_8_six_alliances_three_each_side(core: dict[int, InvasionCard]) -> None:
    alliances = of(core, 122, 127)
    assert [card.side for card in alliances] == ["order"] * 3 + ["destruction"] * 3
    assert {card.quantity for card in alliances} == {1}
    assert all(card.name.startswith("Alliance - ") for card in alliances)
    pairs = [card.name.removeprefix("Alliance - ").split(" and ") for card in alliances]
    races = Counter(race for pair in pairs for race in pair)
    assert races == dict.fromkeys(("Dwarf", "Empire", "High Elf", "Chaos", "Orc", "Dark Elf"), 2)


def test_INV_8_draft_format_cards_are_two_equal_sets_of_ten(
    core: dict[int, InvasionCard],
) -> None:
    draft = of(core, 128, 131)
    assert [card.name for card in draft] == [
        "Cut Supply Lines",
        "Reinforcements",
        "Sabotage",
        "Shifting Tides",
    ]
    assert {card.type for card in draft} == {"draft"}
    assert {card.draft_effect: (card.quantity or 0) / 2 for card in draft} == {
        "cut-supply-lines": 3,
        "reinforcements": 3,
        "sabotage": 3,
        "shifting-tides": 1,
    }
    assert copies(draft) == 20


def test_INV_15_four_starters_of_40(core: dict[int, InvasionCard]) -> None:
    for first, last in ((1, 25), (26, 50), (56, 80), (81, 105)):
        assert copies(of(core, first, last)) == 40


def test_INV_8_five_cards_each_of_high_elf_and_dark_elf(core: dict[int, InvasionCard]) -> None:
    assert copies(of(core, 51, 55)) == 5
    assert copies(of(core, 106, 110)) == 5


def test_INV_20_each_draft_pile_holds_108_cards(core: dict[int, InvasionCard]) -> None:
    neutral = [card for card in core.values() if card.race == "neutral"]
    unsided = copies(card for card in neutral if card.side is None and card.type != "draft")
    formats = copies(card for card in neutral if card.type == "draft")
    assert unsided >= 2 * 10
    for side, races in (("order", ORDER), ("destruction", DESTRUCTION)):
        of_races = copies(card for card in core.values() if card.race in races)
        alliances = copies(card for card in neutral if card.side == side)
        assert (of_races, alliances, formats // 2) == (85, 3, 10)
        assert of_races + alliances + 10 + formats // 2 == 108


# ---------------------------------------------------------------- sides, limits, capitals


def test_INV_1_races_and_sides(cards: list[InvasionCard]) -> None:
    for card in cards:
        if card.race in ORDER:
            assert card.side == "order", card.id
        elif card.race in DESTRUCTION:
            assert card.side == "destruction", card.id
        elif card.type != "capital":
            assert card.race == "neutral", card.id


def test_INV_3_side_words_of_neutral_cards_are_as_many_on_either_side(
    cards: list[InvasionCard],
) -> None:
    sides = Counter(
        card.side
        for card in cards
        if card.official and card.race == "neutral" and card.type != "capital" and card.side
    )
    # 74 cards each print the words; 7 and 5 more are for a capital of that side only.
    assert sides == {"order": 74 + 7, "destruction": 74 + 5}
    assert not any({"order_only", "destruction_only"} & card.keywords.keys() for card in cards)


def test_INV_31_neutral_cards_have_no_loyalty_and_cards_of_a_race_have_some(
    cards: list[InvasionCard],
) -> None:
    playable = [card for card in cards if card.type not in ("capital", "draft")]
    assert {card.loyalty for card in playable if card.race == "neutral"} == {0}
    of_races = [card for card in playable if card.official and card.race != "neutral"]
    unknown = [card for card in of_races if card.loyalty is None]
    assert {card.set for card in unknown} == {"cataclysm"}
    assert len(unknown) == 22


def test_INV_7_and_R9_draft_format_and_fulcrum_cards_are_never_in_a_deck(
    cards: list[InvasionCard],
) -> None:
    never = {card.type for card in cards if card.never_in_deck}
    assert never == {"capital", "draft", "fulcrum"}
    assert all(card.never_in_deck for card in cards if card.type in never)
    fulcrums = [card for card in cards if card.type == "fulcrum"]
    assert [(card.set, card.number) for card in fulcrums] == [
        ("cataclysm", number) for number in range(54, 60)
    ]


def test_INV_R8_limits_printed_on_cards(cards: list[InvasionCard]) -> None:
    assert {
        (card.name, card.set, card.number): card.limit_per_deck
        for card in cards
        if card.limit_per_deck is not None
    } == {
        ("Spoils of War", "realm-of-the-phoenix-king", 39): 1,
        ("Heroic Task", "rising-dawn", 20): 1,
        ("Rat Swarm", "hidden-kingdoms", 21): 6,
    }
    assert [card.name for card in cards if card.starts_in_play] == ["Heroic Task"]


def test_INV_R8_innovation_is_printed_twice(catalog: Catalog) -> None:
    printings = catalog.printings("Innovation")
    assert [card.id for card in printings] == [
        "invasion/core/119",
        "invasion/assault-on-ulthuan/057",
    ]
    assert all(isinstance(card, InvasionCard) and card.type == "tactic" for card in printings)


def test_reinforcements_is_a_draft_card_and_a_tactic(catalog: Catalog) -> None:
    assert [card.id for card in catalog.printings("Reinforcements")] == [
        "invasion/core/129",
        "invasion/cataclysm/053",
    ]
    assert one(catalog, "Reinforcements").type == "tactic"


def test_infiltrate_with_and_without_its_mark_are_two_cards(catalog: Catalog) -> None:
    assert one(catalog, "Infiltrate!").id == "invasion/core/120"
    assert one(catalog, "Infiltrate").id == "invasion/the-skavenblight-threat/004"


def test_INV_52_capitals(cards: list[InvasionCard]) -> None:
    capitals = {card.race: card for card in cards if card.type == "capital"}
    sides = dict.fromkeys(ORDER, "order") | dict.fromkeys(DESTRUCTION, "destruction")
    assert {race: card.side for race, card in capitals.items()} == sides | LATER_CAPITALS
    usual = ZonePower(kingdom=3, quest=1, battlefield=0)
    skaven = ZonePower(kingdom=2, quest=2, battlefield=0)
    for race, card in capitals.items():
        assert card.power_by_zone == (skaven if race == "skaven" else usual)


def test_INV_16_core_set_has_four_capitals_and_later_sets_the_others(
    catalog: Catalog, cards: list[InvasionCard]
) -> None:
    boxes: dict[str | None, set[str]] = {}
    for card in cards:
        if card.type == "capital":
            boxes.setdefault(card.box, set()).add(card.race)
        else:
            assert card.box is None
    assert boxes == {
        "core": {"empire", "dwarf", "chaos", "orc"},
        "assault-on-ulthuan": {"high-elf", "dark-elf"},
        "hidden-kingdoms": set(LATER_CAPITALS),
    }
    assert boxes.keys() <= catalog.sets_by_id.keys()


def test_INV_52_words_about_capitals(cards: list[InvasionCard]) -> None:
    official = [card for card in cards if card.official]
    barred = [card for card in official if card.not_capital]
    assert {card.set for card in barred} == {"hidden-kingdoms"}
    assert sorted(str(card.not_capital) for card in barred) == sorted(ORDER + DESTRUCTION)
    sides = dict.fromkeys(ORDER, "order") | dict.fromkeys(DESTRUCTION, "destruction")
    for card in official:
        if card.capital_only:
            assert card.side == (sides | LATER_CAPITALS)[card.capital_only], card.id


def test_INV_53_legends_have_power_in_each_zone_and_four_print_no_side(
    cards: list[InvasionCard],
) -> None:
    legends = [card for card in cards if card.official and card.type == "legend"]
    assert all(card.power_by_zone and card.hit_points for card in legends)
    no_side = [card for card in legends if card.side is None]
    assert {card.set for card in no_side} == {"hidden-kingdoms"}
    assert sorted(card.traits[0] for card in no_side) == [
        "Lizardmen",
        "Skaven",
        "Undead",
        "Wood Elf",
    ]


def test_INV_50_and_51_restricted_and_banned_titles_exist(catalog: Catalog) -> None:
    assert one(catalog, "Warpstone Excavation").id == "invasion/core/116"
    assert one(catalog, "Visit the Haunted City").id == "invasion/omens-of-ruin/008"


# ---------------------------------------------------------------- the boxes


@pytest.mark.parametrize(
    ("set_id", "total"),
    [("march-of-the-damned", 165), ("legends", 165), ("hidden-kingdoms", 165), ("cataclysm", 165)],
)
def test_boxes_of_165_cards(cards: list[InvasionCard], set_id: str, total: int) -> None:
    assert copies(card for card in cards if card.set == set_id) == total


def test_battle_packs_hold_60_cards(catalog: Catalog, cards: list[InvasionCard]) -> None:
    packs = [each.id for each in catalog.sets if each.official and each.size == 20]
    assert len(packs) == 36
    for pack in packs:
        assert copies(card for card in cards if card.set == pack) == 60


def test_corruption_cycle_packs_held_40_cards_at_first(
    catalog: Catalog, cards: list[InvasionCard]
) -> None:
    first: dict[str, list[int]] = {}
    for card in cards:
        if card.quantity_first_print is not None:
            first.setdefault(card.set, []).append(card.quantity_first_print)
    assert len(first) == 5  # of the sixth pack it is not known
    for pack, counts in first.items():
        assert catalog.sets_by_id[pack].cycle == "The Corruption Cycle"
        assert Counter(counts) == {3: 10, 1: 10}


# ---------------------------------------------------------------- card facts of the rulebook


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("Zhufbar Engineers", {"power": 1}),  # p.10
        ("Contested Village", {"power": 1}),  # p.10
        ("Mountain Brigade", {"power": 2}),  # p.10
        ("Thyrus Gorman", {"race": "empire", "cost": 3, "loyalty": 3}),  # p.11
        ("King Kazador", {"power": 3}),  # p.13
        ("Hammerer of Karak Azul", {"power": 1, "hit_points": 2, "keywords": {"toughness": 1}}),
        ("Doom Divers", {"power": 2, "hit_points": 2}),  # p.13
        ("Pillage", {"type": "tactic"}),  # p.15
        ("Grudge Thrower", {"type": "support"}),  # p.15
        ("Blessing of Isha", {"type": "support"}),  # p.17
        ("Seduced by Darkness", {"type": "tactic"}),  # p.17
    ],
)
def test_INV_5_card_facts_of_the_rulebook_examples(
    catalog: Catalog, name: str, facts: dict[str, object]
) -> None:
    card = one(catalog, name)
    assert {field: getattr(card, field) for field in facts} == facts


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("Pillage", "destroy_support"),  # p.15: destroys a support card
        ("Seduced by Darkness", "corrupt"),  # p.17
        ("Zhufbar Engineers", "sacrifice"),  # p.17
        ("Boar Boyz", "power_boost"),  # p.15
        ("Runesmith", "power_boost"),  # p.16
    ],
)
def test_tags_say_what_the_rulebook_says_of_the_card(catalog: Catalog, name: str, tag: str) -> None:
    assert tag in one(catalog, name).tags


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("book", "printed"),
    [
        ("Cut Supply Line", "Cut Supply Lines"),
        ("Reinforcement", "Reinforcements"),
        ("Doom Driver", "Doom Divers"),
        ("Grudge Tower", "Grudge Thrower"),
    ],
)
def test_INV_R17_names_of_the_book_and_of_the_cards(
    catalog: Catalog, book: str, printed: str
) -> None:
    assert one(catalog, book).name == one(catalog, printed).name == printed


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Clan Moulder Elite", "Clan Moulder's Elite"),
        ("Clan Molder Elite", "Clan Moulder's Elite"),
        ("Seduced by Chaos", "Seduced by Darkness"),
        ("Goblin Spider Riders", "Spider Riders"),
        ("We's Bigga", "We'z Bigga!"),
        ("Sorcerer of Tzneetch", "Sorcerer of Tzeentch"),
        ("One Orc's Scrap", "One Orc's Scrap..."),
        ("Rip Dere Eads off", "Rip Dere 'eads Off!"),
        ("Eataine Warroom", "Eataine War Room"),
        ("Asuryan’s Cleansing", "Asuryan's Cleansing"),
        ("Alliance: Chaos/Orc", "Alliance - Chaos and Orc"),
        ("Chaos/Orc Alliance", "Alliance - Chaos and Orc"),
        ("Orc/Chaos Alliance", "Alliance - Chaos and Orc"),
        ("Dark Elf/Chaos Alliance", "Alliance - Chaos and Dark Elf"),
        ("Alliance: High Elf/Dwarf", "Alliance - Dwarf and High Elf"),
    ],
)
def test_names_that_people_type(catalog: Catalog, typed: str, printed: str) -> None:
    assert one(catalog, typed).name == printed


def test_a_misspelling_that_resembles_two_cards_is_no_alias_of_the_wrong_one(
    catalog: Catalog,
) -> None:
    assert one(catalog, "Seeds of Chaos").id == "invasion/cataclysm/040"
    assert one(catalog, "Ancient Alliance").id == "invasion/redemption-of-a-mage/078"
    assert catalog.printings("Alliance") == ()
