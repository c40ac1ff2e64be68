"""Draft parts of format files and settings of logs that make no sense are refused in one place."""

from __future__ import annotations

from pathlib import Path

import pytest
from invasion_table import RULES, catalog, settings

from deckbuilder.errors import InputError
from deckbuilder.formats.loading import load_format
from deckbuilder.games.invasion.table import DRAFT
from deckbuilder.games.table_game import Request

PILE = 'side: order, pile: "s:core"'
BAD = [
    "packs: -1",
    "packs: 1000000000",
    "packs: true",
    "packs: 1e400",
    "pack_size: 0",
    "steps: []",
    "steps: [{take: -2}]",
    "steps: [{foo: 1}]",
    "steps: [5]",
    "steps: [" + "{take: 1}, " * 50_000 + "{take: 1}]",
    f"seats: [{{name: a, {PILE}}}]",
    f"seats: [{{name: a, {PILE}}}, {{name: a, {PILE}}}]",
    f"seats: [{{name: ../a, {PILE}}}, {{name: b, {PILE}}}]",
    f'seats: [{{name: a, pile: "((("}}, {{name: b, {PILE}}}]',
    f'seats: [{{name: a, pile: "name:zzzzz"}}, {{name: b, {PILE}}}]',
    f"seats: [{{name: a, list: nope.txt}}, {{name: b, {PILE}}}]",
    "neutral: {cards: 's:core number:111-121', each: 1000}",
    "neutral: {cards: 'foo:1', each: 1}",
    "draft_cards: {Nope: 3}",
    "draft_cards: {Cut Supply Lines: 1000000000}",
    "draft_cards: {Cut Supply Lines: 4000, Sabotage: 4000}",
    "keep: 0",
    "foo: 1",
]


@pytest.mark.parametrize("line", BAD)
def test_a_bad_draft_part_is_refused_at_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(f"id: x\nname: X\nextends: invasion-draft\ndraft:\n  {line}\n")
    with pytest.raises(InputError) as refusal:
        DRAFT.settings(Request(format=load_format(str(path))), catalog())
    (fault,) = refusal.value.faults
    assert (fault.where, fault.line) == (str(path), 5)
    assert (fault.field or "").startswith("draft." + line.partition(":")[0])
    assert len(str(fault)) < 600


def test_the_line_is_that_of_the_part_itself(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "id: x\nname: X\nextends: invasion-draft\ndraft:\n  seats:\n"
        '  - {name: a, pile: "s:core"}\n'
        "  - name: b\n"
        '    pile: "s:nowhere"\n'
    )
    with pytest.raises(InputError) as refusal:
        DRAFT.settings(Request(format=load_format(str(path))), catalog())
    (fault,) = refusal.value.faults
    assert (fault.line, fault.field) == (8, "draft.seats[1].pile")
    assert "there is no set 'nowhere'" in fault.what


@pytest.mark.parametrize(
    "change",
    [
        {"packs": 10**30},
        {"steps": []},
        {"seats": ["order", "order"]},
        {"seats": ["order"]},
        {"shared_each": -1},
    ],
)
def test_a_forged_log_is_refused_by_all_that_read_its_settings(change: dict[str, object]) -> None:
    forged = {**settings(), **change}
    for reader in (
        lambda: RULES.start(forged, 1),
        lambda: DRAFT.seat_names(forged),
        lambda: DRAFT.bot("drafter", forged, catalog()),
    ):
        with pytest.raises(InputError, match="settings"):
            reader()


def test_a_card_that_no_file_has_is_named() -> None:
    told = settings()
    forged = {**told, "piles": [["invasion/core/999", *told["piles"][0]], told["piles"][1]]}
    with pytest.raises(InputError, match="invasion/core/999"):
        DRAFT.bot("drafter", forged, catalog())
