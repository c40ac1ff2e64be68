"""Format files that make no sense: every fault at its own line, and no other beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckbuilder.errors import InputError
from deckbuilder.formats.legality import open_format
from deckbuilder.formats.loading import MOST_ANCESTORS, load_format

HEAD = "id: x\nname: X\ngame: invasion\n"


def faults_of(path: Path, text: str) -> list[tuple[int | None, str | None]]:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        open_format(str(path))
    assert all(len(str(fault)) < 900 for fault in caught.value.faults)
    return [(fault.line, fault.field) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("pool: '((('", "pool"),
        ("pool: released>=2011-99-99", "pool"),
        ("sections: [{id: main}, {id: main}]", "id"),
        ("sections: [{id: ''}]", "id"),
        ("effective_from: 2011-02-30", "effective_from"),
        ("extends: nowhere", "extends"),
        ("extends: nowhere.yaml", "extends"),
        ("extends: ''", "extends"),
        ("restrictions: [nowhere]", "restrictions"),
        ("rules: [{kind: size, cite: A, least: 1, sections: true}]", "sections"),
        ("rules: [{kind: size, cite: A, least: 1, sections: 5}]", "sections"),
        ("rules: [{kind: size, cite: A, least: 1, sections: null}]", "sections"),
        ("rules: [{kind: spread, cite: A, field: race, groups: [orc], each: -2}]", "each"),
        ("rules: [{kind: released, cite: A, wait: 999999999999999999}]", "wait"),
        ("rules: [{kind: released, cite: A, wait: -1}]", "wait"),
        ("rules: [{kind: restricted, cite: A, cards: [Innovation], most: -1}]", "most"),
        ("rules: [{kind: full-sets, cite: A, copies: 7, titles: [-1]}]", "titles"),
        ("rules: [{kind: exact-list, cite: A, one_of: [{Innovation: 0}]}]", "one_of"),
    ],
)
def test_a_fault_is_told_at_its_line(tmp_path: Path, line: str, field: str) -> None:
    assert faults_of(tmp_path / "mine.yaml", f"{HEAD}{line}\n") == [(4, field)]


def test_an_unknown_game_is_told_at_its_line(tmp_path: Path) -> None:
    text = "id: x\nname: X\ngame: chess\nrules:\n- {kind: size, cite: A, least: 1}\n"
    assert faults_of(tmp_path / "mine.yaml", text) == [(3, "game")]


def test_a_missing_ancestor_is_the_only_fault(tmp_path: Path) -> None:
    text = (
        "id: x\nextends: gone.yaml\nwithout: [INV-3]\nrules:\n"
        "- {kind: size, cite: A, least: 1, sections: [side]}\n"
        "- {kind: invasion/loyalty, cite: A}\n"
    )
    assert faults_of(tmp_path / "mine.yaml", text) == [(2, "extends")]


def test_each_row_that_is_no_rule_is_told_beside_the_other_faults(tmp_path: Path) -> None:
    text = (
        f"{HEAD}rules:\n- {{kind: size, cite: A, least: 9}}\n- 5\n- null\n"
        "- {kind: size, cite: B, least: -1}\nprocedure:\n- word\n"
    )
    found = faults_of(tmp_path / "mine.yaml", text)
    assert sorted(found) == [(6, "rules"), (7, "rules"), (8, "least"), (10, "procedure")]


def test_a_name_with_a_control_letter_is_refused(tmp_path: Path) -> None:
    assert len(faults_of(tmp_path / "mine.yaml", 'id: x\nextends: "a\\0b"\n')) == 1
    assert len(faults_of(tmp_path / "mine.yaml", 'id: x\nextends: "a\\0b.yaml"\n')) == 1


def test_a_format_that_links_to_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    text = "id: x\nextends: loop.yaml\n"
    assert faults_of(tmp_path / "mine.yaml", text) == [(2, "extends")]


def test_a_long_chain_of_formats_is_refused_and_a_short_one_is_not(tmp_path: Path) -> None:
    for number in range(1500):
        text = f"id: x{number}\nextends: x{number + 1}.yaml\n"
        (tmp_path / f"x{number}.yaml").write_text(text)
    (tmp_path / "x1500.yaml").write_text(HEAD)
    with pytest.raises(InputError) as caught:
        load_format(str(tmp_path / "x0.yaml"))
    (fault,) = caught.value.faults
    assert (fault.line, fault.field) == (2, "extends")
    assert load_format(str(tmp_path / f"x{1501 - MOST_ANCESTORS}.yaml")).game == "invasion"


def test_errata_of_unknown_cards_fields_and_values_are_refused(tmp_path: Path) -> None:
    (tmp_path / "errata.yaml").write_text(
        "id: errata\ngame: invasion\nerrata:\n"
        "- {cite: A, card: Nobody at All, field: cost, value: 1}\n"
        "- {cite: A, card: Innovation, field: nope, value: 1}\n"
        "- {cite: A, card: Innovation, field: cost, value: [1]}\n"
        "- {cite: A, card: Innovation, field: name, value: Other}\n"
        "- {cite: A, card: Innovation, field: cost, value: 1}\n"
    )
    found = faults_of(tmp_path / "mine.yaml", f"{HEAD}restrictions: [errata.yaml]\n")
    assert found == [(4, "card"), (5, "field"), (6, "value"), (7, "field")]


def test_a_large_value_is_not_shown_whole(tmp_path: Path) -> None:
    huge = "x" * 100_000
    assert faults_of(tmp_path / "mine.yaml", f"{HEAD}without: {huge}\n") == [(4, "without")]
    rows = ", ".join(["1"] * 50_000)
    assert faults_of(tmp_path / "mine.yaml", f"{HEAD}pool: [{rows}]\n") == [(4, "pool")]


def test_faults_of_the_draft_part_are_told_with_those_of_the_rules(tmp_path: Path) -> None:
    text = (
        "id: x\nname: X\nextends: invasion-draft\npool: '((('\ndraft:\n  packs: many\n"
        "rules:\n- {kind: size, cite: A, least: -1}\n"
    )
    found = faults_of(tmp_path / "mine.yaml", text)
    assert sorted(set(found)) == [(4, "pool"), (6, "draft.packs"), (8, "least")]
