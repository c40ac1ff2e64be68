"""Every way to write a count, a printing, a remark and several cards on a line."""

from __future__ import annotations

import pytest

from deckbuilder.catalog.names import fold
from deckbuilder.errors import InputError
from deckbuilder.exchange.headings import headings
from deckbuilder.exchange.reading import read_deck
from deckbuilder.registry import Game, games

HEAD = "Game: Invasion\n\n"


def read_line(line: str) -> list[tuple[int, str, str | None, str]]:
    deck = read_deck(f"{HEAD}{line}\n".encode(), "list.txt")
    return [(e.count, e.title, e.card and e.card.id, e.comment) for e in deck.entries]


PILLAGE = "invasion/core/078"


@pytest.mark.parametrize(
    "line",
    [
        "3 Pillage",
        "3x Pillage",
        "3X Pillage",
        "3 x Pillage",
        "3× Pillage",
        "3×Pillage",
        "3xPillage",
        "x3 Pillage",
        "[3] Pillage",
        "(3) Pillage",
        "3\tPillage",
        "3 - Pillage",
        "3, Pillage",
        "3枚 Pillage",
        "３ Pillage",
        "Pillage x3",
        "Pillage X3",
        "Pillage ×3",
        "Pillage×3",
        "Pillage (3)",
        "Pillage [x3]",
        "Pillage\t3",
        "Pillage - x3",
        "- 3x Pillage",
        "* 3x Pillage",
        "• Pillage x3",
        "  •  Pillage x3",
        "**3x Pillage**",
        "3x **Pillage**",
        "3x [whi]Pillage[/whi]",
        "3x [thing=7]Pillage[/thing]",
        "3x pillage",
        "3x PILLAGE",
        "3x\u00a0Pillage\u00a0",
        '3x "Pillage"',
        "\ufeff3x Pillage",
        "3x Pil\u200blage",
        "3x Pillage,",
    ],
)
def test_a_count_in_every_form(line: str) -> None:
    assert read_line(line) == [(3, "Pillage", PILLAGE, "")]


def test_no_count_is_one() -> None:
    assert read_line("Pillage") == [(1, "Pillage", PILLAGE, "")]


@pytest.mark.parametrize(
    "line",
    [
        "3x Innovation (Assault on Ulthuan)",
        "3x Innovation (Assault on Ulthuan) 57",
        "3x Innovation (Assault on Ulthuan, 57)",
        "3x Innovation [Assault on Ulthuan:57]",
        "3x Innovation (assault on ulthuan #57)",
        "3x Innovation (Assault on Ulthuan 57)",
        "3x Innovation [i](Assault on Ulthuan, 57)[/i]",
        "3 [Assault on Ulthuan:57] Innovation",
        "3 [Assault on Ulthuan#57] Innovation",
        "3 Innovation|Assault on Ulthuan|57",
        "Innovation x3 (Assault on Ulthuan, 57)",
        "Innovation (Assault on Ulthuan, 57) x3",
        "3 Innovation (Assault on Ulthuan) 57 *F*",
    ],
)
def test_a_printing_in_every_form(line: str) -> None:
    assert read_line(line) == [(3, "Innovation", "invasion/assault-on-ulthuan/057", "")]


def test_a_printing_that_is_not_written_is_the_first() -> None:
    assert read_line("3x Innovation") == [(3, "Innovation", "invasion/core/119", "")]
    assert read_line("3x Innovation (Core Set, 119)") == [
        (3, "Innovation", "invasion/core/119", "")
    ]


def test_a_name_is_matched_before_its_set_and_number() -> None:
    assert read_line("3x Pillage (Core, 1)") == [(3, "Pillage", PILLAGE, "")]


def test_set_and_number_are_no_card_under_another_name() -> None:
    assert read_line("3x Plunder (Core, 78)") == [(3, "Plunder", None, "(Core, 78)")]


def test_a_near_miss_is_no_match() -> None:
    assert read_line("3x Pilage") == [(3, "Pilage", None, "")]


def test_brackets_that_are_no_printing_are_a_remark() -> None:
    assert read_line("3x Pillage (starts on the board)") == [
        (3, "Pillage", PILLAGE, "starts on the board")
    ]
    assert read_line("3x Pillage (Core, 78) (one is foil) # from Anna") == [
        (3, "Pillage", PILLAGE, "one is foil from Anna")
    ]


