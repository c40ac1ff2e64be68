"""What holds for every deck: verdicts are total, ordered, and blind to how a list is laid out."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckbuilder.decks.deck import Deck, Entry
from deckbuilder.formats.checking import errors
from deckbuilder.formats.legality import check
from deckbuilder.formats.loading import format_ids, load_format
from deckbuilder.formats.problem import Problem
from deckbuilder.preferences import Preferences
from deckbuilder.registry import game

FORMATS = format_ids()
SECTIONS = ("main", "archive-1", "archive-2", "private-1", "private-2", "commons", "wounds",
            "starters", "moon-phases", "sideboard")  # fmt: skip
HEADERS = st.sampled_from(
    [(), (("Capital", "Orc"),), (("Capital", "High Elves"),), (("capital", "?"), ("Player", "A"))]
)


@st.composite
def decks(draw: st.DrawFn, game_id: str) -> Deck:
    cards = game(game_id).catalog().cards
    known = st.sampled_from(cards).map(lambda card: (card.name, card))
    unknown = st.text(min_size=1, max_size=12).map(lambda name: (name, None))
    entries = []
    for line in range(1, draw(st.integers(0, 25)) + 1):
        name, card = draw(st.one_of(known, known, known, unknown))
        entries.append(
            Entry(
                count=draw(st.integers(1, 14)),
                name=name,
                card=card,
                section=draw(st.sampled_from(SECTIONS)),
                line=line,
            )
        )
    return Deck(game=game_id, entries=tuple(entries), headers=draw(HEADERS))


def without_lines(problems: tuple[Problem, ...]) -> list[Problem]:
    return [msgspec.structs.replace(problem, lines=(), cards=()) for problem in problems]


@pytest.mark.parametrize("format_id", FORMATS)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_verdict_is_total_ordered_and_can_be_said(format_id: str, data: st.DataObject) -> None:
    deck_format = load_format(format_id)
    deck = data.draw(decks(deck_format.game))
    problems = check(deck, deck_format, date=data.draw(st.sampled_from([None, "2011-05-01"])))
    assert list(problems) == sorted(problems, key=lambda problem: problem.order)
    for language in ("en", "ja"):
        with Preferences(language=language).in_force():
            for problem in problems:
                assert problem.message
                assert set(problem.lines) <= {entry.line for entry in deck.entries}


@pytest.mark.parametrize("format_id", FORMATS)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_verdict_does_not_depend_on_how_copies_are_spread_over_lines(
    format_id: str, data: st.DataObject
) -> None:
    deck_format = load_format(format_id)
    deck = data.draw(decks(deck_format.game))
    split = tuple(
        msgspec.structs.replace(entry, count=count)
        for entry in deck.entries
        for count in ((entry.count - 1, 1) if entry.count > 1 else (1,))
    )
    parted = msgspec.structs.replace(deck, entries=split)
    before, after = check(deck, deck_format), check(parted, deck_format)
    known = [problem for problem in before if problem.code != "unknown-card"]
    assert without_lines(tuple(known)) == without_lines(
        tuple(problem for problem in after if problem.code != "unknown-card")
    )


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_warnings_make_no_deck_illegal(data: st.DataObject) -> None:
    deck_format = load_format(data.draw(st.sampled_from(FORMATS)))
    problems = check(data.draw(decks(deck_format.game)), deck_format)
    assert {problem.severity for problem in errors(problems)} <= {"error"}
    assert len(errors(problems)) == sum(problem.severity == "error" for problem in problems)
