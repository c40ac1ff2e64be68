"""The table of triggers: what can happen, and which abilities that sets off.

An ability is caught where its card was in play, in its zone, when the event happened; it is
carried out even if the card has left since. Only what speaks of the card itself is caught when
that card leaves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from deckbuilder.games.invasion.duel.context import Context
from deckbuilder.games.invasion.duel.state import Binds, Piece, Source

if TYPE_CHECKING:
    from deckbuilder.games.invasion.duel.board import Board
    from deckbuilder.games.invasion.duel.compiling import Spec

EVENTS: dict[str, tuple[str, ...]] = {
    "enters_play": ("card",),
    "leaves_play": ("card",),
    "destroyed": ("card",),
    "enters_zone": ("card", "zone"),
    "turn_start": ("player",),
    "turn_end": ("player",),
    "phase_start": ("player", "phase"),
    "phase_end": ("player", "phase"),
    "resources_collected": ("player", "phase", "min"),
    "zone_attacked": ("zone",),
    "damage_would_be_dealt": ("to",),
    "damage_applied": ("to", "min"),
    "combat_damage_applied": ("to", "min"),
    "deals_combat_damage": ("unit",),
}
"""The events, and the filters that a trigger on them may have."""

TRIGGER_FILTERS = ("card", "unit", "to")
"""Filters that name the object of the event."""


class Caught(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An ability that was set off and waits for its turn; `ops` is that of a delayed effect.

    `unit` and `number` are the object and the amount of the event.
    """

    seat: int
    source: Source
    ability: int
    unit: int = 0
    number: int = 0
    ops: int = -1
    binds: Binds = ()


class Happening(msgspec.Struct, frozen=True, gc=False):
    """An event with its facts: the object as it was, the player, the zone, the amount."""

    name: str
    piece: Piece | None = None
    player: int = -1
    zone: int = -1
    amount: int = 0


def catch(board: Board, event: Happening, leaving: tuple[Piece, ...] = ()) -> None:
    """Catch the abilities that an event sets off; `leaving` are objects that left by it."""
    name = event.name
    if name not in board.book.events:
        return
    for number, spec in board.survey().triggers.get(name, ()):
        piece = board.pieces[number]
        if _matches(board, spec, piece, event):
            _add(board, spec, piece, event)
    gone = event.piece
    if gone is not None and gone in leaving and gone.card >= 0:
        for spec in board.book.cards[gone.card].triggers.get(name, ()):
            named = spec.event is not None and ("card", "self") in spec.event.filters
            if named and board.awake(gone, spec):
                _add(board, spec, gone, event)


def _add(board: Board, spec: Spec, piece: Piece, event: Happening) -> None:
    unit = event.piece.id if event.piece is not None else 0
    source = board.source(piece)
    board.caught.append(Caught(piece.seat, source, spec.index, unit, event.amount))


def _matches(board: Board, spec: Spec, piece: Piece, event: Happening) -> bool:
    trigger = spec.event
    assert trigger is not None
    if trigger.player == "you" and event.player != piece.seat:
        return False
    if trigger.player == "opp" and event.player == piece.seat:
        return False
    if trigger.phase is not None and trigger.phase != board.phase:
        return False
    if trigger.zone is not None and event.zone != piece.zone:
        return False
    if event.amount < trigger.least:
        return False
    about = event.piece
    if trigger.filters and about is None:
        return False
    if about is not None and event.name == "enters_zone" and about.id == piece.id:
        # A card that does not say "another" counts its own arrival.
        return board.book.switches.greatswords_self
    return about is None or all(
        _is_about(board, wanted, piece, about) for _, wanted in trigger.filters
    )


def _is_about(board: Board, wanted: object, piece: Piece, about: Piece) -> bool:
    if wanted == "self":
        return about.id == piece.id
    if wanted == "host":
        return about.id == piece.host
    context = Context(board, piece.seat, board.source(piece))
    return wanted.fits(context, about)  # type: ignore[attr-defined, no-any-return]  # a Selector
