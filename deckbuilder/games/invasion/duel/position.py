"""What a position of a duel is worth to a seat, in parts; every number is data."""

from __future__ import annotations

from functools import cache

import msgspec

from deckbuilder.games.characters import numbers_of
from deckbuilder.games.invasion.duel.names import BATTLEFIELD, KINGDOM, QUEST
from deckbuilder.games.invasion.duel.reading import Table, table_of
from deckbuilder.games.invasion.duel.state import State, View

GAME = "invasion"
SECTION = 8
"""Hit points of a section without developments (INV-33)."""


class Slope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The worth of power: of each point up to `enough`, and of each one above."""

    each: float
    enough: int
    above: float

    def of(self, power: int) -> float:
        """Return the worth of so much power."""
        return self.each * min(power, self.enough) + self.above * max(0, power - self.enough)


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each part of a position is worth."""

    win: float
    burning: float
    damage: float
    near: float
    development: float
    kingdom: Slope
    quest: Slope
    battlefield: Slope
    hit_point: float
    corrupted: float
    able: float
    card: float
    resource: float
    token: float
    thin: int
    deck: float
    assigned: float

    @property
    def changeable(self) -> tuple[str, ...]:
        """The weights that a bot's spec may change: those that are one number."""
        return tuple(
            field for field in self.__struct_fields__ if not isinstance(getattr(self, field), Slope)
        )


class Looking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far a bot looks: questions that belong to one choice, and options of each."""

    depth: int
    breadth: int


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of the duel bots."""

    position: Weights
    greedy: Looking


@cache
def numbers() -> Numbers:
    """Return the numbers of the duel bots. Raises InputError where the file is faulty."""
    return numbers_of(GAME, Numbers, of="duel")


Parts = tuple[tuple[str, float], ...]


def worth(of: State | View, seat: int, weights: Weights) -> Parts:
    """Return the parts of what a position is worth to a seat; a decided one has one part."""
    if of.points is not None:
        return (("win", weights.win * (2 * of.points[seat] - 1)),)
    table = table_of(of)
    own, other = _side(of, table, seat, weights), _side(of, table, 1 - seat, weights)
    return tuple((name, own[name] - other[name]) for name in own)


def _side(of: State | View, table: Table, seat: int, weights: Weights) -> dict[str, float]:
    """Return the parts of one seat."""
    return {
        "capital": _capital(table, seat, weights),
        "power": _power(table, seat, weights),
        "units": _units(table, seat, weights),
        "cards": _cards(of, seat, weights),
        "combat": _combat(table, seat, weights),
    }


def _capital(table: Table, seat: int, weights: Weights) -> float:
    total = 0.0
    for zone in range(3 * seat, 3 * seat + 3):
        if table.burning[zone]:
            total -= weights.burning
            continue
        developments = table.developments(zone)
        damage = table.section_damage[zone]
        half = (SECTION + developments) / 2
        total += weights.development * developments - weights.damage * damage
        total -= weights.near * max(0.0, damage - half)
    return total


def _power(table: Table, seat: int, weights: Weights) -> float:
    return (
        weights.kingdom.of(table.zone_power(3 * seat + KINGDOM))
        + weights.quest.of(table.zone_power(3 * seat + QUEST))
        + weights.battlefield.of(table.zone_power(3 * seat + BATTLEFIELD))
    )


def _units(table: Table, seat: int, weights: Weights) -> float:
    total = 0.0
    for number, piece in table.pieces.items():
        if piece.seat != seat:
            continue
        total += weights.token * piece.tokens
        if piece.kind == "unit":
            total += weights.hit_point * max(0, table.remaining(number))
            total += -weights.corrupted if piece.corrupted else weights.able
    return total


def _cards(of: State | View, seat: int, weights: Weights) -> float:
    if isinstance(of, View):
        hand = len(of.hand) if seat == of.seat else len(of.other_hand)
        deck = of.deck_sizes[seat]
    else:
        hand, deck = len(of.hands[seat]), len(of.decks[seat])
    total = weights.card * hand - weights.deck * max(0, weights.thin - deck)
    if of.active == seat:
        total += weights.resource * of.resources[seat]
    return total


def _combat(table: Table, seat: int, weights: Weights) -> float:
    combat = table.combat
    if combat is None:
        return 0.0
    return weights.assigned * sum(part.points for part in combat.assigned if part.seat == seat)
