"""The archive draft by the rulebook, p. 6, 7 and 23."""

from __future__ import annotations

import pytest
from archive_drafts import (
    RULES,
    bot_draft,
    catalog,
    choose_first,
    order_name,
    random_draft,
    settings,
    states,
)

from deckbuilder.games.nightfall.table import DRAFT

COLDEST_WAR = "the-coldest-war"


def archives(deck, section):
    return [(entry.count, entry.name) for entry in deck.section(section)]


def decks_of(told, seed=1):
    state, _ = random_draft(told, seed)
    return DRAFT.decks(told, state, catalog())


# nf-draft-counts, p. 6-7: players, first commons, draft cards needed, left to the box, removed.
COUNTS = [(2, 6, 14, 0, 2), (3, 5, 17, 3, 0), (4, 4, 20, 4, 0), (5, 3, 23, 5, 0)]


@pytest.mark.parametrize(("players", "first", "need", "back", "removed"), COUNTS)
def test_NF_20_to_25_counts_of_the_draft(players, first, need, back, removed):
    told = settings(players)
    start, _ = RULES.start(told, 5)
    assert len(start.commons) == first
    assert len(start.commons) + sum(map(len, start.hands)) == need
    assert len(start.box) == 24 - need
    end, _ = random_draft(told, 5)
    assert len(end.box) - len(start.box) == back
    assert told["steps"].count("remove") * players == removed
    for deck in DRAFT.decks(told, end, catalog()):
        assert len(archives(deck, "commons")) == 8
        assert len(archives(deck, "private-1")) == len(archives(deck, "private-2")) == 1


@pytest.mark.parametrize(("players", "commons"), [(2, 12), (3, 14), (4, 16), (5, 18)])
def test_NF_30_common_ground_has_no_private_archives(players, commons):
    told = settings(players, ["common-ground"])
    end, _ = random_draft(told)
    for deck in DRAFT.decks(told, end, catalog()):
        assert deck.sections == ("commons", "starters")
        assert len(archives(deck, "commons")) == commons
        assert deck.size("commons") == 7 * commons


def test_NF_R10_common_ground_for_two_makes_the_three_normal_choices():
    told = settings(2, ["common-ground"])
    assert told["steps"] == ["commons", "commons", "commons"]
    end, _ = random_draft(told)
    # 24 - 6 laid out - 6 chosen: what was not chosen leaves the game.
    assert len(end.box) == 12


@pytest.mark.parametrize(("players", "wounds"), [(2, 20), (3, 30), (4, 40), (5, 50)])
def test_NF_10_ten_wounds_a_player_are_turned_face_up(players, wounds):
    assert settings(players)["face_up_wounds"] == wounds


@pytest.mark.parametrize(("players", "wounds"), [(2, 30), (3, 45), (4, 60)])
def test_NF_10_a_longer_game_adds_five_a_player(players, wounds):
    assert settings(players, ["longer-game"])["face_up_wounds"] == wounds


def test_NF_20_the_first_commons_are_open_to_every_seat():
    start, _ = RULES.start(settings(3), 2)
    for seat in range(3):
        assert RULES.view(start, seat).commons == start.commons


@pytest.mark.parametrize(
    ("boxes", "sizes"), [(1, [4]), (2, [5, 6]), (3, [7, 8, 9, 10]), (4, [7, 8, 9, 10])]
)
def test_NF_21_hand_sizes_by_number_of_sets(boxes, sizes):
    sets = [COLDEST_WAR, "made-up"] * 2
    assert settings(2, sets=sets[:boxes])["hand"] == sizes[0]
    for size in sizes:
        start, _ = RULES.start(settings(2, sets=sets[:boxes], hand=size), 1)
        assert [len(hand) for hand in start.hands] == [size, size]


def test_NF_22_to_24_three_choices_and_the_hands_go_to_the_left():
    told = settings(4)
    assert told["steps"] == ["private-1", "private-2", "commons"]
    start, _ = RULES.start(told, 3)
    second, events = choose_first(start)
    for seat in range(4):
        left = (seat + 1) % 4
        assert second.hands[left] == start.hands[seat][1:]
    assert [event.value for event in events if event.kind == "passed"] == ["left"]
    third, _ = choose_first(second)
    for seat in range(4):
        assert third.hands[(seat + 2) % 4] == start.hands[seat][2:]
    end, events = choose_first(third)
    assert not any(end.hands)
    assert "passed" not in {event.kind for event in events}
    for seat in range(4):
        assert end.taken[seat] == (
            start.hands[seat][0],
            start.hands[seat - 1][1],
            start.hands[seat - 2][2],
        )
        assert start.hands[seat][3] in end.box


