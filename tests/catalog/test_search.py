"""The search language: what each form finds, and what is told of what it does not know."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.catalog.query import parse, select
from deckbuilder.errors import InputError
from deckbuilder.registry import games

CATALOGS = {game.id: game.catalog() for game in games()}
INVASION = CATALOGS["invasion"]
CORE_DWARF_UNITS = [
    "Defender of the Hold", "Zhufbar Engineers", "Hammerer of Karak Azul", "Troll Slayers",
    "Runesmith", "Durgnar the Bold", "King Kazador", "Dwarf Cannon Crew", "Dwarf Masons",
    "Dwarf Ranger", "Mountain Brigade", "Ironbreakers of Ankhor",
]  # fmt: skip


def found(query, game="invasion"):
    return [card.name for card in select(CATALOGS[game], query)]


def faults(query, game="invasion"):
    with pytest.raises(InputError) as raised:
        parse(query, CATALOGS[game])
    return [str(fault) for fault in raised.value.faults]


def test_words_side_by_side_must_all_hold():
    assert found("s:core race:dwarf type:unit") == CORE_DWARF_UNITS
    assert found("s:core race:dwarf type:unit cost<=2 keyword:toughness") == [
        "Hammerer of Karak Azul"
    ]


@pytest.mark.parametrize(
    "query",
    [
        'race:"High Elf"',
        "race:high-elf",
        "race:HIGH_ELF",
        "r:highelf",
        "Race=high-elf",
    ],
)
def test_values_and_fields_fold(query):
    assert found(query) == found("race:high-elf") != []


def test_a_plural_is_the_value():
    assert found("race:orcs type:units") == found("race:orc type:unit")


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("r:dwarf", "race:dwarf"),
        ("t:unit", "type:unit"),
        ("s:core", "set:core"),
        ("k:toughness", "keywords:toughness"),
        ("o:draw", "tags:draw"),
        ("c<=2", "cost<=2"),
        ("trait:elite", "traits:Elite"),
        ("hp>4", "hit_points>4"),
    ],
)
def test_short_forms_are_the_fields(short, long):
    assert found(short) == found(long) != []


def test_free_words_match_names_in_any_order_and_language():
    assert found("crew cannon") == ["Dwarf Cannon Crew", "Dead-Eye Cannon Crew"]
    assert found('"cannon crew"') == ["Dwarf Cannon Crew", "Dead-Eye Cannon Crew"]
    assert found('"crew cannon"') == []
    assert found("EATAINE warroom") == []
    assert found("eataine war-room") == ["Eataine War Room"]
    assert found("ボーン クランチャー -t:draft", "nightfall") == ["Bone Cruncher"]
    assert found("ボーンクランチャー -t:draft", "nightfall") == ["Bone Cruncher"]


def test_a_free_word_is_also_a_keyword():
    assert set(found("k:toughness s:core")) <= set(found("toughness s:core"))


@pytest.mark.parametrize("word", ["the", "The", '"the"'])
def test_articles_are_in_every_name(word):
    assert found(f"{word} greatswords s:core") == ["The Greatswords"]


def test_quotes_protect_words_of_the_language():
    assert found('"or" s:core t:quest') == [
        name for name in found("s:core t:quest") if "or" in name.casefold()
    ]


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("number:1-3", [1, 2, 3]),
        ("number:3", [3]),
        ("number:3,5", [3, 5]),
        ("number<3", [1, 2]),
        ("number>=130", [130, 131]),
        ("number>130", [131]),
        ("number!=1 number<=2", [2]),
        ("number:1–2", [1, 2]),
    ],
)
def test_numbers_compare_and_range(query, numbers):
    assert [card.number for card in select(INVASION, f"s:core {query}")] == numbers


def test_a_letter_in_place_of_a_number_is_no_number():
    x = select(INVASION, "cost:X")
    assert x
    assert not set(x) & set(select(INVASION, "cost>=0"))
    assert set(x) <= set(select(INVASION, "-cost:0-99"))


def test_an_unknown_fact_is_neither_small_nor_large():
    unknown = select(CATALOGS["dreamblade"], "-has:spawn_cost")
    assert unknown
    for query in ("cost<5", "cost>=5", "cost:0-99"):
        assert not set(unknown) & set(select(CATALOGS["dreamblade"], query))
    everything = select(CATALOGS["dreamblade"], "")
    assert set(select(CATALOGS["dreamblade"], "has:spawncost")) == set(everything) - set(unknown)


def test_keywords_with_numbers_are_fields():
    assert found("s:core toughness>=2") == [
        card.name
        for card in INVASION.cards
        if card.set == "core" and isinstance(n := card.keywords.get("toughness"), int) and n >= 2
    ]
    assert "Ironbreakers of Ankhor" in found("toughness:X")


def test_power_by_zone_is_asked_zone_by_zone():
    assert set(found("t:capital kingdom:2")) == {"Skaven Capital"}


def test_not_or_and_brackets():
    everything = set(found("s:core"))
    assert set(found("s:core -race:orc")) == everything - set(found("s:core race:orc"))
    assert found("s:core (race:orc or race:chaos) c:1") == found("s:core race:orc,chaos cost=1")
    assert found("s:core race:orc or s:core race:chaos") == found("s:core race:chaos,orc")
    assert found("s:core -(race:orc or race:chaos)") == found("s:core -race:orc -race:chaos")
    assert found("s:core OR s:legends") == found("s:core,legends")


def test_is_and_has():
    assert found("is:unique s:core") == found("unique:true s:core") == found("unique:yes s:core")
    assert found("is:unit s:core") == found("type:unit s:core")
    assert found("has:hitpoints s:core") == found("t:unit s:core")
    assert found("is:reprint innovation") == ["Innovation"]
    assert [card.set for card in select(INVASION, "is:reprint innovation")] == [
        "assault-on-ulthuan"
    ]


def test_sets_are_named_in_every_way():
    for query in ("s:core", 's:"Core Set"', "s:CoreSet", 's:"the core set"'):
        assert len(found(query)) == 131
    assert found("s:BW", "dreamblade") == found('s:"Baxar\'s War"', "dreamblade") != []


def test_cycles_and_dates_are_of_the_set():
    assert len(found("cycle:enemy")) == 120
    assert found("cycle:enemy") == found('cycle:"The Enemy Cycle"')
    assert found("released<2009-11") == found("s:core") + found("released<2009-11 -s:core")
    assert found("released=2009") == found("released>=2009 released<2010")


def test_INV_R9_fan_made_cards_are_out_unless_asked_for():
    fan = {card.id for card in INVASION.cards if not card.official}
    assert len(fan) == 110
    assert not {card.id for card in select(INVASION, "")} & fan
    assert not {card.id for card in select(INVASION, "-s:death-night")} & fan
    assert {card.id for card in select(INVASION, "is:fan")} == fan
    assert {card.id for card in select(INVASION, "official:false")} == fan
    assert len(select(INVASION, "is:any")) == len(INVASION.cards)
    assert len(select(INVASION, 's:"Death Night"')) == 20
    assert not {card.id for card in select(INVASION, "s:death-night is:official")}


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("rase:dwarf", "race"),
        ("race:elf", "high-elf"),
        ("type:units2", "unit"),
        ("s:core2", "Core Set"),
        ("trait:warior", "Warrior"),
        ("k:toughnes", "toughness"),
        ("o:drew", "draw"),
        ("has:hitpoint2", "hit_points"),
        ("is:uniqe", "unique"),
        ("cycle:enemies", "The Enemy Cycle"),
    ],
)
def test_unknown_fields_and_values_name_the_nearest(query, told):
    (fault,) = faults(query)
    assert "Nearest" in fault
    assert told in fault


def test_all_that_is_unknown_is_told_at_once():
    assert len(faults("rase:dwarf type:unti c<=2 (race:elf or s:nowhere)")) == 4


@pytest.mark.parametrize(
    "query",
    [
        "(race:orc", "race:orc)", "()", "or", "race:orc or", "or race:orc", "-(", 'race:"orc',
        "race:", "cost<=", "cost:cheap", "cost<=X", "race<dwarf", "unique:maybe", "is<unique",
        "released:soon", "released:2011-6", "cost:1-", '"', "s:", "(" * 60 + "a" + ")" * 60,
    ],
)  # fmt: skip
def test_what_cannot_be_read_says_where(query):
    for fault in faults(query):
        assert fault.startswith("search '")
        assert "letter" in fault


def test_brackets_may_nest():
    assert found("(" * 30 + "s:core" + ")" * 30) == found("s:core")


PIECES = st.sampled_from(
    ["race:", "cost", "<=", "2", "(", ")", "-", "or", '"', "s:core", " ", "is:", "has:", "dwarf",
     "X", ",", "number:1-2", "!=", "クラ", "’", "\n", "\x00", ":"]
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=14).map("".join)))
def test_any_text_gives_cards_or_one_clear_error(text):
    for catalog in CATALOGS.values():
        told = ()
        cards = ()
        try:
            cards = select(catalog, text)
        except InputError as error:
            told = error.faults
        assert told or set(cards) <= set(catalog.cards)
        assert all(fault.what and fault.where for fault in told)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(["race:orc", "t:unit", "c<=2", "is:unique", "k:scout", "skull"]),
                min_size=1, max_size=4))  # fmt: skip
def test_a_search_and_its_opposite_share_out_all_cards(parts):
    query = " ".join(parts)
    found_cards, others = set(select(INVASION, query)), set(select(INVASION, f"-({query})"))
    assert not found_cards & others
    assert found_cards | others == set(select(INVASION, ""))
