"""The batch engine, held to the table: the same packs give the same picks, card for card."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import pytest

from deckbuilder.errors import InputError
from deckbuilder.formats.loading import load_format
from deckbuilder.games.compiling import compiled
from deckbuilder.games.invasion.batch import BATCH
from deckbuilder.games.invasion.plan import plan_of
from deckbuilder.games.invasion.table import DRAFT
from deckbuilder.games.invasion.tracking import TRACKING
from deckbuilder.games.table_game import Request
from deckbuilder.registry import game
from deckbuilder.tables.chance import MAX_SEED
from deckbuilder.tables.protocol import Option
from deckbuilder.tables.table import Onlooker, play_out

pytest.importorskip("numba")

CATALOG = game("invasion").catalog()
KINDS = [
    ("invasion-draft", ("rating", "rating")),
    ("invasion-draft", ("drafter", "drafter")),
    ("invasion-draft", ("aggressive", "aggressive")),
    ("invasion-draft", ("denier", "denier")),
    ("invasion-draft", ("drafter:race=0,denial=2", "denier")),
    ("invasion-draft", ("random", "drafter")),
    ("invasion-draft-seven-packs", ("drafter", "rating")),
    ("invasion-draft-mixed", ("denier", "drafter")),
    ("invasion-cube", ("aggressive", "drafter")),
]


class Choices(Onlooker):
    """What seats choose, in order."""

    def __init__(self) -> None:
        self.made: list[tuple[int, Option]] = []

    def acted(self, state: Any, choices: Mapping[int, Option]) -> None:
        self.made += choices.items()


def settings_of(format_id: str) -> Any:
    return DRAFT.settings(Request(format=load_format(format_id)), CATALOG)


def seeds(count: int) -> list[int]:
    """The first and the last ones, so that the names of streams are short and long."""
    return [*range(count // 2), *range(MAX_SEED + 1 - (count - count // 2), MAX_SEED + 1)]


@pytest.mark.parametrize(("format_id", "specs"), KINDS)
def test_batch_picks_what_bots_at_the_table_pick(
    format_id: str, specs: tuple[str, str], pytestconfig: pytest.Config
) -> None:
    settings = settings_of(format_id)
    policies = [DRAFT.bot(spec, settings, CATALOG) for spec in specs]
    tables = seeds(pytestconfig.getoption("--drafts", default=40))
    drafted = BATCH.drafts(settings, specs, tables, CATALOG)
    assert drafted is not None
    for row, seed in enumerate(tables):
        choices = Choices()
        _, outcome = play_out(DRAFT.rules, settings, seed, policies, choices)
        assert list(drafted.options(row)) == choices.made, seed
        for seat, deck in enumerate(outcome.decks):
            assert drafted.deck(row, seat) == deck["main"], seed


def test_drafts_of_the_batch_hold_every_draft_format_card() -> None:
    settings = settings_of("invasion-draft")
    drafted = BATCH.drafts(settings, ("drafter", "drafter"), range(40), CATALOG)
    assert drafted is not None
    chosen = {option for row in range(40) for _, option in drafted.options(row)}
    assert {option.subject for option in chosen} >= plan_of(settings).effects.keys()
    assert {option.action for option in chosen} >= {"take", "strike", "reinforce", "done"}
    assert any(option.value == "sabotage" for option in chosen)


def test_every_choice_is_among_the_cards_that_it_was_made_from() -> None:
    settings = settings_of("invasion-draft")
    drafted = BATCH.drafts(settings, ("denier", "rating"), range(5), CATALOG)
    assert drafted is not None
    made = drafted.choices[..., 0] >= 0
    cards = drafted.choices[..., 2][made]
    offered = (drafted.offers[made] == cards[:, None]).any(axis=1)
    assert offered[cards >= 0].all()
    assert offered.sum() > 300


def test_rows_do_not_depend_on_what_ran_before_them() -> None:
    settings = settings_of("invasion-draft")
    together = BATCH.drafts(settings, ("drafter", "denier"), [5, 6, 7], CATALOG)
    alone = BATCH.drafts(settings, ("drafter", "denier"), [7], CATALOG)
    assert together is not None
    assert alone is not None
    assert list(together.options(2)) == list(alone.options(0))


@pytest.mark.parametrize("card", sorted(plan_of(settings_of("invasion-draft")).effects))
def test_a_draft_format_card_that_does_nothing_is_believed_in_alike(card: str) -> None:
    settings = settings_of("invasion-draft")
    changed = TRACKING.without(settings)[card]
    specs = ("drafter", "denier")
    policies = [DRAFT.bot(spec, settings, CATALOG) for spec in specs]
    drafted = BATCH.drafts(changed, specs, range(30), CATALOG, settings)
    as_it_is = BATCH.drafts(settings, specs, range(30), CATALOG)
    assert drafted is not None
    assert as_it_is is not None
    for seed in range(30):
        choices = Choices()
        play_out(DRAFT.rules, changed, seed, policies, choices)
        assert list(drafted.options(seed)) == choices.made, seed
    assert any(list(drafted.options(seed)) != list(as_it_is.options(seed)) for seed in range(30))


def test_bots_that_believe_in_no_effect_are_left_to_the_table() -> None:
    plan = plan_of(settings_of("invasion-draft"))
    for changed in TRACKING.without(plan).values():
        assert BATCH.drafts(changed, ("rating", "rating"), [1], CATALOG) is None


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(InputError, match="nobody"):
        BATCH.drafts(settings_of("invasion-draft"), ("nobody", "rating"), [1], CATALOG)


def test_missing_numba_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled.cache_clear()
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(InputError, match=r"deckbuilder\[fast\]"):
        BATCH.drafts(settings_of("invasion-draft"), ("rating", "rating"), [1], CATALOG)
    compiled.cache_clear()
