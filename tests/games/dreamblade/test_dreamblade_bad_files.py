"""Draft parts of format files and settings of logs that make no sense are refused in one place."""

from __future__ import annotations

from pathlib import Path

import pytest
from warband_drafts import RULES, catalog, draft, request

from deckbuilder.errors import InputError
from deckbuilder.formats.loading import load_format
from deckbuilder.games.dreamblade.table import DRAFT

BAD = [
    "booster: {rare: -1}",
    "booster: {rare: 1000000000}",
    "booster: {}",
    "booster: {rare: 0, uncommon: 0, common: 0}",
    "booster: {mythic: 1}",
    "starter: -1",
    "starter: 0",
    "starter: 1000000000",
    "starters: -1",
    "starters: 1000000000",
    "pass: []",
    "pass: [up]",
    "warband: 0",
    "copies: -3",
    "copies: 0",
    "players: 1000000",
    "boosters: -1",
    "sets: [nope]",
    "kind: foo",
    "foo: 1",
]


@pytest.mark.parametrize("line", BAD)
def test_a_bad_draft_part_is_refused_at_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(f"id: x\nname: X\nextends: dreamblade-draft\ndraft:\n  {line}\n")
    sets = () if line.startswith("sets") else ("made-up",)
    numbers = {"players": 3, "boosters": 4, "picks": 1}
    with pytest.raises(InputError) as refusal:
        DRAFT.settings(request(load_format(str(path)), sets=sets, **numbers), catalog())
    (fault,) = refusal.value.faults
    assert (fault.where, fault.line) == (str(path), 5)
    assert (fault.field or "").startswith("draft." + line.partition(":")[0])


@pytest.mark.parametrize(
    "change",
    [
        {"slots": 7},
        {"slots": [{"rarity": "rare", "count": -1}]},
        {"starters": 10**30},
        {"starters": 10**9},
        {"players": 10**9},
        {"boosters": []},
        {"copies": -1},
    ],
)
def test_a_forged_log_is_refused_by_all_that_read_its_settings(change: dict[str, object]) -> None:
    forged = {**draft(), **change}
    for reader in (
        lambda: RULES.start(forged, 1),
        lambda: DRAFT.seat_names(forged),
        lambda: DRAFT.bot("drafter", forged, catalog()),
    ):
        with pytest.raises(InputError, match="settings"):
            reader()


def test_a_set_that_is_gone_since_is_named_by_its_id() -> None:
    told = draft(players=1)
    forged = {**told, "boosters": ["gone"] * 4, "supply": {"gone": told["supply"]["made-up"]}}
    state, _ = RULES.start(forged, 1)
    while seats := RULES.to_act(state):
        state, _ = RULES.apply(state, {seat: RULES.options(state, seat)[0] for seat in seats})
    (deck,) = DRAFT.decks(forged, state, catalog())
    assert ("Boosters", "gone, gone, gone, gone") in deck.headers
