"""Every table of every game keeps the protocol: one suite, and no game is named in it.

A game that is added is held by it as soon as it is there.
"""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from deckbuilder.errors import InputError
from deckbuilder.formats.loading import format_ids, load_format
from deckbuilder.games.table_game import DraftGame, Request
from deckbuilder.preferences import Preferences
from deckbuilder.registry import games
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.feed import Feeds
from deckbuilder.tables.policy import RandomPolicy, pick
from deckbuilder.tables.table import play_out
from deckbuilder.words import languages

SEEDS = (1, 2, 3)
MOST_STEPS = 4000
EVERY = 7
"""What is dear is looked at every so many steps."""
LOOKS = 8
"""What bots think is dearer: it is looked at so often, from the beginning of a table to its end."""


class Seated:
    """A table of a game with the settings that are usual."""

    def __init__(self, home, table, settings):
        self.home, self.table, self.settings = home, table, settings
        self.catalog = home.catalog()
        self.rules = table.rules


@cache
def tables():
    """Return every table that can be sat down to with the cards that are shipped, by name."""
    found = {}
    for home in games():
        if home.play is not None:
            request = Request(seed=1)
            found[home.id] = Seated(
                home, home.play(), home.play().settings(request, home.catalog())
            )
        for name in format_ids(home.id) if home.draft is not None else ():
            draft_format = load_format(name)
            if draft_format.draft is None:
                continue
            try:
                settings = home.draft().settings(Request(format=draft_format), home.catalog())
            except InputError:
                # Facts that nobody knows yet stop some drafts; their own tests hold them.
                continue
            found[name] = Seated(home, home.draft(), settings)
    return found


NAMES = sorted(tables())


def walk(seated, seed, begun=None):
    """Yield (number, state, seats, feeds) of every step of a table that chance plays.

    It goes on from a state that is `begun`, else from the start.
    """
    rules = seated.rules
    state, events = (begun, ()) if begun is not None else rules.start(seated.settings, seed)
    feeds = Feeds(rules.seats(state))
    feeds.add(events)
    for number in range(MOST_STEPS):
        seats = rules.to_act(state)
        yield number, state, seats, feeds
        if not seats:
            return
        choices = {
            seat: pick(
                RandomPolicy(), None, rules.options(state, seat), Stream(seed, f"w/{seat}", number)
            )
            for seat in seats
        }
        state, events = rules.apply(state, choices)
        feeds.add(events)
    raise AssertionError(f"no end after {MOST_STEPS} steps")


@pytest.fixture(params=NAMES)
def seated(request):
    return tables()[request.param]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_table_goes_to_its_end_and_only_then_has_an_outcome(seated, seed):
    rules = seated.rules
    for _, state, seats, _ in walk(seated, seed):
        assert (rules.outcome(state) is None) == bool(seats)
        assert list(seats) == sorted(set(seats))
        assert all(0 <= seat < rules.seats(state) for seat in seats)
    outcome = rules.outcome(state)
    assert len(outcome.decks) == rules.seats(state) or len(outcome.points) == rules.seats(state)


@pytest.mark.parametrize("seed", SEEDS)
def test_options_are_there_without_repeats_and_always_in_the_same_order(seated, seed):
    rules = seated.rules
    for _, state, seats, _ in walk(seated, seed):
        for seat in range(rules.seats(state)):
            options = rules.options(state, seat)
            assert bool(options) == (seat in seats)
            assert len(set(options)) == len(options)
            assert rules.options(state, seat) == options


def test_the_order_of_options_tells_nothing_that_the_seat_does_not_know(seated):
    rules = seated.rules
    for number, state, seats, _ in walk(seated, 1):
        if number % EVERY == 0:
            for seat in seats:
                guess = rules.imagine(rules.view(state, seat), Stream(5, "guess", number))
                assert rules.options(guess, seat) == rules.options(state, seat)


def test_an_imagined_state_looks_the_same_to_its_seat_and_goes_on_to_an_end(seated):
    rules = seated.rules
    for number, state, _, _ in walk(seated, 2):
        if number % EVERY:
            continue
        for seat in range(rules.seats(state)):
            view = rules.view(state, seat)
            guess = rules.imagine(view, Stream(6, "guess", number))
            assert rules.view(guess, seat) == view
            *_, (_, end, _, _) = walk(seated, seat, guess)
            assert rules.outcome(end) is not None


def test_states_are_plain_data_that_do_not_change(seated):
    rules = seated.rules
    before = None
    for number, state, _, _ in walk(seated, 3):
        if before is not None:
            assert msgspec.json.encode(rules.pack(before[0])) == before[1]
        before = (state, msgspec.json.encode(rules.pack(state))) if number % EVERY == 0 else None


def test_the_same_seed_and_choices_give_the_same_end(seated):
    rules = seated.rules
    bots = [RandomPolicy()] * len(seated.table.seat_names(seated.settings))
    ends = [rules.pack(play_out(rules, seated.settings, 9, bots)[0]) for _ in range(2)]
    assert ends[0] == ends[1]


def test_every_option_is_reached_from_the_screen_and_every_event_is_told(seated):
    table, rules = seated.table, seated.rules
    for language in languages():
        with Preferences(language=language).in_force():
            for number, state, seats, feeds in walk(seated, 1):  # noqa: B007 - read behind
                if number % EVERY == 0:
                    for seat in seats:
                        options = rules.options(state, seat)
                        view = rules.view(state, seat)
                        screen = table.screen(seated.settings, view, options, seated.catalog)
                        assert set(screen.options()) == set(options)
                        assert screen.title
                        assert screen.prompt
                        for row in screen.rows:
                            assert len(row.cells) == len(screen.columns)
                        for option in options:
                            assert table.tell_choice(seated.settings, option, seated.catalog)
            for event in feeds.of(None):
                told = table.tell(seated.settings, event, seated.catalog)
                assert told is None or told.strip()


def test_every_bot_scores_every_option_and_totals_are_those_of_the_scores(seated):
    table, rules = seated.table, seated.rules
    bots = {
        spec: table.bot(spec, seated.settings, seated.catalog)
        for spec in table.bots(seated.settings)
    }
    asked = [
        (rules.view(state, seat), rules.options(state, seat), tuple(feeds.of(seat)))
        for number, state, seats, feeds in walk(seated, 2)
        if number % EVERY == 0
        for seat in seats
    ]
    for view, options, feed in asked[:: -(-len(asked) // LOOKS)]:
        for spec, bot in bots.items():
            scores = bot.score(view, options, feed)
            assert [score.option for score in scores] == list(options), spec
            totals = bot.totals(view, options, feed)
            assert totals == pytest.approx([score.total for score in scores]), spec
            for score in scores:
                if score.parts:
                    parts = sum(amount for _, amount in score.parts)
                    assert score.total == pytest.approx(parts, abs=1e-6), spec


def test_an_unknown_bot_is_refused(seated):
    with pytest.raises(InputError):
        seated.table.bot("no-such-bot", seated.settings, seated.catalog)


def test_a_draft_ends_with_a_list_for_every_seat(seated):
    table, rules = seated.table, seated.rules
    if not isinstance(table, DraftGame):
        return
    *_, (_, state, _, _) = walk(seated, 1)
    decks = table.decks(seated.settings, state, seated.catalog)
    assert len(decks) == len(table.seat_names(seated.settings)) == rules.seats(state)
    assert all(deck.size() > 0 for deck in decks)
    first, _ = rules.start(seated.settings, 1)
    packs = table.packs(first)
    assert len(packs) >= rules.seats(first)
    for card in (card for pack in packs for card in pack):
        assert seated.catalog.card(card)
