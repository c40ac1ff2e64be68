"""Decks, settings and random duels for the tests of the duel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

from deckbuilder.games.invasion.duel.loading import load_effects
from deckbuilder.games.invasion.duel.rules import RULES
from deckbuilder.games.invasion.duel.seating import duel_settings
from deckbuilder.games.invasion.duel.settings import Settings
from deckbuilder.games.invasion.duel.state import FACE_DOWN, State
from deckbuilder.registry import game
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.policy import Policy, pick
from deckbuilder.tables.protocol import Option

CATALOG = game("invasion").catalog()
DECKS = {
    "dwarf": (range(1, 26), range(111, 117)),
    "orc": (range(56, 81), range(111, 117)),
    "empire": (range(26, 56), range(117, 125)),
    "chaos": (range(81, 111), range(111, 122), range(125, 128)),
}
"""Numbers of the core set: between them all 127 cards that are played."""
PAIRS = (("dwarf", "orc"), ("empire", "chaos"), ("chaos", "dwarf"), ("orc", "empire"))


@cache
def effects():
    return load_effects(CATALOG)


@cache
def seat(race: str) -> tuple[str, tuple[str, ...]]:
    cards = []
    for numbers in DECKS[race]:
        for number in numbers:
            card = CATALOG.by_number("core", number)
            cards += [card.id] * (card.quantity or 1)
    capital = next(card for card in CATALOG.cards if card.type == "capital" and card.race == race)
    return capital.id, tuple(cards)


@cache
def settings(one: str, other: str, **more) -> Settings:
    return duel_settings(CATALOG, effects(), [seat(one), seat(other)], **more)


Look = Callable[[State], None]


def play(
    duel: Settings, seed: int, look: Look | None = None, by: Policy | None = None
) -> tuple[State, list[Option]]:
    """Play a duel by chance to its end, or by a bot; `look` sees every state that asks."""
    state, _ = RULES.start(duel, seed)
    chosen: list[Option] = []
    while acting := RULES.to_act(state):
        if look is not None:
            look(state)
        options = RULES.options(state, acting[0])
        stream = Stream(seed, "chance", len(chosen))
        if by is None:
            option = stream.choice(options)
        else:
            option = pick(by, RULES.view(state, acting[0]), options, stream)
        chosen.append(option)
        state, _ = RULES.apply(state, {acting[0]: option})
    return state, chosen


def cards_of(state: State, of: int) -> Counter[int]:
    """Count the cards that a seat brought, wherever they are now."""
    cards = Counter(card for _, card in state.hands[of])
    cards.update(state.decks[of])
    cards.update(state.discards[of])
    cards.update(state.secrets[of].values())
    for piece in state.pieces.values():
        if piece.owner == of and piece.card != FACE_DOWN:
            cards[piece.card] += 1
    for item in state.chain:
        if item.owner == of and item.kind not in ("ability", "development"):
            cards[item.card] += 1
    return cards
