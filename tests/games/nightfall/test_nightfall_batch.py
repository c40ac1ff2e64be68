"""The batch engine of archive drafts, held to the table: the same choices, card for card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from archive_drafts import catalog, settings

from deckbuilder.errors import InputError
from deckbuilder.games.nightfall.plan import Plan, StarterChoice, plan_of
from deckbuilder.games.nightfall.table import DRAFT
from deckbuilder.tables.chance import MAX_SEED
from deckbuilder.tables.protocol import Option
from deckbuilder.tables.table import Onlooker, play_out

pytest.importorskip("numba")

from deckbuilder.games.nightfall.batch import BATCH

MIXED = ("drafter", "denier", "rating", "aggressive", "random")
KINDS = [
    (4, (), ("rating",) * 4),
    (4, (), ("drafter",) * 4),
    (4, (), ("aggressive",) * 4),
    (4, (), ("denier",) * 4),
    (4, (), ("random",) * 4),
    # Two seats remove a card first, and see every hand again (NF-26).
    (2, (), MIXED[:2]),
    (2, ("common-ground",), MIXED[:2]),
    (3, ("upstream",), MIXED[:3]),
    (5, (), MIXED),
    (4, ("common-ground", "hidden-archives"), MIXED[:4]),
    (3, ("hidden-archives", "secret-archives"), ("drafter:link=0,return=3", "denier", "random")),
]


class Choices(Onlooker):
    """What seats choose, in order."""

    def __init__(self) -> None:
        self.made: list[tuple[int, Option]] = []

    def acted(self, state: Any, choices: Mapping[int, Option]) -> None:
        self.made += choices.items()


def assert_alike(plan: Any, specs: tuple[str, ...], seeds: list[int]) -> None:
    drafted = BATCH.drafts(plan, specs, seeds, catalog())
    assert drafted is not None
    policies = [DRAFT.bot(spec, plan, catalog()) for spec in specs]
    for row, seed in enumerate(seeds):
        choices = Choices()
        state, _ = play_out(DRAFT.rules, plan, seed, policies, choices)
        assert list(drafted.options(row)) == choices.made, seed
        for seat, taken in enumerate(state.taken):
            assert drafted.deck(row, seat) == (*taken, *state.starters[seat]), seed


def some(count: int) -> list[int]:
    """The first and the last seeds, so that the names of streams are short and long."""
    return [*range(count // 2), *range(MAX_SEED + 1 - (count - count // 2), MAX_SEED + 1)]


@pytest.mark.parametrize(("players", "variants", "specs"), KINDS)
def test_batch_chooses_what_bots_at_the_table_choose(
    players: int, variants: tuple[str, ...], specs: tuple[str, ...], pytestconfig: pytest.Config
) -> None:
    count = pytestconfig.getoption("--drafts", default=60)
    assert_alike(settings(players, variants), specs, some(count))


def two_sets(players: int) -> Plan:
    """A longer draft: as many cards as all sets have, hands of five, so that hands come back."""
    plan = plan_of(settings(players))
    orders = {
        f"{card.id}#draft": card.id for card in catalog().cards if card.type in ("minion", "action")
    }
    return msgspec.structs.replace(
        plan,
        cards=tuple(sorted(orders)),
        orders=orders,
        hand=7,
        steps=("private-1", "commons", "private-2", "remove", "private-1", "private-2"),
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hands_that_come_back_are_remembered_alike(players: int) -> None:
    assert_alike(two_sets(players), MIXED[:players], some(60))


def test_NF_11_chosen_starters_are_chosen_alike() -> None:
    plan = plan_of(settings(3))
    starters = [card.id for card in catalog().cards if card.type == "starter" and card.links]
    choices = tuple(
        StarterChoice(colour=colour, cards=tuple(sorted(starters[at : at + 3])))
        for colour, at in (("red", 0), ("blue", 3))
    )
    chosen = msgspec.structs.replace(plan, starters=(), starter_choices=choices)
    assert_alike(chosen, ("drafter", "aggressive", "random"), some(60))


def test_every_card_is_taken_from_the_hand_that_was_offered() -> None:
    plan = settings(4)
    drafted = BATCH.drafts(plan, ("drafter",) * 4, range(50), catalog())
    assert drafted is not None
    made = drafted.choices[..., 0] >= 0
    assert made.sum() == 50 * 4 * len(plan_of(plan).steps)
    cards = drafted.choices[..., 2][made]
    assert (drafted.offers[made] == cards[:, None]).any(axis=1).all()


def test_rows_do_not_depend_on_what_ran_before_them() -> None:
    plan = two_sets(3)
    together = BATCH.drafts(plan, MIXED[:3], [5, 6, 7], catalog())
    alone = BATCH.drafts(plan, MIXED[:3], [7], catalog())
    assert together is not None
    assert alone is not None
    assert list(together.options(2)) == list(alone.options(0))


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(InputError, match="nobody"):
        BATCH.drafts(settings(4), ("nobody",) * 4, [1], catalog())
