"""Sealed games and booster drafts (DRB-42, DRB-45) and the warbands that they give."""

from __future__ import annotations

import json
import random
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from warband_drafts import (
    RULES,
    bot_draft,
    catalog,
    choose_first,
    draft,
    rarity,
    request,
    sealed,
    settings,
)

from deckbuilder.errors import InputError
from deckbuilder.formats.legality import check
from deckbuilder.formats.loading import load_format
from deckbuilder.games.dreamblade.table import DRAFT
from deckbuilder.games.table_game import Request
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.log import end_hash


def test_DRB_42_a_booster_holds_one_rare_two_uncommons_and_four_commons():
    start, _ = RULES.start(draft(players=4), 3)
    boosters = [*start.packs, *(pack for packs in start.unopened for pack in packs)]
    assert len(boosters) == 4 * 4
    for booster in boosters:
        assert Counter(map(rarity, booster)) == {"rare": 1, "uncommon": 2, "common": 4}
        assert len(set(booster)) == 7
    assert len({frozenset(booster) for booster in boosters}) > 1


def test_DRB_42_a_starter_holds_sixteen_miniatures():
    told = {**sealed(boosters=4), "starters": 1}
    start, _ = RULES.start(told, 3)
    assert [len(pool) for pool in start.pools] == [16 + 28, 16 + 28]


def test_a_sealed_game_goes_straight_to_the_warbands():
    start, _ = RULES.start(sealed(players=2, boosters=4), 1)
    assert [len(pool) for pool in start.pools] == [28, 28]
    assert all(option.action == "field" for option in RULES.options(start, 0))


@pytest.mark.parametrize(("booster", "step"), [(0, 1), (1, -1), (2, 1)])
def test_boosters_are_passed_left_then_right_then_left(booster, step):
    state, _ = RULES.start(draft(players=3), 2)
    while state.booster < booster:
        state, _ = choose_first(state)
    after, events = choose_first(state)
    for seat in range(3):
        assert after.packs[(seat + step) % 3] == state.packs[seat][1:]
    assert events[-1].kind == "passed"


def test_as_many_are_taken_before_a_booster_is_passed_as_was_said():
    state, _ = RULES.start(draft(players=3, picks=2), 2)
    first = state.packs[0]
    state, events = choose_first(state)
    assert events == ()
    assert len(RULES.view(state, 0).pack) == 6
    state, _ = choose_first(state)
    assert state.packs[1] == first[2:]
    # 7 miniatures are gone after 2, 2, 2 and the last one.
    for _ in range(2 * 2):
        state, _ = choose_first(state)
    assert [len(pack) for pack in state.packs] == [1, 1, 1]
    state, events = choose_first(state)
    assert [len(pack) for pack in state.packs] == [7, 7, 7]
    assert events[-1].kind == "opened"


def test_DRB_1_DRB_2_warbands_have_sixteen_and_at_most_three_alike():
    told = draft(players=2, boosters=6)
    state, outcome = bot_draft(told, 5)
    for deck in outcome.decks:
        assert len(deck["main"]) == 16
        assert max(Counter(deck["main"]).values()) <= 3
        assert len(deck["sideboard"]) == 6 * 7 - 16
    fmt = load_format("dreamblade-draft")
    for deck in DRAFT.decks(told, state, catalog()):
        assert not [each for each in check(deck, fmt) if each.severity == "error"]


def test_DRB_2_a_fourth_copy_cannot_be_fielded():
    told = {**sealed(), "copies": 1}
    state, _ = RULES.start(told, 1)
    card = state.pools[0][0]
    while card in {option.subject for option in RULES.options(state, 0)}:
        option = next(each for each in RULES.options(state, 0) if each.subject == card)
        state, _ = RULES.apply(state, {0: option})
    assert state.warbands[0] == (card,)


def test_DRB_46_warbands_are_listed_in_the_order_of_cost():
    told = sealed()
    for deck in DRAFT.decks(told, bot_draft(told)[0], catalog()):
        costs = [entry.card.spawn_cost for entry in deck.section("main")]
        assert costs == sorted(costs)


