"""What holds in every archive draft, whatever is chosen."""

from __future__ import annotations

import json
import random
from collections import Counter

import msgspec
from archive_drafts import RULES, catalog, draft_format, settings, states
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from deckbuilder.formats.legality import check
from deckbuilder.games.nightfall.table import DRAFT
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.log import end_hash

FREE = ("hidden-archives", "upstream", "moon-phases")
EXCLUSIVE = ((), ("common-ground",), ("secret-archives",))
SETS = (("the-coldest-war",), ("the-coldest-war", "made-up"), ("the-coldest-war",) * 2)


@st.composite
def requests(draw, boxes=SETS):
    variants = draw(st.sampled_from(EXCLUSIVE))
    variants += tuple(name for name in FREE if draw(st.booleans()))
    sets = draw(st.sampled_from(boxes))
    if draw(st.booleans()):
        variants += ("teams",)
        players = draw(st.sampled_from([4, 6] if len(sets) > 1 else [4]))
    else:
        players = draw(st.integers(2, 5))
    if len(set(sets)) > 1 and draw(st.booleans()):
        variants += ("own-starters",)
    hand = draw(st.sampled_from([4] if len(sets) == 1 else [5, 6]))
    return settings(players, variants, sets, hand)


@st.composite
def walks(draw, whole=True, boxes=SETS):
    """A draft as the list of its states, stopped anywhere unless it is to be whole."""
    told = draw(requests(boxes))
    seed = draw(st.integers(0, 2**32 - 1))
    found = [RULES.start(told, seed)[0]]
    choices = []
    while waiting := RULES.to_act(found[-1]):
        if not whole and draw(st.integers(0, 9)) == 0:
            break
        seat = draw(st.sampled_from(waiting))
        option = draw(st.sampled_from(RULES.options(found[-1], seat)))
        choices.append((seat, option))
        found.append(RULES.apply(found[-1], {seat: option})[0])
    return told, seed, found, choices


def all_cards(state):
    places = (state.commons, state.box, *state.hands, *state.taken)
    return Counter(card for place in places for card in place)


@hypothesis_settings(max_examples=40, deadline=None)
@given(walks())
def test_NF_20_to_24_no_card_is_created_or_lost(walk):
    told, _, walked, _ = walk
    for state in walked:
        assert all_cards(state) == Counter(told["cards"])


@hypothesis_settings(max_examples=40, deadline=None)
@given(walks())
def test_NF_21_to_24_hands_shrink_by_one_a_round_for_all_seats(walk):
    told, _, walked, _ = walk
    for state in walked:
        over = state.round >= len(told["steps"])
        size = 0 if over else told["hand"] - state.round
        assert [len(hand) for hand in state.hands] == [size] * told["players"]


@hypothesis_settings(max_examples=40, deadline=None)
@given(walks())
def test_NF_R3_the_end_has_eight_commons_or_those_of_common_ground(walk):
    told, _, walked, _ = walk
    players = told["players"]
    common = "common-ground" in told["variants"]
    for deck in DRAFT.decks(told, walked[-1], catalog()):
        assert deck.size("commons") == 7 * (8 - players + 3 * players if common else 8)
        assert deck.size("private-1", "private-2") == (0 if common else 14)
        assert deck.size("starters") == 12


@hypothesis_settings(max_examples=40, deadline=None)
@given(walks())
def test_the_same_choices_after_json_give_the_same_end(walk):
    told, seed, walked, choices = walk
    state, _ = RULES.start(json.loads(json.dumps(told)), seed)
    for seat, option in choices:
        state, _ = RULES.apply(state, {seat: option})
    assert end_hash(b"", RULES.pack(state)) == end_hash(b"", RULES.pack(walked[-1]))
    assert json.loads(json.dumps(RULES.pack(state))) == json.loads(msgspec.json.encode(walked[-1]))


@hypothesis_settings(max_examples=60, deadline=None)
@given(walks(whole=False), st.data())
def test_NF_R12_what_a_seat_cannot_see_does_not_change_its_view(walk, data):
    told, _, walked, _ = walk
    state = walked[-1]
    seat = data.draw(st.integers(0, told["players"] - 1))
    twin = other_hidden_cards(state, seat, data.draw)
    assert RULES.view(twin, seat) == RULES.view(state, seat)
    if seat in RULES.to_act(state):
        assert RULES.options(twin, seat) == RULES.options(state, seat)


