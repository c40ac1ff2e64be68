"""The Invasion duel: random duels a second, a step of the rules, and both against bare copying."""

from __future__ import annotations

import time

from measure import Measurement, ratio, seconds
from msgspec.structs import replace

from deckbuilder.games.invasion.duel.loading import effects_in_force
from deckbuilder.games.invasion.duel.rules import RULES
from deckbuilder.games.invasion.duel.seating import duel_settings
from deckbuilder.games.invasion.duel.state import State
from deckbuilder.registry import game
from deckbuilder.tables.policy import RandomPolicy
from deckbuilder.tables.protocol import Option
from deckbuilder.tables.table import play_out

DUELS = 40
ROUNDS = 5
DECKS = {
    "dwarf": (range(1, 26), range(111, 117)),
    "orc": (range(56, 81), range(111, 117)),
    "empire": (range(26, 56), range(117, 122)),
    "chaos": (range(81, 111), range(117, 122)),
}
PAIRS = (("dwarf", "orc"), ("empire", "chaos"), ("chaos", "dwarf"), ("orc", "empire"))


def tables():
    """Return the settings of duels between decks of all races of the core set."""
    catalog = game("invasion").catalog()
    effects = effects_in_force(catalog)
    seats = {}
    for race, numbers in DECKS.items():
        cards = [catalog.by_number("core", number) for part in numbers for number in part]
        capital = next(c for c in catalog.cards if c.type == "capital" and c.race == race)
        seats[race] = (capital.id, [c.id for c in cards for _ in range(c.quantity or 1)])
    return [duel_settings(catalog, effects, [seats[one], seats[other]]) for one, other in PAIRS]


def benchmarks() -> list[Measurement]:
    """Return the figures of this part."""
    duels = tables()
    bots = [RandomPolicy(), RandomPolicy()]

    def play() -> None:
        for seed in range(DUELS):
            play_out(RULES, duels[seed % len(duels)], seed, bots)

    play()
    rate = DUELS / min(seconds(play, time.process_time) for _ in range(ROUNDS))
    steps = recorded(duels)

    def step() -> None:
        for state, choices in steps:
            RULES.apply(state, choices)

    def copy() -> None:
        for state, _ in steps:
            copied(state)

    taken = min(seconds(step, time.process_time) for _ in range(ROUNDS)) / len(steps)
    return [
        Measurement("random duels on one core", rate, 40, "a second", at_most=False),
        Measurement("a step of the duel's rules", taken * 1e6, 150, "µs"),
        Measurement("steps of the rules / copying each state", ratio(step, copy), 40, "times"),
    ]


def copied(state: State) -> State:
    """Return a state whose piles and objects are copies, as a machine without sharing needs."""
    return replace(
        state,
        pieces=dict(state.pieces),
        secrets=[dict(each) for each in state.secrets],
        hands=[list(each) for each in state.hands],
        decks=[list(each) for each in state.decks],
        discards=[list(each) for each in state.discards],
    )


def recorded(duels) -> list[tuple[object, dict[int, Option]]]:
    """Return every state of some duels by chance, and what was chosen there."""
    from deckbuilder.tables.chance import Stream

    steps = []
    for seed, settings in enumerate(duels):
        state, _ = RULES.start(settings, seed)
        while acting := RULES.to_act(state):
            options = RULES.options(state, acting[0])
            choices = {acting[0]: Stream(seed, "chance", len(steps)).choice(options)}
            steps.append((state, choices))
            state, _ = RULES.apply(state, choices)
    return steps
