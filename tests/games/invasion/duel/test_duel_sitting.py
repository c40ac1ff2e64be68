"""A duel as a person plays it: stops, passing on, prices, taking back, looking back."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from deckbuilder.cli import play as play_module
from deckbuilder.cli.main import run
from deckbuilder.games.invasion.duel.characteristics import table_of
from deckbuilder.games.invasion.duel.loading import effects_in_force
from deckbuilder.games.invasion.duel.price_words import Prices
from deckbuilder.games.invasion.duel.questions import PASS
from deckbuilder.games.invasion.duel.rules import RULES
from deckbuilder.games.invasion.duel.rules_text.abilities import tell_ability, tell_option
from deckbuilder.games.invasion.duel.starters import starting_decks
from deckbuilder.games.invasion.duel.table import DUEL
from deckbuilder.registry import game
from deckbuilder.sessions.seating import GameRequest, seat_game, seat_log
from deckbuilder.sessions.session import Session
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.log import read_log

HOME = game("invasion")
CATALOG = HOME.catalog()
DECKS = starting_decks(CATALOG, 7)


def sat_down(seed=7, bots=("random",), log=None, **more):
    request = GameRequest(
        game="invasion", decks=(DECKS["dwarf"], DECKS["orc"]), bots=bots, seed=seed, **more
    )
    return Session.begin(seat_game(request), log)


def played_by_chance(session, choices, seed=1):
    """Let chance choose for the person, and yield the session before each choice."""
    stream = Stream(seed, "person")
    for _ in range(choices):
        if (seat := session.waiting) is None:
            return
        yield seat
        if session.waiting == seat:
            session.choose(seat, stream.choice(session.options(seat)))


def off(session, seat, stops):
    for stop in stops:
        session.set_stop(seat, stop, asked=False)


def test_a_window_in_which_nothing_can_be_done_passes_by_itself():
    """INV-49: a person is asked in a window only where there is more to do than to pass."""
    session = sat_down()
    for seat in played_by_chance(session, 150):
        assert session.options(seat) != (PASS,)


def test_every_window_is_a_stop_that_can_be_switched_off():
    """Without any stop a person is never asked in a window, and asked all that is not one."""
    session = sat_down()
    off(session, 0, (stop for stop, _ in session.stops(0)))
    kinds = set()
    for seat in played_by_chance(session, 60):
        question = session.table.view(seat).question
        kinds.add(question.kind)
        if len(kinds) > 1 or question.kind != "mulligan":
            assert question.kind != "window"
    assert kinds > {"mulligan"} or session.over


def test_stops_are_kept_until_they_are_switched_on_again():
    session = sat_down()
    off(session, 0, ["own/capital"])
    asked = dict(session.stops(0))
    assert not asked["own/capital"]
    assert asked["other/attackers"]
    assert dict(session.stops(1))["own/capital"], "the other seat has stops of its own"
    for seat in played_by_chance(session, 40):
        view = session.table.view(seat)
        own = view.active == seat and view.step == "capital" and not view.chain
        assert not (view.question.kind == "window" and own)
    session.set_stop(0, "own/capital", asked=True)
    assert dict(session.stops(0))["own/capital"]


def test_an_answer_is_asked_for_apart_from_the_window_it_falls_into():
    """INV-37: who may answer what waits on the chain is at the stop for answers."""
    session, seen = sat_down(seed=29), set()
    for seat in played_by_chance(session, 90, seed=5):
        view = session.table.view(seat)
        pause = DUEL.pause(view, session.options(seat))
        if pause is not None:
            waits = any(item.seat != seat for item in view.chain)
            assert (pause.stop == "answer") == waits == pause.answering
            assert (pause.stop == "chained") == (bool(view.chain) and not waits)
            seen.add(pause.answering)
    assert seen == {True, False}


def test_p_passes_to_the_end_of_the_phase():
    """The phase is another one then, or the other has acted, or a decision is asked for."""
    session, passed = sat_down(seed=5), 0
    for seat in played_by_chance(session, 120, seed=2):
        if not session.can_pass_on(seat):
            continue
        before = session.table.view(seat)
        session.pass_on(seat)
        passed += 1
        if session.waiting is None:
            break
        after = session.table.view(seat)
        pause = DUEL.pause(after, session.options(seat))
        moved = (before.turn, before.phase) != (after.turn, after.phase)
        assert moved or pause is None or pause.answering
    assert passed > 5


def test_what_was_passed_together_is_taken_back_together():
    session = sat_down(seed=5)
    checked = 0
    for seat in played_by_chance(session, 120, seed=2):
        if not session.can_pass_on(seat):
            continue
        before = RULES.pack(session.table.state)
        session.pass_on(seat)
        if session.can_undo:
            session.undo()
            assert RULES.pack(session.table.state) == before
            checked += 1
        if checked > 2:
            break
    assert checked


def test_undo_ends_where_the_other_has_acted_or_hidden_cards_were_shown():
    """Going back never shows what another course would have kept hidden."""
    session, tried = sat_down(seed=9), set()
    for seat in played_by_chance(session, 150, seed=4):
        before = session.table.state
        session.choose(seat, Stream(6, "try", len(tried)).choice(session.options(seat)))
        after = session.table.state
        told = before.draws != after.draws or before.turn != after.turn
        if told:
            assert not session.can_undo
        tried.add((told, session.can_undo))
    assert {(True, False), (False, True)} <= tried


def test_INV_31_a_cost_is_told_with_its_reason():
    """Striking the Grudge: 1 printed, 3 loyalty icons, one Dwarf symbol, the capital's: 3."""
    session = sat_down()
    seat = session.waiting
    view = session.table.view(seat)
    names = {HOME.catalog().card(view.book.cards[card].id).name: card for _, card in view.hand}
    prices = Prices(view, table_of(view))
    told = prices.told(names["Striking the Grudge"])
    assert told == "costs 3 (1 printed, 2 more for loyalty, 3 icons and 1 symbol in play)"
    assert prices.reason(names["Keystone Forge"]) == ""


