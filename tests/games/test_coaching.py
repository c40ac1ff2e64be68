"""What a coach says: parts of scores have a name and a meaning, in both languages."""

from __future__ import annotations

import pytest

from deckbuilder.games.coaching import Judged, meanings, part_name, together, why
from deckbuilder.preferences import Preferences
from deckbuilder.sessions import DraftRequest, GameRequest, seat_draft, seat_game
from deckbuilder.tables.policy import Score
from deckbuilder.tables.protocol import Option
from deckbuilder.tables.table import Table

SITTINGS = {
    "invasion": DraftRequest(format="invasion-draft-seven-packs", seed=7, auto=True),
    "nightfall": DraftRequest(format="nightfall-draft", players=2, seed=7, auto=True),
    "xeno": GameRequest(game="xeno", seed=7, seats=()),
}


def parts_of(request):
    """Return the parts that the bots of a table show in a whole sitting."""
    seating = seat_draft(request) if isinstance(request, DraftRequest) else seat_game(request)
    table_game, settings = seating.table, seating.head.settings
    bots = [
        table_game.bot(spec, settings, seating.catalog)
        for spec in table_game.bots(settings)
        if spec != "random"
    ]
    playing = [bots[-1]] * len(seating.names)
    table = Table(table_game.rules, settings, seating.head.seed, playing)
    found = set()
    while table.outcome is None:
        for seat in table_game.rules.to_act(table.state):
            view, options = table.view(seat), table.options(seat)
            for bot in bots:
                for score in bot.score(view, options, table.feeds.of(seat)):
                    found |= {name for name, amount in score.parts if amount}
        table.bots_step()
    return found


@pytest.mark.parametrize("game", SITTINGS)
def test_every_part_that_bots_show_is_named_and_explained(game):
    parts = parts_of(SITTINGS[game])
    assert len(parts) >= 2
    names = {}
    for language in ("en", "ja"):
        with Preferences(language=language).in_force():
            scores = [Score(Option("take"), 1.0, tuple((part, 1.0) for part in parts))]
            assert len(meanings(game, scores)) == len(parts)
            names[language] = {part: part_name(game, part) for part in parts}
    assert all(names["ja"][part] != part for part in parts)


def judged(told, parts, **fields):
    return Judged(told, Score(Option("take"), sum(parts.values()), tuple(parts.items())), fields)


def test_a_sentence_says_what_most_speaks_for_the_best():
    best = judged("A", {"rating": 1.0, "curve": 1.5}, card="A", cost="2")
    other = judged("B", {"rating": 1.1, "curve": 0.2}, card="B", cost="4")
    told = "A beats B by 1.20: your curve lacks cards that cost 2."
    assert why("invasion", best, other) == told


def test_what_counts_against_the_other_is_told_of_the_other():
    best = judged("A", {"curve": 0.1}, card="A", cost="2")
    other = judged("B", {"curve": -1.4}, card="B", cost="4")
    told = "A beats B by 1.50: your curve has enough cards that cost 4."
    assert why("invasion", best, other) == told


def test_a_part_without_a_sentence_is_told_by_its_numbers():
    best, other = judged("A", {"strange": 2.0}), judged("B", {"strange": -1.0})
    assert why("invasion", best, other) == "A beats B by 3.00: strange +2.00 against -1.00."
    same = judged("B", {"strange": 2.0})
    assert why("invasion", best, same) == "A and B are worth the same to the coach."


def test_scores_of_one_step_are_added_up_by_part():
    first = Score(Option("take", "a"), 3.0, (("rating", 2.0), ("curve", 1.0)))
    second = Score(Option("take", "b"), 1.0, (("rating", 1.5), ("side", -0.5)))
    both = together([first, second])
    assert both.total == 4.0
    assert dict(both.parts) == {"rating": 3.5, "curve": 1.0, "side": -0.5}
