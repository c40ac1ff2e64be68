"""The batch engine, held to the rules engine: the same shuffles and choices through both."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from xeno_table import RULES, settings

from deckbuilder.errors import InputError
from deckbuilder.games.compiling import compiled
from deckbuilder.games.preparing import heard_by
from deckbuilder.games.xeno.batch import Manner, play_batch
from deckbuilder.games.xeno.bots import belief, layout
from deckbuilder.games.xeno.bots.numbers import counter_brain
from deckbuilder.games.xeno.bots.policies import CasualPolicy, DuelPolicy
from deckbuilder.games.xeno.facts import fill_in_row
from deckbuilder.games.xeno.rules import deal_in_order
from deckbuilder.games.xeno.setup import setup_for
from deckbuilder.tables.feed import Feeds
from deckbuilder.tables.protocol import seat_id

NO_MORE = [0, 0, 0, 0]


class Tape:
    """The trace of a game, read from its start."""

    def __init__(self, batch):
        self.entries = batch.trace.tolist()
        self.at = 0

    def take(self, kind):
        found, *rest = self.entries[self.at]
        assert found == kind
        self.at += 1
        return rest

    def shuffled(self, count):
        cards = [self.take(layout.SHUFFLE) for _ in range(count)]
        assert [place for _, place, _ in cards] == list(range(count))
        return [card for card, _, _ in cards]


def taken_from_the_tape(state, tape):
    """The choice that the batch engine made in this state."""
    setup = state.setup
    options = RULES.options(state, state.acting)
    if state.phase == "keep":
        card, count, _ = tape.take(layout.KEEP)
        assert count == len(options)
        return next(option for option in options if option.subject == setup.ids[card])
    if state.phase == "play":
        card, target, name = tape.take(layout.PLAY)
        return next(
            option
            for option in options
            if option.subject == setup.ids[card]
            and option.targets
            == (() if target < 0 else (seat_id(target),)) + ((setup.ids[name],) if name else ())
        )
    if state.phase == "execute":
        card, _, _ = tape.take(layout.EXECUTE)
        return next(option for option in options if option.subject == setup.ids[card])
    place, _, _ = tape.take(layout.PICK)
    return next(option for option in options if option.value == place)


def follow(setup, batch, policies=None):
    """Play the traced game in the rules engine; with policies, every choice must be one of
    those that they score best.
    """
    tape = Tape(batch)
    start, events = deal_in_order(setup, tape.shuffled(18)[::-1])
    state = start
    feeds = Feeds(setup.players)
    feeds.add(events)
    while RULES.outcome(state) is None:
        if state.phase == "pick":
            one, two, _ = tape.take(layout.MIX)
            assert sorted(state.open) == sorted((one, two))
            state = msgspec.structs.replace(state, open=(one, two))
        option = taken_from_the_tape(state, tape)
        options = RULES.options(state, state.acting)
        if policies and len(options) > 1:
            scores = policies[state.acting].score(
                RULES.view(state, state.acting), options, feeds.of(state.acting)
            )
            best = max(score.total for score in scores)
            chosen = next(score.total for score in scores if score.option == option)
            assert chosen >= best - 1e-6
        looked = state.phase == "keep"
        state, events = RULES.apply(state, {state.acting: option})
        feeds.add(events)
        if looked:
            state = msgspec.structs.replace(state, deck=tuple(tape.shuffled(len(state.deck))))
    assert tape.entries[tape.at] == NO_MORE
    row = np.zeros(layout.RESULT, np.int64)
    fill_in_row(row, start, state, feeds.of(None))
    assert row.tolist() == batch.results[-1].tolist()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("boys", ["played", "discarded"])
def test_XENO_the_batch_engine_plays_by_the_rules_game_by_game(players, boys):
    setup = setup_for(settings(players, boys=boys))
    for game in range(300):
        batch = play_batch(setup, ["random"] * players, 1, 5, Manner(from_game=game, trace=True))
        follow(setup, batch)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_casual_is_the_same_in_both_engines(players):
    setup = setup_for(settings(players))
    policies = [CasualPolicy(setup)] * players
    for game in range(100):
        batch = play_batch(setup, ["casual"] * players, 1, 6, Manner(from_game=game, trace=True))
        follow(setup, batch, policies)


@pytest.mark.parametrize("boys", ["played", "discarded"])
def test_counter_is_the_same_in_both_engines(boys):
    setup = setup_for(settings(2, boys=boys))
    policies = [DuelPolicy(setup, counter_brain())] * 2
    for game in range(150):
        batch = play_batch(setup, [counter_brain()] * 2, 1, 7, Manner(from_game=game, trace=True))
        follow(setup, batch, policies)


def test_the_same_seed_gives_the_same_games_whole_or_in_parts():
    setup = setup_for(settings(2))
    whole = play_batch(setup, ["random", "casual"], 100, 3, Manner(mirrored=True)).results
    parts = [
        play_batch(
            setup, ["random", "casual"], 50, 3, Manner(from_game=start, mirrored=True)
        ).results
        for start in (0, 50)
    ]
    assert (np.concatenate(parts) == whole).all()


def test_mirrored_games_of_one_bot_against_itself_share_the_deals():
    setup = setup_for(settings(2))
    results = play_batch(setup, ["casual", "casual"], 200, 3, Manner(mirrored=True)).results
    dealt_cards = results[:, layout.DEALT : layout.DEALT + 2]
    assert (dealt_cards[0::2] == dealt_cards[1::2]).all()


def test_bots_that_cannot_sit_at_a_table_are_refused():
    with pytest.raises(InputError):
        play_batch(setup_for(settings(3)), ["random"] * 2, 1, 0)
    with pytest.raises(InputError):
        play_batch(setup_for(settings(3)), [counter_brain()] * 3, 1, 0)


def test_whoever_listens_hears_once_that_an_engine_is_prepared(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKBUILDER_CACHE_DIR", str(tmp_path))
    heard = []
    with heard_by(lambda done, steps: heard.append((done, steps))):
        first = compiled.__wrapped__("even_out", belief)
        weight = np.full((11, 11), 2.0)
        first(weight)
        first(weight)  # is compiled already
        compiled.__wrapped__("even_out", belief)(weight)  # comes from the cache folder
    steps = heard[0][1]
    assert heard[0] == (0, steps)
    assert heard[-1] == (steps, steps)
    assert [done for done, _ in heard].count(0) == 1
    assert heard == sorted(heard)
    assert weight[1:].sum() == pytest.approx(1.0)