def test_NF_25_each_draft_card_becomes_seven_orders_and_all_are_shown():
    told = settings(3)
    end = states(told)[-1]
    for seat, deck in enumerate(DRAFT.decks(told, end, catalog())):
        first, second, _ = (order_name(card) for card in end.taken[seat])
        assert archives(deck, "private-1") == [(7, first)]
        assert archives(deck, "private-2") == [(7, second)]
        assert {count for count, _ in archives(deck, "commons")} == {7}
        laid = {order_name(card) for card in end.commons}
        chosen = {order_name(taken[2]) for taken in end.taken}
        assert {name for _, name in archives(deck, "commons")} == laid | chosen
    assert RULES.view(end, 0).archives == tuple(taken[:2] for taken in end.taken)


def test_NF_26_two_players_remove_the_first_and_share_out_the_rest():
    told = settings(2)
    assert told["steps"] == ["remove", "private-1", "private-2", "commons"]
    start, *_, end = states(told, 4)
    for seat, deck in enumerate(DRAFT.decks(told, end, catalog())):
        own, other = start.hands[seat], start.hands[1 - seat]
        # The hand goes to and fro: own, the other's, own again, the other's again.
        assert end.taken[seat] == (own[0], other[1], own[2], other[3])
        assert archives(deck, "private-1") == [(7, order_name(other[1]))]
        assert archives(deck, "private-2") == [(7, order_name(own[2]))]
        names = {name for section in deck.sections for _, name in archives(deck, section)}
        assert order_name(own[0]) not in names


def test_NF_R1_with_larger_hands_the_same_three_choices_are_made():
    told = settings(3, sets=[COLDEST_WAR, "made-up"], hand=6)
    start, *_, end = states(told)
    assert [len(taken) for taken in end.taken] == [3, 3, 3]
    assert len(end.box) - len(start.box) == 3 * (6 - 3)


def test_NF_R2_two_players_with_larger_hands_choose_four_times():
    told = settings(2, sets=[COLDEST_WAR, "made-up"], hand=6)
    start, *_, end = states(told)
    assert told["steps"] == ["remove", "private-1", "private-2", "commons"]
    assert len(end.box) - len(start.box) == 2 * (6 - 4)


@pytest.mark.parametrize("variants", [(), ("hidden-archives",), ("upstream", "secret-archives")])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_NF_R3_every_number_of_players_ends_with_eight_commons(players, variants):
    for deck in decks_of(settings(players, variants), seed=9):
        assert deck.size("commons") == 8 * 7


def test_NF_31_NF_R13_hidden_commons_come_after_the_draft_from_cards_never_dealt():
    told = settings(3, ["hidden-archives"])
    start, *between, end = states(told, 6)
    for state in (start, *between):
        assert state.commons == ()
        assert RULES.view(state, 0).commons == ()
    dealt = {card for hand in start.hands for card in hand}
    assert len(end.commons) == 5
    assert not dealt & set(end.commons)
    _, events = choose_first(between[-1])
    assert next(event for event in events if event.kind == "laid-out").subjects == end.commons


def test_NF_32_NF_R4_secret_archives_are_seen_by_their_owner_only():
    told = settings(3, ["secret-archives"])
    before, end = states(told)[-2:]
    for seat in range(3):
        view = RULES.view(end, seat)
        for other in range(3):
            assert view.archives[other] == (end.taken[seat][:2] if other == seat else ())
        assert len(view.commons) == 8
    _, events = choose_first(before)
    shown = [event for event in events if event.kind == "archives"]
    assert [event.to for event in shown] == [(0,), (1,), (2,)]
    names = [
        {name for section in deck.sections for _, name in archives(deck, section)}
        for deck in DRAFT.decks(told, end, catalog())
    ]
    for seat in range(3):
        own = {order_name(card) for card in end.taken[seat][:2]}
        for other in range(3):
            assert own <= names[other] if other == seat else not own & names[other]


def test_NF_33_upstream_passes_to_the_right():
    start, _ = RULES.start(settings(4, ["upstream"]), 3)
    second, events = choose_first(start)
    for seat in range(4):
        assert second.hands[seat - 1] == start.hands[seat][1:]
    assert [event.value for event in events if event.kind == "passed"] == ["right"]


def test_NF_34_team_mates_sit_opposite_each_other():
    four = DRAFT.decks(*ended(settings(variants=["teams"])), catalog())
    assert [deck.header("Team") for deck in four] == ["1", "2", "1", "2"]
    six = settings(6, ["teams"], sets=[COLDEST_WAR, "made-up"])
    decks = DRAFT.decks(*ended(six), catalog())
    assert [deck.header("Team") for deck in decks] == ["1", "2", "3", "1", "2", "3"]
    assert all(deck.size("commons") == 56 for deck in decks)


