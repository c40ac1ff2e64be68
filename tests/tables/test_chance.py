"""Named streams of chance: the same seed gives the same draws on every machine."""

from __future__ import annotations

from hashlib import blake2b

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.tables.chance import Stream


def test_a_stream_is_blake2b_in_counter_mode():
    digest = blake2b(b"7/pile/order/0/0").digest()
    last_word = int.from_bytes(digest[56:64], "little")
    assert Stream(7, "pile/order").below(1000) == (last_word * 1000) >> 64


def test_draws_go_on_in_the_next_block_after_eight_words():
    stream = Stream(7, "pile/order")
    for _ in range(8):
        stream.below(2)
    second = blake2b(b"7/pile/order/0/1").digest()
    assert stream.below(10**6) == (int.from_bytes(second[56:64], "little") * 10**6) >> 64


@pytest.mark.parametrize("other", [(8, "a", 0), (7, "b", 0), (7, "a", 1)])
def test_seed_name_and_turn_each_make_another_stream(other):
    first, second = Stream(7, "a", 0), Stream(*other)
    assert [first.below(1000) for _ in range(20)] != [second.below(1000) for _ in range(20)]


@settings(max_examples=50)
@given(st.integers(0, 2**32 - 1), st.lists(st.integers(), max_size=120))
def test_shuffling_keeps_every_item(seed, items):
    assert sorted(Stream(seed, "x").shuffled(items)) == sorted(items)


def test_shuffling_is_even():
    places = [0] * 6
    for seed in range(3000):
        places[Stream(seed, "x").shuffled(range(6)).index(0)] += 1
    # 500 each are expected; 110 is five standard deviations (about 20.4 each).
    assert all(abs(count - 500) < 110 for count in places)


@settings(max_examples=50)
@given(st.integers(0, 2**32 - 1), st.integers(1, 50))
def test_draws_stay_below_their_bound(seed, bound):
    stream = Stream(seed, "x")
    assert all(0 <= stream.below(bound) < bound for _ in range(30))
