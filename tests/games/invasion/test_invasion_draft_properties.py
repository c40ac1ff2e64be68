"""What holds in every draft, whatever is chosen: nothing is lost, nobody sees too much."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from invasion_table import (
    RULES,
    everything,
    plan,
    random_option,
    settings,
    walk,
    with_seat,
)
from msgspec.structs import replace

from deckbuilder.games.invasion.plan import Step
from deckbuilder.games.invasion.state import State
from deckbuilder.games.invasion.table import DRAFT
from deckbuilder.registry import game
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.log import Head, Log, LogWriter, end_hash, read_log
from deckbuilder.tables.table import Table, replay

WHOLE_DRAFT = 150
"""More choices than any draft of the core set asks for in one seat's place."""

seeds = st.integers(0, 2**32 - 1)
lengths = st.integers(0, WHOLE_DRAFT)
few = hypothesis_settings(max_examples=40, deadline=None)


@few
@given(seed=seeds, chance=seeds)
def test_no_card_is_created_or_lost_and_every_pack_obeys_its_size(seed: int, chance: int) -> None:
    dice = random.Random(chance)
    state, _ = RULES.start(settings(), seed)
    box = everything(state)
    assert box.total() == 220
    pack = 0
    while acting := RULES.to_act(state):
        if state.public.pack != pack:
            pack = state.public.pack
            # INV-26: 15 cards, one fewer for each line; a core pile never runs out (INV-R16).
            assert state.public.pack_sizes == tuple(15 - lines for lines in state.public.lines)
        before = state.public
        state = RULES.apply(state, {seat: random_option(state, seat, dice) for seat in acting})[0]
        assert everything(state) == box
        if before.phase == "take" and state.public.step == before.step + 1:
            fewer = [a - b for a, b in zip(before.pack_sizes, state.public.pack_sizes, strict=True)]
            assert fewer == [min(2, size) for size in before.pack_sizes]
    assert all(not seat.pack and not seat.pending and not seat.cards for seat in state.seats)
    assert min(state.public.pile_sizes) >= 27
    effects = state.plan.effects
    assert not any(card in effects for seat in state.seats for card in seat.taken)
    assert RULES.outcome(state) is not None


@few
@given(seed=seeds, chance=seeds, length=lengths, seat=st.integers(0, 1))
def test_states_that_differ_in_what_a_seat_cannot_see_give_it_equal_views(
    seed: int, chance: int, length: int, seat: int
) -> None:
    state = walk(seed, length, chance_seed=chance)
    dice = random.Random(chance)
    hidden = hide(state, seat, dice)
    assert RULES.view(hidden, seat) == RULES.view(state, seat)
    assert RULES.options(hidden, seat) == RULES.options(state, seat)


def hide(state: State, seat: int, dice: random.Random) -> State:
    """Change everything that this seat cannot see."""
    other = state.seats[1 - seat]
    looking = 0 if state.public.phase != "reinforce" else state.plan.look_at
    own_pile, others_pile = state.piles[seat], state.piles[1 - seat]
    rest = list(own_pile[looking:])
    dice.shuffle(rest)
    # The other's deck, pile and discarded cards may be any of these cards.
    cards = [*other.taken, *others_pile, *other.discarded]
    dice.shuffle(cards)
    decks, piles = len(other.taken), len(other.taken) + len(others_pile)
    # So may its pending choice, and the pack that it holds unless this seat looks at it.
    choice = [*other.pending, *other.cards]
    dice.shuffle(choice)
    pending = len(other.pending)
    pack = other.pack
    if state.public.phase == "take":
        pack = tuple(sorted(dice.sample(cards, len(pack)))) if len(cards) > len(pack) else pack
    state = with_seat(
        state,
        1 - seat,
        taken=tuple(cards[:decks]),
        discarded=tuple(cards[piles:]),
        pending=tuple(choice[:pending]),
        cards=tuple(sorted(choice[pending:])),
        pack=pack,
    )
    rows = [(), ()]
    rows[seat] = own_pile[:looking] + tuple(rest)
    rows[1 - seat] = tuple(cards[decks:piles])
    aside = list(state.aside)
    dice.shuffle(aside)
    return replace(state, seed=state.seed + 1, piles=(rows[0], rows[1]), aside=tuple(aside))


@few
@given(seed=seeds, chance=seeds, length=lengths, seat=st.integers(0, 1), drawn=seeds)
def test_a_state_imagined_from_a_view_fits_it_and_holds_the_cards_that_there_are(
    seed: int, chance: int, length: int, seat: int, drawn: int
) -> None:
    state = walk(seed, length, chance_seed=chance)
    view = RULES.view(state, seat)
    imagined = RULES.imagine(view, Stream(drawn, "imagine"))
    assert RULES.view(imagined, seat) == view
    assert RULES.options(imagined, seat) == RULES.options(state, seat)
    assert everything(imagined) == everything(state)
    sizes = [len(pile) for pile in imagined.piles], [len(each.pack) for each in imagined.seats]
    assert sizes == ([len(pile) for pile in state.piles], [len(each.pack) for each in state.seats])
    assert [len(each.taken) for each in imagined.seats] == [len(each.taken) for each in state.seats]
    # The other's choice of this step is open, whatever it has chosen already.
    assert bool(RULES.to_act(imagined)) == (RULES.outcome(imagined) is None)
    finish(imagined, random.Random(drawn))


