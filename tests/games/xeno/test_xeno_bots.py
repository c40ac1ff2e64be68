"""What the bots of XENO believe and choose, worked out by counting cards."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest
from xeno_table import (
    CATALOG,
    ID,
    NAME,
    RANK,
    RULES,
    play_and_tell,
    playing,
    position,
    settings,
)

from deckbuilder.errors import InputError
from deckbuilder.games.table_game import Request
from deckbuilder.games.xeno.batch import BATCH
from deckbuilder.games.xeno.bots.crowd import Crowd
from deckbuilder.games.xeno.bots.crowd_mind import counter_mind, pack_mind, unpack_mind
from deckbuilder.games.xeno.bots.numbers import counter_brain, pack_brain, unpack_brain
from deckbuilder.games.xeno.bots.observer import Observer
from deckbuilder.games.xeno.bots.policies import bot_for
from deckbuilder.games.xeno.bots.worth import DEAD, Moment, plays_worth
from deckbuilder.games.xeno.crowd_learning import learn_crowd
from deckbuilder.games.xeno.learning import learn
from deckbuilder.games.xeno.setup import setup_for
from deckbuilder.games.xeno.table import PLAY
from deckbuilder.resources import bots_folder
from deckbuilder.simulation.comparing import Match, compare
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.feed import Feeds
from deckbuilder.tables.policy import pick
from deckbuilder.tables.protocol import Event

TWO = setup_for(settings(2))


def at_random(setup, seed, watch):
    """Play a game whose seats choose a card first, either alike, then how to play it."""
    state, events = RULES.start(setup.settings, seed)
    feeds = Feeds(setup.players)
    feeds.add(events)
    step = 0
    while RULES.outcome(state) is None:
        watch(state, feeds)
        stream = Stream(seed, "test", step)
        options = RULES.options(state, state.acting)
        cards = sorted({option.subject for option in options})
        card = stream.choice(cards)
        option = stream.choice([option for option in options if option.subject == card])
        state, events = RULES.apply(state, {state.acting: option})
        feeds.add(events)
        step += 1
    watch(state, feeds)


def draw(seat, name):
    return Event(kind="draw", seat=seat, subjects=(ID[name],), to=(seat,))


def deal(*draws):
    return [Event(kind="deal", seat=0, value=1), *draws]


def test_the_belief_counts_every_deal_that_may_be():
    # Seat 1 was dealt a Maiden and saw seat 0 play a Reaper.
    unseen = Counter(dict.fromkeys(range(1, 9), 2) | {9: 1, 10: 1})
    unseen.subtract([RANK["Maiden"]])
    cards = [(rank, copy) for rank, copies in unseen.items() for copy in range(copies)]
    expected = defaultdict(Fraction)
    for (held, _), (aside, _), (drawn, _) in permutations(cards, 3):
        for played, kept in ((held, drawn), (drawn, held)):
            if played == RANK["Reaper"]:
                share = 1 if kept == 10 else Fraction(1, 2)
                expected[kept, aside] += share
    total = sum(expected.values())
    observer = Observer(TWO, 1, counter_brain())
    played = Event(kind="play", seat=0, subjects=(ID["Reaper"],), targets=("seat/1",))
    assert observer.follow(deal(draw(1, "Maiden"), played))
    for held in range(1, 11):
        for aside in range(1, 11):
            believed = observer.weight[held][aside]
            assert believed == pytest.approx(float(expected[held, aside] / total), abs=1e-12)


def test_two_ways_to_keep_the_belief_agree_at_every_moment():
    for seed in range(40):
        crowds = [Crowd(TWO, seat, counter_mind().habits) for seat in (0, 1)]
        observers = [Observer(TWO, seat, counter_brain()) for seat in (0, 1)]

        def watch(state, feeds, crowds=crowds, observers=observers):
            for seat in (0, 1):
                if not state.inside >> seat & 1:
                    continue
                assert crowds[seat].follow(feeds.of(seat))
                assert observers[seat].follow(feeds.of(seat))
                if crowds[seat].axes:
                    assert np.allclose(crowds[seat].weight, observers[seat].weight, atol=1e-12)
                    assert crowds[seat].unseen == observers[seat].unseen

        at_random(TWO, seed, watch)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("boys", ["played", "discarded"])
def test_what_is_true_is_believed_possible_and_as_likely_as_it_is(players, boys):
    setup = setup_for(settings(players, boys=boys))
    said, came = [], []
    for seed in range(120 if players < 4 else 40):
        crowds = [Crowd(setup, seat, counter_mind().habits) for seat in range(players)]

        def watch(state, feeds, crowds=crowds):
            for seat in range(players):
                if not state.inside >> seat & 1:
                    continue
                crowd = crowds[seat]
                assert crowd.follow(feeds.of(seat))
                if state.phase not in ("play", "over") or state.acting != seat or not crowd.axes:
                    continue
                truth = tuple(state.hands[other][0] for other in crowd.axes)
                assert crowd.weight[(*truth, state.aside)] > 0
                chances = crowd.hand_of(crowd.axes[0])
                # Of a belief that is as sure as it should be, the truth gets on average the
                # sum of squares.
                said.append(float((chances**2).sum()))
                came.append(float(chances[truth[0]]))

        at_random(setup, seed, watch)
    apart = np.array(came) - np.array(said)
    assert abs(apart.mean()) < 3 * apart.std() / len(apart) ** 0.5


def told(state, feed, bot="counter"):
    """What a bot would do in a position that it has followed from the start."""
    policy = bot_for(bot, state.setup)
    view = RULES.view(state, state.acting)
    return pick(policy, view, RULES.options(state, state.acting), Stream(0, "ties"), feed)


def seen_position(hands, deck, *, knows):
    """A position in which seat 0 was shown the hand of seat 1, who then played a Boy."""
    own, other = hands
    state = position([[own[0], "Diviner"], other], deck=[deck[0], own[1], *deck[1:]])
    feeds = Feeds(2)
    feeds.add(deal(draw(0, own[0]), draw(0, "Diviner")))
    for how in (("Diviner", 1), ("Boy",)):
        state, events = play_and_tell(state, *how)
        feeds.add(events)
    assert NAME[RULES.view(state, 0).known[1].holds] == knows
    return state, feeds.of(0)


@pytest.mark.parametrize("bot", ["casual", "counter", "expert"])
def test_a_known_hand_is_named(bot):
    state, feed = seen_position(
        [["Soldier", "Sage"], ["Noble"]], ["Boy", "Boy", "Boy", "Reaper"], knows="Noble"
    )
    assert told(state, feed, bot) == playing("Soldier", 1, "Noble")


@pytest.mark.parametrize("bot", ["casual", "counter", "expert"])
def test_a_duel_that_is_won_for_certain_is_fought(bot):
    state, feed = seen_position(
        [["Noble", "Spirit"], ["Reaper"]], ["Boy", "Boy", "Boy", "Soldier"], knows="Reaper"
    )
    assert told(state, feed, bot).subject == ID["Noble"]


@pytest.mark.parametrize("bot", ["casual", "counter", "expert"])
def test_a_known_hero_is_executed_by_the_emperor(bot):
    state, feed = seen_position(
        [["Emperor", "Sage"], ["Hero"]], ["Boy", "Boy", "Boy", "Soldier"], knows="Hero"
    )
    assert told(state, feed, bot).subject == ID["Emperor"]


def test_XENO_16_at_the_last_draw_counter_counts_exactly():
    # The unseen are Noble, Sage and Sage; the deck is empty, nothing lies aside. Laying the
    # Boy down with a Sage in hand meets the Noble in one case of three and ties in two.
    weight = [[0.0] * 11 for _ in range(11)]
    weight[RANK["Noble"]][0], weight[RANK["Sage"]][0] = 1 / 3, 2 / 3
    moment = Moment(
        deck=0, sees=0, holds=0, blocked=False, looks=0, stage=DEAD, nobles=1, forced_arms=False
    )
    now, later = [0.0] * 11, [0.0] * 11
    tables = [[[0.0] * 11 for _ in range(11)] for _ in range(2)]
    hand = RANK["Boy"], RANK["Sage"]
    values = counter_brain().values
    count = plays_worth(moment, *hand, weight, [0] * 11, values, *tables, now, later)
    assert count == 2
    assert now[:2] == pytest.approx([1 / 3 + (2 / 3) / 2, 0.0])  # keeping the Boy loses
    assert later[:2] == [0.0, 0.0]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bot", ["casual", "counter", "expert"])
def test_bots_score_every_option_and_say_what_they_believe(players, bot):
    setup = setup_for(settings(players))
    policy = bot_for(bot, setup)

    def watch(state, feeds):
        if RULES.outcome(state) is not None:
            return
        view = RULES.view(state, state.acting)
        options = RULES.options(state, state.acting)
        feed = feeds.of(state.acting)
        scores = policy.score(view, options, feed)
        assert [score.option for score in scores] == list(options)
        for score in scores:
            assert sum(part for _, part in score.parts) == pytest.approx(score.total)
            if bot != "casual":
                assert -1e-6 <= score.total <= 100 + 1e-6
        if bot != "casual":
            for seat, chances in policy.beliefs(view, feed).items():
                assert view.inside[seat]
                assert sum(chances.values()) == pytest.approx(1.0)

    for seed in range(12):
        at_random(setup, seed, watch)


# How strong they are: the figures of a fixed seed, within what the measured ceilings allow.


def match(bot, others, players=2, batch=BATCH):
    table = PLAY.settings(Request(players=players), CATALOG)
    return Match(
        table=PLAY, batch=batch, settings=table, catalog=CATALOG, bot=bot, others=others, seed=20
    )


def score_of(bot, others, deals, players=2):
    return compare(match(bot, others, players), deals)


@pytest.mark.parametrize(
    ("bot", "others", "least", "most"),
    [
        ("counter", "random", 0.68, 0.74),
        ("counter", "casual", 0.53, 0.63),
        ("expert", "random", 0.70, 0.74),
        ("expert", "casual", 0.58, 0.63),
        ("expert", "counter", 0.54, 0.57),
    ],
)
def test_bots_are_as_strong_as_they_can_be_without_peeking(bot, others, least, most):
    found = score_of(bot, others, 30_000)
    assert found.fast
    assert found.score.margin < 0.005
    assert least <= found.score.mean <= most


@pytest.mark.parametrize(("players", "least"), [(3, 0.44), (4, 0.32)])
def test_counter_wins_its_share_at_larger_tables(players, least):
    found = score_of("counter", "random", 60, players)
    assert found.wins.mean > least


@pytest.mark.parametrize("bot", ["random", "casual", "counter", "expert"])
@pytest.mark.parametrize("at_tables", [False, True])
def test_a_bot_against_itself_comes_out_exactly_even(bot, at_tables):
    found = compare(match(bot, bot, batch=None if at_tables else BATCH), 30)
    assert found.fast != at_tables
    assert found.score.mean == 0.5
    assert found.score.margin == 0.0


# Learning


def test_the_same_seed_learns_the_same():
    one, two, other = (learn(TWO, seed, 2, 300, lambda _: None) for seed in (5, 5, 6))
    assert one.values == two.values
    assert one.habits == two.habits
    assert one.values != other.values


def test_learned_tables_are_read_back():
    brain = learn(TWO, 5, 1, 300, lambda _: None)
    content = pack_brain(brain, "deckbuilder bots learn xeno")
    again = unpack_brain(content, "tables.bin")
    assert again.values == pytest.approx(brain.values, abs=1e-5)
    assert np.allclose(again.habits, brain.habits, atol=1e-5)
    assert again.high == brain.high


@pytest.mark.parametrize("players", [3, 4])
def test_larger_tables_learn_the_same_from_the_same_seed_and_are_read_back(players):
    setup = setup_for(settings(players))
    one, two = (learn_crowd(setup, 5, 1, 4, "made", lambda _: None) for _ in range(2))
    assert one == two
    assert unpack_mind(pack_mind(one), "mind.json", players) == one
    for inside in range(2, players + 1):
        for boys, deck in product((False, True), (1, 6, 12)):
            rows = one.habits(inside, boys, deck)
            for card, kept in combinations(range(1, 10), 2):
                assert rows[card][kept] + rows[kept][card] == pytest.approx(1.0, abs=0.002)
                assert rows[card][10] == 1.0
                assert rows[10][card] == 0.0


@pytest.mark.parametrize("content", [b"", b"{}", b'{"made_by":"","parts":[],"usual":[]}'])
def test_what_is_no_mind_is_refused(content):
    with pytest.raises(InputError, match=r"mind\.json"):
        unpack_mind(content, "mind.json", 3)


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("expert.bin", "xeno --rounds 8 --games 2000000 --seed 1"),
        ("expert-3.json", "xeno --players 3 --rounds 3 --games 8000 --seed 1"),
        ("expert-4.json", "xeno --players 4 --rounds 3 --games 5000 --seed 1"),
    ],
)
def test_what_was_learned_says_which_command_made_it(name, command):
    folder = bots_folder("xeno")
    made_by = f'"made_by":"deckbuilder bots learn {command}"'
    head = (folder / name).read_bytes()[:200].replace(b'": "', b'":"')
    assert made_by.encode() in head
    assert f"bots learn {command} -o {name}" in (folder / "weights.yaml").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize("content", [b"", b"{}\n", b"hello", b'{"values":1}\nx'])
def test_what_are_no_tables_is_refused(content):
    with pytest.raises(InputError, match=r"tables\.bin"):
        unpack_brain(content, "tables.bin")
