"""The capital, chosen by both seats at once after the draft (INV-14, INV-16, INV-R10, INV-52)."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from invasion_table import (
    DESTRUCTION,
    ORDER,
    RULES,
    card,
    catalog,
    choose,
    dealt,
    ids,
    plan,
    settings,
    step_on,
    to_step,
    walk,
    with_seat,
)
from msgspec.structs import replace

from deckbuilder.exchange.reading import read_deck
from deckbuilder.formats.legality import check
from deckbuilder.formats.loading import load_format
from deckbuilder.games.invasion.state import State
from deckbuilder.games.invasion.table import DRAFT
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.policy import pick
from deckbuilder.tables.protocol import Option
from deckbuilder.tables.table import Table

LIST = ["Huntsmen", "Thyrus Gorman", "Runesmith", "Alliance - Dwarf and Empire"]
"""Empire, cost 1, loyalty 1; Empire, 3, 3; Dwarf, 2, 1; neutral, 2, 0."""
SEVEN = "invasion-draft-seven-packs"


def capital(race: str) -> Option:
    return Option("capital", f"invasion/capitals/{race}-capital")


def at_capitals(order: Sequence[str] = LIST, capitals: object = None) -> State:
    """A draft whose last pack has just been taken from; Order's deck is this one."""
    state = dealt(pack=5)
    if capitals is not None:
        state = replace(state, plan=replace(plan(), capitals=capitals))
    return with_seat(step_on(to_step(state, 7)), ORDER, taken=ids(order))


def test_INV_R10_the_capital_is_the_last_choice_of_both_seats_at_once() -> None:
    state = at_capitals()
    assert state.public.phase == "capital"
    assert RULES.to_act(state) == (ORDER, DESTRUCTION)
    assert RULES.outcome(state) is None
    state = choose(state, DESTRUCTION, capital("chaos"))[0]
    assert RULES.to_act(state) == (ORDER,)
    state = choose(state, ORDER, capital("dwarf"))[0]
    assert RULES.to_act(state) == ()
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert [deck["capital"] for deck in outcome.decks] == [
        (capital("dwarf").subject,),
        (capital("chaos").subject,),
    ]


def test_INV_R10_a_cut_to_size_comes_before_the_capital() -> None:
    phases = []
    state, _ = RULES.start(settings(SEVEN), 5)
    while acting := RULES.to_act(state):
        if state.public.phase not in phases:
            phases.append(state.public.phase)
        state = RULES.apply(state, {seat: RULES.options(state, seat)[0] for seat in acting})[0]
    assert phases[-2:] == ["cut", "capital"]


def test_INV_16_a_core_draft_has_four_capitals_two_a_side() -> None:
    state = at_capitals()
    assert RULES.options(state, ORDER) == (capital("dwarf"), capital("empire"))
    assert set(RULES.options(state, DESTRUCTION)) == {capital("orc"), capital("chaos")}


def test_INV_52_a_cube_of_every_box_has_every_capital_of_the_side() -> None:
    """High Elf and Dark Elf came in a later box, the Hidden Kingdoms in one of the last."""
    order, destruction = plan("invasion-cube").capitals
    assert {card(each).race for each in order} <= {
        "dwarf", "empire", "high-elf", "lizardmen", "wood-elf",
    }  # fmt: skip
    assert {card(each).race for each in destruction} <= {
        "orc", "chaos", "dark-elf", "undead", "skaven",
    }  # fmt: skip
    assert {card(each).side for each in order} == {"order"}


def test_INV_R10_nobody_sees_the_others_choice_before_both_have_chosen_and_both_see_it_then() -> (
    None
):
    state = at_capitals()
    ways = [choose(state, DESTRUCTION, capital(race))[0] for race in ("orc", "chaos")]
    assert RULES.view(ways[0], ORDER) == RULES.view(ways[1], ORDER)
    state, events = choose(ways[0], ORDER, capital("empire"))
    assert [(event.kind, event.seat, event.subjects, event.to) for event in events] == [
        ("capital", ORDER, (capital("empire").subject,), None),
        ("capital", DESTRUCTION, (capital("orc").subject,), None),
    ]
    for seat in (ORDER, DESTRUCTION):
        chosen = RULES.view(state, seat).public.capitals
        assert chosen == (capital("empire").subject, capital("orc").subject)
    assert [DRAFT.tell(settings(), event, catalog()) for event in events] == [
        "The capital of Order is Empire.",
        "The capital of Destruction is Orc.",
    ]


@pytest.mark.parametrize("order", [(), (capital("dwarf").subject,)])
def test_INV_R10_without_a_choice_nobody_is_asked(order: tuple[str, ...]) -> None:
    orcs = plan().capitals[DESTRUCTION]
    asked = at_capitals(capitals=(order, orcs))
    assert RULES.to_act(asked) == (DESTRUCTION,)
    over = choose(asked, DESTRUCTION, capital("orc"))[0]
    assert over.public.capitals == ((order or ("",))[0], capital("orc").subject)
    over = at_capitals(capitals=(order, ()))
    assert over.public.phase == "over"
    assert over.public.capitals == ((order or ("",))[0], "")
    headers = [deck.headers for deck in DRAFT.decks(settings(), over, catalog())]
    assert headers == [(("Capital", "Dwarf"),) if order else (), ()]


