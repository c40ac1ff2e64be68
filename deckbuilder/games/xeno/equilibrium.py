"""Two-player games of chance and hidden cards as trees: exact values, and how far from them.

Solved by CFR+ (counterfactual regret minimisation with regrets that never fall below zero, and
later rounds counting more): both players' average choices approach an equilibrium, and best
responses to them, which are exact, say how near they are.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

OVER = -1


class Tree:
    """A game tree. A node is a choice of one player, or an end.

    Level by level from the root's children on, every node has its parent, the action of the
    parent's player that leads to it and the probability that chance adds. Actions are numbered
    through, those of an information set in a row; `first[i]` is the first of set i. All nodes
    of an information set lie on one level.
    """

    def __init__(
        self,
        levels: Sequence[Level],
        first: Sequence[int],
        owner: Sequence[int],
    ) -> None:
        self.levels = tuple(levels)
        self.first: Ints = np.array([*first], np.int64)
        self.owner: Ints = np.array(owner, np.int64)
        self.actions = int(self.first[-1])
        self.set_of_action: Ints = np.repeat(np.arange(len(owner)), np.diff(self.first))

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return sum(len(level.parent) for level in self.levels)

    @property
    def sets(self) -> int:
        """The number of information sets."""
        return len(self.owner)

    def even(self) -> Floats:
        """Return the strategy that takes all actions alike."""
        shares: Floats = 1.0 / np.diff(self.first)[self.set_of_action]
        return shares


class Level(msgspec.Struct, frozen=True):
    """All nodes that so many choices lead to, as arrays.

    On the first level the parent is 0 and the action -1. `node_set` is the information set, or
    OVER at an end, where `worth` is what the first player gets.
    """

    parent: Ints
    action: Ints
    chance: Floats
    node_set: Ints
    worth: Floats


class Solution(msgspec.Struct, frozen=True):
    """An equilibrium as far as it was found.

    The value to the first player lies between `low` and `high`: what its choices make sure of,
    and what those of the other allow.
    """

    strategy: Floats
    low: float
    high: float
    rounds: int

    @property
    def value(self) -> float:
        """The middle of the bounds."""
        return (self.low + self.high) / 2

    @property
    def exploitability(self) -> float:
        """What a player can lose at most by these choices, on average of the two."""
        return (self.high - self.low) / 2


def solve(tree: Tree, rounds: int, near: float = 0.0, look_every: int = 50) -> Solution:
    """Run CFR+ until the exploitability is `near` or the rounds are over."""
    regret = np.zeros(tree.actions)
    total = np.zeros(tree.actions)
    owner = tree.owner[tree.set_of_action]
    done = 0
    low, high = 0.0, 1.0
    strategy = tree.even()
    while done < rounds:
        done += 1
        for player in (0, 1):
            current = _matched(tree, regret)
            reach = _reaches(tree, current)
            gains = _gains(tree, current, reach, player)
            mine = owner == player
            regret[mine] = np.maximum(regret[mine] + gains[mine], 0.0)
            total[mine] += done * _own_reach(tree, reach, player)[mine] * current[mine]
        if done % look_every == 0 or done == rounds:
            strategy = _shares(tree, total)
            high = best_response(tree, strategy, 0)
            low = best_response(tree, strategy, 1)
            if (high - low) / 2 <= near:
                break
    return Solution(strategy, low, high, done)


def best_response(tree: Tree, strategy: Floats, player: int) -> float:
    """Return what the first player gets when `player` answers this strategy at its best."""
    return _value(tree, strategy, player)


def value(tree: Tree, strategy: Floats) -> float:
    """Return what the first player gets when both play this strategy."""
    return _value(tree, strategy, None)


def _value(tree: Tree, strategy: Floats, answering: int | None) -> float:
    reach = _reaches(tree, strategy)
    below: Floats = np.zeros(0)
    for depth in range(len(tree.levels) - 1, -1, -1):
        level = tree.levels[depth]
        worth = level.worth.copy()
        if depth + 1 < len(tree.levels):
            following = tree.levels[depth + 1]
            weight = strategy[following.action]
            if answering is not None:
                owner = tree.owner[tree.set_of_action[following.action]]
                best = _best_actions(tree, following, below, reach[depth], answering)
                weight = np.where(owner == answering, best[following.action], weight)
            worth += np.bincount(
                following.parent,
                weights=weight * following.chance * below,
                minlength=len(worth),
            )
        below = worth
    return float((tree.levels[0].chance * below).sum())


def _best_actions(
    tree: Tree,
    following: Level,
    below: Floats,
    reach: tuple[Floats, Floats, Floats],
    player: int,
) -> Floats:
    """Return 1 for the best action of each set that this level's edges leave, else 0."""
    others = reach[2] * reach[1 - player]
    gain = np.bincount(
        following.action,
        weights=others[following.parent] * following.chance * below,
        minlength=tree.actions,
    )
    gain = gain if player == 0 else -gain
    best = np.zeros(tree.actions)
    for node_set in np.unique(tree.set_of_action[following.action]):
        start, end = tree.first[node_set], tree.first[node_set + 1]
        best[start + int(np.argmax(gain[start:end]))] = 1.0
    return best


