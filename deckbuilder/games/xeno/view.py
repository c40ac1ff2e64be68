"""What a seat of a XENO table may know: bots, terminal and web page see this and no more."""

from __future__ import annotations

from typing import Literal

import msgspec

from deckbuilder.games.xeno.settings import Settings

Phase = Literal["play", "keep", "execute", "pick", "over"]


class Discard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card in front of a seat; `forced` ones were not played and had no effect (XENO-14)."""

    card: str
    forced: bool = False


class Known(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat is certain of about another one's hand, counting cards aside.

    `holds` is its card or empty; `lacks` are cards that it showed not to be, by a wrong guess
    or a duel; `sees` is the card that it knows in the hand of the seat whose view this is.
    """

    holds: str = ""
    lacks: tuple[str, ...] = ()
    sees: str = ""


class View(msgspec.Struct, frozen=True):
    """One seat's view. Tuples over seats count from 0; `known` says nothing of the own seat.

    `looked` are the cards of the own Sage's look (XENO-23), `shown` the two open cards of an
    execution (XENO-21). `put_back` are cards put back at the last look: then in the deck, not
    in a hand and not the reincarnation card.
    """

    settings: Settings
    seat: int
    phase: Phase
    turn: int
    acting: int
    target: int | None
    hand: tuple[str, ...]
    discards: tuple[tuple[Discard, ...], ...]
    deck: int
    reincarnation: bool
    inside: tuple[bool, ...]
    protected: tuple[bool, ...]
    sage: tuple[bool, ...]
    boy_counts: bool
    looked: tuple[str, ...]
    shown: tuple[str, ...]
    known: tuple[Known, ...]
    put_back: tuple[str, ...]
    game: int
    points: tuple[float, ...]