def test_the_hand_says_what_can_be_paid():
    """Three resources of the first kingdom phase (INV-33, INV-34): King Kazador costs 10."""
    session = sat_down()
    session.choose(0, session.options(0)[0])
    lines = [line for panel in session.screen(0).panels for line in panel.lines]
    (can,) = [line for line in lines if line.startswith("Can be paid: ")]
    (dear,) = [line for line in lines if line.startswith("Too dear: ")]
    assert "Keystone Forge (2)" in can
    assert "King Kazador (10)" in dear


def test_the_price_is_shown_before_it_is_paid():
    session = sat_down()
    session.choose(0, session.options(0)[0])
    play = next(each for each in session.options(0) if each.action == "play")
    before = session.table.state.resources
    session.choose(0, play)
    assert session.table.view(0).question.kind == "zone"
    assert session.table.state.resources == before
    assert any(panel.title == "What it costs" for panel in session.screen(0).panels)


def test_which_card_becomes_a_development_is_asked_behind_one_row():
    session = sat_down()
    session.choose(0, session.options(0)[0])
    screen = session.screen(0)
    assert set(screen.options()) == set(session.options(0))
    (row,) = [row for row in screen.rows if row.then is not None]
    assert len(row.then.rows) == len(session.table.view(0).hand)


def test_several_attackers_are_typed_at_once():
    session = sat_down(seed=5)
    for seat in played_by_chance(session, 200, seed=8):
        if session.table.view(seat).question.kind == "attackers":
            screen = session.screen(seat)
            assert (screen.choices, screen.fewer) == (len(screen.rows), True)
            return
    pytest.fail("nobody attacked")