def _matched(tree: Tree, regret: Floats) -> Floats:
    return _shares(tree, regret)


def _shares(tree: Tree, amounts: Floats) -> Floats:
    """Return amounts as shares of their information set, even where there are none."""
    sums = np.bincount(tree.set_of_action, weights=amounts, minlength=tree.sets)
    whole = sums[tree.set_of_action]
    shares: Floats = np.where(whole > 0.0, amounts / np.where(whole > 0.0, whole, 1.0), tree.even())
    return shares


def _reaches(tree: Tree, strategy: Floats) -> list[tuple[Floats, Floats, Floats]]:
    """Return, by level, what each player and chance do to bring every node about."""
    top = tree.levels[0]
    ones = np.ones(len(top.parent))
    reaches = [(ones, ones, top.chance)]
    for level in tree.levels[1:]:
        first, second, chance = reaches[-1]
        share = strategy[level.action]
        owner = tree.owner[tree.set_of_action[level.action]]
        reaches.append(
            (
                first[level.parent] * np.where(owner == 0, share, 1.0),
                second[level.parent] * np.where(owner == 1, share, 1.0),
                chance[level.parent] * level.chance,
            )
        )
    return reaches


def _own_reach(tree: Tree, reach: Sequence[tuple[Floats, Floats, Floats]], player: int) -> Floats:
    """Return, by action, how far the player itself comes to its information set."""
    own = np.zeros(tree.sets)
    for level, reached in zip(tree.levels, reach, strict=True):
        here = level.node_set != OVER
        own[level.node_set[here]] = reached[player][here]
    result: Floats = own[tree.set_of_action]
    return result


def _gains(
    tree: Tree,
    strategy: Floats,
    reach: Sequence[tuple[Floats, Floats, Floats]],
    player: int,
) -> Floats:
    """Return, by action, what it would have gained on what the strategy does instead."""
    by_action = np.zeros(tree.actions)
    below: Floats = np.zeros(0)
    for depth in range(len(tree.levels) - 1, -1, -1):
        level = tree.levels[depth]
        worth = level.worth.copy()
        if depth + 1 < len(tree.levels):
            following = tree.levels[depth + 1]
            gained = following.chance * below
            worth += np.bincount(
                following.parent,
                weights=strategy[following.action] * gained,
                minlength=len(worth),
            )
            others = (reach[depth][2] * reach[depth][1 - player])[following.parent]
            by_action += np.bincount(
                following.action, weights=others * gained, minlength=tree.actions
            )
        below = worth
    sign = 1.0 if player == 0 else -1.0
    usual = np.bincount(tree.set_of_action, weights=strategy * by_action, minlength=tree.sets)
    gains: Floats = sign * (by_action - usual[tree.set_of_action])
    return gains
