"""How options and events name what is on the table.

`unit/17`, `support/18`, `quest/19` and `development/20` are in play, `card/21` lies in a hand,
`chain/22` waits on the chain. The number stays with an object on its way from the hand over the
chain into play, when it moves, and when a development is turned up; an object that comes back
has another number. `zone/0/kingdom` is a zone of the first seat, and the section of the capital
behind it; `seat/1` is a player. Cards in decks and discard piles have no numbers: copies are
alike, and the card's id names them.

Inside the machine a thing on the table is a whole number: objects by their number, zones as the
numbers below 0, the players below those, cards outside play far above.
"""

from __future__ import annotations

from deckbuilder.tables.protocol import seat_id

ZONES = ("kingdom", "quest", "battlefield")
KINGDOM, QUEST, BATTLEFIELD = 0, 1, 2
SEATS = (0, 1)
ALL_ZONES = (0, 1, 2, 3, 4, 5)
"""The zones of the table: those of the first seat, then those of the second."""

_MOST = 4096
_PLAYERS_BELOW = -10
_CARDS_FROM = 1_000_000

_ZONE_NAMES = tuple(f"zone/{zone // 3}/{ZONES[zone % 3]}" for zone in ALL_ZONES)
_NAMES = {
    kind: tuple(f"{kind}/{number}" for number in range(_MOST))
    for kind in ("unit", "support", "quest", "development", "tactic", "card", "chain")
}


def zone_of(seat: int, name: str) -> int:
    """Return the zone of a seat by its name."""
    return 3 * seat + ZONES.index(name)


def zone_ref(zone: int) -> int:
    """Return the number that stands for a zone or its section among objects."""
    return -1 - zone


def ref_zone(ref: int) -> int:
    """Return the zone that a number below 0 stands for."""
    return -1 - ref


def is_zone(ref: int) -> bool:
    """Tell whether a number stands for a zone or section."""
    return _PLAYERS_BELOW < ref < 0


def player_ref(seat: int) -> int:
    """Return the number that stands for a player among objects."""
    return _PLAYERS_BELOW - seat


def ref_player(ref: int) -> int:
    """Return the seat of the player that a number stands for."""
    return _PLAYERS_BELOW - ref


def card_ref(card: int) -> int:
    """Return the number that stands for a card outside play among objects; copies are alike."""
    return _CARDS_FROM + card


def ref_card(ref: int) -> int:
    """Return the card outside play that a number stands for."""
    return ref - _CARDS_FROM


def is_card(ref: int) -> bool:
    """Tell whether a number stands for a card outside play."""
    return ref >= _CARDS_FROM


def object_name(kind: str, number: int) -> str:
    """Return the id of an object, a card in hand or an item on the chain."""
    if number < _MOST:
        return _NAMES[kind][number]
    return f"{kind}/{number}"


def zone_name(zone: int) -> str:
    """Return the id of a zone, or of the section of the capital behind it."""
    return _ZONE_NAMES[zone]


def place_name(ref: int) -> str:
    """Return the id of a zone or a player, by the number that stands for it."""
    return _ZONE_NAMES[-1 - ref] if ref > _PLAYERS_BELOW else seat_id(ref_player(ref))
