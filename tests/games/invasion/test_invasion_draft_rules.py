"""The pack-and-strike draft by the numbers of the core set rulebook, pages 18 to 20."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from invasion_table import (
    CUT,
    DESTRUCTION,
    DWARFS,
    ORCS,
    ORDER,
    REINFORCEMENTS,
    RULES,
    SABOTAGE,
    TIDES,
    card,
    catalog,
    choose,
    dealt,
    everything,
    ids,
    names,
    option,
    plain,
    request,
    settings,
    step_on,
    strike,
    take,
    take_any,
    walk,
)

from deckbuilder.errors import InputError
from deckbuilder.games.invasion.state import DONE, MAY_GO_ON, State
from deckbuilder.games.invasion.table import DRAFT
from deckbuilder.tables.protocol import seat_id


def whole_pile(state: State, seat: int) -> list[str]:
    return [*state.piles[seat], *state.seats[seat].pack]


def with_card(cards: list[str], *draft_cards: str) -> list[str]:
    """A pack of the same size in which these cards lie in place of the last ones."""
    return [*cards[: len(cards) - len(draft_cards)], *draft_cards]


# INV-20 ---------------------------------------------------------------------------------------


def test_INV_20_each_pile_holds_108_cards_and_4_neutrals_stay_aside() -> None:
    state, _ = RULES.start(settings(), 7)
    for seat, races in (
        (ORDER, {"dwarf": 40, "empire": 40, "high-elf": 5}),
        (DESTRUCTION, {"orc": 40, "chaos": 40, "dark-elf": 5}),
    ):
        cards = [card(each) for each in whole_pile(state, seat)]
        assert len(cards) == 108
        counts = Counter[str](each.race for each in cards)
        assert {race: counts[race] for race in races} == races
        neutral = [each for each in cards if each.race == "neutral"]
        alliances = [each for each in neutral if each.name.startswith("Alliance")]
        assert len(alliances) == 3
        assert {each.side for each in alliances} == {("order", "destruction")[seat]}
        assert Counter(each.name for each in neutral if each.draft_effect) == {
            CUT: 3,
            REINFORCEMENTS: 3,
            SABOTAGE: 3,
            TIDES: 1,
        }
        others = [each for each in neutral if not each.draft_effect and each not in alliances]
        assert len(others) == 10
    assert len(state.aside) == 4


def test_INV_20_the_two_piles_and_what_is_aside_are_the_core_box() -> None:
    box = Counter({each.id: each.quantity or 0 for each in catalog().cards if each.set == "core"})
    assert everything(RULES.start(settings(), 3)[0]) == box
    assert box.total() == 220


def test_INV_20_seats_are_order_and_destruction() -> None:
    assert DRAFT.seat_names(settings()) == ("order", "destruction")
    assert RULES.seats(RULES.start(settings(), 0)[0]) == 2


def test_INV_20_the_draft_is_for_two() -> None:
    assert DRAFT.settings(request(players=2), catalog()) == settings()
    with pytest.raises(InputError, match="INV-20"):
        DRAFT.settings(request(players=3), catalog())


@pytest.mark.parametrize(
    "asked", [{"variants": ("teams",)}, {"sets": ("x",)}, {"options": {"hand": 5}}]
)
def test_INV_20_what_this_draft_does_not_know_is_refused(asked: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="has no --"):
        DRAFT.settings(request(**asked), catalog())


def test_INV_20_the_same_seed_gives_the_same_piles_and_another_others() -> None:
    assert RULES.start(settings(), 7) == RULES.start(settings(), 7)
    assert RULES.start(settings(), 7)[0].piles != RULES.start(settings(), 8)[0].piles


# INV-21 ---------------------------------------------------------------------------------------


def test_INV_21_a_pack_is_15_cards_of_the_own_pile_seen_by_its_owner_only() -> None:
    state, _ = RULES.start(settings(), 7)
    for seat in (ORDER, DESTRUCTION):
        view = RULES.view(state, seat)
        assert view.cards == view.pack == state.seats[seat].pack
        assert len(view.pack) == 15
        assert view.public.pack_sizes == (15, 15)
        assert view.public.pile_sizes == (93, 93)
        assert view.seen == ()


# INV-22 ---------------------------------------------------------------------------------------


def test_INV_22_seven_steps_a_pack_by_the_worked_example() -> None:
    state = dealt()
    sizes, phases = [], []
    while state.public.pack == 1:
        assert RULES.to_act(state) == (ORDER, DESTRUCTION)
        sizes.append(state.public.pack_sizes[ORDER])
        phases.append(state.public.phase)
        state = step_on(state)
    assert sizes == [15, 13, 12, 10, 9, 7, 6]
    assert phases == ["take", "strike", "take", "strike", "take", "strike", "take"]
    for seat in state.seats:
        assert len(seat.taken) == 8
        assert len(seat.discarded) == 4
    assert Counter(seat for seat, _ in state.public.struck) == {ORDER: 3, DESTRUCTION: 3}


def test_INV_22_a_take_is_from_the_own_pack_and_a_strike_from_the_other() -> None:
    state = dealt()
    assert {each.subject for each in RULES.options(state, ORDER)} == set(ids(DWARFS))
    state = step_on(state)
    left = set(state.seats[DESTRUCTION].pack)
    assert {each.subject for each in RULES.options(state, ORDER)} == left
    assert all(each.action == "strike" for each in RULES.options(state, ORDER))


def test_INV_22_copies_of_a_card_are_one_option() -> None:
    state = dealt(order=["Troll Slayers"] * 3 + ["Runesmith"])
    assert set(RULES.options(state, ORDER)) == {
        option("take", "Troll Slayers"),
        option("take", "Runesmith"),
    }
    assert len(RULES.options(state, ORDER)) == 2
    state = take(state, ORDER, "Troll Slayers", "Troll Slayers")
    assert names(state.seats[ORDER].pending) == ["Troll Slayers"] * 2


# INV-23 and INV-R1 ----------------------------------------------------------------------------


def test_INV_23_cards_taken_are_seen_by_their_owner_only() -> None:
    state = take(dealt(), ORDER, "Runesmith", "Troll Slayers")
    state, events = choose(
        state, DESTRUCTION, option("take", "Urguck"), option("take", "Boar Boyz")
    )
    assert names(RULES.view(state, ORDER).own.taken) == ["Runesmith", "Troll Slayers"]
    assert names(RULES.view(state, DESTRUCTION).own.taken) == ["Urguck", "Boar Boyz"]
    assert [(each.kind, each.to) for each in events] == [("took", (0,)), ("took", (1,))]
    assert not state.public.struck
    assert not state.public.shown


def test_INV_23_struck_cards_are_shown_when_both_have_struck() -> None:
    state = strike(step_on(dealt()), ORDER, "Doom Divers")
    assert state.public.struck == ()
    assert RULES.to_act(state) == (DESTRUCTION,)
    state, events = choose(state, DESTRUCTION, option("strike", "Organ Gun"))
    assert state.public.struck == (
        (ORDER, ids(["Doom Divers"])[0]),
        (DESTRUCTION, ids(["Organ Gun"])[0]),
    )
    assert [(each.kind, each.seat, names(each.subjects), each.to) for each in events] == [
        ("struck", ORDER, ["Doom Divers"], None),
        ("struck", DESTRUCTION, ["Organ Gun"], None),
    ]
    assert ids(["Doom Divers"])[0] not in state.seats[DESTRUCTION].pack


def test_INV_R1_the_other_sees_nothing_of_a_choice_until_both_have_chosen() -> None:
    for start, first, second in (
        (dealt(), option("take", "Runesmith"), option("take", "Organ Gun")),
        (step_on(dealt()), option("strike", "Urguck"), option("strike", "Doom Divers")),
    ):
        ways = [choose(start, ORDER, each)[0] for each in (first, second)]
        views = [RULES.view(state, DESTRUCTION) for state in (start, *ways)]
        assert views[0] == views[1] == views[2]
        assert RULES.options(ways[0], DESTRUCTION) == RULES.options(ways[1], DESTRUCTION)


def test_INV_R1_the_order_in_which_the_seats_choose_changes_nothing() -> None:
    start = dealt()
    own = [option("take", "Runesmith"), option("take", "Organ Gun")]
    others = [option("take", "Urguck"), option("take", "Choppa")]
    one = choose(choose(start, ORDER, *own)[0], DESTRUCTION, *others)
    two = choose(choose(start, DESTRUCTION, *others)[0], ORDER, *own)
    both = RULES.apply(start, {ORDER: own[0], DESTRUCTION: others[0]})[0]
    three = RULES.apply(both, {ORDER: own[1], DESTRUCTION: others[1]})
    assert one == two == three


# INV-24 ---------------------------------------------------------------------------------------


def test_INV_24_five_packs_give_40_cards_where_no_draft_format_card_is_chosen() -> None:
    state, _ = RULES.start(settings(), 7)
    while acting := RULES.to_act(state):
        state = RULES.apply(state, {seat: plain(RULES.options(state, seat)) for seat in acting})[0]
    assert not state.public.shown
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert [len(deck["main"]) for deck in outcome.decks] == [40, 40]
    assert [len(pile) for pile in state.piles] == [33, 33]
    assert state.public.phase == "over"


def test_INV_24_there_is_no_outcome_before_the_end() -> None:
    assert RULES.outcome(walk(7, 50)) is None


# INV-25 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [CUT, REINFORCEMENTS, SABOTAGE, TIDES])
def test_INV_25_a_draft_format_card_taken_is_shown_and_is_not_in_the_deck(name: str) -> None:
    state = take_any(dealt(order=with_card(DWARFS, name)), DESTRUCTION)
    state, events = choose(state, ORDER, option("take", name), option("take", "Runesmith"))
    assert state.public.shown == ((ORDER, ids([name])[0], "taken"),)
    assert ("shown", ORDER, "taken", None) in [
        (each.kind, each.seat, each.value, each.to) for each in events
    ]
    assert names(state.seats[ORDER].taken) == ["Runesmith"]


@pytest.mark.parametrize("name", [CUT, REINFORCEMENTS, SABOTAGE, TIDES])
def test_INV_25_a_draft_format_card_struck_works_for_who_struck_it(name: str) -> None:
    state = step_on(dealt(destruction=with_card(ORCS, name)))
    state, events = choose(take_any(state, DESTRUCTION), ORDER, option("strike", name))
    assert state.public.shown == ((ORDER, ids([name])[0], "struck"),)
    assert state.public.struck[0] == (ORDER, ids([name])[0])
    assert [each.seat for each in events if each.kind == "shown"] == [ORDER]
    assert all(not card(each).draft_effect for each in state.seats[ORDER].taken)


def test_INV_25_it_works_before_the_next_step() -> None:
    state = take(dealt(order=with_card(DWARFS, REINFORCEMENTS)), ORDER, REINFORCEMENTS, "Runesmith")
    state = take_any(state, DESTRUCTION)
    assert state.public.phase == "reinforce"
    assert state.public.step == 1
    assert RULES.to_act(state) == (ORDER,)


# INV-26 ---------------------------------------------------------------------------------------


def test_INV_26_cut_supply_lines_shorten_the_opponents_new_packs_only() -> None:
    state = take(dealt(order=with_card(DWARFS, CUT)), ORDER, CUT, "Runesmith")
    state = take_any(state, DESTRUCTION)
    assert state.public.lines == (0, 1)
    # The pack in hand keeps its size: 15 less the two taken.
    assert state.public.pack_sizes == (13, 13)
    while state.public.pack == 1:
        state = step_on(state)
    assert state.public.pack_sizes == (15, 14)
    while state.public.pack == 2:
        state = step_on(state)
    assert state.public.pack_sizes == (15, 14)


def test_INV_26_several_add_up_taken_or_struck() -> None:
    state = take(dealt(order=with_card(DWARFS, CUT, CUT)), ORDER, CUT, CUT)
    state = take_any(state, DESTRUCTION)
    assert state.public.lines == (0, 2)
    state = step_on(dealt(destruction=with_card(ORCS, CUT), lines=(0, 2)))
    state = take_any(strike(state, ORDER, CUT), DESTRUCTION)
    assert state.public.lines == (0, 3)


def test_INV_26_what_each_lays_lies_beside_the_others_pile() -> None:
    state = dealt(order=with_card(DWARFS, CUT), destruction=with_card(ORCS, CUT))
    state = take(state, ORDER, CUT, "Runesmith")
    state = take(state, DESTRUCTION, CUT, "Urguck")
    assert state.public.lines == (1, 1)


# INV-27, INV-R14, INV-R3 ----------------------------------------------------------------------

TOP = ["Huntsmen", "Free Company", "Pistoliers", "Warrior Priests", "Thyrus Gorman"]


def reinforced(pile: list[str], *, other: list[str] = ORCS) -> State:
    """Order has just taken Reinforcements and looks at the top of this pile."""
    state = dealt(order=with_card(DWARFS, REINFORCEMENTS), destruction=other, order_pile=pile)
    return take_any(take(state, ORDER, REINFORCEMENTS, "Runesmith"), DESTRUCTION)


def test_INV_27_one_of_the_top_five_joins_the_deck_and_four_go_to_the_bottom() -> None:
    state = reinforced([*TOP, "Organ Gun", "City Gates"])
    assert sorted(names(RULES.view(state, ORDER).cards)) == sorted(TOP)
    state, events = choose(state, ORDER, option("reinforce", "Pistoliers"))
    assert names(state.seats[ORDER].taken) == ["Runesmith", "Pistoliers"]
    assert names(state.piles[ORDER]) == [
        "Organ Gun",
        "City Gates",
        "Huntsmen",
        "Free Company",
        "Warrior Priests",
        "Thyrus Gorman",
    ]
    assert [(each.kind, each.to) for each in events] == [("added", (ORDER,))]
    assert state.public.step == 2


def test_INV_27_struck_it_looks_at_the_strikers_own_pile() -> None:
    state = dealt(
        destruction=with_card(ORCS, REINFORCEMENTS),
        order_pile=[*TOP, *DWARFS],
        destruction_pile=ORCS,
    )
    state = take_any(strike(step_on(state), ORDER, REINFORCEMENTS), DESTRUCTION)
    assert RULES.to_act(state) == (ORDER,)
    assert sorted(names(RULES.view(state, ORDER).cards)) == sorted(TOP)


def test_INV_R14_the_other_sees_none_of_the_five_and_not_what_was_added() -> None:
    one, two = reinforced([*TOP, *DWARFS]), reinforced([*DWARFS[:5], *TOP, *DWARFS[5:]])
    assert RULES.view(one, DESTRUCTION) == RULES.view(two, DESTRUCTION)
    assert RULES.view(one, DESTRUCTION).cards == ()
    ways = [
        choose(one, ORDER, option("reinforce", name))[0] for name in ("Huntsmen", "Thyrus Gorman")
    ]
    assert RULES.view(ways[0], DESTRUCTION) == RULES.view(ways[1], DESTRUCTION)


def test_INV_R14_with_fewer_than_five_in_the_pile_those_are_looked_at() -> None:
    state = reinforced(TOP[:2])
    assert sorted(names(RULES.view(state, ORDER).cards)) == sorted(TOP[:2])
    state = choose(state, ORDER, option("reinforce", "Huntsmen"))[0]
    assert names(state.piles[ORDER]) == ["Free Company"]


def test_INV_R14_with_an_empty_pile_nothing_happens() -> None:
    state = reinforced([])
    assert state.public.phase == "strike"
    assert names(state.seats[ORDER].taken) == ["Runesmith"]


def test_INV_R3_a_draft_format_card_found_works_as_if_taken() -> None:
    state = reinforced([*TOP[:4], CUT, *DWARFS])
    state = choose(state, ORDER, option("reinforce", CUT))[0]
    assert state.public.lines == (0, 1)
    assert names(state.seats[ORDER].taken) == ["Runesmith"]
    assert state.public.shown[-1] == (ORDER, ids([CUT])[0], "found")
    state = choose(reinforced([*TOP[:4], SABOTAGE]), ORDER, option("reinforce", SABOTAGE))[0]
    assert state.public.sabotage == (1, 0)


def test_INV_R3_reinforcements_found_look_again() -> None:
    state = reinforced([*TOP[:4], REINFORCEMENTS, *DWARFS])
    state = choose(state, ORDER, option("reinforce", REINFORCEMENTS))[0]
    assert state.public.phase == "reinforce"
    assert sorted(names(RULES.view(state, ORDER).cards)) == sorted(DWARFS[:5])
    assert names(state.piles[ORDER][-4:]) == TOP[:4]


def test_INV_R3_shifting_tides_found_lay_in_no_pack_and_does_nothing() -> None:
    before = reinforced([*TOP[:4], TIDES, *DWARFS])
    state, events = choose(before, ORDER, option("reinforce", TIDES))
    assert state.seats[ORDER].pack == before.seats[ORDER].pack
    assert state.seats[DESTRUCTION].pack == before.seats[DESTRUCTION].pack
    assert names(state.piles[ORDER]) == [*DWARFS, *TOP[:4]]
    assert "no-effect" in [each.kind for each in events]


# INV-28, INV-R12 ------------------------------------------------------------------------------


def at_strike(destruction: list[str] = ORCS, sabotage: tuple[int, int] = (0, 0)) -> State:
    """Both are about to strike from packs of 13; Sabotages are kept as told."""
    return step_on(dealt(destruction=destruction, sabotage=sabotage))


def test_INV_28_sabotage_is_kept_and_strikes_one_more_later() -> None:
    state = take(dealt(order=with_card(DWARFS, SABOTAGE)), ORDER, SABOTAGE, "Runesmith")
    state = take_any(state, DESTRUCTION)
    assert state.public.sabotage == (1, 0)
    state = strike(state, ORDER, "Doom Divers")
    assert state.seats[ORDER].left == MAY_GO_ON
    assert DONE in RULES.options(state, ORDER)
    state = choose(state, ORDER, option("strike", "Choppa", "sabotage"))[0]
    assert state.seats[ORDER].left == 0
    state = take_any(state, DESTRUCTION)
    assert state.public.sabotage == (0, 0)
    assert names([each for seat, each in state.public.struck if seat == ORDER]) == [
        "Doom Divers",
        "Choppa",
    ]
    assert state.public.pack_sizes == (12, 11)


def test_INV_28_it_need_not_be_used() -> None:
    state = strike(at_strike(sabotage=(1, 0)), ORDER, "Doom Divers")
    state = take_any(choose(state, ORDER, DONE)[0], DESTRUCTION)
    assert state.public.sabotage == (1, 0)
    assert state.public.pack_sizes == (12, 12)


def test_INV_28_without_one_a_strike_is_one_card() -> None:
    state = strike(at_strike(), ORDER, "Doom Divers")
    assert RULES.options(state, ORDER) == ()


def test_INV_R12_any_number_may_be_sacrificed_at_one_strike() -> None:
    state = strike(at_strike(sabotage=(3, 0)), ORDER, "Doom Divers")
    state = choose(
        state, ORDER, *(option("strike", name, "sabotage") for name in ("Choppa", "Urguck"))
    )[0]
    state = take_any(choose(state, ORDER, DONE)[0], DESTRUCTION)
    assert state.public.sabotage == (1, 0)
    assert state.public.pack_sizes == (12, 10)


def test_INV_R12_the_other_sees_neither_the_cards_nor_the_sabotage_before_both_are_done() -> None:
    start = at_strike(sabotage=(1, 0))
    once = strike(start, ORDER, "Doom Divers")
    used = choose(once, ORDER, option("strike", "Choppa", "sabotage"))[0]
    saved = choose(once, ORDER, DONE)[0]
    assert RULES.view(used, DESTRUCTION) == RULES.view(saved, DESTRUCTION)
    assert RULES.view(used, DESTRUCTION) == RULES.view(start, DESTRUCTION)


def test_INV_R12_a_sabotage_struck_now_serves_from_the_next_strike_on() -> None:
    state = strike(at_strike(destruction=with_card(ORCS, SABOTAGE)), ORDER, SABOTAGE)
    assert state.seats[ORDER].left == 0
    state = take_any(state, DESTRUCTION)
    assert state.public.sabotage == (1, 0)
    state = step_on(state)
    state = choose(state, ORDER, plain(RULES.options(state, ORDER)))[0]
    assert state.seats[ORDER].left == MAY_GO_ON


def test_INV_R12_the_extra_strike_may_be_a_draft_format_card_and_works() -> None:
    state = strike(
        at_strike(destruction=with_card(ORCS, CUT), sabotage=(1, 0)), ORDER, "Doom Divers"
    )
    state = choose(state, ORDER, option("strike", CUT, "sabotage"))[0]
    state = take_any(state, DESTRUCTION)
    assert state.public.lines == (0, 1)


# INV-29, INV-R2, INV-R5, INV-R11 --------------------------------------------------------------


def test_INV_29_and_INV_R2_the_worked_example_of_shifting_tides_first() -> None:
    """Own pack 15, pile 93; Shifting Tides and Reinforcements taken in step 1."""
    pile = [*DWARFS * 6, *DWARFS[:3]]
    state = dealt(order=with_card(DWARFS, TIDES, REINFORCEMENTS), order_pile=pile)
    assert len(state.piles[ORDER]) == 93
    other = state.seats[DESTRUCTION].pack
    state = take(state, ORDER, REINFORCEMENTS, TIDES)
    state = take_any(state, DESTRUCTION)
    # 13 cards went into the pile, it was shuffled, and 13 came out before the five are looked at.
    assert state.public.phase == "reinforce"
    assert (len(state.seats[ORDER].pack), len(state.piles[ORDER])) == (13, 93)
    assert state.seats[ORDER].cards == tuple(sorted(state.piles[ORDER][:5]))
    state = choose(state, ORDER, RULES.options(state, ORDER)[0])[0]
    assert (len(state.seats[ORDER].pack), len(state.piles[ORDER])) == (13, 92)
    assert len(state.seats[ORDER].taken) == 1
    assert set(state.seats[DESTRUCTION].pack) < set(other)


def test_INV_29_the_new_pack_comes_from_pack_and_pile_together() -> None:
    state = dealt(order=with_card(DWARFS, TIDES), order_pile=TOP)
    before = Counter(state.seats[ORDER].pack) + Counter(state.piles[ORDER])
    state = take_any(take(state, ORDER, TIDES, "Runesmith"), DESTRUCTION)
    after = Counter(state.seats[ORDER].pack) + Counter(state.piles[ORDER])
    assert before - after == Counter(ids([TIDES, "Runesmith"]))
    assert state.public.pack_sizes[ORDER] == 13
    assert state.public.pile_sizes[ORDER] == 5


def test_INV_R5_struck_it_works_on_the_pack_it_was_in_after_all_were_removed() -> None:
    state = step_on(dealt(destruction=with_card(ORCS, TIDES), destruction_pile=["Hate"] * 40))
    kept = state.seats[ORDER].pack
    state, events = choose(take_any(state, DESTRUCTION), ORDER, option("strike", TIDES))
    assert [(each.targets, each.value) for each in events if each.kind == "shifting-tides"] == [
        ((seat_id(DESTRUCTION),), 12)
    ]
    assert state.public.pack_sizes == (12, 12)
    assert state.public.pile_sizes[DESTRUCTION] == 40
    assert len(set(kept) - set(state.seats[ORDER].pack)) == 1
    assert ids(["Hate"])[0] in state.seats[DESTRUCTION].pack
    # Who struck it has seen the old pack, not the new one.
    assert RULES.view(state, ORDER).seen == ()


def test_INV_R5_with_a_sabotage_the_second_card_is_gone_before_the_pack_is_drawn_anew() -> None:
    state = step_on(dealt(destruction=with_card(ORCS, TIDES), sabotage=(1, 0)))
    state = strike(state, ORDER, TIDES)
    state = choose(state, ORDER, option("strike", "Choppa", "sabotage"))[0]
    state = take_any(state, DESTRUCTION)
    assert state.public.pack_sizes == (12, 11)


def test_INV_R2_both_seats_have_cards_to_resolve_and_order_is_first() -> None:
    state = dealt(
        order=with_card(DWARFS, REINFORCEMENTS),
        destruction=with_card(ORCS, REINFORCEMENTS, TIDES),
    )
    state = take(state, DESTRUCTION, REINFORCEMENTS, TIDES)
    state, events = choose(
        state, ORDER, option("take", REINFORCEMENTS), option("take", "Runesmith")
    )
    kinds = [(each.kind, each.seat) for each in events]
    assert kinds.index(("shifting-tides", DESTRUCTION)) < kinds.index(("reinforcements", ORDER))
    assert RULES.to_act(state) == (ORDER,)
    state = choose(state, ORDER, RULES.options(state, ORDER)[0])[0]
    assert RULES.to_act(state) == (DESTRUCTION,)
    assert state.public.step == 1
    state = choose(state, DESTRUCTION, RULES.options(state, DESTRUCTION)[0])[0]
    assert state.public.step == 2


def test_INV_R11_lines_do_not_shorten_the_pack_made_by_shifting_tides() -> None:
    state = dealt(order=with_card(DWARFS, TIDES), lines=(3, 0))
    state = take_any(take(state, ORDER, TIDES, "Runesmith"), DESTRUCTION)
    assert state.public.pack_sizes == (13, 13)


# INV-30, INV-R4, INV-R6 -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "size", "taken", "left_over"),
    [(0, 15, 8, 4), (1, 14, 8, 3), (2, 13, 8, 2), (3, 12, 8, 1), (4, 11, 8, 0), (5, 10, 7, 0),
     (6, 9, 6, 0)],
)  # fmt: skip
def test_INV_30_short_packs_by_the_worked_example(
    lines: int, size: int, taken: int, left_over: int
) -> None:
    state = dealt(lines=(lines, lines))
    while state.public.pack == 1:
        state = step_on(state)
    assert state.public.pack_sizes == (size, size)
    before = [(len(seat.taken), len(seat.discarded)) for seat in state.seats]
    while state.public.pack == 2:
        state = step_on(state)
    for seat, (had, discarded) in zip(state.seats, before, strict=True):
        assert len(seat.taken) - had == taken
        assert len(seat.discarded) - discarded == left_over


def test_INV_30_the_owner_gets_eight_exactly_when_lines_and_extra_strikes_are_at_most_4() -> None:
    for lines in range(4):
        for extra in range(4):
            state = dealt(destruction=ORCS[: 15 - lines], sabotage=(extra, 0))
            while state.public.pack == 1:
                if state.public.phase == "strike" and state.seats[ORDER].left:
                    options = RULES.options(state, ORDER)
                    state = choose(state, ORDER, options[0])[0]
                else:
                    state = step_on(state)
            assert (len(state.seats[DESTRUCTION].taken) == 8) == (lines + extra <= 4)


def test_INV_30_a_seat_whose_pack_ran_out_waits_for_the_next_packs() -> None:
    state = dealt(destruction=ORCS[:4])
    state = step_on(step_on(state))
    assert state.public.pack_sizes == (12, 1)
    assert state.public.step == 3
    # One card is left: it is taken, and the other seat goes on (INV-R6).
    state = take_any(state, DESTRUCTION)
    assert RULES.to_act(state) == (ORDER,)
    state = take_any(state, ORDER)
    # Nothing is left for Order to strike; Destruction strikes alone.
    assert state.public.step == 4
    assert RULES.to_act(state) == (DESTRUCTION,)
    while state.public.pack == 1:
        state = step_on(state)
    assert state.public.pack_sizes == (15, 15)
    assert RULES.to_act(state) == (ORDER, DESTRUCTION)


def test_INV_R6_one_card_left_is_taken_alone() -> None:
    state = dealt(order=["Runesmith"])
    state = take(state, ORDER, "Runesmith")
    assert state.seats[ORDER].left == 0


def test_INV_R4_a_pack_never_has_fewer_than_no_cards() -> None:
    state = dealt(lines=(20, 0))
    while state.public.pack == 1:
        state = step_on(state)
    assert state.public.pack_sizes == (0, 15)
    assert RULES.to_act(state) == (DESTRUCTION,)


def test_INV_R4_a_short_pile_gives_what_it_has() -> None:
    state = dealt(order_pile=DWARFS[:7], destruction_pile=[])
    while state.public.pack == 1:
        state = step_on(state)
    assert state.public.pack_sizes == (7, 0)


def test_INV_R4_with_both_piles_empty_the_draft_ends() -> None:
    state = dealt(order_pile=[], destruction_pile=[])
    while RULES.to_act(state):
        state = step_on(state)
    assert RULES.outcome(state) is not None


# INV-R13, INV-R16 -----------------------------------------------------------------------------


def test_INV_R13_what_is_left_of_a_pack_is_discarded_face_down() -> None:
    state = dealt()
    while state.public.pack == 1:
        state = step_on(state)
    for seat in (ORDER, DESTRUCTION):
        view = RULES.view(state, seat)
        hidden = set(state.seats[1 - seat].discarded)
        shown = {each for _, each in view.public.struck}
        assert hidden
        assert not hidden & {*view.cards, *view.pack, *view.seen, *view.own.taken, *shown}


def test_INV_R16_a_seat_sees_the_others_pack_at_each_strike_and_remembers_it() -> None:
    state = step_on(dealt())
    seen = RULES.view(state, ORDER).cards
    assert seen == state.seats[DESTRUCTION].pack
    state = strike(state, ORDER, "Doom Divers")
    state = strike(state, DESTRUCTION, "Organ Gun")
    view = RULES.view(state, ORDER)
    assert Counter(view.seen) == Counter(seen) - Counter(ids(["Doom Divers"]))
    assert ids(["Organ Gun"])[0] not in view.pack


def test_INV_R16_what_is_gone_at_the_next_look_was_taken_by_the_other() -> None:
    state = strike(strike(step_on(dealt()), ORDER, "Doom Divers"), DESTRUCTION, "Organ Gun")
    state = take_any(state, ORDER)
    assert RULES.view(state, ORDER).known == ()
    state = take(state, DESTRUCTION, "Urguck", "Choppa")
    assert sorted(names(RULES.view(state, ORDER).known)) == ["Choppa", "Urguck"]


def test_INV_R16_the_first_picks_of_a_pack_stay_unknown() -> None:
    state = take(dealt(), DESTRUCTION, "Urguck", "Choppa")
    state = step_on(state)
    assert RULES.view(state, ORDER).known == ()


def test_INV_R16_both_see_sizes_lines_and_kept_sabotages() -> None:
    state = dealt(lines=(1, 2), sabotage=(1, 0))
    for seat in (ORDER, DESTRUCTION):
        public = RULES.view(state, seat).public
        assert public.pack_sizes == (15, 15)
        assert public.pile_sizes == (90, 90)
        assert public.lines == (1, 2)
        assert public.sabotage == (1, 0)


def test_settings_that_are_no_plan_are_refused() -> None:
    with pytest.raises(InputError, match="settings"):
        RULES.start({"piles": 3}, 1)