@pytest.mark.parametrize("spec", ["random", "rating", "drafter", "aggressive", "denier"])
@pytest.mark.parametrize("told", [draft(), draft(players=2, picks=3), sealed()])
def test_every_bot_drafts_to_the_end_and_the_same_again(spec, told):
    state, outcome = bot_draft(told, 4, spec)
    assert bot_draft(told, 4, spec) == (state, outcome)
    assert all(len(deck["main"]) == 16 for deck in outcome.decks)


MISSING = ("--players", "--boosters", "--picks", "--set")


@pytest.mark.parametrize("left_out", range(4))
def test_DRB_45_no_number_is_built_in(left_out):
    wishes = {"players": 2, "boosters": 4, "picks": 1, "sets": ("made-up",)}
    del wishes[list(wishes)[left_out]]
    with pytest.raises(
        InputError, match=f"DRB-45.*{MISSING[left_out]}|{MISSING[left_out]}.*DRB-45"
    ):
        DRAFT.settings(request(load_format("dreamblade-draft"), **wishes), catalog())


def test_DRB_45_a_file_of_ones_own_can_say_the_numbers():
    fmt = load_format("dreamblade-draft")
    numbers = {"players": 2, "boosters": 3, "picks": 1, "sets": ["made-up"]}
    own = msgspec.structs.replace(fmt, draft={**fmt.draft, **numbers})
    told = DRAFT.settings(Request(format=own), catalog())
    assert (told["players"], told["boosters"], told["picks"]) == (2, ["made-up"] * 3, 1)


@pytest.mark.parametrize(
    ("kind", "wishes", "says"),
    [
        ("draft", {"sets": ("base-set",)}, "of its 96 miniatures"),
        ("draft", {"sets": ("nowhere",)}, "nowhere"),
        ("draft", {"sets": ("made-up", "made-up")}, "2 sets are named for 4"),
        ("draft", {"boosters": 2}, "14 miniatures"),
        ("draft", {"players": 0}, "0 players"),
        ("draft", {"variants": ("upstream",)}, "--variant"),
        ("sealed", {}, "--picks"),
    ],
)
def test_what_cannot_be_drafted_is_refused_with_the_reason(kind, wishes, says):
    with pytest.raises(InputError, match=says):
        settings(kind, **{"players": 3, "boosters": 4, "picks": 1, **wishes})


@pytest.mark.parametrize(
    "change", [{"players": 0}, {"picks": 0}, {"supply": {}}, {"passing": []}, {"boosters": 4}]
)
def test_settings_that_were_tampered_with_are_refused(change):
    with pytest.raises(InputError, match=r"settings of a Dreamblade draft|settings\.\w+: "):
        RULES.start({**draft(), **change}, 1)


@st.composite
def walks(draw):
    told = draw(
        st.one_of(
            st.builds(
                draft,
                players=st.integers(1, 4),
                boosters=st.integers(3, 4),
                picks=st.integers(1, 8),
            ),
            st.builds(sealed, players=st.integers(1, 3)),
        )
    )
    seed = draw(st.integers(0, 2**32 - 1))
    states, choices = [RULES.start(told, seed)[0]], []
    while waiting := RULES.to_act(states[-1]):
        seat = draw(st.sampled_from(waiting))
        option = draw(st.sampled_from(RULES.options(states[-1], seat)))
        choices.append((seat, option))
        states.append(RULES.apply(states[-1], {seat: option})[0])
    return told, seed, states, choices


def all_miniatures(state):
    unopened = [pack for packs in state.unopened for pack in packs]
    return Counter(card for place in (*unopened, *state.packs, *state.pools) for card in place)


@hypothesis_settings(max_examples=25, deadline=None)
@given(walks())
def test_no_miniature_is_created_or_lost(walk):
    _, _, states, _ = walk
    for state in states:
        assert all_miniatures(state) == all_miniatures(states[0])


@hypothesis_settings(max_examples=25, deadline=None)
@given(walks())
def test_the_same_choices_after_json_give_the_same_end(walk):
    told, seed, states, choices = walk
    state, _ = RULES.start(json.loads(json.dumps(told)), seed)
    for seat, option in choices:
        state, _ = RULES.apply(state, {seat: option})
    assert end_hash(b"", RULES.pack(state)) == end_hash(b"", RULES.pack(states[-1]))
    assert RULES.outcome(state) is not None