@pytest.mark.parametrize(
    "reference", ["invasion-draft-seven-packs", "invasion-draft-mixed", "invasion-cube"]
)
def test_imagined_states_fit_in_other_ways_of_drafting_from_the_first_choice_to_the_end(
    reference: str,
) -> None:
    dice = random.Random(3)
    state, _ = RULES.start(settings(reference), 3)
    while acting := RULES.to_act(state):
        for seat in (0, 1):
            view = RULES.view(state, seat)
            imagined = RULES.imagine(view, Stream(dice.getrandbits(32), "imagine"))
            assert RULES.view(imagined, seat) == view
            assert everything(imagined) == everything(state)
            if dice.random() < 0.1:
                finish(imagined, dice)
        state = RULES.apply(state, {seat: random_option(state, seat, dice) for seat in acting})[0]


@pytest.mark.parametrize(
    "numbers",
    [
        {"steps": (Step("take", 2), Step("take", 3), Step("strike", 2), Step("take", 1))},
        {"extra_strikes": 2, "add": 2, "look_at": 3, "keep": 20},
        {"packs": 12, "pack_size": 20},
    ],
    ids=["two takes in a row", "longer strikes and a cut", "piles that run out"],
)
def test_imagined_states_fit_in_drafts_with_other_numbers(numbers: dict[str, Any]) -> None:
    other = replace(plan(), **numbers)
    for seed in range(3):
        dice = random.Random(seed)
        state, _ = RULES.start(other, seed)
        while acting := RULES.to_act(state):
            for seat in (0, 1):
                view = RULES.view(state, seat)
                imagined = RULES.imagine(view, Stream(dice.getrandbits(32), "imagine"))
                assert RULES.view(imagined, seat) == view
                assert everything(imagined) == everything(state)
                if dice.random() < 0.1:
                    finish(imagined, dice)
            chosen = {seat: random_option(state, seat, dice) for seat in acting}
            state = RULES.apply(state, chosen)[0]


def finish(state: State, dice: random.Random) -> None:
    """Play on to the end with any choices; no card is created or lost."""
    box = everything(state)
    while acting := RULES.to_act(state):
        state = RULES.apply(state, {seat: random_option(state, seat, dice) for seat in acting})[0]
    assert RULES.outcome(state) is not None
    assert everything(state) == box
    assert not any(card in state.plan.effects for seat in state.seats for card in seat.taken)


def test_imagined_states_differ_in_what_is_hidden_and_know_what_was_seen() -> None:
    """Order has looked at the pack of Destruction: what is left there is certain, the rest not."""
    state = walk(7, 6, chance_seed=1)
    assert state.public.phase == "take"
    view = RULES.view(state, 0)
    found = [RULES.imagine(view, Stream(seed, "imagine")) for seed in range(5)]
    assert {each.seats[1].pack for each in found} == {view.seen} == {state.seats[1].pack}
    assert len({each.piles for each in found}) == len({each.seats[1].taken for each in found}) == 5


@few
@given(seed=seeds, chance=seeds, length=lengths)
def test_a_view_holds_no_card_that_its_seat_has_not_seen(
    seed: int, chance: int, length: int
) -> None:
    """Against the views themselves: all that a view names was looked at in an earlier one."""
    dice = random.Random(chance)
    state, _ = RULES.start(settings(), seed)
    looked_at: list[Counter[str]] = [Counter(), Counter()]
    for _ in range(length):
        acting = RULES.to_act(state)
        if not acting:
            break
        for seat in (0, 1):
            view = RULES.view(state, seat)
            looked_at[seat] |= Counter(view.cards) | Counter(view.pack)
            public = {card for _, card in view.public.struck}
            public |= {card for _, card, _ in view.public.shown}
            named = {*view.own.taken, *view.own.pending, *view.seen, *view.known}
            assert named <= looked_at[seat].keys() | public
        seat = dice.choice(acting)
        state = RULES.apply(state, {seat: random_option(state, seat, dice)})[0]


@few
@given(seed=seeds, chance=seeds, length=lengths)
def test_a_state_can_be_written_as_json_and_a_seat_that_is_done_has_no_option(
    seed: int, chance: int, length: int
) -> None:
    state = walk(seed, length, chance_seed=chance)
    packed = RULES.pack(state)
    written = msgspec.json.encode(packed)
    assert msgspec.json.encode(msgspec.json.decode(written)) == written
    for seat in (0, 1):
        options = RULES.options(state, seat)
        assert bool(options) == (seat in RULES.to_act(state))
        assert len(set(options)) == len(options)


def test_replay_gives_the_same_end(tmp_path: Path) -> None:
    log = draft_into(tmp_path / "log.jsonl", seed=11)
    assert log.end is not None
    steps = list(replay(RULES, log))
    assert end_hash(log.head_line, RULES.pack(steps[-1].after)) == log.end
    assert len(steps) == len(log.choices)


def draft_into(path: Path, seed: int) -> Log:
    bot = DRAFT.bot("drafter", settings(), game("invasion").catalog())
    with LogWriter(path) as writer:
        writer.head(
            Head(
                game="invasion",
                table="invasion-draft",
                seed=seed,
                seats=("drafter", "drafter"),
                settings=settings(),
            )
        )
        table = Table(RULES, settings(), seed, [bot, bot], log=writer)
        table.bots_act()
        writer.end(RULES.pack(table.state))
    return read_log(path)
