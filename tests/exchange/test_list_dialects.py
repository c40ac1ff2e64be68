"""Headers, headings and the text forms of other programs."""

from __future__ import annotations

from typing import Any

import pytest

from deckbuilder.decks.deck import Deck
from deckbuilder.errors import InputError
from deckbuilder.exchange.reading import read_deck, read_decks
from deckbuilder.registry import games

EXPECTED = [(3, "Squig Herders", "main"), (2, "Pillage", "main")]
WITH_SIDE = [*EXPECTED, (1, "Innovation", "sideboard")]


def read(text: str, **options: Any) -> Deck:
    return read_deck(text.encode(), "list.txt", **options)


def cards(deck: Deck) -> list[tuple[int, str, str]]:
    return [(entry.count, entry.title, entry.section) for entry in deck.entries]


DIALECTS = {
    "Arena": (
        "About\nName Orc rush\n\nDeck\n3 Squig Herders (Core) 57\n2 Pillage (Core) 78\n\n"
        "Sideboard\n1 Innovation\n",
        WITH_SIDE,
        "Orc rush",
    ),
    "MTGO": ("3 Squig Herders\n2 Pillage\n\nSIDEBOARD:\n1 Innovation\n", WITH_SIDE, ""),
    "Apprentice": (
        "// Orc rush\n3 Squig Herders\n2 Pillage\nSB: 1 Innovation\n",
        WITH_SIDE,
        "Orc rush",
    ),
    "Magic Workstation": (
        "// Name : Orc rush\n    3 [Core] Squig Herders\n    2 [XY] Pillage\nSB:  1 Innovation\n",
        WITH_SIDE,
        "Orc rush",
    ),
    "XMage": (
        "NAME:Orc rush\n3 [Core:57] Squig Herders\n2 [Core:78] Pillage\n"
        "SB: 1 [Core:119] Innovation\n"
        "LAYOUT MAIN:(1,1)(CMC,false,50)|([Core:57])\n",
        WITH_SIDE,
        "Orc rush",
    ),
    "Forge": (
        "[metadata]\nName=Orc rush\n[Main]\n3 Squig Herders|Core|1\n2 Pillage|Core\n[Sideboard]\n"
        "1 Innovation\n",
        WITH_SIDE,
        "Orc rush",
    ),
    "Deckstats": (
        "//Main\n3 [Core#57] Squig Herders\n2 Pillage\n\n//Sideboard\n1 [Core#119] Innovation\n",
        WITH_SIDE,
        "",
    ),
    "Archidekt": (
        "3x Squig Herders (core) 57 *F* [Unit]\n2x Pillage (core) 78 [Tactic] ^Have,#37d67a^\n",
        EXPECTED,
        "",
    ),
    "Moxfield": ("3 Squig Herders (Core) 57 #rush\n2 Pillage (core) 78 *F*\n", EXPECTED, ""),
    "Markdown": (
        "# Orc rush\n\nCapital: Orc\n\n## Deck\n\n**Unit** (3)\n_Cheap_ (3)\n- Squig Herders x3\n\n"
        "**Tactic** (2)\n- Pillage x2\n",
        EXPECTED,
        "Orc rush",
    ),
    "BBCode": (
        "[b]Units (3)[/b]\n3x Squig Herders [i](Core Set, 57)[/i]\n[b]Tactics (2)[/b]\n"
        "2x [whi]Pillage[/whi]\n",
        EXPECTED,
        "",
    ),
    "OCTGN text": (
        "Deck\n3x Squig Herders\n2x Pillage\n\nWarhammer: Invasion\n",
        EXPECTED,
        "",
    ),
    "a plain title": ("Orc rush\n\n3x Squig Herders\n2x Pillage\n", EXPECTED, "Orc rush"),
    "headings of all kinds": (
        "== Units (3) ==\n3 Squig Herders\n-- 3 Units\nTACTICS\n---- Tactics ----\n2 Pillage\n"
        "-- 2\nTotal: 5\n5 cards\n",
        EXPECTED,
        "",
    ),
}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_list_of_another_program(dialect: str) -> None:
    text, expected, name = DIALECTS[dialect]
    deck = read(text)
    assert deck.game == "invasion"
    counted = cards(deck)
    beside = [(entry.count, entry.title, entry.section) for entry in deck.beside]
    assert [*counted, *beside] == expected
    assert all(entry.section == "sideboard" for entry in deck.beside)
    assert all(section != "sideboard" for _, _, section in counted)
    assert all(entry.card for entry in deck.entries)
    assert deck.name == name


