"""One moment of a table of XENO: all that is on it, hidden or not."""

from __future__ import annotations

import msgspec

from deckbuilder.games.xeno.setup import Setup
from deckbuilder.games.xeno.view import Discard, Phase


class State(msgspec.Struct, frozen=True):
    """One moment of a table. Cards are ranks; the deck's next card is its last.

    `hands` has the cards of each seat, none for one that is out. `aside` is the reincarnation
    card, 0 when taken. `inside`, `protected` and `sage` are masks over seats, `excluded` a mask
    over ranks for each seat that it cannot hold for all to know; `knows[a][b]` is the card that
    `a` knows in the hand of `b`. `open` holds the cards that a choice is made from: those of a
    Sage's look, the two in the hand of the seat that an execution is at, or, mixed, that the
    Reaper is at; `target` is this seat and `by` the card at work.
    """

    setup: Setup
    seed: int
    game: int
    turn: int
    points: tuple[float, ...]
    phase: Phase
    acting: int
    target: int
    by: int
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    aside: int
    piles: tuple[tuple[Discard, ...], ...]
    inside: int
    protected: int
    sage: int
    boys: int
    open: tuple[int, ...]
    knows: tuple[tuple[int, ...], ...]
    excluded: tuple[int, ...]
    put_back: tuple[tuple[int, ...], ...]
