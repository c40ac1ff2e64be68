"""The ten characters by rank, as far as the rules of play speak of them."""

from __future__ import annotations

BOY, SOLDIER, DIVINER, MAIDEN, REAPER, NOBLE, SAGE, SPIRIT, EMPEROR, HERO = RANKS = range(1, 11)

AIMED = frozenset({SOLDIER, DIVINER, REAPER, NOBLE, SPIRIT, EMPEROR})
"""Always played at somebody; the Boy is, once one has been played (XENO-29)."""
