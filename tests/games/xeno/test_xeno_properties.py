"""XENO at random: what must hold in every game, whoever plays how."""

from __future__ import annotations

from collections import Counter

import msgspec
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from xeno_table import CARDS, RULES, settings

from deckbuilder.tables.chance import Stream
from deckbuilder.tables.log import Head, LogWriter, read_log, state_hash
from deckbuilder.tables.policy import RandomPolicy
from deckbuilder.tables.table import play_out, replay

ALL_CARDS = Counter({rank: copies for _, rank, copies in CARDS})
tables = st.builds(
    settings,
    st.sampled_from([2, 3, 4]),
    games=st.integers(1, 3),
    boys=st.sampled_from(["played", "discarded"]),
)
seeds = st.integers(0, 2**32 - 1)
quick = hypothesis_settings(max_examples=40, deadline=None)


def moments(table, seed):
    """Every state of a game of random choices, and the choice made in it."""
    state = RULES.start(table, seed)
    step = 0
    while seats := RULES.to_act(state):
        (seat,) = seats
        option = Stream(seed, "test", step).choice(RULES.options(state, seat))
        yield state, option
        state, _ = RULES.apply(state, {seat: option})
        step += 1
    yield state, None


@quick
@given(tables, seeds)
def test_XENO_1_no_card_is_created_or_lost(table, seed):
    for state, _ in moments(table, seed):
        cards = Counter([card for hand in state.hands for card in hand])
        cards.update(state.deck)
        cards.update([state.aside] if state.aside else [])
        cards.update(RANKS[discard.card] for pile in state.piles for discard in pile)
        if state.phase == "keep":
            cards.update(state.open)
        elif state.phase in ("execute", "pick"):
            cards.update(state.open)
            cards.subtract(state.hands[state.target])
        assert cards == ALL_CARDS


RANKS = {card: rank for card, rank, _ in CARDS}


@quick
@given(tables, seeds)
def test_XENO_30_views_are_equal_where_only_the_hidden_differs(table, seed):
    for step, (state, _) in enumerate(moments(table, seed)):
        for seat in range(table.players):
            other = hidden_shuffled(state, seat, seed + step)
            assert RULES.view(other, seat) == RULES.view(state, seat)


def hidden_shuffled(state, seat, seed):
    """The same state with everything replaced that the seat cannot see."""
    own_look = state.phase == "keep" and state.acting == seat
    fixed_open = own_look or state.phase == "execute"
    hidden = [*state.deck, *((state.aside,) if state.aside else ())]
    hidden += [card for who, hand in enumerate(state.hands) if who != seat for card in hand]
    hidden += [] if fixed_open else state.open
    mixed = Stream(seed, "hidden").shuffled(hidden)
    take = iter(mixed)
    hands = tuple(
        hand if who == seat else tuple(sorted(next(take) for _ in hand))
        for who, hand in enumerate(state.hands)
    )
    return msgspec.structs.replace(
        state,
        seed=seed,
        hands=hands,
        aside=next(take) if state.aside else 0,
        open=state.open if fixed_open else tuple(next(take) for _ in state.open),
        deck=tuple(take),
        put_back=tuple(
            back if who == seat else back[::-1] for who, back in enumerate(state.put_back)
        ),
        history=tuple(
            event
            if event.to is None or seat in event.to
            else msgspec.structs.replace(event, cards=event.cards[::-1], value="hidden")
            for event in state.history
        ),
    )


@quick
@given(tables, seeds)
def test_XENO_30_knowledge_is_true(table, seed):
    for state, _ in moments(table, seed):
        for seat in range(table.players):
            for other, known in enumerate(RULES.view(state, seat).known):
                held = {CARDS[rank - 1][0] for rank in state.hands[other]}
                if known.holds:
                    assert known.holds in held
                if known.sees and other != seat:
                    assert known.sees in RULES.view(state, seat).hand
                assert not held or not held <= set(known.lacks)


@quick
@given(tables, seeds)
def test_XENO_11_whoever_must_act_has_options_and_nobody_else_does(table, seed):
    for state, option in moments(table, seed):
        for seat in range(table.players):
            options = RULES.options(state, seat)
            assert bool(options) == (option is not None and seat == state.acting)
            assert len(set(options)) == len(options)


@quick
@given(tables, seeds)
def test_XENO_16_every_game_gives_one_point_to_share(table, seed):
    *_, (state, _) = moments(table, seed)
    assert sum(RULES.outcome(state).points) == table.games
    assert all(points % 0.5 == 0 for points in RULES.outcome(state).points)


@quick
@given(tables, seeds)
def test_replay_of_the_log_gives_the_same_end(tmp_path_factory, table, seed):
    path = tmp_path_factory.mktemp("xeno") / "log.jsonl"
    with LogWriter(path) as writer:
        writer.head(
            Head(
                kind="play",
                game="xeno",
                table="xeno",
                seed=seed,
                seats=("random",) * table.players,
                settings=table,
            )
        )
        for state, option in moments(table, seed):
            if option is not None:
                writer.choice(state.acting, option)
        writer.end(RULES.pack(state))
    log = read_log(path)
    *_, last = replay(RULES, log)
    assert RULES.pack(last.after) == RULES.pack(state)


def test_the_same_seed_gives_the_same_game_and_another_seed_another():
    ends = [
        state_hash(RULES.pack(play_out(RULES, settings(3), seed, [RandomPolicy()] * 3)[0]))
        for seed in (1, 1, 2)
    ]
    assert ends[0] == ends[1] != ends[2]
