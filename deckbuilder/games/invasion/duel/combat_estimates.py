"""What a fight comes to at a glance: who would fall, what a section would take, who should fight.

Points are those of the weights of a position. Effects that may come in between are left aside.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter

from deckbuilder.games.invasion.duel.characteristics import (
    Table,
    able_attackers,
    able_defenders,
)
from deckbuilder.games.invasion.duel.evaluation import Weights
from deckbuilder.games.invasion.duel.names import zone_ref

_PRICE = attrgetter("price")
_LOST = 2
"""Burning sections that lose the duel (INV-36)."""
_SINGLES = 6
"""Units of which each is thought of as the only defender."""


class Fighter:
    """A unit as it fights: the points that it deals and needs to fall, what its side loses."""

    __slots__ = ("needs", "points", "price", "worth")

    def __init__(self, points: int, needs: int, worth: float) -> None:
        self.points = points
        self.needs = needs
        self.worth = worth
        self.price = worth / needs


class Fighting:
    """The units that can fight on a table, and what becomes of them."""

    def __init__(self, table: Table, weights: Weights) -> None:
        self._table = table
        self._weights = weights
        self._known: dict[int, Fighter] = {}

    def unit(self, number: int) -> Fighter:
        """Return a unit as it fights now."""
        found = self._known.get(number)
        if found is None:
            found = self._known[number] = self._fighter(number)
        return found

    def _fighter(self, number: int) -> Fighter:
        table, weights = self._table, self._weights
        derived = table.derived()
        slopes = (weights.kingdom, weights.quest, weights.battlefield)
        power = table.power(number)
        left = table.remaining(number)
        return Fighter(
            power + derived.extra.get(number, 0),
            max(1, left) + derived.toughness.get(number, 0),
            weights.able
            + weights.hit_point * left
            + slopes[table.pieces[number].zone % 3].each * power,
        )

    def points(self, units: Iterable[int]) -> int:
        """Return the combat damage that units deal together."""
        return sum([self.unit(unit).points for unit in units])

    def worth(self, unit: int) -> float:
        """Return what its side loses with a unit."""
        return self.unit(unit).worth

    def felled(self, units: Iterable[int], points: int) -> tuple[list[Fighter], int]:
        """Return the units that so many points fell best, and the points that are left."""
        fallen = []
        for unit in sorted(map(self.unit, units), key=_PRICE, reverse=True):
            if unit.needs <= points:
                points -= unit.needs
                fallen.append(unit)
        return fallen, points

    def burnt(self, zone: int, points: int) -> float:
        """Return what so many points of damage to a section are worth to the attacker."""
        table, weights = self._table, self._weights
        if points <= 0 or table.burning[zone]:
            return 0.0
        left = table.remaining(zone_ref(zone))
        damage = table.section_damage[zone]
        if points >= left:
            first = 3 * (zone // 3)
            if sum(table.burning[first : first + 3]) + 1 >= _LOST:
                return weights.win
            return weights.burning - weights.damage * damage
        half = (left + damage) / 2
        near = max(0.0, damage + points - half) - max(0.0, damage - half)
        return weights.damage * points + weights.near * near

    def clash(self, zone: int, attackers: Sequence[int], defenders: Sequence[int]) -> float:
        """Return what an attack is worth to the attacker against these defenders."""
        points = self.points(attackers)
        fallen, left = self.felled(defenders, points)
        total = sum([unit.worth for unit in fallen])
        if len(fallen) == len(defenders):
            total += self.burnt(zone, left)
        if defenders:
            lost, _ = self.felled(attackers, self.points(defenders))
            total -= sum([unit.worth for unit in lost])
        return total

    def defence(self, zone: int, attackers: Sequence[int]) -> tuple[float, tuple[int, ...]]:
        """Return the defenders that are best for the attacked seat, and what the attack is worth.

        All, none and each alone are thought of.
        """
        able = able_defenders(self._table, zone)
        sets: list[tuple[int, ...]] = [(), tuple(able)]
        if len(able) > 1:
            sets += [(unit,) for unit in able[:_SINGLES]]
        return min((self.clash(zone, attackers, units), units) for units in sets)

    def target(self, seat: int) -> tuple[float, int]:
        """Return the zone that a seat attacks best, with what it is worth; -1 where none is."""
        attackers = able_attackers(self._table, seat)
        first = 3 * (1 - seat)
        best = (0.0, -1)
        if attackers and self.points(attackers):
            for zone in range(first, first + 3):
                if not self._table.burning[zone]:
                    best = max(best, (self.defence(zone, attackers)[0], zone))
        return best
