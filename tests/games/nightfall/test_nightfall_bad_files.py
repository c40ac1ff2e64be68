"""Draft parts of format files and settings of logs that make no sense are refused in one place."""

from __future__ import annotations

from pathlib import Path

import pytest
from archive_drafts import RULES, catalog, settings

from deckbuilder.errors import InputError
from deckbuilder.formats.loading import load_format
from deckbuilder.games.nightfall.table import DRAFT
from deckbuilder.games.table_game import Request

BAD = [
    ("sets: []", "draft.sets"),
    ("sets: [nope]", "draft.sets"),
    ("cards: '((('", "draft.cards"),
    ("hands: {9: [4]}", "draft.hands"),
    ("hands: {3: [-7]}", "draft.hands"),
    ("hands: {}", "draft.hands"),
    ("hands: {1: []}", "draft.hands"),
    ("hands: {0: [3]}", "draft.hands"),
    ("copies: 1000000000", "draft.copies"),
    ("copies: 1000", "draft.copies"),
    ("starter_copies: 1000000", "draft.starter_copies"),
    ("starter_copies: 0", "draft.starter_copies"),
    ("players: {least: 1, most: 31, usual: 31}", "draft.players.least"),
    ("players: {least: 5, most: 2, usual: 9}", "draft.players"),
    ("commons: 0", "draft.commons"),
    ("wounds: -1", "draft.wounds"),
    ("set_cards: 0", "draft.set_cards"),
    ("steps: []", "draft.steps"),
    ("steps: [" + "private, " * 50_000 + "commons]", "draft.steps"),
    ("steps: [remove, remove, private, private, commons]", "draft.steps"),
    ("steps: [private]", "draft.steps"),
    ("private: 4000", "draft.private"),
    ("variants: {foo: {cite: A, team_size: 0}}", "draft.variants.foo.team_size"),
    ("variants: {foo: {cite: A, team_size: 7, players: [3]}}", "draft.variants.foo.team_size"),
    ("variants: {foo: {cite: A, excludes: [foo]}}", "draft.variants.foo.excludes"),
]


@pytest.mark.parametrize(("line", "field"), BAD)
def test_a_bad_draft_part_is_refused_at_its_line(tmp_path: Path, line: str, field: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(f"id: x\nname: X\nextends: nightfall-draft\ndraft:\n  {line}\n")
    with pytest.raises(InputError) as refusal:
        DRAFT.settings(Request(format=load_format(str(path)), players=3), catalog())
    (fault,) = refusal.value.faults
    assert (fault.where, fault.line) == (str(path), 5)
    assert (fault.field or "").startswith(".".join(field.split(".")[:2]))
    assert len(str(fault)) < 600


def test_every_fault_of_a_draft_part_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "id: x\nname: X\nextends: nightfall-draft\ndraft:\n"
        "  copies: -1\n  hands:\n    1: [4]\n    2: [0]\n  wounds: many\n"
    )
    with pytest.raises(InputError) as refusal:
        DRAFT.settings(Request(format=load_format(str(path))), catalog())
    assert [fault.line for fault in refusal.value.faults] == [5, 6, 9]


@pytest.mark.parametrize(
    "change",
    [
        {"copies": 10**9},
        {"copies": 10**30},
        {"players": 10**9},
        {"steps": ["private-7"]},
        {"orders": {"a": 5}},
        {"orders": 7},
        {"starter_choices": [{"colour": "red", "cards": []}]},
        {"teams": -1},
    ],
)
def test_a_forged_log_is_refused_by_all_that_read_its_settings(change: dict[str, object]) -> None:
    forged = {**settings(2), **change}
    for reader in (
        lambda: RULES.start(forged, 1),
        lambda: DRAFT.seat_names(forged),
        lambda: DRAFT.bot("drafter", forged, catalog()),
    ):
        with pytest.raises(InputError, match="settings"):
            reader()


def test_a_card_that_no_file_has_is_named(tmp_path: Path) -> None:
    told = settings(2)
    forged = {**told, "orders": {**told["orders"], told["cards"][0]: "nightfall/nope/001"}}
    with pytest.raises(InputError, match="nightfall/nope/001"):
        DRAFT.bot("drafter", forged, catalog())