@pytest.mark.parametrize("line", ["3x Pillage # borrowed", "3x Pillage // borrowed"])
def test_a_comment_behind_a_card(line: str) -> None:
    assert read_line(line) == [(3, "Pillage", PILLAGE, "borrowed")]


def test_brackets_that_belong_to_a_name_are_no_printing() -> None:
    deck = read_deck(b"Game: Nightfall\n[Wounds]\n10x Bite wound (draw)\n", "list.txt")
    (entry,) = deck.entries
    assert entry.card is not None
    assert entry.card.name == "Bite wound (draw)"
    assert (entry.count, entry.comment) == (10, "")


def test_numbers_that_belong_to_names_are_no_counts() -> None:
    deck = read_deck(b"Game: Nightfall\n[Commons]\n2 Kilo 13 3 Banner 89, 1x Kaos 33", "l")
    assert [(e.count, e.name) for e in deck.entries] == [
        (2, "Kilo 13"),
        (3, "Banner 89"),
        (1, "Kaos 33"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "3 Pillage 2 Troll Vomit 1 Innovation",
        "3x Pillage, 2x Troll Vomit, 1x Innovation",
        "3x Pillage; 2x Troll Vomit; 1x Innovation",
        "Pillage x3 Troll Vomit x2 Innovation x1",
        "Pillage x3, Troll Vomit x2, Innovation x1.",
        "Tactics: 3 Pillage 2 Troll Vomit Supports: 1 Innovation",
        "Orc deck (6 cards): 3x Pillage, 2x Troll Vomit, 1x Innovation",
    ],
)
def test_several_cards_on_one_line(line: str) -> None:
    assert [(count, title) for count, title, _, _ in read_line(line)] == [
        (3, "Pillage"),
        (2, "Troll Vomit"),
        (1, "Innovation"),
    ]


def test_names_alone_on_one_line_are_cut_at_commas_when_all_are_known() -> None:
    assert [title for _, title, _, _ in read_line("Pillage, Troll Vomit, Innovation")] == [
        "Pillage",
        "Troll Vomit",
        "Innovation",
    ]


def test_an_unknown_name_among_several_is_kept_with_its_count() -> None:
    assert read_line("3 Pillage 2 Nonsense 1 Innovation")[1] == (2, "Nonsense", None, "")


@pytest.mark.parametrize("count", ["0", "-1", "1000", "1000000000", "2.5", "1" * 5000])
def test_an_impossible_count_is_a_fault_with_its_line(count: str) -> None:
    with pytest.raises(InputError) as caught:
        read_line(f"{count}x Pillage")
    (fault,) = caught.value.faults
    assert fault.line == 3
    assert "1 to 999" in str(fault)


def test_every_faulty_line_is_told_at_once() -> None:
    text = f"{HEAD}0 Pillage\n3x\n3x Innovation\n????\n-1 Troll Vomit\n"
    with pytest.raises(InputError) as caught:
        read_deck(text.encode(), "list.txt")
    assert [fault.line for fault in caught.value.faults] == [3, 4, 6, 7]
    assert {fault.where for fault in caught.value.faults} == {"list.txt"}


def test_999_copies_are_read_for_the_format_to_judge() -> None:
    assert read_line("999x Pillage") == [(999, "Pillage", PILLAGE, "")]


def test_repeated_lines_stay_lines() -> None:
    deck = read_deck(f"{HEAD}2x Pillage\n1x Pillage\n".encode(), "list.txt")
    assert [(entry.count, entry.line) for entry in deck.entries] == [(2, 3), (1, 4)]


@pytest.mark.parametrize("own_game", games(), ids=lambda each: each.id)
def test_every_card_is_read_in_every_form_and_language(own_game: Game) -> None:
    boards = headings(own_game.id).header_cards
    names = {
        name: card
        for card in own_game.catalog().cards
        for name in (card.name, card.name_ja)
        if name and not (boards and card.type == boards.type)
    }
    forms = ("3x {}", "3 {}", "3x{}", "{} x3", "- {} x3", "{} (3)", "{} x3 # remark")
    for name, card in names.items():
        for form in forms:
            for written in (name, name.upper()):
                text = f"Game: {own_game.id}\n\n{form.format(written)}\n"
                (entry,) = read_deck(text.encode(), "list.txt").entries
                assert (entry.count, fold(entry.title)) == (3, fold(card.name)), written
