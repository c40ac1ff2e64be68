"""Prices of miniatures (DRB-10, DRB-11) and the exact odds of the initiative dice (DRB-20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product

from deckbuilder.games.dreamblade.card import Miniature

FACES = 6
SKIPPING = 1
"""The face that skips the spawn phases from the second turn on (DRB-20)."""


def price_at_start(miniature: Miniature) -> int | None:
    """Return the price with no symbol met: the number plus one a symbol (DRB-10)."""
    if miniature.spawn_cost is None or miniature.aspect_cost is None:
        return None
    return miniature.spawn_cost + len(miniature.aspect_cost)


def price_at_best(miniature: Miniature, others: Iterable[Miniature]) -> int | None:
    """Return the price with all `others` in the dreamscape or the graveyard (DRB-11).

    Each creature meets one symbol of each of its aspects (DRB-R5).
    """
    if miniature.spawn_cost is None or miniature.aspect_cost is None:
        return None
    meeting = Counter(
        aspect for other in others if other.type != "location" for aspect in other.aspects or ()
    )
    symbols = Counter(miniature.aspect_cost)
    return miniature.spawn_cost + sum(
        max(0, number - meeting[aspect]) for aspect, number in symbols.items()
    )


def spawn_points(
    *, first_turn: bool = False, level: bool = False, no_ones: bool = False
) -> dict[int, Fraction]:
    """Return the chance of each number of spawn points from the dice; 0 is a skipped phase.

    `level` says that the victory points are equal, so that equal dice are rolled again.
    `no_ones` is the turn after a skipped one under the tournament rule: a 1 is rolled again.
    Whatever is rolled again, the pairs that can stand are equally likely: each reroll starts
    a die, or both, afresh.
    """
    least = SKIPPING + 1 if first_turn or no_ones else SKIPPING
    pairs = [
        pair
        for pair in product(range(least, FACES + 1), repeat=2)
        if not ((first_turn or level) and pair[0] == pair[1])
    ]
    points = Counter(0 if SKIPPING in pair else sum(pair) for pair in pairs)
    return {total: Fraction(ways, len(pairs)) for total, ways in sorted(points.items())}


def spawn_by_turn(
    price: int, turns: int, *, level: bool = False, tournament: bool = False
) -> tuple[Fraction, ...]:
    """Return, for turn 1 to `turns`, the chance that the dice paid the price in a turn so far.

    Bonus points are not counted; `tournament` is the rule that spawn phases are never skipped
    twice in a row.
    """
    first = spawn_points(first_turn=True)
    later = spawn_points(level=level)
    after_skip = spawn_points(level=level, no_ones=True) if tournament else later

    unpaid = sum((chance for points, chance in first.items() if points < price), Fraction(0))
    waiting, skipped = unpaid, Fraction(0)
    chances = [1 - unpaid]
    for _ in range(turns - 1):
        short = {
            rolls: sum((c for points, c in dice.items() if 0 < points < price), Fraction(0))
            for rolls, dice in (("later", later), ("after", after_skip))
        }
        waiting, skipped = (
            waiting * short["later"] + skipped * short["after"],
            waiting * later.get(0, Fraction(0)) + skipped * after_skip.get(0, Fraction(0)),
        )
        chances.append(1 - waiting - skipped)
    return tuple(chances[:turns])
