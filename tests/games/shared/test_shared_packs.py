"""Draft codes give the packs that are stored here, on every machine and Python version.

After a change to cards or formats that is meant to change them, write them anew with
`WRITE_SHARED_PACKS=1 pytest tests/games/shared/test_shared_packs.py`; the change then shows.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest
import yaml

from deckbuilder.formats.loading import format_ids, load_format
from deckbuilder.games.draft_codes import draft_code, read_code, settings_check
from deckbuilder.games.table_game import Request
from deckbuilder.registry import game

STORED = Path(__file__).parents[2] / "data/shared_packs.yaml"
DRAFTS = [
    ("invasion-draft", Request(), 7),
    ("invasion-draft", Request(), 2**32 - 1),
    ("invasion-draft-seven-packs", Request(), 0),
    ("invasion-cube", Request(), 7),
    ("nightfall-draft", Request(players=2), 7),
    ("nightfall-draft", Request(players=5, variants=("hidden-archives", "upstream")), 7),
]


def packs_of(draft_format, request, seed):
    """Return the names of the cards that each seat may choose from first."""
    home = game(draft_format.game)
    draft, catalog = home.draft(), home.catalog()
    request = msgspec.structs.replace(request, format=draft_format)
    settings = draft.settings(request, catalog)
    state, _ = draft.rules.start(settings, seed)
    packs = [
        sorted(catalog.card(option.subject).name for option in draft.rules.options(state, seat))
        for seat in range(draft.rules.seats(state))
    ]
    return settings, packs


def written():
    rows = []
    for name, request, seed in DRAFTS:
        draft_format = load_format(name)
        settings, packs = packs_of(draft_format, request, seed)
        sets = list(game(draft_format.game).catalog().sets_by_id)
        code = draft_code(draft_format, request, settings, seed, sets)
        rows.append({"code": code, "format": name, "packs": packs})
    return rows


if os.environ.get("WRITE_SHARED_PACKS"):
    STORED.write_text(
        yaml.safe_dump(written(), sort_keys=False, allow_unicode=True, width=100), "utf-8"
    )
ROWS = yaml.load(STORED.read_text(encoding="utf-8"), yaml.CSafeLoader)


@pytest.mark.parametrize("row", ROWS, ids=[row["code"] for row in ROWS])
def test_a_code_gives_the_stored_packs(row):
    formats = [found for name in format_ids() if (found := load_format(name)).draft is not None]
    sets = {each.game: list(game(each.game).catalog().sets_by_id) for each in formats}
    shared = read_code(row["code"], formats, sets)
    assert shared.draft_format.id == row["format"]
    settings, packs = packs_of(shared.draft_format, shared.request, shared.seed)
    assert settings_check(settings) == shared.settings_check
    assert packs == row["packs"]


def test_every_draft_that_can_be_stored_is_stored():
    assert [row["format"] for row in ROWS] == [name for name, _, _ in DRAFTS]