def other_hidden_cards(state, seat, draw):
    """Return a state that differs in all that is hidden from this seat.

    Hidden are the others' hands, waiting choices and starters, the box, the moon phases below
    the top (before the end: all of them), and the others' chosen cards until they are revealed;
    for ever those that were removed and, in secret archives, the private ones.
    """
    told = state.plan
    over = state.round >= len(told.steps)

    def hidden_step(step):
        if not over or step == "remove":
            return True
        return told.secret and step != "commons"

    places = [("box", None, at) for at in range(len(state.box))]
    for other in range(told.players):
        if other == seat:
            continue
        places += [("hands", other, at) for at in range(len(state.hands[other]))]
        places += [
            ("taken", other, at)
            for at in range(len(state.taken[other]))
            if hidden_step(told.steps[at])
        ]
    cards = [card_at(state, place) for place in places]
    mixed = dict(zip(places, draw(st.permutations(cards)), strict=True))

    def row(kind, other, cards):
        return tuple(mixed.get((kind, other, at), card) for at, card in enumerate(cards))

    moons = state.moons
    if moons:
        moons = (*moons[:1], *draw(st.permutations(moons[1:]))) if over else moons[::-1]
    twin = msgspec.structs.replace(
        state,
        box=row("box", None, state.box),
        hands=tuple(row("hands", each, hand) for each, hand in enumerate(state.hands)),
        taken=tuple(row("taken", each, cards) for each, cards in enumerate(state.taken)),
        seen=tuple(
            seen if each == seat else tuple(hand[::-1] for hand in seen)
            for each, seen in enumerate(state.seen)
        ),
        starters=tuple(
            cards if each == seat else cards[::-1] for each, cards in enumerate(state.starters)
        ),
        moons=tuple(moons),
    )
    return msgspec.structs.replace(
        twin,
        pending=tuple(
            choice
            if each == seat or choice is None
            else draw(st.sampled_from(options_of(twin, each)))
            for each, choice in enumerate(twin.pending)
        ),
    )


def options_of(state, seat):
    waiting = tuple(None if each == seat else choice for each, choice in enumerate(state.pending))
    return RULES.options(msgspec.structs.replace(state, pending=waiting), seat)


def card_at(state, place):
    kind, other, at = place
    return state.box[at] if kind == "box" else getattr(state, kind)[other][at]


@hypothesis_settings(max_examples=60, deadline=None)
@given(walks(whole=False), st.data())
def test_a_state_imagined_from_a_view_fits_it_and_holds_the_cards_that_there_are(walk, data):
    told, _, walked, _ = walk
    state = data.draw(st.sampled_from(walked))
    seat = data.draw(st.integers(0, told["players"] - 1))
    view = RULES.view(state, seat)
    chance = data.draw(st.integers(0, 2**32 - 1))
    imagined = RULES.imagine(view, Stream(chance, "imagine"))
    assert RULES.view(imagined, seat) == view
    assert RULES.options(imagined, seat) == RULES.options(state, seat)
    assert all_cards(imagined) == Counter(told["cards"])
    assert Counter(imagined.moons) == Counter(told["moons"])
    for rows in ("hands", "taken", "starters"):
        have, need = (list(map(len, getattr(each, rows))) for each in (imagined, state))
        assert have == need
    dice = random.Random(chance)
    while waiting := RULES.to_act(imagined):
        choices = {each: dice.choice(RULES.options(imagined, each)) for each in waiting}
        imagined, _ = RULES.apply(imagined, choices)
    assert all_cards(imagined) == Counter(told["cards"])
    assert RULES.outcome(imagined) is not None


def test_NF_26_what_came_back_is_imagined_as_it_was():
    """Two play: a hand comes back after two choices, and what is gone the other has taken."""
    told = settings(2)
    state = states(told, 4)[2]
    view = RULES.view(state, 0)
    found = [RULES.imagine(view, Stream(seed, "imagine")) for seed in range(6)]
    assert {each.taken[1][1] for each in found} == {state.taken[1][1]}
    # What the other removed from its own hand, first of all, nobody knows.
    assert len({each.taken[1][0] for each in found}) > 1


@hypothesis_settings(max_examples=30, deadline=None)
@given(walks())
def test_NF_R12_events_tell_a_seat_only_its_own_choices_before_the_end(walk):
    told, seed, _, choices = walk
    state, _ = RULES.start(told, seed)
    for seat, option in choices:
        state, events = RULES.apply(state, {seat: option})
        if state.round < len(told["steps"]):
            for event in events:
                assert not event.subjects or event.to == (event.seat,)


@hypothesis_settings(max_examples=30, deadline=None)
@given(walks(boxes=(SETS[0], SETS[2])))
def test_every_drafted_list_is_legal_in_its_format(walk):
    told, _, walked, _ = walk
    for deck in DRAFT.decks(told, walked[-1], catalog()):
        problems = check(deck, draft_format())
        assert [problem.message for problem in problems if problem.severity == "error"] == []
