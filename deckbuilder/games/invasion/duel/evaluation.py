"""What a position of a duel is worth to a seat, in parts; every number is data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec
from msgspec.structs import replace

from deckbuilder.games.characters import numbers_of
from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.characteristics import Table, table_of
from deckbuilder.games.invasion.duel.names import BATTLEFIELD
from deckbuilder.games.invasion.duel.state import State

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
        """The weights that a bot's spec may change; of power it is `each`."""
        return self.__struct_fields__

    def changed(self, changes: Mapping[str, float]) -> Weights:
        """Return the weights with some of them changed."""
        fields: dict[str, float | Slope] = {}
        for name, number in changes.items():
            before = getattr(self, name)
            slope = isinstance(before, Slope)
            fields[name] = replace(before, each=number) if slope else number
        return replace(self, **fields)


class Looking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far a bot looks: options of the questions that belong to one choice, in their order."""

    breadth: tuple[int, ...]


class Planning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How `planner` looks ahead.

    `work` is counted in tasks of the rules, `start` is the work of beginning a playout. The
    position right after a choice counts `glance` times as much as all playouts together; `win` is
    what a won duel is worth and no other position reaches; an unspent resource where a playout
    ends is worth `resource`.
    """

    work: int
    start: int
    deals: int
    plans: int
    breadth: tuple[int, ...]
    own_turn: int
    other_turn: int
    win: float
    resource: float
    glance: float


class Habitual(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is guessed where nobody looks ahead."""

    effect: float


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of the duel bots."""

    position: Weights
    greedy: Looking
    habits: Habitual
    planner: Planning


@cache
def numbers() -> Numbers:
    """Return the numbers of the duel bots. Raises InputError where the file is faulty."""
    return numbers_of(GAME, Numbers, of="duel")


Parts = tuple[tuple[str, float], ...]
PARTS = ("capital", "power", "units", "cards", "combat")
"""What a position that is not decided is worth, part by part, in the order of `_amounts`."""


def worth(of: State | Board, seat: int, weights: Weights) -> Parts:
    """Return the parts of what a position is worth to a seat; a decided one has one part."""
    if of.points is not None:
        return (("win", weights.win * (2 * of.points[seat] - 1)),)
    return tuple(zip(PARTS, _amounts(of, seat, weights), strict=True))


def total_worth(of: State | Board, seat: int, weights: Weights) -> float:
    """Return the sum of the parts of what a position is worth to a seat."""
    if of.points is not None:
        return weights.win * (2 * of.points[seat] - 1)
    return sum(_amounts(of, seat, weights))


def _amounts(of: State | Board, seat: int, weights: Weights) -> tuple[float, ...]:
    """Return the parts, those of the seat less those of the other.

    What ends with the turn is left out: it counts by what a fight comes to. In the battlefield
    only the power of units counts, for nobody else fights (INV-35).
    """
    table = of if isinstance(of, Table) else table_of(of)
    units = [0.0, 0.0]
    power = list(table.book.base_power)
    developments = [0] * len(power)
    cards = table.book.cards
    derived = table.derived()
    brief_power, brief_points = _brief(table)
    for number, piece in table.pieces.items():
        kind = piece.kind
        if kind == "development":
            developments[piece.zone] += 1
        elif kind == "quest":
            units[piece.seat] += weights.token * piece.tokens
        else:
            card = cards[piece.card]
            fights = kind == "unit" or piece.zone % 3 != BATTLEFIELD
            if fights and piece.zone // 3 == piece.seat:
                changed = derived.power.get(number, 0) - brief_power.get(number, 0)
                power[piece.zone] += max(0, card.power + changed)
            if kind == "unit":
                changed = derived.hit_points.get(number, 0) - brief_points.get(number, 0)
                left = card.hp + changed - piece.damage
                units[piece.seat] += weights.hit_point * left if left > 0 else 0.0
                units[piece.seat] += -weights.corrupted if piece.corrupted else weights.able
    own, other = seat, 1 - seat
    sides = _sections(table, weights, developments), _powers(weights, power)
    return (
        sides[0][own] - sides[0][other],
        sides[1][own] - sides[1][other],
        units[own] - units[other],
        _cards(of, own, weights) - _cards(of, other, weights),
        _combat(table, own, weights),
    )


def _brief(table: Table) -> tuple[dict[int, int], dict[int, int]]:
    """Return by object the power and the hit points that it has until the end of the turn."""
    brief: dict[str, dict[int, int]] = {"power": {}, "hp": {}}
    for change in table.changes:
        if change.kind in brief:
            counts = brief[change.kind]
            for ref in change.to:
                counts[ref] = counts.get(ref, 0) + change.n
    return brief["power"], brief["hp"]


def _sections(table: Table, weights: Weights, developments: list[int]) -> list[float]:
    """Return what the capitals of both seats are worth: fire, damage and developments."""
    totals = [0.0, 0.0]
    for zone, burns in enumerate(table.burning):
        if burns:
            totals[zone // 3] -= weights.burning
            continue
        damage = table.section_damage[zone]
        built = developments[zone]
        over = damage - (SECTION + built) / 2
        totals[zone // 3] += weights.development * built - weights.damage * damage
        if over > 0:
            totals[zone // 3] -= weights.near * over
    return totals


def _powers(weights: Weights, power: list[int]) -> tuple[float, float]:
    """Return what the power of both seats is worth, by zone."""
    slopes = (weights.kingdom, weights.quest, weights.battlefield)
    first, second = (
        sum(slope.of(power[3 * seat + place]) for place, slope in enumerate(slopes))
        for seat in (0, 1)
    )
    return first, second


def _cards(of: State | Board, seat: int, weights: Weights) -> float:
    deck = len(of.decks[seat])
    total = weights.card * len(of.hands[seat])
    if deck < weights.thin:
        total -= weights.deck * (weights.thin - deck)
    if of.active == seat:
        total += weights.resource * of.resources[seat]
    return total


def _combat(table: Table, seat: int, weights: Weights) -> float:
    """Return what the combat damage is worth that is on its way."""
    if table.combat is None:
        return 0.0
    points = sum(
        part.points if part.seat == seat else -part.points for part in table.combat.assigned
    )
    return weights.assigned * points
