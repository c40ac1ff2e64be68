"""Drafts that the rules forbid are refused with the numbers, the reason and the rule."""

from __future__ import annotations

import msgspec
import pytest
from archive_drafts import RULES, catalog, draft_format, settings

from deckbuilder.errors import InputError
from deckbuilder.games.nightfall.table import DRAFT
from deckbuilder.games.table_game import Request

COLDEST_WAR = "the-coldest-war"
BOTH = (COLDEST_WAR, "made-up")
SECRET_COMMON = ("NF-R11", "NF-30", "NF-32", "no private archives")

REFUSED = [
    ({"players": 1}, ("NF-10", "2 to 5", "teams (4, 6)")),
    ({"players": 6}, ("NF-10", "2 to 5", "teams (4, 6)")),
    ({"players": 5, "variants": ("teams",)}, ("NF-34", "4, 6", "not for 5")),
    ({"players": 6, "variants": ("teams",)}, ("NF-R7", "6 players", "2 sets", "only 1")),
    ({"players": 5, "sets": ("few-cards",) * 2}, ("NF-R7", "28", "20")),
    ({"players": 5, "sets": ("few-cards",)}, ("NF-R7", "23", "10")),
    ({"hand": 5}, ("NF-21", "(1)", "are 4")),
    ({"hand": 4, "sets": BOTH}, ("NF-21", "(2)", "5, 6")),
    ({"hand": 11, "sets": BOTH * 2}, ("NF-21", "(4)", "7, 8, 9, 10")),
    ({"variants": ("common-ground", "secret-archives")}, SECRET_COMMON),
    ({"variants": ("secret-archives", "upstream", "common-ground")}, SECRET_COMMON),
    ({"players": 5, "variants": ("longer-game",)}, ("NF-R8", "75", "60", "5 players")),
    ({"variants": ("own-starters",)}, ("NF-11", "two sets")),
    ({"players": 2, "variants": ("moon-phases",), "sets": ("few-cards",) * 2}, ("NF-64",)),
    ({"sets": ("Nightfall",)}, ("NF-3", "Nightfall", "19 of its 24", "5 are missing")),
    ({"sets": ("martial-law",)}, ("NF-3", "Martial Law", "15 of its 24", "9 are missing")),
    ({"sets": (COLDEST_WAR, "Dark Rages")}, ("NF-3", "Dark Rages", "0 of its 24")),
    ({"sets": ("Warmest Peace",)}, ("Warmest Peace", COLDEST_WAR)),
    ({"variants": ("downstream",)}, ("downstream", "upstream")),
]


@pytest.mark.parametrize(("request_", "says"), REFUSED)
def test_a_forbidden_draft_is_refused(request_, says):
    with pytest.raises(InputError) as refusal:
        settings(**request_)
    for part in says:
        assert part in str(refusal.value)


@pytest.mark.parametrize("foreign", [{"boosters": 3}, {"picks": 1}])
def test_what_belongs_to_other_drafts_is_refused(foreign):
    with pytest.raises(InputError, match="no boosters"):
        DRAFT.settings(Request(format=draft_format(), options=foreign), catalog())


def test_every_set_that_is_not_known_whole_is_named_at_once():
    with pytest.raises(InputError) as refusal:
        settings(sets=("Nightfall", "Blood Country"))
    assert len(refusal.value.faults) == 2


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_NF_R7_the_coldest_war_alone_is_enough_for_five(players):
    assert len(settings(players)["cards"]) == 24


def test_NF_R7_just_enough_draft_cards_will_do():
    # 3 laid out and 5 hands of 6 are 33; 34 cards are in the two boxes.
    assert settings(5, sets=(COLDEST_WAR, "few-cards"), hand=6)["players"] == 5


@pytest.mark.parametrize(
    "change",
    [
        {"players": 0},
        {"players": "two"},
        {"hand": 3, "players": 2},
        {"cards": []},
        {"orders": {}},
        {"commons": -1},
        {"passing": "up"},
    ],
)
def test_settings_that_were_tampered_with_are_refused(change):
    with pytest.raises(InputError, match=r"settings of a Nightfall draft|settings\.\w+: "):
        RULES.start({**settings(2), **change}, 1)


@pytest.mark.parametrize(
    "change",
    [
        {"steps": ["private", "public", "commons"]},
        {"steps": ["private", "commons"]},
        {"hands": {1: "four"}},
        {"pass": "up"},
        {"extra": 1},
    ],
)
def test_a_format_file_with_a_broken_procedure_is_refused(change):
    broken = msgspec.structs.replace(draft_format(), draft={**draft_format().draft, **change})
    with pytest.raises(InputError, match=r"nightfall-draft\.yaml:\d+: draft\."):
        DRAFT.settings(Request(format=broken, players=3), catalog())
