"""Whatever happens in a duel is told in both languages, to each seat and to those who watch."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import deckbuilder.games.invasion.duel as duel
from deckbuilder.games.invasion.duel.sentences import SILENT
from deckbuilder.preferences import Preferences
from deckbuilder.sessions import GameRequest, Session, seat_game
from deckbuilder.words import says

EVENT = re.compile(r"\btell\(\s*\"(\w+)\"")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_event_that_the_rules_name_has_its_sentence(language):
    folder = Path(duel.__file__).parent
    kinds = {kind for path in folder.rglob("*.py") for kind in EVENT.findall(path.read_text())}
    assert {"triggered", "attacked"} <= kinds
    with Preferences(language=language).in_force():
        assert [each for each in kinds - SILENT if not says(f"duel.events.{each}")] == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_whole_duel_is_told(language):
    asked = GameRequest(game="invasion", seats=(), bots=("random",), seed=7)
    session = Session.begin(seat_game(asked), preferences_of=Preferences(language=language))
    while session.step():
        pass
    assert session.over
    for seat in (0, 1, None):
        assert len(session.history(seat)) > 100
