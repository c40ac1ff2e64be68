"""XENO rule by rule (XENO-1 to XENO-30, XENO-R1 to XENO-R3); positions by hand."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from xeno_table import (
    ID,
    RANK,
    RULES,
    choose,
    hand,
    is_in,
    names,
    pile,
    play,
    play_and_tell,
    playable,
    playing,
    points,
    position,
    reaper_takes,
    seen,
    settings,
)

from deckbuilder.errors import InputError


def view(state, seat):
    return RULES.view(state, seat)


def everything(state, seat):
    """All that the view of a seat says, but for the cards that the game has."""
    return repr(msgspec.structs.replace(view(state, seat), settings=None))


# The deal and the turn


@pytest.mark.parametrize(("players", "left"), [(2, 15), (3, 14), (4, 13)])
def test_XENO_10_each_draws_one_and_one_is_laid_aside(players, left):
    state, _ = RULES.start(settings(players), 7)
    assert len(state.deck) == left - 1  # the first player has drawn for the turn
    assert [len(cards) for cards in state.hands] == [2] + [1] * (players - 1)
    assert state.aside != 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_XENO_1_the_deal_uses_the_eighteen_cards(players):
    state, _ = RULES.start(settings(players), 3)
    dealt = Counter([*state.deck, state.aside, *(card for hand in state.hands for card in hand)])
    assert dealt == {10: 1, 9: 1, **dict.fromkeys(range(1, 9), 2)}


@pytest.mark.parametrize("players", [0, 1, 5])
def test_XENO_2_two_to_four_play(players):
    with pytest.raises(InputError, match="XENO-2"):
        RULES.start(settings(players), 0)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_XENO_2_who_starts_is_free(first):
    assert RULES.start(settings(3, first=first), 0)[0].acting == first


def test_XENO_2_where_nobody_says_who_starts_the_seed_does():
    first = {RULES.start(settings(3, first=None), seed)[0].acting for seed in range(20)}
    assert first == {0, 1, 2}
    again = {RULES.start(settings(3, first=None), 5)[0].acting for _ in range(3)}
    assert len(again) == 1


def test_XENO_11_play_one_of_two_and_the_turn_goes_clockwise():
    state = position([["Maiden", "Sage"], ["Noble"], ["Reaper"]])
    assert playable(state) == {"Maiden", "Sage"}
    state = play(state, "Maiden")
    assert (state.acting, hand(state, 0), pile(state, 0)) == (1, ["Sage"], ["Maiden"])
    assert hand(state, 1) == ["Boy", "Noble"]
    assert play(state, "Boy").acting == 2


def test_XENO_11_discards_lie_in_order_and_everybody_sees_them():
    state = position([["Maiden", "Sage"], ["Noble"]], deck=["Spirit", "Boy", "Soldier", "Boy"])
    state = play(state, "Maiden")
    state = play(state, "Spirit", 0)
    state = play(state, "Boy")
    for seat in (0, 1):
        mine, other = view(state, seat).discards
        assert names(discard.card for discard in mine) == ["Maiden", "Boy"]
        assert names(discard.card for discard in other) == ["Spirit"]
        assert not any(discard.forced for discard in (*mine, *other))


def test_XENO_11_a_seat_that_is_out_is_passed_over():
    state = position([["Maiden", "Sage"], [], ["Reaper"]])
    assert play(state, "Maiden").acting == 2


def test_XENO_12_a_target_is_another_player_still_in():
    state = position([["Soldier", "Diviner"], ["Noble"], [], ["Reaper"]])
    assert {option.targets[0] for option in RULES.options(state, 0)} == {"seat/1", "seat/3"}


def test_XENO_12_a_protected_player_may_be_named():
    state = position([["Diviner", "Sage"], ["Noble"]], protected=[1])
    state = play(state, "Diviner", 1)
    assert pile(state, 0) == ["Diviner"]
    assert not view(state, 0).known[1].holds


def test_XENO_12_with_everybody_protected_the_card_is_spent():
    state = position([["Noble", "Boy"], ["Sage"], ["Spirit"]], protected=[1, 2])
    state = play(state, "Noble", 2)
    assert state.inside == 0b111
    assert state.acting == 1


def test_XENO_13_who_drops_out_shows_the_hand_and_discards_it():
    state = position([["Noble", "Spirit"], ["Sage"], ["Boy"]])
    state, events = play_and_tell(state, "Noble", 1)
    assert not is_in(state, 1)
    assert (hand(state, 1), pile(state, 1)) == ([], ["Sage"])
    assert all("out" in seen(events, seat) for seat in (0, 1, 2))
    assert view(state, 2).discards[1][0].forced


def test_XENO_14_a_card_that_is_made_to_be_discarded_has_no_effect():
    state = position([["Reaper", "Boy"], ["Maiden"]], deck=["Sage", "Spirit", "Spirit"])
    state = reaper_takes(play(state, "Reaper", 1), "Maiden")
    assert state.protected == 0
    state = position([["Reaper", "Boy"], ["Maiden"]], deck=["Sage", "Spirit", "Spirit"])
    state = reaper_takes(play(state, "Reaper", 1), "Sage")
    assert state.phase == "play"
    assert hand(state, 1) == ["Maiden", "Spirit"]  # an ordinary draw, no look


@pytest.mark.parametrize(("card", "boys"), [("Emperor", 0), ("Reaper", 0), ("Boy", 1)])
def test_XENO_15_with_an_empty_deck_nothing_happens_and_the_game_ends(card, boys):
    state = position([[card, "Maiden"], ["Soldier"]], deck=[], boys_played=boys)
    state = play(state, card, 1)
    assert state.phase == "over"
    assert pile(state, 1) == []
    assert points(state) == (1.0, 0.0)


@pytest.mark.parametrize(("card", "boys"), [("Emperor", 0), ("Reaper", 0), ("Boy", 1)])
def test_XENO_15_with_one_card_in_the_deck_the_effect_happens_in_full(card, boys):
    state = position([[card, "Soldier"], ["Maiden"]], deck=["Diviner"], boys_played=boys)
    state = play(state, card, 1)
    if card == "Reaper":
        state = reaper_takes(state, "Maiden")
    else:
        state = choose(state, "execute", "Maiden")
    assert state.phase == "over"
    assert hand(state, 1) == ["Diviner"]
    assert points(state) == (0.0, 1.0)


def test_XENO_16_at_the_end_the_highest_rank_wins():
    state = position([["Boy", "Noble"], ["Sage"], ["Reaper"]], deck=[])
    state, events = play_and_tell(state, "Boy")
    assert points(state) == (0.0, 1.0, 0.0)
    shown = [event for event in events if event.kind == "showdown"]
    assert [(event.seat, event.to) for event in shown] == [(0, None), (1, None), (2, None)]


def test_XENO_16_a_tie_for_the_highest_is_a_draw():
    state = position([["Boy", "Sage"], ["Sage"]], deck=[])
    assert points(play(state, "Boy")) == (0.5, 0.5)


def test_XENO_16_the_last_one_left_wins_at_once():
    state = position([["Soldier", "Boy"], ["Sage"]])
    state = play(state, "Soldier", 1, "Sage")
    assert points(state) == (1.0, 0.0)
    assert len(state.deck) == 4


def test_XENO_16_none_left_is_a_draw():
    state = position([["Noble", "Sage"], ["Sage"]])
    assert points(play(state, "Noble", 1)) == (0.5, 0.5)


def test_XENO_16_cards_in_the_deck_mean_that_the_game_goes_on():
    state = position([["Boy", "Sage"], ["Maiden"]], deck=["Soldier"])
    state = play(state, "Boy")
    assert (state.phase, state.acting, state.deck) == ("play", 1, ())


def test_XENO_17_the_hero_is_never_played():
    state = position([["Hero", "Emperor"], ["Sage"]])
    assert playable(state) == {"Emperor"}


def test_XENO_17_with_the_hero_the_spirit_must_be_played_and_gives_it_away():
    state = position([["Hero", "Spirit"], ["Boy"]], deck=["Maiden", "Sage"])
    assert playable(state) == {"Spirit"}
    state = play(state, "Spirit", 1)
    assert "Hero" in hand(state, 1)


def test_XENO_17_with_the_hero_the_noble_must_be_played_and_wins():
    state = position([["Hero", "Noble"], ["Emperor"]])
    assert playable(state) == {"Noble"}
    assert points(play(state, "Noble", 1)) == (1.0, 0.0)


def test_XENO_17_the_turn_of_the_last_draw_is_finished_before_the_showdown():
    state = position([["Noble", "Spirit"], ["Sage"], ["Hero"]], deck=[])
    state = play(state, "Noble", 1)
    assert not is_in(state, 1)
    assert points(state) == (0.0, 0.0, 1.0)


# The Hero


def test_XENO_20_the_reaper_makes_the_hero_reborn():
    state = position([["Reaper", "Boy"], ["Hero"]], deck=["Noble", "Boy", "Boy"], aside="Maiden")
    state = reaper_takes(play(state, "Reaper", 1), "Hero")
    assert is_in(state, 1)
    assert pile(state, 1) == ["Hero", "Noble"]
    assert hand(state, 1) == ["Boy", "Maiden"]  # the Boy was drawn for the turn
    assert state.aside == 0
    assert state.inside == 0b11  # the Noble had no effect (XENO-14)


def test_XENO_20_the_reaper_takes_the_other_card_and_the_hero_stays():
    state = position([["Reaper", "Boy"], ["Hero"]], deck=["Noble", "Boy", "Boy"])
    state = reaper_takes(play(state, "Reaper", 1), "Noble")
    assert "Hero" in hand(state, 1)
    assert state.aside == RANK["Maiden"]


def test_XENO_20_the_soldier_makes_the_hero_reborn():
    state = position([["Soldier", "Sage"], ["Hero"], ["Noble"]], aside="Boy")
    state = play(state, "Soldier", 1, "Hero")
    assert is_in(state, 1)
    assert pile(state, 1) == ["Hero"]
    assert state.hands[1] == (RANK["Boy"], RANK["Boy"])  # the reborn hand and the turn's draw


def test_XENO_20_the_second_boy_makes_the_hero_reborn():
    state = position(
        [["Boy", "Noble"], ["Hero"], ["Reaper"]],
        deck=["Spirit", "Soldier"],
        aside="Sage",
        boys_played=1,
    )
    state = choose(play(state, "Boy", 1), "execute", "Hero")
    assert is_in(state, 1)
    assert pile(state, 1) == ["Hero", "Spirit"]
    assert "Sage" in hand(state, 1)


def test_XENO_20_nobody_else_learns_the_reborn_hand():
    state = position(
        [["Boy", "Noble"], ["Hero"]], deck=["Spirit", "Soldier"], aside="Sage", boys_played=1
    )
    state = choose(play(state, "Boy", 1), "execute", "Hero")
    assert not view(state, 0).known[1].holds
    assert not view(state, 0).reincarnation
    assert ID["Sage"] not in everything(state, 0)


def test_XENO_20_in_a_duel_the_hero_cannot_lose():
    state = position([["Noble", "Emperor"], ["Hero"]])
    state = play(state, "Noble", 1)
    assert points(state) == (0.0, 1.0)
    assert state.aside == RANK["Maiden"]


def test_XENO_20_the_hero_may_be_the_reincarnation_card():
    state = position([["Maiden", "Sage"], ["Noble"]], aside="Hero")
    assert play(state, "Maiden").aside == RANK["Hero"]


# The other cards


def test_XENO_21_the_emperor_executes_the_hero_for_good():
    state = position([["Emperor", "Boy"], ["Hero"]], deck=["Noble", "Boy"])
    state = choose(play(state, "Emperor", 1), "execute", "Hero")
    assert points(state) == (1.0, 0.0)
    assert pile(state, 1) == ["Hero", "Noble"]
    assert state.aside == RANK["Maiden"]


def test_XENO_21_both_cards_are_shown_and_the_emperors_player_chooses():
    state = position([["Emperor", "Boy"], ["Sage"], ["Reaper"]], deck=["Maiden", "Soldier"])
    state = play(state, "Emperor", 1)
    assert (state.phase, state.acting) == ("execute", 0)
    for seat in (0, 1, 2):
        assert names(view(state, seat).shown) == ["Maiden", "Sage"]
    state = choose(state, "execute", "Sage")
    assert pile(state, 1) == ["Sage"]
    assert hand(state, 1) == ["Soldier", "Maiden"]


def test_XENO_21_the_card_that_is_left_is_known_to_all():
    state = position([["Emperor", "Boy"], ["Sage"], ["Reaper"]], deck=["Maiden", "Soldier"])
    state = choose(play(state, "Emperor", 1), "execute", "Sage")
    assert names([view(state, 0).known[1].holds]) == ["Maiden"]
    assert names([view(state, 2).known[1].holds]) == ["Maiden"]
    assert view(state, 1).known[0].sees == ID["Maiden"]
    assert view(state, 1).known[2].sees == ID["Maiden"]


def test_XENO_21_two_equal_cards_are_one_choice():
    state = position([["Emperor", "Boy"], ["Sage"]], deck=["Sage", "Soldier"])
    state = play(state, "Emperor", 1)
    assert len(RULES.options(state, 0)) == 1


def test_XENO_22_the_spirit_swaps_hands():
    state = position([["Spirit", "Boy"], ["Hero"]], deck=["Noble", "Maiden"])
    state = play(state, "Spirit", 1)
    assert hand(state, 0) == ["Hero"]
    assert hand(state, 1) == ["Boy", "Noble"]


def test_XENO_22_each_knows_what_it_gave_away():
    state = position([["Spirit", "Boy"], ["Hero"], ["Reaper"]], deck=["Noble", "Maiden"])
    state = play(state, "Spirit", 1)
    assert names([view(state, 0).known[1].holds]) == ["Boy"]
    assert names([view(state, 1).known[0].holds]) == ["Hero"]
    assert not view(state, 2).known[0].holds
    assert not view(state, 2).known[1].holds


def test_XENO_22_what_was_known_of_a_card_follows_it():
    state = position([["Diviner", "Boy"], ["Hero"], ["Reaper"]], deck=["Spirit", "Sage", "Maiden"])
    state = play(state, "Diviner", 1)
    state = play(state, "Spirit", 2)
    assert names([view(state, 0).known[2].holds]) == ["Hero"]
    assert not view(state, 0).known[1].holds


def test_XENO_23_the_sage_shows_three_cards_one_is_kept():
    state = position(
        [["Sage", "Maiden"], ["Soldier"]], deck=["Diviner", "Noble", "Boy", "Spirit", "Reaper"]
    )
    state = play(state, "Sage")
    assert state.sage == 0b01
    state = play(state, "Soldier", 0, "Hero")
    assert state.phase == "keep"
    assert names(view(state, 0).looked) == ["Boy", "Noble", "Spirit"]
    assert view(state, 1).looked == ()
    assert view(state, 1).deck == 1
    state = choose(state, "keep", "Spirit")
    assert hand(state, 0) == ["Maiden", "Spirit"]
    assert Counter(state.deck) == Counter({RANK["Reaper"]: 1, RANK["Boy"]: 1, RANK["Noble"]: 1})
    assert state.sage == 0
    assert (state.acting, state.phase) == (0, "play")


def test_XENO_23_the_player_knows_what_went_back_and_nobody_else_does():
    state = position([["Soldier"], ["Noble", "Maiden"]], acting=1, sage=[0], deck=["Boy", "Hero"])
    state = choose(play(state, "Maiden"), "keep", "Hero")
    assert names(view(state, 0).put_back) == ["Boy"]
    assert view(state, 1).put_back == ()
    assert ID["Hero"] not in everything(state, 1)


def test_XENO_23_the_look_is_not_optional():
    state = position([["Soldier"], ["Noble", "Maiden"]], acting=1, sage=[0], deck=["Boy", "Hero"])
    state = play(state, "Maiden")
    assert {option.action for option in RULES.options(state, 0)} == {"keep"}


def test_XENO_23_the_deck_is_shuffled_after_the_look():
    deck = ["Boy", "Soldier", "Diviner", "Maiden", "Reaper", "Noble", "Sage", "Spirit"]
    orders = set()
    for seed in range(30):
        state = position([["Hero"], ["Noble", "Maiden"]], acting=1, sage=[0], deck=deck)
        state = type(state)(
            **{**{n: getattr(state, n) for n in state.__struct_fields__}, "seed": seed}
        )
        orders.add(choose(play(state, "Maiden"), "keep", "Boy").deck)
    assert len(orders) > 20


@pytest.mark.parametrize(("deck", "looked"), [(["Boy", "Hero"], 2), (["Hero"], 1)])
def test_XENO_23_with_fewer_than_three_look_at_what_there_is(deck, looked):
    state = position([["Soldier"], ["Noble", "Maiden"]], acting=1, sage=[0], deck=deck)
    state = play(state, "Maiden")
    assert len(RULES.options(state, 0)) == looked
    state = choose(state, "keep", "Hero")
    assert len(state.deck) == looked - 1
    assert hand(state, 0) == ["Soldier", "Hero"]


def test_XENO_23_with_one_card_left_the_game_ends_after_that_turn():
    state = position([["Soldier"], ["Noble", "Maiden"]], acting=1, sage=[0], deck=["Hero"])
    state = choose(play(state, "Maiden"), "keep", "Hero")
    state = play(state, "Soldier", 1, "Boy")
    assert points(state) == (1.0, 0.0)


def test_XENO_24_the_lower_rank_drops_out():
    state = position([["Noble", "Sage"], ["Maiden"], ["Boy"]])
    state = play(state, "Noble", 1)
    assert [is_in(state, seat) for seat in range(3)] == [True, False, True]
    state = position([["Noble", "Soldier"], ["Maiden"], ["Boy"]])
    state = play(state, "Noble", 1)
    assert [is_in(state, seat) for seat in range(3)] == [False, True, True]
    assert state.acting == 1


def test_XENO_24_equal_ranks_both_drop_out_and_a_third_player_wins():
    state = position([["Noble", "Sage"], ["Sage"], ["Boy"]])
    state = play(state, "Noble", 1)
    assert points(state) == (0.0, 0.0, 1.0)


def test_XENO_24_equal_ranks_with_two_others_left_and_the_game_goes_on():
    state = position([["Noble", "Sage"], ["Sage"], ["Boy"], ["Maiden"]])
    state = play(state, "Noble", 1)
    assert state.inside == 0b1100
    assert state.acting == 2


def test_XENO_24_only_the_two_see_the_hands():
    state = position([["Noble", "Spirit"], ["Maiden"], ["Boy"]])
    state, events = play_and_tell(state, "Noble", 1)
    assert "duel" in seen(events, 0)
    assert "duel" in seen(events, 1)
    assert "duel" not in seen(events, 2)
    assert ID["Spirit"] not in repr(seen(events, 2))
    # the hand of the one who dropped out is shown, so the winner's is higher for all to know
    lacks = names(view(state, 2).known[0].lacks)
    assert lacks == ["Boy", "Soldier", "Diviner", "Maiden"]


def test_XENO_25_the_picking_player_sees_neither_card():
    state = position([["Reaper", "Boy"], ["Hero"], ["Sage"]], deck=["Noble", "Boy", "Boy"])
    state, events = play_and_tell(state, "Reaper", 1)
    assert (state.phase, state.acting) == ("pick", 0)
    for seat in (0, 2):
        assert ID["Hero"] not in everything(state, seat) + repr(seen(events, seat))
        assert ID["Noble"] not in everything(state, seat) + repr(seen(events, seat))
    assert names(seen(events, 1)["draw"].subjects) == ["Noble"]
    assert names(view(state, 1).hand) == ["Noble", "Hero"]


def test_XENO_25_the_two_cards_are_mixed():
    first = Counter()
    for seed in range(200):
        state = position([["Reaper", "Boy"], ["Maiden"]], deck=["Noble", "Boy"])
        fields = {name: getattr(state, name) for name in state.__struct_fields__}
        state = play(type(state)(**{**fields, "seed": seed}), "Reaper", 1)
        first[state.open[0]] += 1
    assert min(first.values()) > 60
    assert set(first) == {RANK["Maiden"], RANK["Noble"]}


def test_XENO_25_a_known_card_that_is_not_the_one_discarded_stays_known():
    state = position([["Diviner", "Reaper"], ["Maiden"]], deck=["Boy", "Sage", "Noble", "Soldier"])
    state = play(state, "Diviner", 1)
    state = play(state, "Boy")
    kept = reaper_takes(play(state, "Reaper", 1), "Noble")
    assert names([view(kept, 0).known[1].holds]) == ["Maiden"]
    gone = reaper_takes(play(state, "Reaper", 1), "Maiden")
    assert not view(gone, 0).known[1].holds


@pytest.mark.parametrize("card", ["Noble", "Soldier", "Diviner", "Spirit", "Reaper", "Emperor"])
def test_XENO_26_no_effect_works_on_a_protected_player(card):
    state = position([[card, "Sage"], ["Noble"]], protected=[1], deck=["Boy", "Boy", "Boy"])
    state, events = play_and_tell(state, card, 1, "Noble" if card == "Soldier" else "")
    assert state.inside == 0b11
    assert pile(state, 1) == []
    assert hand(state, 0) == ["Sage"]
    assert "Noble" in hand(state, 1)
    assert state.knows == ((0, 0), (0, 0))
    assert len(state.deck) == 2  # only the next player's own draw
    assert "blocked" in seen(events, 1)


def test_XENO_26_the_second_boy_is_blocked_and_is_spent():
    state = position([["Boy", "Sage"], ["Noble"]], protected=[1], boys_played=1)
    state = play(state, "Boy", 1)
    assert (state.phase, state.acting, len(state.deck)) == ("play", 1, 3)
    assert state.boys == 2


def test_XENO_26_a_blocked_duel_shows_nobody_anything():
    state = position([["Noble", "Sage"], ["Boy"]], protected=[1])
    _, events = play_and_tell(state, "Noble", 1)
    assert "duel" not in seen(events, 0)
    assert "duel" not in seen(events, 1)


def test_XENO_26_protection_ends_at_the_own_next_turn():
    state = position([["Maiden", "Sage"], ["Boy"], ["Boy"]])
    state = play(state, "Maiden")
    assert view(state, 1).protected == (True, False, False)
    state = play(state, "Boy")
    assert view(state, 1).protected == (True, False, False)
    state = play(state, "Boy", 1)
    state = choose(state, "execute", "Boy")
    assert state.acting == 0
    assert view(state, 1).protected == (False, False, False)


def test_XENO_27_only_the_diviners_player_sees_the_hand():
    state = position([["Diviner", "Sage"], ["Noble"], ["Boy"]])
    state = play(state, "Diviner", 1)
    assert names([view(state, 0).known[1].holds]) == ["Noble"]
    assert not view(state, 2).known[1].holds
    assert view(state, 1).known[0].sees == ID["Noble"]
    assert not view(state, 1).known[2].sees


def test_XENO_30_what_the_diviner_saw_no_other_seat_sees():
    state = position([["Diviner", "Sage"], ["Hero"], ["Boy"]])
    state, events = play_and_tell(state, "Diviner", 1)
    assert ID["Hero"] in repr(seen(events, 0))
    assert ID["Hero"] not in everything(state, 2) + repr(seen(events, 2))
    assert "see" not in seen(events, 1)


def test_XENO_27_a_known_card_is_forgotten_when_it_is_played():
    state = position([["Diviner", "Sage"], ["Maiden"]], deck=["Boy", "Noble", "Reaper"])
    seen = play(state, "Diviner", 1)
    assert not view(play(seen, "Maiden"), 0).known[1].holds
    assert names([view(play(seen, "Boy"), 0).known[1].holds]) == ["Maiden"]


def test_XENO_28_a_right_name_drops_the_target_out():
    state = position([["Soldier", "Boy"], ["Noble"], ["Sage"]])
    state = play(state, "Soldier", 1, "Noble")
    assert not is_in(state, 1)
    assert pile(state, 1) == ["Noble"]


def test_XENO_28_a_wrong_name_tells_everybody_only_no():
    state = position([["Soldier", "Boy"], ["Noble"], ["Sage"]])
    state = play(state, "Soldier", 1, "Sage")
    assert is_in(state, 1)
    assert ID["Noble"] not in everything(state, 0)
    state = position([["Soldier", "Boy"], ["Noble"], ["Sage"], ["Reaper"]])
    state = play(state, "Soldier", 2, "Hero")
    assert names(view(state, 0).known[2].lacks) == ["Hero"]
    assert names(view(state, 1).known[2].lacks) == ["Hero"]


def test_XENO_28_what_a_hand_lacked_says_nothing_once_it_changes():
    state = position([["Soldier", "Boy"], ["Noble"]], deck=["Maiden", "Sage", "Spirit"])
    state = play(state, "Soldier", 1, "Hero")
    state = play(state, "Maiden")
    assert view(state, 0).known[1].lacks == ()


def test_XENO_28_any_rank_may_be_named():
    state = position([["Soldier", "Boy"], ["Noble"]])
    named = [option.targets[1] for option in RULES.options(state, 0) if len(option.targets) == 2]
    assert sorted(named) == sorted(ID.values())


def test_XENO_29_the_first_boy_does_nothing():
    state = position([["Boy", "Sage"], ["Hero"]])
    assert RULES.options(state, 0)[0] == playing("Boy")
    state = play(state, "Boy")
    assert (state.phase, state.acting) == ("play", 1)
    assert view(state, 0).boy_counts


def test_XENO_29_the_second_boy_works_whoever_played_the_first():
    state = position([["Boy", "Sage"], ["Hero"]], deck=["Boy", "Maiden", "Soldier"])
    state = play(state, "Boy")
    state = play(state, "Boy", 0)
    assert (state.phase, state.acting, state.target) == ("execute", 1, 0)
    assert names(view(state, 0).shown) == ["Maiden", "Sage"]


def test_XENO_29_in_hand_a_boy_is_of_rank_one():
    state = position([["Noble", "Soldier"], ["Boy"]], boys_played=1)
    assert points(play(state, "Noble", 1)) == (1.0, 0.0)


# Rulings


def test_XENO_R1_a_boy_discarded_by_force_is_not_the_first():
    state = position([["Reaper", "Boy"], ["Boy"]], deck=["Sage", "Maiden", "Soldier"])
    state = reaper_takes(play(state, "Reaper", 1), "Boy")
    assert not view(state, 0).boy_counts
    state = play(state, "Maiden")
    assert playing("Boy") in RULES.options(state, 0)


def test_XENO_R1_the_setting_discarded_counts_it():
    state = position(
        [["Reaper", "Boy"], ["Boy"]], deck=["Sage", "Maiden", "Soldier"], boys="discarded"
    )
    state = reaper_takes(play(state, "Reaper", 1), "Boy")
    assert view(state, 0).boy_counts
    state = play(state, "Maiden")
    assert playing("Boy", 1) in RULES.options(state, 0)


def test_XENO_R1_the_setting_discarded_counts_the_boy_of_one_who_drops_out():
    state = position([["Soldier", "Sage"], ["Boy"], ["Noble"]], boys="discarded")
    assert play(state, "Soldier", 1, "Boy").boys == 1
    state = position([["Soldier", "Sage"], ["Boy"], ["Noble"]])
    assert play(state, "Soldier", 1, "Boy").boys == 0


def test_XENO_R2_a_pending_sage_stays_with_the_player_through_a_swap():
    state = position([["Spirit", "Boy"], ["Sage"]], sage=[1], deck=["Noble", "Hero", "Maiden"])
    state = play(state, "Spirit", 1)
    assert (state.acting, state.phase) == (1, "keep")


def test_XENO_R2_a_pending_sage_stays_with_the_player_through_rebirth():
    state = position([["Soldier", "Sage"], ["Hero"]], sage=[1], deck=["Noble", "Boy", "Maiden"])
    state = play(state, "Soldier", 1, "Hero")
    assert (state.acting, state.phase) == (1, "keep")
    assert hand(state, 1) == ["Maiden"]


@pytest.mark.parametrize(
    ("hands", "shared"),
    [
        ([["Boy", "Sage"], ["Sage"], ["Noble"]], (0.5, 0.5, 0.0)),
        ([["Boy", "Reaper"], ["Sage"], ["Noble"], ["Sage"]], (0.0, 0.5, 0.0, 0.5)),
    ],
)
def test_XENO_R3_a_tie_with_three_or_four_is_shared_by_the_tied_two(hands, shared):
    assert points(play(position(hands, deck=[]), "Boy")) == shared


def test_XENO_R3_the_last_two_to_drop_out_in_a_duel_share():
    state = position([["Noble", "Sage"], ["Sage"], []])
    assert points(play(state, "Noble", 1)) == (0.5, 0.5, 0.0)


# The match


def test_a_match_deals_anew_the_next_seat_starts_and_points_add_up():
    state = position([["Soldier", "Boy"], ["Sage"]], games=3)
    state, events = play_and_tell(state, "Soldier", 1, "Sage")
    assert points(state) is None
    assert (state.game, state.acting, state.points) == (1, 1, (1.0, 0.0))
    assert len(state.deck) == 14
    kinds = [event.kind for event in events]
    assert kinds.index("wins") < kinds.index("deal")


def test_the_deals_of_a_match_differ():
    first, _ = RULES.start(settings(2, games=2), 5)
    state = first
    while state.game == 0:
        state, _ = RULES.apply(state, {state.acting: RULES.options(state, state.acting)[0]})
    assert state.deck != first.deck


# What may be taken back


def test_only_the_choice_of_a_look_may_be_taken_back():
    state = position([["Soldier"], ["Noble", "Maiden"]], acting=1, sage=[0], deck=["Boy", "Hero"])
    looking = play(state, "Maiden")
    assert not RULES.may_undo(state, looking, 1)  # seat 1 saw that the other one looks
    kept = choose(looking, "keep", "Hero")
    assert RULES.may_undo(looking, kept, 0)
    played = play(kept, "Soldier", 1, "Boy")
    assert not RULES.may_undo(kept, played, 0)
    assert not RULES.may_undo(looking, played, 0)


def test_two_cards_that_came_to_light_cannot_be_hidden_again():
    state = position([["Emperor", "Boy"], ["Sage"]], deck=["Maiden", "Soldier"])
    shown = play(state, "Emperor", 1)
    assert not RULES.may_undo(state, shown, 0)
    assert not RULES.may_undo(shown, choose(shown, "execute", "Sage"), 0)
