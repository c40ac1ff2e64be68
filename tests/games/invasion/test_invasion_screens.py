"""What a person is shown: every card's facts, what was taken and struck, in 80 columns."""

from __future__ import annotations

import random

import pytest
from invasion_table import (
    CUT,
    DESTRUCTION,
    DWARFS,
    ORDER,
    REINFORCEMENTS,
    RULES,
    SABOTAGE,
    catalog,
    choose,
    dealt,
    random_option,
    settings,
    step_on,
    strike,
    take,
    take_any,
)

from deckbuilder.games.invasion.deck_size import on_course
from deckbuilder.games.invasion.state import DONE, State
from deckbuilder.games.invasion.table import DRAFT
from deckbuilder.tables.screen import Screen


def shown(state: State, seat: int = ORDER) -> Screen:
    return DRAFT.screen(settings(), RULES.view(state, seat), RULES.options(state, seat), catalog())


def text(screen: Screen) -> str:
    panels = [line for panel in screen.panels for line in (panel.title, *panel.lines)]
    return "\n".join([screen.title, *panels, screen.prompt])


def test_a_row_has_the_facts_that_matter() -> None:
    screen = shown(dealt(order=["Hammerer of Karak Azul", "A Glorious Death", CUT]))
    assert [column.title for column in screen.columns] == [
        "Name", "Race", "Type", "Cost", "Loy", "Pow", "HP", "Keywords",
    ]  # fmt: skip
    assert [row.cells for row in screen.rows] == [
        ("Hammerer of Karak Azul", "Dwarf", "Unit", "2", "1", "1", "2", "Toughness 1"),
        ("A Glorious Death", "Dwarf", "Quest", "0", "2", "", "", ""),
        (CUT, "", "Draft", "", "", "", "", ""),
    ]
    assert {row.option for row in screen.rows} == set(
        RULES.options(dealt(order=["Hammerer of Karak Azul", "A Glorious Death", CUT]), ORDER)
    )


def test_the_title_and_prompt_say_where_one_is_and_what_to_do() -> None:
    state = dealt()
    screen = shown(state)
    assert "pack 1 of 5, step 1 of 7" in screen.title
    assert screen.prompt == "Take 2 from your pack, face down."
    screen = shown(step_on(state))
    assert screen.prompt == "Strike 1 from the pack of Destruction."


def test_panels_tell_what_was_taken_struck_and_is_in_force() -> None:
    state = dealt(sabotage=(1, 0), lines=(0, 2))
    assert "nothing yet" in text(shown(state))
    state = take(state, ORDER, "Runesmith", "Troll Slayers")
    state = take_any(state, DESTRUCTION)
    state = strike(state, ORDER, "Doom Divers")
    state = choose(state, ORDER, DONE)[0]
    state = strike(state, DESTRUCTION, "Organ Gun")
    told = text(shown(state))
    assert "Your deck (2 of about 40)" in told
    assert "2 units; 2 Dwarf" in told
    assert "Runesmith, Troll Slayers" in told
    assert "from Destruction: Doom Divers" in told
    assert "from Order: Organ Gun" in told
    assert "New packs of Destruction are 2 cards smaller" in told
    assert "Order keeps 1 Sabotage" in told


def test_INV_24_a_deck_that_will_be_short_says_so_and_what_to_do() -> None:
    """Five packs of eight takes are 40 cards; a Sabotage in place of a card leaves 39."""
    pack = [*DWARFS[:10], SABOTAGE, REINFORCEMENTS]
    short = take(dealt(order=pack), ORDER, SABOTAGE, "Runesmith")
    told = text(shown(short))
    assert "Your deck (1 of about 40)" in told
    assert "ends at 39 cards, 1 short of 40" in told
    assert "invasion-draft-seven-packs" in told
    # INV-27: what Reinforcements find goes into the deck in their place.
    full = take(dealt(order=pack), ORDER, REINFORCEMENTS, "Runesmith")
    assert "Your deck (1 of about 40)" in text(shown(full))
    assert "short of" not in text(shown(full))
    assert "invasion-draft-seven-packs" in shown(dealt()).help


@pytest.mark.parametrize(
    ("reference", "size"), [("invasion-draft", 40), ("invasion-draft-seven-packs", 56)]
)
def test_INV_22_without_draft_format_cards_a_deck_ends_as_it_is_told(reference, size) -> None:
    state, _ = RULES.start(settings(reference), 3)
    while acting := RULES.to_act(state):
        if state.public.phase == "cut":
            break
        view = RULES.view(state, acting[0])
        effects = state.plan.effects
        gone = sum(
            seat == view.seat and how == "taken" and effects[card] != "reinforcements"
            for seat, card, how in state.public.shown
        ) + sum(
            effects.get(card, "reinforcements") != "reinforcements" for card in view.own.pending
        )
        if state.public.phase == "take":
            assert on_course(view) == size - gone
        state = step_on(state) if state.public.phase != "reinforce" else take_any(state, *acting)


