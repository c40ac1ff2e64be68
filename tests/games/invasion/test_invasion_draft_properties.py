"""What holds in every draft, whatever is chosen: nothing is lost, nobody sees too much."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import msgspec
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from invasion_table import (
    RULES,
    everything,
    random_option,
    settings,
    walk,
    with_seat,
)
from msgspec.structs import replace

from deckbuilder.games.invasion.rules import State
from deckbuilder.games.invasion.table import DRAFT
from deckbuilder.registry import game
from deckbuilder.tables.log import Head, Log, LogWriter, read_log, state_hash
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
    state = RULES.start(settings(), seed)
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
    own, other = state.seats[seat], state.seats[1 - seat]
    looking = 0 if state.public.phase != "reinforce" else state.plan.look_at
    rest = list(own.pile[looking:])
    dice.shuffle(rest)
    state = with_seat(state, seat, pile=own.pile[:looking] + tuple(rest))
    # The other's deck, pile and discarded cards may be any of these cards.
    cards = [*other.taken, *other.pile, *other.discarded]
    dice.shuffle(cards)
    decks, piles = len(other.taken), len(other.taken) + len(other.pile)
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
        pile=tuple(cards[decks:piles]),
        discarded=tuple(cards[piles:]),
        pending=tuple(choice[:pending]),
        cards=tuple(sorted(choice[pending:])),
        pack=pack,
        seen=tuple(reversed(other.seen)),
        known=tuple(reversed(other.known)),
    )
    aside = list(state.aside)
    dice.shuffle(aside)
    return replace(state, seed=state.seed + 1, aside=tuple(aside))


@few
@given(seed=seeds, chance=seeds, length=lengths)
def test_a_view_holds_no_card_that_its_seat_has_not_seen(
    seed: int, chance: int, length: int
) -> None:
    """Against the views themselves: all that a view names was looked at in an earlier one."""
    dice = random.Random(chance)
    state = RULES.start(settings(), seed)
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
            named = {*view.taken, *view.pending, *view.seen, *view.known}
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
    assert state_hash(RULES.pack(steps[-1].after)) == log.end
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