def ended(told):
    return told, random_draft(told)[0]


def test_NF_11_everybody_starts_with_two_of_each_starter():
    starters = {"Clever Ivan", "JAREK", "Kilo 13", "Patrol Zombie", "Snowstorm", "Victor One"}
    for deck in decks_of(settings(3)):
        assert set(archives(deck, "starters")) == {(2, name) for name in starters}


def test_NF_11_own_starters_are_two_of_each_colour_from_any_set():
    told = settings(2, ["own-starters"], sets=[COLDEST_WAR, "made-up"])
    state, _ = RULES.start(told, 1)
    while state.round < len(told["steps"]):
        state, _ = choose_first(state)
    colours = [choice["colour"] for choice in told["starter_choices"]]
    assert sorted(colours) == ["blue", "gold", "green", "purple", "red", "white"]
    white = next(i for i, colour in enumerate(colours) if colour == "white")
    for _ in range(white):
        state, _ = choose_first(state)
    pairs = {
        (catalog().card(option.subject).name, catalog().card(option.targets[0]).name)
        for option in RULES.options(state, 0)
    }
    old, new = "Clever Ivan", "Made-Up White Starter"
    assert {frozenset(pair) for pair in pairs} == {
        frozenset({old}),
        frozenset({new}),
        frozenset({old, new}),
    }
    assert len(pairs) == 3
    end, _ = bot_draft(told)
    for deck in DRAFT.decks(told, end, catalog()):
        assert deck.size("starters") == 12
        by_colour = [entry.card.colour for entry in deck.section("starters")]
        assert set(by_colour) == set(colours)


def test_NF_64_the_first_moon_phase_is_drawn_from_those_in_the_box():
    told = settings(3, ["moon-phases"])
    assert decks_of(told)[0].header("Moon phase") == "Moon phase"
    told = settings(3, ["moon-phases"], sets=["made-up"])
    drawn = {decks_of(told, seed)[0].header("Moon phase") for seed in range(12)}
    assert 1 < len(drawn) <= 6
    assert all(name.startswith("Made-Up Moon") for name in drawn)


def test_NF_R12_choices_wait_unseen_until_everybody_has_chosen():
    start, _ = RULES.start(settings(3), 8)
    assert RULES.to_act(start) == (0, 1, 2)
    views = [RULES.view(start, seat) for seat in range(3)]
    one, events = RULES.apply(start, {1: RULES.options(start, 1)[2]})
    assert events == ()
    assert RULES.to_act(one) == (0, 2)
    assert [RULES.view(one, seat) for seat in (0, 2)] == [views[0], views[2]]


def test_NF_R12_the_order_in_which_seats_choose_changes_nothing():
    start, _ = RULES.start(settings(3), 8)
    choices = {seat: RULES.options(start, seat)[seat] for seat in range(3)}
    together = RULES.apply(start, choices)
    one_by_one = start
    for seat in (2, 0, 1):
        one_by_one, events = RULES.apply(one_by_one, {seat: choices[seat]})
    assert (one_by_one, events) == together


def test_NF_R12_what_two_players_remove_is_never_shown():
    told = settings(2)
    seen, _ = RULES.start(told, 4)
    shown = []
    while RULES.to_act(seen):
        seen, events = choose_first(seen)
        shown += [card for event in events if event.to in (None, (1,)) for card in event.subjects]
    removed = seen.taken[0][0]
    assert removed not in shown
    view = RULES.view(seen, 1)
    assert removed not in (*view.commons, *view.taken, *sum(view.archives, ()))


def test_NF_25_the_commons_do_not_tell_who_chose_them():
    told = settings(3)
    end = states(told)[-1]
    added = RULES.view(end, 0).commons[5:]
    assert sorted(added) == list(added)


def test_only_what_is_in_hand_can_be_chosen_and_only_once_a_round():
    start, _ = RULES.start(settings(3), 8)
    for seat in range(3):
        assert [option.subject for option in RULES.options(start, seat)] == list(start.hands[seat])
    waiting, _ = RULES.apply(start, {0: RULES.options(start, 0)[0]})
    assert RULES.options(waiting, 0) == ()
    assert RULES.view(waiting, 0).pending == RULES.options(start, 0)[0]


def test_two_boxes_of_a_set_hold_each_draft_card_twice():
    told = settings(6, ["teams"], sets=[COLDEST_WAR, COLDEST_WAR])
    assert len(told["cards"]) == 48
    assert len(set(told["cards"])) == 24
    start, _ = RULES.start(told, 1)
    for seat in range(6):
        options = RULES.options(start, seat)
        assert len(options) == len(set(start.hands[seat]))
