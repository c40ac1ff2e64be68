"""XENO at random: what must hold in every game, whoever plays how."""

from __future__ import annotations

from collections import Counter

import msgspec
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from xeno_table import CARDS, RULES, settings

from deckbuilder.tables.chance import Stream
from deckbuilder.tables.log import Head, LogWriter, read_log
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
    state, _ = RULES.start(table, seed)
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
        assert all_cards(state) == ALL_CARDS


RANKS = {card: rank for card, rank, _ in CARDS}


def all_cards(state):
    cards = Counter([card for hand in state.hands for card in hand])
    cards.update(state.deck)
    cards.update([state.aside] if state.aside else [])
    cards.update(RANKS[discard.card] for pile in state.piles for discard in pile)
    cards.update(state.open if state.phase == "keep" else ())
    return cards


@quick
@given(tables, seeds)
def test_what_a_seat_imagines_is_what_it_sees(table, seed):
    for step, (state, _) in enumerate(moments(table, seed)):
        for seat in range(table.players):
            view = RULES.view(state, seat)
            imagined = RULES.imagine(view, Stream(seed, "imagined", step))
            assert RULES.view(imagined, seat) == view
            assert all_cards(imagined) == ALL_CARDS
            assert RULES.options(imagined, state.acting) or state.phase == "over"


@quick
@given(tables, seeds)
def test_what_is_imagined_can_be_played_to_its_end(table, seed):
    for step, (state, _) in enumerate(moments(table, seed)):
        stream = Stream(seed, "imagined", step)
        end = RULES.imagine(RULES.view(state, step % table.players), stream)
        while seats := RULES.to_act(end):
            option = stream.choice(RULES.options(end, seats[0]))
            end, _ = RULES.apply(end, {seats[0]: option})
        assert sum(RULES.outcome(end).points) == table.games


def test_every_card_that_may_be_hidden_in_a_hand_is_imagined_as_often_as_counting_says():
    # Of the 16 unseen cards of the first turn each is as likely to be in the other hand.
    view = RULES.view(RULES.start(settings(2), 1)[0], 0)
    stream = Stream(1, "often")
    held = Counter(RULES.imagine(view, stream).hands[1][0] for _ in range(4000))
    unseen = ALL_CARDS - Counter(RANKS[card] for card in view.hand)
    for rank, copies in unseen.items():
        expected = 4000 * copies / 16
        assert abs(held[rank] - expected) < 4 * expected**0.5


@quick
@given(tables, seeds)
def test_XENO_30_views_are_equal_where_only_the_hidden_differs(table, seed):
    for step, (state, _) in enumerate(moments(table, seed)):
        for seat in range(table.players):
            other = hidden_shuffled(state, seat, seed + step)
            assert RULES.view(other, seat) == RULES.view(state, seat)


def hidden_shuffled(state, seat, seed):
    """The same state with everything replaced that the seat cannot see."""
    fixed = {seat} | ({state.target} if state.phase == "execute" else set())
    looked = state.open if state.phase == "keep" and state.acting != seat else ()
    hidden = [*state.deck, *((state.aside,) if state.aside else ()), *looked]
    hidden += [card for who, hand in enumerate(state.hands) if who not in fixed for card in hand]
    mixed = Stream(seed, "hidden").shuffled(hidden)
    take = iter(mixed)
    hands = tuple(
        hand if who in fixed else tuple(sorted(next(take) for _ in hand))
        for who, hand in enumerate(state.hands)
    )
    laid_open = state.open
    if looked:
        laid_open = tuple(sorted(next(take) for _ in looked))
    elif state.phase == "pick":
        laid_open = hands[state.target][::-1]
    return msgspec.structs.replace(
        state,
        seed=seed,
        hands=hands,
        aside=next(take) if state.aside else 0,
        open=laid_open,
        deck=tuple(take),
        put_back=tuple(
            back if who == seat else back[::-1] for who, back in enumerate(state.put_back)
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
        RULES.pack(play_out(RULES, settings(3), seed, [RandomPolicy()] * 3)[0])
        for seed in (1, 1, 2)
    ]
    assert ends[0] == ends[1] != ends[2]