@pytest.fixture
def log(tmp_path, monkeypatch):
    """A duel that was begun by a person and left: keeps the hand, passes on, sets a stop."""
    monkeypatch.chdir(tmp_path)
    arguments = [
        "invasion",
        "--deck",
        "dwarf",
        "--against",
        "orc",
        "--seed",
        "7",
        "--bots",
        "greedy",
    ]
    typed = "1\ns\n5 99\n5\n\np\nstops\n\nd\nx\nq\n"
    result = CliRunner().invoke(play_module.command, [*arguments, "--log", "duel.jsonl"], typed)
    assert result.exit_code == 0
    return tmp_path / "duel.jsonl", result.output


def test_stops_and_passing_on_are_keys_of_the_table(log):
    _, output = log
    assert "Where you are asked if there is something that you could do" in output
    assert "'5 99' names no stop" in output
    assert "passes" in output
    assert "What your cards cost and do" in output
    assert "Discard piles" in output


def test_stops_are_kept_by_the_log(log):
    """Whoever goes on is asked where it was asked before, in the log's own order of switches."""
    path, _ = log
    earlier = read_log(path)
    (switched,) = earlier.stops.values()
    with Session.resume(seat_log(earlier), earlier, path) as session:
        asked = dict(session.stops(0))
        assert [stop for stop in asked if not asked[stop]] == [switched.stop]
        session.set_stop(0, switched.stop, asked=True)
        session.set_stop(0, switched.stop, asked=True)
    later = read_log(path)
    assert [each.asked for each in later.stops.values()] == [False, True]
    with Session.resume(seat_log(later), later, None) as session:
        assert all(dict(session.stops(0)).values())


@pytest.mark.parametrize(("seat", "stop"), [(0, "own/tea"), (1, "answer"), (2, "answer")])
def test_a_stop_that_a_table_has_not_is_refused_with_its_line(tmp_path, seat, stop, capsys):
    """Seat 1 is a bot's, and seat 2 is none."""
    path = tmp_path / "duel.jsonl"
    sat_down(log=path).close()
    with path.open("a") as stream:
        stream.write(f'{{"stop":"{stop}","seat":{seat},"asked":false}}\n')
    assert run(["play", "--resume", str(path)]) == 2
    told = capsys.readouterr().err
    assert f"duel.jsonl:{read_log(path).last_line}: seat {seat + 1} cannot be asked" in told


def test_the_end_is_proved_whatever_stops_are_switched(tmp_path):
    path = tmp_path / "duel.jsonl"
    with sat_down(log=path) as session:
        for seat in played_by_chance(session, 5000):
            if session.table.view(seat).turn > 3:
                session.set_stop(seat, "chained", asked=False)
    assert read_log(path).stops
    assert run(["replay", str(path), "--assert"]) == 0


def test_a_duel_can_be_gone_on_with_replayed_and_reviewed(log, capsys):
    path, _ = log
    first = len(read_log(path).choices)
    result = CliRunner().invoke(play_module.command, ["--resume", str(path)], "1\n" * 4 + "q\n")
    assert result.exit_code == 0
    assert len(read_log(path).choices) > first
    assert run(["review", str(path)]) == 0
    told = capsys.readouterr().out
    assert "The coach (greedy) would have chosen the same in" in told
    assert "keep it" in told
    assert run(["replay", str(path), "--unfinished"]) == 0
    replayed = capsys.readouterr().out
    assert "play Black Orc Squad" in replayed or "play " in replayed
    assert "play a card" not in replayed


def test_options_of_an_ability_are_told_one_by_one():
    """Warpstone Meteor: corrupt a unit, or a point of damage to a section."""
    ability = next(
        each
        for abilities in effects_in_force(CATALOG).values()
        for each in abilities
        if any("options" in effect for effect in each.effect)
    )
    told = [tell_option(ability, "support", number) for number in (1, 2)]
    assert told[0] != told[1]
    whole = tell_ability(ability, "support").casefold()
    assert all(each.casefold() in whole for each in told)
