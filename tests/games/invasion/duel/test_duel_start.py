"""How a duel begins, what a seat sees, and what can be taken back."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from duels import CATALOG, effects, seat, settings

from deckbuilder.errors import InputError
from deckbuilder.games.invasion.duel.questions import KEEP, MULLIGAN, PASS
from deckbuilder.games.invasion.duel.rules import RULES
from deckbuilder.games.invasion.duel.seating import duel_settings
from deckbuilder.games.invasion.duel.state import FACE_DOWN


def begun(seed=1, **more):
    return RULES.start(settings("dwarf", "orc", first=0, **more), seed)[0]


def answer(state, option):
    (acting,) = RULES.to_act(state)
    assert option in RULES.options(state, acting)
    return RULES.apply(state, {acting: option})[0]


def test_both_hands_hold_seven_cards_of_shuffled_decks():
    state = begun()
    assert [len(hand) for hand in state.hands] == [7, 7]
    assert state.decks != begun(2).decks
    assert state.decks == begun().decks


def test_who_begins_is_chance_unless_it_is_said():
    """INV-48."""
    duel = settings("dwarf", "orc")
    assert {RULES.start(duel, seed)[0].first for seed in range(10)} == {0, 1}
    assert {begun(seed).first for seed in range(10)} == {0}


def test_each_seat_may_take_one_mulligan():
    """INV-32: all seven cards go back, seven others are drawn."""
    state = begun()
    assert RULES.options(state, 0) == (KEEP, MULLIGAN)
    after = answer(state, MULLIGAN)
    assert after.hands[0] != state.hands[0]
    assert len(after.hands[0]) == 7
    assert len(after.decks[0]) == len(state.decks[0])
    assert RULES.to_act(after) == (1,)
    after = answer(after, KEEP)
    assert after.hands[1] == state.hands[1]


def test_the_first_player_goes_without_quest_and_battlefield_phase():
    """INV-34: no card is drawn in the first turn; the other player draws in the second."""
    state = begun(mulligans=False, every_window=True)
    phases = set()
    while state.turn == 1:
        phases.add(state.phase)
        state = answer(state, PASS)
    assert phases == {"kingdom", "capital"}
    assert len(state.hands[0]) == 7
    while state.phase != "quest":
        state = answer(state, PASS)
    assert len(state.hands[1]) == 8


def test_the_kingdom_gives_three_resources_in_an_empty_capital():
    """INV-33."""
    assert begun(mulligans=False).resources == (3, 0)


def test_a_seat_sees_its_own_hand_and_only_the_number_of_the_other():
    state = begun(mulligans=False)
    view = RULES.view(state, 0)
    assert view.hand == state.hands[0]
    assert [card for _, card in view.other_hand] == [FACE_DOWN] * 7
    assert view.deck_sizes == (len(state.decks[0]), len(state.decks[1]))
    assert view.question == state.question
    other = RULES.view(state, 1)
    assert other.question is None
    assert other.asked == 0


def developed(state):
    option = next(o for o in RULES.options(state, 0) if o.action == "develop")
    return answer(state, option)


def test_only_its_owner_sees_what_a_development_is():
    """INV-42."""
    state = begun(mulligans=False)
    while not any(o.action == "develop" for o in RULES.options(state, 0)):
        state = answer(state, PASS)
    chosen = developed(state)
    # The other seat does not see which card is being played before that is complete.
    assert RULES.view(chosen, 1).agenda == RULES.view(state, 1).agenda
    after = answer(chosen, RULES.options(chosen, 0)[0])
    (number,) = after.secrets[0]
    assert RULES.view(after, 0).secrets == after.secrets[0]
    assert RULES.view(after, 1).secrets == {}
    assert number in after.pieces or after.chain


def test_parts_of_an_announcement_can_be_taken_back_but_a_draw_cannot():
    state = begun(mulligans=False)
    while not any(o.action == "develop" for o in RULES.options(state, 0)):
        state = answer(state, PASS)
    chosen = developed(state)
    assert RULES.may_undo(state, chosen, 0)
    later = state
    while later.turn == state.turn:
        later = answer(later, PASS)
    assert not RULES.may_undo(state, later, 0)


def test_a_card_of_unknown_effect_is_refused_by_name_or_played_blank():
    capital, deck = seat("dwarf")
    other = CATALOG.find("Dragon Slayer") or next(
        card for card in CATALOG.cards if card.type == "unit" and card.id not in effects()
    )
    decks = [(capital, (*deck, other.id)), seat("orc")]
    with pytest.raises(InputError) as refused:
        duel_settings(CATALOG, effects(), decks)
    assert refused.value.faults[0].code == "duel.unknown-effects"
    assert other.name in str(refused.value)
    blank = duel_settings(CATALOG, effects(), decks, blank=True)
    assert blank.cards[other.id].abilities == ()
    RULES.start(blank, 1)


def test_a_capital_and_playable_cards_are_asked_for():
    capital, deck = seat("dwarf")
    with pytest.raises(InputError, match="is no capital"):
        duel_settings(CATALOG, effects(), [(deck[0], deck), seat("orc")])
    draft_card = CATALOG.by_number("core", 128)
    with pytest.raises(InputError, match="cannot be played"):
        duel_settings(
            CATALOG, effects(), [(capital, (*deck, draft_card.id)), seat("orc")], blank=True
        )
