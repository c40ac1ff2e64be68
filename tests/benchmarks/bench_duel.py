"""The Invasion duel: duels a second, a step of the rules, and each against bare copying."""

from __future__ import annotations

import time
from collections.abc import Callable

from measure import Measurement, ratio, seconds
from msgspec.structs import replace

from deckbuilder.games.invasion.duel.bots import bot
from deckbuilder.games.invasion.duel.loading import effects_in_force
from deckbuilder.games.invasion.duel.rules import RULES
from deckbuilder.games.invasion.duel.seating import duel_settings
from deckbuilder.games.invasion.duel.settings import Settings
from deckbuilder.games.invasion.duel.state import State
from deckbuilder.registry import game
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.policy import Policy, RandomPolicy, pick
from deckbuilder.tables.protocol import Option
from deckbuilder.tables.table import play_out

Step = tuple[State, dict[int, Option]]
RANDOM = RandomPolicy()
DUELS = 40
GREEDY_DUELS = 16
ROUNDS = 5
DECKS = {
    "dwarf": (range(1, 26), range(111, 117)),
    "orc": (range(56, 81), range(111, 117)),
    "empire": (range(26, 56), range(117, 122)),
    "chaos": (range(81, 111), range(117, 122)),
}
PAIRS = (("dwarf", "orc"), ("empire", "chaos"), ("chaos", "dwarf"), ("orc", "empire"))


def tables() -> list[Settings]:
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
    steps = [step for seed, duel in enumerate(duels) for step in recorded(duel, seed, RANDOM)]

    def step() -> None:
        for state, choices in steps:
            RULES.apply(state, choices)

    taken = min(seconds(step, time.process_time) for _ in range(ROUNDS)) / len(steps)
    copied_steps = ratio(step, copying(steps), clock=time.process_time)
    return [
        *whole(duels, RANDOM, "random", DUELS, 40, 42),
        *whole(duels, bot("greedy"), "greedy", GREEDY_DUELS, 5, 600),
        Measurement("a step of the duel's rules", taken * 1e6, 150, "µs"),
        Measurement("a step / copying the state", copied_steps, 40, "times"),
    ]


def whole(
    duels: list[Settings], policy: Policy, name: str, count: int, aim: float, times: float
) -> list[Measurement]:
    """Return how many duels of a bot are played in a second, and the ratio to a bare loop.

    The loop copies each state in which a choice was made. Its aim is that of the duels on a
    machine that copies a state in two microseconds.
    """
    played = [(duels[seed % len(duels)], seed) for seed in range(count)]
    steps = [step for duel, seed in played for step in recorded(duel, seed, policy)]

    def play() -> None:
        for duel, seed in played:
            play_out(RULES, duel, seed, [policy, policy])

    rate = count / min(seconds(play, time.process_time) for _ in range(2))
    against = ratio(play, copying(steps), pairs=3, clock=time.process_time)
    return [
        Measurement(f"{name} duels on one core", rate, aim, "a second", at_most=False),
        Measurement(f"a {name} duel / copying its states", against, times, "times"),
    ]


def copying(steps: list[Step]) -> Callable[[], None]:
    """Return the bare loop: each state copied once."""

    def copy() -> None:
        for state, _ in steps:
            copied(state)

    return copy


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


def recorded(duel: Settings, seed: int, policy: Policy) -> list[Step]:
    """Return every state of a duel in which a choice was made, and the choice."""
    steps: list[Step] = []
    state, _ = RULES.start(duel, seed)
    turns = [0, 0]
    while acting := RULES.to_act(state):
        (seat,) = acting
        options = RULES.options(state, seat)
        stream = Stream(seed, f"seat/{seat}", turns[seat])
        choices = {seat: pick(policy, RULES.view(state, seat), options, stream)}
        steps.append((state, choices))
        turns[seat] += 1
        state, _ = RULES.apply(state, choices)
    return steps