@hypothesis_settings(max_examples=25, deadline=None)
@given(walks(), st.data())
def test_what_a_seat_cannot_see_does_not_change_its_view(walk, data):
    told, _, states, _ = walk
    state = data.draw(st.sampled_from(states))
    seat = data.draw(st.integers(0, told["players"] - 1))

    def others(rows):
        return tuple(row if each == seat else row[::-1] for each, row in enumerate(rows))

    def without_choices(rows):
        return tuple(row if each == seat else () for each, row in enumerate(rows))

    twin = msgspec.structs.replace(
        state,
        unopened=state.unopened[::-1],
        packs=others(state.packs),
        chosen=without_choices(state.chosen),
        pools=others(state.pools),
        seen=others(state.seen),
        warbands=without_choices(state.warbands),
    )
    assert RULES.view(twin, seat) == RULES.view(state, seat)
    assert RULES.options(twin, seat) == RULES.options(state, seat)


@hypothesis_settings(max_examples=40, deadline=None)
@given(walks(), st.data())
def test_a_state_imagined_from_a_view_fits_it_and_holds_what_boosters_hold(walk, data):
    told, _, states, _ = walk
    state = data.draw(st.sampled_from(states))
    seat = data.draw(st.integers(0, told["players"] - 1))
    view = RULES.view(state, seat)
    chance = data.draw(st.integers(0, 2**32 - 1))
    imagined = RULES.imagine(view, Stream(chance, "imagine"))
    assert RULES.view(imagined, seat) == view
    assert RULES.options(imagined, seat) == RULES.options(state, seat)
    assert Counter(map(rarity, all_miniatures(imagined).elements())) == Counter(
        map(rarity, all_miniatures(state).elements())
    )
    for rows in ("packs", "pools", "seen", "unopened"):
        assert list(map(len, getattr(imagined, rows))) == list(map(len, getattr(state, rows)))
    dice = random.Random(chance)
    while waiting := RULES.to_act(imagined):
        choices = {each: dice.choice(RULES.options(imagined, each)) for each in waiting}
        imagined, _ = RULES.apply(imagined, choices)
    assert RULES.outcome(imagined) is not None


def test_DRB_42_imagined_boosters_hold_what_boosters_hold_and_what_was_seen_of_them():
    state, _ = RULES.start(draft(players=3), 6)
    for _ in range(3):
        state, _ = choose_first(state)
    imagined = RULES.imagine(RULES.view(state, 0), Stream(1, "imagine"))
    # With three players the first booster is back: what the others took of it is certain.
    taken = set(state.seen[0][0]) - set(state.seen[0][3]) - {state.pools[0][0]}
    assert {imagined.pools[1][1], imagined.pools[2][2]} == taken
    for packs in imagined.unopened:
        for booster in packs:
            assert Counter(map(rarity, booster)) == {"rare": 1, "uncommon": 2, "common": 4}


def test_scores_are_the_sums_of_their_parts_and_place_has_no_meaning():
    told = draft(players=3)
    state, _ = RULES.start(told, 6)
    bots = {spec: DRAFT.bot(spec, told, catalog()) for spec in ("drafter", "aggressive", "denier")}
    while RULES.to_act(state):
        view, options = RULES.view(state, 0), RULES.options(state, 0)
        for bot in bots.values():
            scores = bot.score(view, options)
            for score in scores:
                assert score.total == pytest.approx(sum(amount for _, amount in score.parts))
            turned = msgspec.structs.replace(view, pack=view.pack[::-1])
            assert list(bot.score(turned, options[::-1]))[::-1] == scores
        state, _ = choose_first(state)


def test_screens_sentences_and_the_history_are_there():
    told = draft(players=2)
    (state, _), kinds, seen = RULES.start(told, 6), set(), 0
    while RULES.to_act(state):
        view, options = RULES.view(state, 1), RULES.options(state, 1)
        if options:
            screen = DRAFT.screen(told, view, options, catalog())
            assert len(screen.rows) == len(options)
            assert all(len(row.cells) == len(screen.columns) for row in screen.rows)
            assert DRAFT.tell_choice(told, options[0], catalog())
            seen += 1
        state, events = choose_first(state)
        kinds |= {event.kind for event in events}
        assert all(DRAFT.tell(told, event, catalog()) for event in events)
    assert kinds == {"taken", "passed", "opened", "building"}
    assert seen == 4 * 7 + 16
