"""Broken card files: every fault of every file at once, with place, value and what was expected."""

from __future__ import annotations

import shutil

import pytest

from deckbuilder.catalog.loading import load_catalog
from deckbuilder.errors import InputError
from deckbuilder.games.dreamblade.card import Miniature
from deckbuilder.games.invasion.card import InvasionCard
from deckbuilder.games.nightfall.card import NightfallCard
from deckbuilder.registry import games
from deckbuilder.resources import cards_folder

HEAD = "game: invasion\nid: core\nname: Core Set\ncards:\n"
GOOD = "- {number: 1, name: Defender of the Hold, type: unit, race: dwarf, cost: 1}\n"


def faults_of(folder, card_type=InvasionCard, game="invasion"):
    with pytest.raises(InputError) as raised:
        load_catalog(game, card_type, [folder])
    return raised.value.faults


def written(folder, **files):
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("line", "field", "expected"),
    [
        ("- {number: 2, name: A, type: unti}", "type", "one of capital, legend, unit"),
        ("- {number: 2, name: A, type: unit, race: elf}", "race", "high-elf"),
        ("- {number: 2, name: A, type: unit, cost: cheap}", "cost", "a whole number or X"),
        ("- {number: 2, name: A, type: unit, cost: -1}", "cost", "from 0 on"),
        ("- {number: 2, name: A, type: unit, cost: true}", "cost", "a whole number or X"),
        ("- {number: 2, name: A, type: unit, unique: maybe}", "unique", "true or false"),
        ("- {number: 2, name: A, type: unit, traits: Elite}", "traits", "a list"),
        ("- {number: 2, name: A, type: unit, keywords: [scout]}", "keywords", "a mapping"),
        ("- {number: 2, name: A, type: unit, colour: red}", "colour", "Nearest"),
        ("- {number: 2, type: unit}", "name", "missing"),
        ("- {number: 2, name: '', type: unit}", "name", "not empty"),
        ("- {number: 2, name: A}", "type", "missing"),
        ("- {number: 1, name: A, type: unit}", "number", "Defender of the Hold"),
        ("- {number: 2, name: A, type: capital, box: corr}", "box", "core"),
        ("- {number: 2, name: A, name: B, type: unit}", "name", "twice"),
    ],
)
def test_a_fault_has_file_line_field_value_and_what_was_expected(tmp_path, line, field, expected):
    (fault,) = faults_of(written(tmp_path, core=f"{HEAD}{GOOD}{line}\n"))
    assert fault.where == str(tmp_path / "core.yaml")
    assert fault.line == 6
    assert fault.field == field
    assert expected in str(fault)


def test_all_faults_of_all_files_at_once(tmp_path):
    files = {
        "core": f"{HEAD}{GOOD}- {{number: 2, name: A, type: unti, cost: x}}\n- 3\n",
        "second": HEAD.replace("core", "second") + "- {name: A, type: unit, coast: 1}\n",
        "third": "game: nightfall\nid: third\nname: Third\norder: first\ncards: []\n",
        "broken": "game: [\n",
        "aliases": "aliases: {Defender: Nobody, Defender of the Hold: Defender of the Hold}\n",
    }
    told = [str(fault) for fault in faults_of(written(tmp_path, **files))]
    assert len(told) == 9
    for part in (
        "type",
        "cost",
        "mapping of fields",
        "coast",
        "nightfall",
        "order",
        "YAML",
        "Nobody",
    ):
        assert any(part in each for each in told), part


def test_two_files_of_one_set_are_a_fault(tmp_path):
    (fault,) = faults_of(
        written(tmp_path, a=f"{HEAD}{GOOD}", b=HEAD.replace("\ncards:", "\ncards: []"))
    )
    assert "core" in str(fault)
    assert fault.field == "id"


def test_a_draft_card_stands_for_an_order_of_its_set(tmp_path):
    text = (
        "game: nightfall\nid: one\nname: One\ncards:\n"
        "- {name: Bad Smoke, type: starter}\n"
        "- {name: Bad Smoke (draft card), type: draft, order: Bad Smoak}\n"
    )
    (fault,) = faults_of(written(tmp_path, one=text), NightfallCard, "nightfall")
    assert (fault.line, fault.field) == (6, "order")
    assert "Nearest: Bad Smoke" in str(fault)


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe\x00", b"- 1\n", b"cards: 3\n", b"{", b"a: &a [*a]\n", b"? [1]\n: 2\n",
     b"aliases: 3\n", b"aliases: [1]\n", b"!!python/object:os.system {}\n", b"\x00", b"[" * 5000],
)  # fmt: skip
def test_any_broken_file_is_told_and_nothing_else_happens(tmp_path, content):
    (tmp_path / "x.yaml").write_bytes(content)
    assert all(fault.where for fault in faults_of(tmp_path, Miniature, "dreamblade"))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_the_shipped_files_have_no_fault(tmp_path, game):
    folder = tmp_path / game.id
    shutil.copytree(cards_folder(game.id), folder)
    (folder / "extra.yaml").write_text(f"game: {game.id}\nid: extra\nname: Extra\ncards: []\n")
    catalog = load_catalog(game.id, game.card_type(), [folder])
    assert len(catalog.cards) == len(game.catalog().cards)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_printings_under_one_name_and_type_state_the_same_facts(game):
    own = ("id", "set", "number", "quantity", "doubt", "tags", "quantity_first_print", "box")
    catalog = game.catalog()
    for card in catalog.cards:
        for other in catalog.printings(card.name):
            if other.type != card.type or other.official != card.official:
                continue
            for field in card.__struct_fields__:
                one, two = getattr(card, field), getattr(other, field)
                if field not in own and None not in (one, two):
                    assert one == two, (card.id, other.id, field)