def test_rows_tell_the_copies_so_that_they_account_for_the_pack() -> None:
    state = dealt(order=["Runesmith", "Runesmith", CUT, CUT, CUT, "Choppa"])
    assert [row.cells[0] for row in shown(state).rows] == ["2× Runesmith", "Choppa", f"3× {CUT}"]
    state = take(state, ORDER, "Runesmith")
    assert [row.cells[0] for row in shown(state).rows] == ["Runesmith", "Choppa", f"3× {CUT}"]


def test_sizes_count_what_was_just_chosen() -> None:
    state = dealt()
    assert "Your pile 90, pack 15; theirs 90, pack 15." in text(shown(state))
    state = take(state, ORDER, "Runesmith")
    assert "Your pile 90, pack 14; theirs 90, pack 15." in text(shown(state))
    state = step_on(dealt(sabotage=(1, 0)))
    assert "Your pile 90, pack 13; theirs 90, pack 13." in text(shown(state))
    state = strike(state, ORDER, "Doom Divers")
    assert "Your pile 90, pack 13; theirs 90, pack 12." in text(shown(state))


def test_INV_23_what_the_last_step_struck_is_shown_and_all_of_it_on_demand() -> None:
    state = strike(step_on(dealt()), ORDER, "Doom Divers")
    state = strike(state, DESTRUCTION, "Organ Gun")
    panels = {panel.title: panel for panel in shown(state).panels}
    assert panels["Struck in the last step"].lines == (
        "from Order: Organ Gun",
        "from Destruction: Doom Divers",
    )
    assert "All that was struck" not in panels
    state = step_on(state)
    panels = {panel.title: panel for panel in shown(state).panels}
    assert "Struck in the last step" not in panels
    assert panels["All that was struck"].detail
    assert panels["All that was struck"].lines == (
        "from Order: Organ Gun",
        "from Destruction: Doom Divers",
    )


def test_INV_R16_what_is_missed_is_shown_when_it_is_and_on_demand_later() -> None:
    state = take_any(step_on(dealt()), ORDER, DESTRUCTION)
    state = take_any(take(state, DESTRUCTION, "Urguck", "Choppa"), ORDER)
    seen = "Gone from the pack of Destruction since you last saw it"
    panel = next(panel for panel in shown(state).panels if panel.title == seen)
    assert sorted(panel.lines[0].split(", ")) == ["Choppa", "Urguck"]
    assert not panel.detail
    later = shown(step_on(state)).panels
    assert [panel.detail for panel in later if panel.title.startswith("All that was seen")] == [
        True
    ]
    assert seen not in {panel.title for panel in later}


def test_keywords_have_the_names_that_cards_have_everywhere() -> None:
    screen = shown(dealt(order=["Hammerer of Karak Azul", "King Kazador", "Defender of the Hold"]))
    assert {row.cells[0]: row.cells[-1] for row in screen.rows} == {
        "Hammerer of Karak Azul": "Toughness 1",
        "King Kazador": "One hero a zone, Toughness 2",
        "Defender of the Hold": "Battlefield only",
    }


def test_the_own_pending_choice_is_shown_as_taken_and_a_strike_is_not() -> None:
    state = take(dealt(), ORDER, "Runesmith")
    assert "Your deck (1 of about 40)" in text(shown(state))
    state = strike(step_on(dealt(sabotage=(1, 0))), ORDER, "Doom Divers")
    assert "Your deck (2 of about 40)" in text(shown(state))
    assert shown(state).rows[-1].option == DONE


@pytest.mark.parametrize("seed", range(6))
def test_every_screen_of_a_draft_fits_80_columns_and_every_event_has_words(seed: int) -> None:
    chance = random.Random(seed)
    state, _ = RULES.start(settings(), seed)
    while acting := RULES.to_act(state):
        seat = chance.choice(acting)
        screen = shown(state, seat)
        assert {row.option for row in screen.rows} == set(RULES.options(state, seat))
        assert all(len(row.cells) == len(screen.columns) for row in screen.rows)
        # The widest cells, with the numbers in front and two spaces between, without keywords.
        columns = list(zip(*(row.cells for row in screen.rows), strict=True))[:-1]
        assert 2 + sum(2 + max(map(len, column)) for column in columns) <= 80
        chosen = random_option(state, seat, chance)
        assert DRAFT.tell_choice(settings(), chosen, catalog())
        state, events = RULES.apply(state, {seat: chosen})
        for event in events:
            told = DRAFT.tell(settings(), event, catalog())
            assert (told is None) == (event.kind == "took")


def test_nothing_is_told_to_all_about_what_only_one_seat_sees() -> None:
    private = {"took", "added"}
    chance = random.Random(1)
    state, _ = RULES.start(settings(), 1)
    seen = set()
    while acting := RULES.to_act(state):
        state, events = RULES.apply(
            state, {seat: random_option(state, seat, chance) for seat in acting}
        )
        for event in events:
            assert (event.to is not None) == (event.kind in private)
            seen.add(event.kind)
    assert private <= seen
