"""The duel as it is sat down to: lists, seats, screens, sentences, bots."""

from __future__ import annotations

import pytest

from deckbuilder.errors import InputError
from deckbuilder.games.invasion.duel.lookahead import imagined
from deckbuilder.games.invasion.duel.rules import RULES
from deckbuilder.games.invasion.duel.starters import starting_decks
from deckbuilder.games.invasion.duel.table import DUEL
from deckbuilder.games.table_game import Request
from deckbuilder.preferences import Preferences
from deckbuilder.registry import game
from deckbuilder.simulation.comparing import Match, compare
from deckbuilder.words import languages

CATALOG = game("invasion").catalog()


def settings(**fields):
    return DUEL.settings(Request(**{"seed": 3, **fields}), CATALOG)


def test_INV_15_starting_decks_are_forty_cards_of_a_race_and_ten_neutral_ones():
    decks = starting_decks(CATALOG, 5)
    assert sorted(decks) == ["chaos", "dwarf", "empire", "orc"]
    for race, deck in decks.items():
        races = {
            race_of: sum(e.count for e in deck.entries if e.card.race == race_of)
            for race_of in (race, "neutral")
        }
        assert races == {race: 40, "neutral": 10}


def test_INV_33_a_seat_without_cards_in_play_has_its_base_power_only():
    state, _ = RULES.start(settings(), 3)
    seat = RULES.to_act(state)[0]
    screen = DUEL.screen(settings(), RULES.view(state, seat), RULES.options(state, seat), CATALOG)
    lines = [line for panel in screen.panels[:2] for line in panel.lines]
    told = ["kingdom: power 3", "quest zone: power 1", "battlefield: power 0"] * 2
    assert [line.split(",")[0] for line in lines] == told


@pytest.mark.parametrize("language", languages())
def test_a_screen_fits_80_columns_where_it_does_not_wrap(language):
    with Preferences(language=language).in_force():
        state, _ = RULES.start(settings(), 3)
        seat = RULES.to_act(state)[0]
        view, options = RULES.view(state, seat), RULES.options(state, seat)
        screen = DUEL.screen(settings(), view, options, CATALOG)
        assert all(len(panel.title) <= 80 for panel in screen.panels)


def test_what_a_bot_imagines_is_what_its_seat_sees():
    state, _ = RULES.start(settings(), 3)
    seat = RULES.to_act(state)[0]
    view = RULES.view(state, seat)
    assert RULES.view(imagined(view), seat) == view


def test_greedy_beats_chance():
    match = Match(
        table=DUEL, batch=None, settings=settings(), catalog=CATALOG,
        bot="greedy", others="random", seed=1,
    )  # fmt: skip
    assert compare(match, 3).score.mean > 0.9


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"players": 3}, "duel.players"),
        ({"decks": (starting_decks(CATALOG)["orc"],)}, "duel.decks"),
    ],
)
def test_what_cannot_be_played_is_refused(fields, code):
    with pytest.raises(InputError) as caught:
        settings(**fields)
    assert caught.value.faults[0].code == code


def test_a_ruling_that_the_texts_leave_open_is_a_setting():
    assert not settings().switches.faq_windows
    assert settings(options={"faq-windows": "yes"}).switches.faq_windows
