"""Kernel: in which circumstances a card was played, for how likely it was to be.

Habits are a table indexed by `circumstance`, then by the card played and the card kept.
"""

from __future__ import annotations

CIRCUMSTANCES = 3 * 2 * 2 * 11
EARLY, LATE = 9, 4
"""The deck is early with this many cards or more, and late with fewer than that."""


def time_of(deck: int) -> int:
    """Return 0 for early, 1 for the middle and 2 for late, by the cards in the deck."""
    return 0 if deck >= EARLY else 1 if deck >= LATE else 2


def circumstance(blocked: bool, boy_counts: bool, sees: int, deck: int) -> int:
    """Return the place in a table of habits.

    Whether the only target is protected, whether the next Boy works, the card that the player
    knows of the target (0 for none), and the cards in the deck after the draw.
    """
    place = time_of(deck) * 2 + (1 if blocked else 0)
    return (place * 2 + (1 if boy_counts else 0)) * 11 + sees
