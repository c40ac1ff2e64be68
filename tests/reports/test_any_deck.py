"""Whatever a list holds, its statistics, pictures and sheet can be made, and shares add up."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.exchange.registration.fonts import Fonts
from deckbuilder.exchange.registration.page import sheets_page
from deckbuilder.exchange.registration.paging import measures
from deckbuilder.exchange.registration.pdf import sheets_pdf
from deckbuilder.exchange.registration.sheet import Details, make_sheet
from deckbuilder.games.statistics import Question
from deckbuilder.registry import game, games_with
from deckbuilder.reports.figures import draw
from deckbuilder.reports.games import home_of
from deckbuilder.reports.page import statistics_page
from deckbuilder.reports.statistics import as_json, compare, statistics
from deckbuilder.words import phrases

IDS = [each.id for each in games_with("statistics")]
SECTIONS = ["main", "archive-1", "private-2", "commons", "wounds", "starters"]
NAMES = st.text(st.characters(codec="cp1252", exclude_categories=["Cc"]), min_size=1, max_size=60)


def decks(game_id):
    cards = game(game_id).catalog().cards
    known = st.builds(
        lambda card, count, section: Entry(count=count, name=card.name, card=card, section=section),
        st.sampled_from(cards),
        st.integers(1, 40),
        st.sampled_from(SECTIONS),
    )
    unknown = st.builds(lambda name, count: Entry(count=count, name=name), NAMES, st.integers(1, 9))
    return st.builds(
        lambda entries, name, capital: Deck(
            game=game_id,
            entries=tuple(entries),
            name=name,
            headers=(("Capital", capital), ("Player", name)),
        ),
        st.lists(known | unknown, min_size=1, max_size=25),
        NAMES,
        st.sampled_from(["Dwarf", "Orcs", "", "nowhere"]),
    )


@pytest.mark.parametrize("game_id", IDS)
@settings(max_examples=12, deadline=None)
@given(st.data())
def test_any_deck_can_be_told_and_drawn(game_id, data):
    deck = data.draw(decks(game_id))
    question = Question(second=data.draw(st.booleans()), draws=data.draw(st.integers(0, 3)))
    told = statistics(deck, question)
    assert as_json(told)["cards"] == deck.size()
    assert statistics_page(told)
    assert compare(told, told) == ()
    worded = "reports" in home_of(game(game_id)).words["en"]
    for part in told.parts:
        # A game that has words for its tables has them for all of them.
        assert not worded or part.id in phrases("reports.parts")
        named = {column.id for column in part.table.columns if column.title is None}
        assert not worded or named <= phrases("reports.columns").keys()
        if (picture := draw(part, game_id)) is not None:
            ElementTree.fromstring(picture)
        kinds = {column.id: column.kind for column in part.table.columns}
        for row in part.table.rows:
            assert len(row) == len(kinds)
            for cell, kind in zip(row, kinds.values(), strict=True):
                if kind in ("chance", "percent") and cell is not None:
                    assert 0 <= Fraction(cell) <= 1
        if part.id == "types":
            assert sum(row[1] for row in part.table.rows) == deck.size()
            assert sum(row[3] for row in part.table.rows) == 1


@pytest.mark.parametrize("game_id", IDS)
@settings(max_examples=6, deadline=None)
@given(st.data())
def test_any_deck_has_a_sheet(game_id, data):
    sheet = make_sheet(data.draw(decks(game_id)), Details(), None)
    assert sheets_pdf([sheet], measures("a4"), Fonts()).endswith(b"%%EOF\n")
    assert "Deck registration sheet" in sheets_page([sheet], measures("letter"))