def test_INV_R10_the_list_names_the_capital_that_was_chosen_not_the_cheapest() -> None:
    state = at_capitals()
    assert [deck.headers for deck in DRAFT.decks(settings(), state, catalog())] == [(), ()]
    state = choose(choose(state, ORDER, capital("dwarf"))[0], DESTRUCTION, capital("orc"))[0]
    order, destruction = DRAFT.decks(settings(), state, catalog())
    assert order.headers == (("Capital", "Dwarf"),)
    assert destruction.headers == (("Capital", "Orc"),)
    assert order.name == "Invasion draft, Order"


def test_INV_14_a_person_sees_what_the_deck_costs_under_each_capital() -> None:
    """INV-31: under Dwarf 2 + 6 + 2 + 2, under Empire 1 + 5 + 3 + 2."""
    state = at_capitals()
    options = RULES.options(state, ORDER)
    screen = DRAFT.screen(settings(), RULES.view(state, ORDER), options, catalog())
    assert [column.title for column in screen.columns] == [
        "Capital", "Mean cost", "Dearer", "Loyalty",
    ]  # fmt: skip
    assert [row.cells for row in screen.rows] == [
        ("Dwarf", "3.00", "2", "4"),
        ("Empire", "2.75", "2", "3"),
    ]
    assert [row.option for row in screen.rows] == list(options)
    assert screen.title == "Order: the capital"
    assert DRAFT.tell_choice(settings(), options[0], catalog()) == "chooses the capital Dwarf"


@pytest.mark.parametrize("spec", ["drafter", "aggressive", "denier", "rating"])
@pytest.mark.parametrize(
    ("deck", "race"),
    [(LIST, "empire"), (["King Kazador", "Runesmith", "Huntsmen"], "dwarf")],
)
def test_INV_14_bots_choose_the_capital_with_the_least_loyalty(
    spec: str, deck: list[str], race: str
) -> None:
    state = at_capitals(deck)
    policy = DRAFT.bot(spec, settings(), catalog())
    view, options = RULES.view(state, ORDER), RULES.options(state, ORDER)
    found = policy.score(view, options)
    assert [each.option for each in found] == list(options)
    assert all(each.parts == (("loyalty", each.total),) for each in found)
    assert pick(policy, view, options, Stream(1, "seat/0")) == capital(race)


def test_INV_14_the_score_of_a_capital_is_what_loyalty_adds_to_the_deck() -> None:
    """LIST: 4 more under Dwarf, 3 more under Empire."""
    state = at_capitals()
    view, options = RULES.view(state, ORDER), RULES.options(state, ORDER)
    policy = DRAFT.bot("drafter:loyalty=2", settings(), catalog())
    assert [each.total for each in policy.score(view, options)] == [-8, -6]


def test_a_random_bot_takes_any_capital() -> None:
    state = at_capitals()
    view, options = RULES.view(state, ORDER), RULES.options(state, ORDER)
    policy = DRAFT.bot("random", settings(), catalog())
    assert {pick(policy, view, options, Stream(seed, "seat/0")) for seed in range(20)} == {*options}


def test_a_capital_can_be_taken_back_and_chosen_again() -> None:
    table = Table(RULES, settings(), 3, [None, DRAFT.bot("random", settings(), catalog())])
    chance = random.Random(3)
    while table.waiting_for():
        options = RULES.options(table.state, ORDER)
        table.choose(ORDER, chance.choice(options))
        table.bots_act()
    assert table.outcome is not None
    first = table.state.public.capitals[ORDER]
    table.undo()
    assert table.state.public.phase == "capital"
    table.redo()
    table.bots_act()
    assert table.state.public.capitals[ORDER] == first


@pytest.mark.parametrize("seed", range(3))
def test_INV_R10_every_whole_draft_ends_with_a_capital_of_the_plan(seed: int) -> None:
    state = walk(seed, 500, chance_seed=seed)
    assert state.public.phase == "over"
    for chosen, there in zip(state.public.capitals, state.plan.capitals, strict=True):
        assert chosen in there


def test_INV_3_without_cards_of_races_the_capital_decides_the_side_of_neutral_cards() -> None:
    """Two of Order and two of Destruction with an Orc capital: those of Order must go."""
    text = (
        "Game: Invasion\nCapital: Orc\n"
        "2x Alliance - Dwarf and Empire\n2x Alliance - Chaos and Orc\n"
    )
    problems = check(read_deck(text.encode(), "list.txt"), load_format("invasion-constructed"))
    (wrong,) = [problem for problem in problems if problem.code == "wrong-side"]
    assert (wrong.rule, wrong.cards) == ("INV-3", ("Alliance - Dwarf and Empire",))
    assert "capital-of-other-side" not in {problem.code for problem in problems}


def test_INV_3_cards_of_races_decide_before_the_capital() -> None:
    text = (
        "Game: Invasion\nCapital: Orc\n3x Troll Slayers\n"
        "2x Alliance - Dwarf and Empire\n2x Alliance - Chaos and Orc\n"
    )
    problems = check(read_deck(text.encode(), "list.txt"), load_format("invasion-constructed"))
    (wrong,) = [problem for problem in problems if problem.code == "wrong-side"]
    assert wrong.cards == ("Alliance - Chaos and Orc",)
    assert "capital-of-other-side" in {problem.code for problem in problems}
