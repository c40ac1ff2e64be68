"""What holds in every duel, whatever is chosen."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from duels import PAIRS, cards_of, play, settings

from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.characteristics import table_of
from deckbuilder.games.invasion.duel.machine import run
from deckbuilder.games.invasion.duel.rules import RULES
from deckbuilder.games.invasion.duel.state import FACE_DOWN, State
from deckbuilder.tables.chance import Stream

DUELS = [(pair, seed) for seed in range(3) for pair in PAIRS]
EVERY = 7
"""Every how many choices a costly look is taken."""


@pytest.mark.parametrize(("pair", "seed"), DUELS)
def test_no_card_is_made_or_lost_and_nothing_falls_below_none(pair, seed):
    duel = settings(*pair)
    decks = None

    def look(state: State) -> None:
        nonlocal decks
        now = [cards_of(state, seat) for seat in (0, 1)]
        decks = decks or [Counter(state.book.decks[seat]) for seat in (0, 1)]
        assert now == decks
        assert min(state.section_damage) >= 0
        assert min(state.resources) >= 0
        for piece in state.pieces.values():
            assert min(piece.damage, piece.tokens) >= 0
            assert piece.kind == "unit" or not (piece.damage or piece.corrupted)
            assert not piece.host or state.pieces[piece.host].zone == piece.zone
            assert not piece.quest or state.pieces[piece.quest].kind == "quest"
            on_chain = {item.id for item in state.chain}
            assert (piece.card == FACE_DOWN) == (piece.kind == "development")
            assert piece.id not in on_chain

    end, _ = play(duel, seed, look)
    assert [cards_of(end, seat) for seat in (0, 1)] == decks


@pytest.mark.parametrize(("pair", "seed"), DUELS)
def test_units_in_play_have_fewer_damage_than_hit_points(pair, seed):
    def look(state: State) -> None:
        table = table_of(state)
        for number, piece in state.pieces.items():
            if piece.kind == "unit":
                assert piece.damage < table.hit_points(number)
        for zone, damage in enumerate(state.section_damage):
            assert damage < table.hit_points(-1 - zone)
            assert not (damage and state.burning[zone])

    play(settings(*pair), seed, look)


@pytest.mark.parametrize("pair", PAIRS)
def test_every_option_can_be_carried_out_and_none_stands_twice(pair):
    asked = 0

    def look(state: State) -> None:
        nonlocal asked
        asked += 1
        (seat,) = RULES.to_act(state)
        options = RULES.options(state, seat)
        assert len(set(options)) == len(options) > 1
        assert RULES.options(state, 1 - seat) == ()
        if asked % EVERY == 0:
            for option in options:
                after, events = RULES.apply(state, {seat: option})
                assert RULES.to_act(after) or after.points is not None
                msgspec.json.encode(events)

    play(settings(*pair), 11, look)


@pytest.mark.parametrize("pair", PAIRS)
def test_applying_leaves_the_state_as_it_was(pair):
    asked = 0

    def look(state: State) -> None:
        nonlocal asked
        asked += 1
        if asked % EVERY == 0:
            before = msgspec.json.encode(RULES.pack(state))
            (seat,) = RULES.to_act(state)
            for option in RULES.options(state, seat)[:5]:
                RULES.apply(state, {seat: option})
            assert msgspec.json.encode(RULES.pack(state)) == before

    play(settings(*pair), 5, look)


@pytest.mark.parametrize("pair", PAIRS)
def test_a_view_tells_nothing_of_what_is_hidden(pair):
    """States that differ only in hidden cards look alike, to both seats, and ask the same."""
    asked = 0

    def look(state: State) -> None:
        nonlocal asked
        asked += 1
        if asked % EVERY:
            return
        for seat in (0, 1):
            view = RULES.view(state, seat)
            other = RULES.imagine(view, Stream(asked, "imagine"))
            assert RULES.view(other, seat) == view
            assert cards_of(other, 0) == cards_of(state, 0)
            assert cards_of(other, 1) == cards_of(state, 1)
            if RULES.to_act(state) == (seat,):
                board = Board(other)
                run(board)
                assert board.question == state.question

    play(settings(*pair), 23, look)


def test_imagined_states_differ_in_what_is_hidden():
    state, _ = RULES.start(settings("dwarf", "orc"), 1)
    view = RULES.view(state, 0)
    hands = {RULES.imagine(view, Stream(seed, "imagine")).hands[1] for seed in range(8)}
    assert len(hands) == 8


@pytest.mark.parametrize("pair", PAIRS)
def test_an_imagined_duel_can_be_played_to_its_end(pair):
    states = []
    play(settings(*pair), 3, states.append)
    for state in states[:: len(states) // 5]:
        for seat in (0, 1):
            imagined = RULES.imagine(RULES.view(state, seat), Stream(7, "imagine"))
            while acting := RULES.to_act(imagined):
                options = RULES.options(imagined, acting[0])
                option = Stream(imagined.next_id, "x", len(options)).choice(options)
                imagined, _ = RULES.apply(imagined, {acting[0]: option})
            assert imagined.points is not None


@pytest.mark.parametrize("pair", PAIRS)
def test_the_same_choices_come_to_the_same_end(pair):
    duel = settings(*pair)
    end, chosen = play(duel, 2)
    plain = msgspec.json.decode(msgspec.json.encode(duel))
    state, _ = RULES.start(plain, 2)
    for option in chosen:
        (seat,) = RULES.to_act(state)
        state, _ = RULES.apply(state, {seat: option})
    assert RULES.pack(state) == RULES.pack(end)
    assert msgspec.json.encode(RULES.pack(state)) == msgspec.json.encode(RULES.pack(end))


def test_a_duel_ends_and_gives_its_points():
    for pair, seed in DUELS:
        end, _ = play(settings(*pair), seed)
        outcome = RULES.outcome(end)
        assert outcome is not None
        assert sum(outcome.points) == 1
        assert RULES.to_act(end) == ()


def test_a_duel_of_too_many_turns_is_a_draw():
    end, _ = play(settings("dwarf", "orc", most_turns=4), 1)
    assert end.points == (0.5, 0.5)
    assert end.turn == 5


def test_names_of_objects_are_unique():
    def look(state: State) -> None:
        numbers = [held for hand in state.hands for held, _ in hand]
        numbers += [*state.pieces, *(item.id for item in state.chain)]
        assert len(set(numbers)) == len(numbers)
        assert max(numbers, default=0) < state.next_id

    play(settings("empire", "chaos"), 4, look)