def test_several_lists_in_one_paste() -> None:
    text = "Deck A\n\n3x Squig Herders (Core Set)\n\n===\n\nDeck B\n\n3x Innovation\n"
    first, second = read_decks(text.encode(), "paste.txt")
    assert (first.name, cards(first)) == ("Deck A", [(3, "Squig Herders", "main")])
    assert (second.name, cards(second)) == ("Deck B", [(3, "Innovation", "main")])
    assert second.entries[0].line == 9
    with pytest.raises(InputError, match="2 lists"):
        read_deck(text.encode(), "paste.txt")


def test_the_faults_of_all_lists_in_a_paste_are_told() -> None:
    text = "0 Pillage\n\n===\n\n3x Innovation\n\n===\n\n3x\n"
    with pytest.raises(InputError) as caught:
        read_decks(text.encode(), "paste.txt", game="invasion")
    assert [fault.line for fault in caught.value.faults] == [1, 9]


def test_a_line_below_a_heading_parts_no_lists() -> None:
    deck = read("Units\n=====\n3 Squig Herders\n\nTactics\n=======\n2 Pillage\n")
    assert cards(deck) == EXPECTED


def test_headers_are_kept_as_they_are_written() -> None:
    deck = read(
        "# Green tide\nGame: WHI\nFormat: Invasion-Constructed\nCAPITAL: Orcs\n"
        "Mood: grim\n\nPillage\n"
    )
    assert deck.name == "Green tide"
    assert deck.game == "invasion"
    assert deck.format == "Invasion-Constructed"
    assert deck.headers == (("CAPITAL", "Orcs"), ("Mood", "grim"))
    assert deck.header("capital") == "Orcs"


def test_a_line_that_is_only_a_race_is_the_capital() -> None:
    assert read("Orcs\n3 Pillage\n").header("Capital") == "Orcs"


def test_a_capital_board_among_the_cards_is_the_capital() -> None:
    deck = read("Dwarf Capital\n3x Runesmith\n")
    assert deck.headers == (("Capital", "Dwarf"),)
    assert cards(deck) == [(3, "Runesmith", "main")]


def test_comments_stay_where_they_stood() -> None:
    deck = read(
        "# Green tide\n# by hand\nGame: Invasion\n\n[Units]\n# the core\n# of it all\n"
        "3x Squig Herders # fast\n\n# that is all\n"
    )
    assert (deck.name, deck.notes) == ("Green tide", ("by hand",))
    assert deck.entries[0].notes == ("the core", "of it all")
    assert deck.entries[0].comment == "fast"
    assert deck.end_notes == ("that is all",)


def test_a_comment_with_an_address_is_no_title() -> None:
    deck = read("# https://example.org/deck\n3x Pillage\n")
    assert (deck.name, deck.notes) == ("", ("https://example.org/deck",))


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("3 Pillage\n", "invasion"),
        ("7 Asset Seven\n", "nightfall"),
        ("1 Night Queen\n", "dreamblade"),
        ("英雄\n皇帝\n", "xeno"),
    ],
)
def test_a_game_that_is_not_stated_is_told_from_the_names(text: str, game: str) -> None:
    assert read(text).game == game


def test_the_caller_says_the_game_where_the_list_does_not() -> None:
    assert read("3x Something\n", game="invasion").game == "invasion"
    assert read("Game: Nightfall\n3x Something\n", game="invasion").game == "nightfall"


def test_a_list_that_no_game_knows_names_the_games() -> None:
    with pytest.raises(InputError, match=", ".join(each.names[0] for each in games())):
        read("3x Something\n")


def test_a_game_that_there_is_not_is_told_with_its_line() -> None:
    with pytest.raises(InputError, match=r"list.txt:2: there is no game 'Chess'"):
        read("# x\nGame: Chess\n3x Pawn\n")


def test_nightfall_sections_in_their_forms() -> None:
    deck = read(
        "Game: Nightfall\nPrivate archive: 7x Asset Seven\nPrivate archive\nBanner 89 x7\n"
        "[Commons]\n7 Kaos 33\nWound deck (15)\n15 Bite wound (draw)\n"
        "== Starting deck ==\n2 Kilo 13\n"
    )
    assert [(entry.section, entry.count) for entry in deck.entries] == [
        ("private-1", 7),
        ("private-2", 7),
        ("commons", 7),
        ("wounds", 15),
        ("starters", 2),
    ]


