"""Every ability of the core set happens: in duels of bots, or in a worked scenario.

The suite plays a few duels; `pytest tests/games/invasion -n 0 -s -k happens --seeds 2000` plays
2,000 by chance and by the greedy bot and prints what they fired.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from duels import PAIRS, play, settings
from scenarios import read_scenarios, run_scenario

from deckbuilder.games.invasion.duel import characteristics, damage, machine
from deckbuilder.games.invasion.duel.book import Book
from deckbuilder.games.invasion.duel.bots import bot
from deckbuilder.games.invasion.duel.state import State
from deckbuilder.games.invasion.duel.tasks import Resolve
from deckbuilder.tables.policy import Policy

DATA = Path(__file__).parents[3] / "data"
SEEDS = 30
"""Seeds of each pair of decks that chance plays, where nobody says how many duels to play."""


class Fired(set):
    """Ids of abilities; what a bot only looks ahead to has not happened."""

    ahead = False

    def add(self, ability):
        if not self.ahead:
            super().add(ability)


class LookingAhead(Policy):
    """A bot whose thoughts do not count."""

    def __init__(self, bot, fired):
        self.bot, self.fired = bot, fired

    def score(self, view, options, feed=()):
        self.fired.ahead = True
        try:
            return self.bot.score(view, options, feed)
        finally:
            self.fired.ahead = False


@pytest.fixture
def fired(monkeypatch):
    """Collect the ids of the abilities that were carried out, held, or bound a card in play."""
    found = Fired()
    resolve = machine._TASKS[Resolve]

    def resolved(board, task):
        found.add(board.book.abilities[task.ability].id)
        resolve(board, task)

    monkeypatch.setitem(machine._TASKS, Resolve, resolved)
    for name, hold in characteristics._STATICS.items():

        def held(table, derived, context, words, hold=hold):
            spec = next(
                static.spec
                for static in table.book.cards[context.source.card].statics
                if static.op.words is words
            )
            found.add(spec.id)
            hold(table, derived, context, words)

        monkeypatch.setitem(characteristics._STATICS, name, held)
    replacing = damage._replacing

    def replaced(board, primitive):
        for piece, spec in replacing(board, primitive):
            found.add(spec.id)
            yield piece, spec

    monkeypatch.setattr(damage, "_replacing", replaced)
    return found


def binding(state: State) -> set[str]:
    """Return the abilities that hold without being carried out: costs, bans of play, symbols."""
    cards = {piece.card for piece in state.pieces.values() if piece.card >= 0}
    return set().union(*(bound_by(state.book, card) for card in cards))


@cache
def bound_by(book: Book, number: int) -> set[str]:
    """Return the abilities of a card that hold without being carried out as long as it is there."""
    card = book.cards[number]
    found = {spec.id for parts in card.standing.values() for spec, _ in parts}
    for spec in book.abilities:
        if spec.card == number and (
            (card.limited and spec.kind == "keyword")
            or (
                spec.event is None
                and spec.kind in ("play_restriction", "keyword", "constant")
                and spec.effect[0].name not in characteristics._STATICS
            )
        ):
            found.add(spec.id)
    return found


def test_every_ability_happens(fired, request):
    asked = request.config.getoption("--seeds", default=None)
    greedy = LookingAhead(bot("greedy"), fired)
    every: set[str] = set()

    def look(state: State) -> None:
        fired.update(binding(state))

    for pair in PAIRS:
        duel = settings(*pair)
        by_chance, by_greedy = (SEEDS, 0) if asked is None else [asked // len(PAIRS)] * 2
        for seed in range(by_chance):
            end, _ = play(duel, 1000 + seed, look)
        for seed in range(by_greedy):
            play(duel, 5000 + seed, look, by=greedy)
        every |= {spec.id for spec in end.book.abilities}
    assert len(every) == 157
    in_duels = set(fired)
    if asked is not None:
        print(f"{len(in_duels)} of {len(every)} in duels, not {sorted(every - in_duels)}")
    assert len(in_duels) > 140, sorted(every - in_duels)
    for scenario in read_scenarios(DATA / "invasion_scenarios.yaml"):
        state = run_scenario(scenario)
        fired.update(binding(state))
        fired.update(_in_hand(scenario, state))
    assert every - fired == set()


def _in_hand(scenario, state: State) -> set[str]:
    """Return the constants that are read in the hand of the cards that a scenario plays."""
    numbers = {entry["c"] for entry in scenario.get("calc", ())}
    return {
        spec.id
        for spec in state.book.abilities
        if spec.ability.zone == "hand" and int(spec.id[:-1]) in numbers
    }
