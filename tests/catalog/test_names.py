"""Names as people type them: exact first, then set and number, then aliases; never by likeness."""

from __future__ import annotations

import pytest

from deckbuilder.catalog.names import fold, nearest
from deckbuilder.registry import game

INVASION = game("invasion").catalog()
NIGHTFALL = game("nightfall").catalog()


def name_of(typed, catalog=INVASION):
    return {card.name for card in catalog.printings(typed)}


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("hammerer of karak azul", "Hammerer of Karak Azul"),
        ("ＨＡＭＭＥＲＥＲ of Karak Azul", "Hammerer of Karak Azul"),
        ("Greatswords", "The Greatswords"),
        ("the greatswords", "The Greatswords"),
        ("Rip Dere Eads off", "Rip Dere 'eads Off!"),
        ("Rip Dere ’eads Off!", "Rip Dere 'eads Off!"),
        ("One Orc's Scrap", "One Orc's Scrap..."),
        ("Alliance – Dwarf & Empire", "Alliance - Dwarf and Empire"),
        ("Eataine Warroom", "Eataine War Room"),
        ("Clan Molder Elite", "Clan Moulder's Elite"),
        ("Lobba Crew", "Lobber Crew"),
        ("Crooked Teeth Goblins", "Crooked Teef Goblins"),
        ("Goblin Spider Riders", "Spider Riders"),
        ("Spida Riders", "Spider Riders"),
        ("Rock Lobba", "Rock Lobber"),
        ("We’s Bigga", "We'z Bigga!"),
        ("Seduced by Chaos", "Seduced by Darkness"),
        ("Slave Pens", "Slave Pen"),
        ("Sorcerer of Tzneetch", "Sorcerer of Tzeentch"),
        ("Alliance: Chaos/Orc", "Alliance - Chaos and Orc"),
        ("Chaos/Orc Alliance", "Alliance - Chaos and Orc"),
        ("CV", "Contested Village"),
        ("DCC", "Dwarf Cannon Crew"),
    ],
)
def test_names_that_people_really_type(typed, printed):
    assert name_of(typed) == {printed}


def test_titles_that_differ_in_punctuation_alone_stay_apart():
    assert [card.set for card in INVASION.printings("Infiltrate!")] == ["core"]
    assert [card.type for card in INVASION.printings("Infiltrate!")] == ["quest"]
    assert [card.type for card in INVASION.printings("infiltrate")] == ["tactic"]


def test_japanese_names_fold_spaces_and_keep_voicing():
    for typed in (
        "ボーン クランチャー",
        "ボーンクランチャー",
        "ボーン　クランチャー",
        "ﾎﾞｰﾝ ｸﾗﾝﾁｬｰ",
    ):
        assert name_of(typed, NIGHTFALL) == {"Bone Cruncher"}
    assert name_of("ホーン クランチャー", NIGHTFALL) == set()
    assert fold("ガ") != fold("カ")


@pytest.mark.parametrize(
    "typed",
    [
        "Goblin Spider Rider",
        "Hammrer of Karak Azul",
        "Seduced by Kaos",
        "Bone Crusher",
        "Ancient",
        "",
    ],
)
def test_a_near_miss_is_never_a_match(typed):
    assert name_of(typed) == set()
    assert INVASION.find(typed) is None


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("Chaos Orc Allience", "Alliance - Chaos and Orc"),
        ("Goblin Spider Riderz", "Spider Riders"),
        ("Seduced by Kaos", "Seduced by Darkness"),
        ("Hammrer of Karak Azul", "Hammerer of Karak Azul"),
        ("Ruglud's Armored Orcs", "Ruglud's Armoured Orcs"),
        ("Dwarf Canon Crew", "Dwarf Cannon Crew"),
    ],
)
def test_suggestions_compare_words_before_letters(typed, first):
    suggested = INVASION.nearest(typed)
    assert suggested[0] == first
    assert len(suggested) <= 3
    assert "Ancient Alliance" not in suggested


def test_nonsense_has_no_suggestion():
    assert INVASION.nearest("xyzzy") == ()
    assert nearest("", ["Core Set"]) == ()


def test_set_and_number_choose_a_printing_and_never_a_card():
    find = INVASION.find
    assert find("Blorx", "Core", 3) is None
    assert find("Slave Pens", "Core", 3).name == "Slave Pen"
    assert find("Slave Pens", "Core").name == "Slave Pen"
    assert find("King Kazador", "Core", 3).name == "King Kazador"
    assert find("Hammerer", "Core", 9999) is None


def test_reprints_are_one_card_and_each_printing_can_be_asked_for():
    first, second = INVASION.printings("Innovation")
    assert (first.set, first.number) == ("core", 119)
    assert (second.set, second.number) == ("assault-on-ulthuan", 57)
    assert INVASION.find("innovation") == first
    assert INVASION.find("innovation", "Assault on Ulthuan", 57) == second
    assert INVASION.find("innovation", number=57) == second
    assert INVASION.by_reference("Innovation (Assault on Ulthuan, 57)") == (second,)
    assert INVASION.reference(second) == "Innovation (Assault on Ulthuan, 57)"


def test_INV_R7_the_draft_card_gives_way_to_the_tactic_of_its_name():
    assert INVASION.find("Reinforcements").type == "tactic"
    assert INVASION.find("Reinforcements", "Core").type == "draft"
    assert INVASION.find("Reinforcement", "Core", 129).type == "draft"


def test_every_printing_has_a_reference_of_its_own():
    for each in (INVASION, NIGHTFALL):
        references = [each.reference(card) for card in each.cards]
        assert len(set(references)) == len(references)
        for card, reference in zip(each.cards, references, strict=True):
            assert each.by_reference(reference) == (card,)


def test_sets_by_every_name():
    assert INVASION.sets_named("core") == INVASION.sets_named("The Core Set") == ["core"]
    assert INVASION.by_number("core set", 17).name == "A Glorious Death"
    assert game("dreamblade").catalog().sets_named("bw") == ["baxars-war"]
    assert INVASION.sets_named("nowhere") == ()


@pytest.mark.parametrize("least", [0, 30, 50, 80])
def test_the_quick_search_of_suggestions_leaves_out_no_name_that_comes_near(least):
    """Each pair alone must come out in the same order as all names together."""
    typed = "Defnder of Hold"
    alone = [name for name in TITLES if nearest(typed, [name], least=least)]
    assert set(nearest(typed, TITLES, limit=len(TITLES), least=least)) == set(alone)
    if alone:
        assert nearest(typed, TITLES)[0] == "Defender of the Hold"


TITLES = tuple(dict.fromkeys(card.name for card in INVASION.cards))
