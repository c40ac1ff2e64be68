"""The settings of a duel: plain data that say all of it, the effects of the cards among them.

A log with its settings and seed can be replayed without the files that they came from.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from deckbuilder.games.invasion.duel.effects import Ability

CardType = Literal["unit", "support", "quest", "tactic"]
MOST_TURNS = 300
"""A duel that lasts longer is a draw: cards that return from the discard pile could go on."""


class Switches(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the texts leave a choice: the reading that is taken, and what the other one is.

    Q-01 `cover_includes_cancelling`: the attacker must assign a defender its remaining hit
    points only before the section (INV-35), not what Toughness will cancel as well.
    Q-02 `bloodthirster_global`: while a card says that damage cannot be cancelled, that is all
    damage in the game, for it names no source; else only the damage that it deals itself.
    Q-03 `greatswords_self`: a card that triggers on a unit entering its zone counts its own
    arrival, where it does not say "another".
    Q-15 `plays_open_chain_only`: units, supports, quests and developments are played to an empty
    chain only; else also in answer, in the own capital phase.
    Q-17 `faq_windows`: windows after the effects of the turn's start and after the battlefield
    phase, which the book does not name, stay closed.
    Q-25 `doom_divers_burning`: who has a burning section may still choose damage to each section;
    else every section must be able to take it.
    """

    cover_includes_cancelling: bool = False
    bloodthirster_global: bool = True
    greatswords_self: bool = True
    plays_open_chain_only: bool = True
    faq_windows: bool = False
    doom_divers_burning: bool = True


class DuelCard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The facts of a card that a duel needs (INV-5), and what it does; cost None is X."""

    name: str
    type: CardType
    race: str = "neutral"
    cost: int | None = 0
    loyalty: int = 0
    power: int = 0
    hit_points: int = 0
    unique: bool = False
    traits: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()


class DuelSeat(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat brings: a capital with its race and power by zone, and the cards of its deck."""

    capital: str
    race: str
    power: tuple[int, int, int] = (3, 1, 0)
    deck: tuple[str, ...]


class Settings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A duel: two seats, the cards by id, who begins (None: chance), the rulings.

    `every_window` asks also where a seat can only pass or declare nobody; `mulligans` are
    offered (INV-32).
    """

    seats: tuple[DuelSeat, DuelSeat]
    cards: dict[str, DuelCard]
    first: int | None = None
    every_window: bool = False
    mulligans: bool = True
    most_turns: int = MOST_TURNS
    switches: Switches = Switches()


def settings_of(settings: Any) -> Settings:
    """Return settings as a record, from a record or the plain data of a log."""
    if isinstance(settings, Settings):
        return settings
    return msgspec.convert(settings, Settings)