def test_an_unknown_section_is_a_fault_where_sections_matter() -> None:
    with pytest.raises(InputError, match=r"list.txt:2: there is no section 'Archive 3'.*Archive 1"):
        read("Game: Nightfall\n[Archive 3]\n3 Kaos 33\n")


def test_an_unknown_heading_is_a_note_where_headings_are_only_layout() -> None:
    deck = read("Game: Invasion\nCore Set cards:\n3 Pillage\n")
    assert cards(deck) == [(3, "Pillage", "main")]
    assert deck.entries[0].notes == ("Core Set cards",)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_encodings_of_old_programs(encoding: str) -> None:
    deck = read_deck("Capital: Orc\r\n3x Rip Dere ’eads Off!\r\n".encode(encoding), "list.txt")
    assert cards(deck) == [(3, "Rip Dere 'eads Off!", "main")]


def test_shift_jis() -> None:
    deck = read_deck(
        "アセット セブン x7\nバナー89 x3\n".encode("cp932"), "list.txt", game="nightfall"
    )
    assert [(entry.count, entry.title) for entry in deck.entries] == [
        (7, "Asset Seven"),
        (3, "Banner 89"),
    ]


def test_japanese_headers_and_headings() -> None:
    deck = read(
        "ゲーム：ナイトフォール\nフォーマット：nightfall-draft\n\n"
        "個人アーカイブ1\nアセット セブン×7\n"
    )
    assert (deck.game, deck.format) == ("nightfall", "nightfall-draft")
    assert [(entry.section, entry.count) for entry in deck.entries] == [("private-1", 7)]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "empty"),
        (b" \n\t\n", "empty"),
        (b"\x00\x01\x02binary", "neither text"),
        (bytes(range(256)) * 8, "neither text"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old file of an office program"),
        (b"Game: Invasion\n", "no card"),
        (b"Game: Invasion\n# only a comment\n[Units]\n", "no card"),
        (b"# only a comment\n", "no card"),
    ],
)
def test_what_holds_no_list_is_one_clear_error(content: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_deck(content, "list.txt")
    (fault,) = caught.value.faults
    assert fault.where == "list.txt"
    assert fault.mend


@pytest.mark.parametrize(
    ("first", "name", "law"),
    [
        ("Orc rush", "Orc rush", None),
        ("Invasion Constructed", "", "Invasion Constructed"),
        ("invasion-draft", "", "invasion-draft"),
    ],
)
def test_a_first_line_right_above_counted_cards_is_a_title_or_a_format(
    first: str, name: str, law: str | None
) -> None:
    deck = read(f"{first}\n3x Squig Herders\n2x Pillage\n")
    assert (deck.name, deck.format) == (name, law)
    assert cards(deck) == EXPECTED


def test_a_misspelt_card_in_the_first_line_is_no_title() -> None:
    deck = read("Squig Herder\n2x Pillage\n")
    assert deck.name == ""
    assert [entry.name for entry in deck.entries if entry.card is None] == ["Squig Herder"]


@pytest.mark.parametrize(
    "text",
    [
        "Deck (5)\nUnits (3)\n3 Squig Herders\nTactics\n2 Pillage\n-- 2 Tactics\nTotal: 5\n",
        "5 cards\n3 Squig Herders\n-- 3\n2 Pillage\n-- 2\n",
        "Units (3)\nTactics (2)\n3 Squig Herders\n2 Pillage\n",
        "3 Squig Herders\n2 Pillage\nTotal: 5\n\nSideboard (1)\n1 Innovation\n",
    ],
)
def test_sums_that_fit_are_passed_over(text: str) -> None:
    assert read(text).miscounts == ()


def test_each_sum_that_does_not_fit_is_kept_with_its_line() -> None:
    deck = read("[Units (4)]\n3 Squig Herders\n-- 3 Units\n2 Pillage\n-- 7 Tactics\n6 cards\n")
    assert [(each.line, each.stated, each.have) for each in deck.miscounts] == [
        (1, 4, 3),
        (5, 7, 2),
        (6, 6, 5),
    ]
