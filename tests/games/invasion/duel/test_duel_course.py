"""How a duel went, read off its events, and what many duels between two lists tell."""

from __future__ import annotations

import pytest

from deckbuilder.games.invasion.duel.course import COURSES
from deckbuilder.games.invasion.duel.starters import starting_decks
from deckbuilder.games.invasion.duel.table import DUEL
from deckbuilder.games.table_game import Request
from deckbuilder.registry import game
from deckbuilder.sessions.duels import rivals, tables_in_turn, trial_of
from deckbuilder.sessions.seating import DraftRequest
from deckbuilder.simulation.bouts import Bout, Player, played
from deckbuilder.simulation.drafted import judge_by_duels
from deckbuilder.simulation.duels import duel
from deckbuilder.simulation.workers import Processes
from deckbuilder.tables.protocol import Event

HOME = game("invasion")
CATALOG = HOME.catalog()
DECKS = starting_decks(CATALOG)
PAIR = (DECKS["dwarf"], DECKS["orc"])
RUNESMITH = "invasion/core/006"


def ready(seed=1, said=None, bot="random"):
    return rivals(HOME, PAIR, ("one", "other"), said or {}, bot=bot, seed=seed)


def test_damage_counts_where_it_is_put_and_moved_and_a_mulligan_gives_the_hand_back():
    told = COURSES.course(
        [
            Event(kind="turn", seat=1, value=1),
            Event(kind="drawn", seat=0, subjects=(RUNESMITH,), to=(0,)),
            Event(kind="mulligan", seat=0),
            Event(kind="drawn", seat=0, subjects=("invasion/core/001",), to=(0,)),
            Event(kind="searched", seat=0, subjects=("invasion/core/002",)),
            Event(kind="damaged", subjects=("zone/1/quest",), value=3),
            Event(kind="damaged", subjects=("unit/4", RUNESMITH), value=2),
            Event(kind="damage_moved", subjects=("unit/4", RUNESMITH),
                  targets=("zone/0/kingdom",), value=1),
            Event(kind="turn", seat=0, value=2),
        ]
    )  # fmt: skip
    assert told.turns == 2
    assert told.damage[0] == {"kingdom": 1, "quest": 0, "battlefield": 0}
    assert told.damage[1] == {"kingdom": 0, "quest": 3, "battlefield": 0}
    assert told.drawn == ({"invasion/core/001", "invasion/core/002"}, frozenset())


def test_a_course_agrees_with_the_state_at_the_end():
    """INV-36: a section that stands has the damage that it suffered and was not healed of."""
    settings = DUEL.settings(Request(decks=PAIR), CATALOG)
    bout = Bout(settings=settings, seed=5, bots=("random", "random"))
    ended, watching = Player(DUEL, CATALOG).play(bout, keeps=True)
    told = COURSES.course(watching.events)
    burnt = {e.subjects[0] for e in watching.events if e.kind == "burned"}
    for seat in (0, 1):
        for zone, points in told.damage[seat].items():
            if f"zone/{seat}/{zone}" in burnt:
                assert points >= 8
    assert len(ended.points) == 2
    decks = [COURSES.cards(settings, seat) for seat in (0, 1)]
    assert all(told.drawn[seat] <= decks[seat].keys() for seat in (0, 1))
    assert sum(decks[0].values()) == 50


def test_seats_and_the_first_turn_go_about():
    """Of four games, each list has each seat twice and begins twice, once in each seat."""
    playing = ready()
    sat = []
    for first_list in (0, 1):
        for first, settings in enumerate(playing.settings[first_list]):
            assert settings.first == first
            sat.append((settings.seats[0].race, settings.first))
    assert sorted(sat) == [("dwarf", 0), ("dwarf", 1), ("orc", 0), ("orc", 1)]
    found = duel(playing, 8)
    assert found.beginning.games == found.following.games == 4
    assert sum(found.lengths.values()) == found.games == 8


def test_a_list_against_itself_is_exactly_even():
    """Mirrored deals: what one seat wins in a game the other one wins in its twin."""
    playing = rivals(HOME, (PAIR[0], PAIR[0]), ("a", "b"), {}, bot="random", seed=3)
    found = duel(playing, 8)
    assert found.wins.share == 0.5
    assert found.lists == ("Dwarf (1)", "Dwarf (2)")


def test_a_seed_gives_the_same_figures_whoever_works():
    alone = duel(ready(seed=4), 12)
    assert duel(ready(seed=4), 12, workers=Processes(2)) == alone
    assert duel(ready(seed=5), 12) != alone


def test_shares_of_a_card_add_up_to_all_games():
    found = duel(ready(), 8)
    for card in found.cards:
        assert card.drawn.games + card.not_drawn.games == found.games
    dwarf = {card.card: card.copies for card in found.cards if card.list == "Dwarf"}
    assert dwarf == {e.card.id: e.count for e in PAIR[0].entries}


def test_every_two_lists_meet_with_either_seat_beginning():
    """The four starting decks of INV-15: six pairs, twice each."""
    tables = tables_in_turn(HOME, tuple(DECKS.values()), {}, 1)
    met = [({seat.race for seat in each.seats}, each.first) for each in tables]
    assert len(met) == 12
    assert all(met.count(one) == 1 for one in met)
    said = tables_in_turn(HOME, tuple(DECKS.values()), {"first": 2}, 1)
    assert [each.first for each in said] == [1] * 6


@pytest.mark.parametrize("first", [0, 1])
def test_who_is_to_begin_begins(first):
    settings = DUEL.begun_by(DUEL.settings(Request(decks=PAIR), CATALOG), first)
    (ended,) = played("invasion", [Bout(settings=settings, seed=2, bots=("random",) * 2)])
    assert ended.course is not None
    _, watching = Player(DUEL, CATALOG).play(
        Bout(settings=settings, seed=2, bots=("random",) * 2), keeps=True
    )
    assert next(e.seat for e in watching.events if e.kind == "first") == first


def test_drafts_are_judged_by_duels_with_sides_and_first_turn_changed_about():
    """A bot against itself: what its decks win in one seat they lose in the other one."""
    wishes = DraftRequest(format="invasion-draft", bots="rating")
    trial = trial_of(wishes, "rating", player="random", seed=3)
    found = judge_by_duels(trial, 4)
    assert (found.drafts, found.duels) == (4, 16)
    assert found.wins.share == 0.5
    one, other = (share.share for share in found.seats.values())
    assert one is not None
    assert one + (other or 0.0) == pytest.approx(1.0)
    assert judge_by_duels(trial, 4, workers=Processes(2)) == found
