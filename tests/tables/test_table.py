"""The runtime, on a game small enough to be seen whole."""

from __future__ import annotations

from typing import ClassVar

import msgspec
import pytest

from deckbuilder.tables.chance import Stream
from deckbuilder.tables.policy import Policy, RandomPolicy, Score, pick
from deckbuilder.tables.protocol import Event, Option, Outcome, Rules, seat_id, seat_number
from deckbuilder.tables.table import Table, play_out

NUMBERS = tuple(range(5))


class Take(msgspec.Struct, frozen=True):
    """Two seats take numbers from a row in turn; the first choice of each is hidden."""

    left: tuple[int, ...]
    taken: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())


class TakeRules(Rules[Take, Take]):
    """Whoever has the higher sum wins."""

    def start(self, settings, seed):
        return Take(NUMBERS), (Event(kind="deal"),)

    def seats(self, state):
        return 2

    def to_act(self, state):
        if len(state.left) == 1:
            return ()
        return ((len(NUMBERS) - len(state.left)) % 2,)

    def options(self, state, seat):
        return tuple(Option("take", f"number/{number}") for number in state.left)

    def apply(self, state, choices):
        ((seat, option),) = choices.items()
        number = int(option.subject.removeprefix("number/"))
        taken = list(state.taken)
        taken[seat] = (*taken[seat], number)
        hidden = len(taken[seat]) == 1
        event = Event(
            kind="took", seat=seat, subjects=(option.subject,), to=(seat,) if hidden else None
        )
        left = tuple(each for each in state.left if each != number)
        return Take(left, (taken[0], taken[1])), (event,)

    def view(self, state, seat):
        return state

    def imagine(self, view, stream):
        return view

    def outcome(self, state):
        if len(state.left) > 1:
            return None
        return Outcome(points=tuple(float(sum(taken)) for taken in state.taken))

    def may_undo(self, before, after, seat):
        return len(before.left) > 2


class Greedy(Policy):
    """Takes the highest number, and remembers what it was shown."""

    reads_feed: ClassVar[bool] = True

    def __init__(self):
        self.seen = []

    def score(self, view, options, feed=()):
        self.seen.append(tuple(feed))
        return [Score(option, float(option.subject[-1])) for option in options]


def test_a_bot_sees_its_own_feed_and_nothing_that_is_hidden_from_it():
    bots = [Greedy(), Greedy()]
    play_out(TakeRules(), None, 1, bots)
    for seat, bot in enumerate(bots):
        for feed in bot.seen:
            assert all(event.to is None or seat in event.to for event in feed)
    assert [event.kind for event in bots[1].seen[0]] == ["deal"]
    assert len(bots[0].seen[-1]) > 1


def test_the_table_keeps_a_feed_for_each_seat_and_forgets_what_is_taken_back():
    table = Table(TakeRules(), None, 1, [None, Greedy()])
    assert [event.kind for event in table.feeds.of(0)] == ["deal"]
    table.choose(0, Option("take", "number/0"))
    table.bots_act()
    before = [len(table.feeds.of(seat)) for seat in (0, 1, None)]
    assert before == [2, 2, 3]
    assert table.can_undo()
    table.undo()
    assert [len(table.feeds.of(seat)) for seat in (0, 1, None)] == [1, 1, 1]
    table.redo()
    table.bots_act()
    assert [len(table.feeds.of(seat)) for seat in (0, 1, None)] == before


def test_a_choice_is_taken_back_only_where_the_rules_allow_it():
    table = Table(TakeRules(), None, 1, [None, None])
    for number in (0, 1, 2):
        table.choose(table.waiting_for()[0], Option("take", f"number/{number}"))
        assert table.can_undo()
    table.choose(table.waiting_for()[0], Option("take", "number/3"))
    assert not table.can_undo()


def test_an_option_of_another_seat_or_of_none_is_refused():
    table = Table(TakeRules(), None, 1, [None, None])
    with pytest.raises(ValueError, match="does not have the option"):
        table.choose(0, Option("take", "number/7"))
    assert table.choices == 0


def test_ties_are_broken_by_the_stream_among_the_best_only():
    class Likes(Policy):
        def score(self, view, options, feed=()):
            return [Score(option, float(option.subject in ("b", "d"))) for option in options]

    options = [Option("take", letter) for letter in "abcd"]
    chosen = {pick(Likes(), None, options, Stream(seed, "seat/0")).subject for seed in range(40)}
    assert chosen == {"b", "d"}


def test_every_option_is_as_likely_to_a_random_bot():
    options = [Option("take", letter) for letter in "abcd"]
    counts = dict.fromkeys("abcd", 0)
    for seed in range(4000):
        counts[pick(RandomPolicy(), None, options, Stream(seed, "seat/0")).subject] += 1
    assert all(900 < count < 1100 for count in counts.values())


def test_seats_are_named_by_ids():
    assert [seat_id(seat) for seat in range(3)] == ["seat/0", "seat/1", "seat/2"]
    assert [seat_number(seat_id(seat)) for seat in range(31)] == list(range(31))
    with pytest.raises(KeyError):
        seat_number("unit/1")
