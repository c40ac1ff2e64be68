"""Terminals of any width: columns fold by their worth, and names are never broken in a word."""

from __future__ import annotations

import pytest

from deckbuilder.catalog.wording import cell_width
from deckbuilder.cli.console import print_screen
from deckbuilder.cli.main import run
from deckbuilder.cli.narrow_tables import folded_table
from deckbuilder.preferences import Preferences
from deckbuilder.sessions import DraftRequest, GameRequest, Session, seat_draft, seat_game
from deckbuilder.tables.screen import Column

CARD = (
    Column("#", right=True),
    Column("Name"),
    Column("Race", worth=2),
    Column("Type", worth=3),
    Column("Cost", right=True),
    Column("HP", right=True, worth=4),
    Column("Keywords", worth=1),
)
ROWS = [
    ("1", "Reiksguard Knights", "Empire", "Unit", "3", "2", "Counterstrike 2"),
    ("2", "Innovation", "Neutral", "Tactic", "0", "", ""),
]
SEATS = {
    "invasion": DraftRequest(format="invasion-draft", seat="order", seed=7),
    "nightfall": DraftRequest(format="nightfall-draft", players=3, seat="1", seed=7),
    "xeno": GameRequest(game="xeno", seed=7),
}


def titles(lines):
    return lines[0].split()


def test_keywords_fold_first_then_race_then_type():
    wide = folded_table(CARD, ROWS, 80)
    assert titles(wide) == ["#", "Name", "Race", "Type", "Cost", "HP", "Keywords"]
    assert titles(folded_table(CARD, ROWS, 52)) == ["#", "Name", "Race", "Type", "Cost", "HP"]
    assert titles(folded_table(CARD, ROWS, 44)) == ["#", "Name", "Type", "Cost", "HP"]
    assert titles(folded_table(CARD, ROWS, 36)) == ["#", "Name", "Cost", "HP"]
    assert titles(folded_table(CARD, ROWS, 30)) == ["#", "Name", "Cost"]


def test_what_folds_stands_below_its_row_and_numbers_behind_their_heading():
    lines = folded_table(CARD, ROWS, 30)
    place = next(place for place, line in enumerate(lines) if "Reiksguard" in line)
    assert " ".join(" ".join(lines[place + 1 : place + 3]).split()) == (
        "Empire, Unit, HP 2, Counterstrike 2"
    )
    assert lines[-2:] == ["2  Innovation             0", "     Neutral, Tactic"]


def test_asked_for_a_line_a_row_is_a_line():
    assert len(folded_table(CARD, ROWS, 30, one_line=True)) == 2 + len(ROWS)


def test_a_heading_and_its_number_stay_on_one_line():
    rows = [("1", "Reiksguard Knights", "Empire", "Support of", "3", "12", "")]
    for width in range(28, 60):
        for line in folded_table(CARD, rows, width)[2:]:
            assert line.split()[-1] != "HP"


@pytest.mark.parametrize("game", ["invasion", "nightfall", "dreamblade", "xeno"])
def test_at_forty_columns_a_card_is_a_line_and_what_has_no_room_is_told(game, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "40")
    assert run(["cards", game]) == 0
    told = capsys.readouterr()
    head, _, *cards = told.out.splitlines()
    assert all(cell_width(each) <= 40 for each in (head, *cards))
    # A name that is longer than all the room there is goes on below; nothing else does.
    assert 0 <= len(cards) - int(told.err.split()[0]) <= 3
    assert ("No room" in told.err) == (game != "xeno")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("game", SEATS)
def test_no_line_of_a_screen_is_too_wide_and_every_name_is_whole(
    game, width, language, monkeypatch, capsys
):
    monkeypatch.setenv("COLUMNS", str(width))
    request = SEATS[game]
    seating = seat_draft(request) if isinstance(request, DraftRequest) else seat_game(request)
    with Preferences(language=language).in_force():
        session = Session.begin(seating)
        for _ in range(6):
            if (seat := session.waiting) is None:
                break
            screen = session.screen(seat)
            print_screen(screen)
            told = capsys.readouterr().out
            assert all(cell_width(line) <= width for line in told.splitlines())
            if game != "xeno":
                for number, row in enumerate(screen.rows, start=1):
                    starts = [
                        line for line in told.splitlines() if line.split()[:1] == [str(number)]
                    ]
                    assert any(row.cells[0] in line for line in starts), row.cells[0]
            session.choose(seat, session.advice(seat)[0].option)


@pytest.mark.parametrize("width", [40, 60])
def test_a_search_on_a_narrow_terminal_cuts_no_name(width, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", str(width))
    assert run(["cards", "invasion", "s:core r:dwarf"]) == 0
    told = capsys.readouterr().out
    assert "…" not in told
    assert "Ironbreakers of Ankhor" in told
    assert all(cell_width(line) <= width for line in told.splitlines())
