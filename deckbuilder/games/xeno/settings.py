"""What may be chosen for a table of XENO, and the plain data that says all of one."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from deckbuilder.game_settings import Setting
from deckbuilder.games.procedures import Each

SEATS = (2, 3, 4)
"""Seats that a table may have (XENO-2)."""
MOST_GAMES = 100_000

SETTINGS = (
    Setting(
        name="first",
        use="play",
        help="The seat that starts the first game; else by the seed.",
        least=1,
        most=SEATS[-1],
    ),
    Setting(name="games", use="play", help="Games of the match.", least=1, most=999),
    Setting(
        name="boys",
        use="play",
        help="Which Boys make the next one work: those played, or also those discarded by force.",
        choices=("played", "discarded"),
    ),
)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All that a table needs beside the seed.

    `cards` has id, rank and copies of every character, by rank. `first` is the seat that starts
    the first of the `games`, None for one by the seed; the seats take turns at starting. `boys`
    says which Boys make the next one work (XENO-R1): those played, or also those discarded by
    force.
    """

    players: int
    cards: tuple[tuple[str, int, Each], ...]
    first: int | None = None
    games: Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)] = 1
    boys: Literal["played", "discarded"] = "played"
