"""A duel as it can be drawn: both capitals with their zones, the chain, the hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from deckbuilder.games.invasion.duel.costs import purse
from deckbuilder.games.invasion.duel.names import ZONES, object_name, zone_name
from deckbuilder.games.invasion.duel.sentences import zone_word
from deckbuilder.games.invasion.duel.state import FACE_DOWN, Piece
from deckbuilder.tables.screen import Region, Side, Token
from deckbuilder.words import say

if TYPE_CHECKING:
    from deckbuilder.games.invasion.duel.screen import Shown

SECTION = 8
"""Hit points of a section without developments (INV-33)."""


def sides(shown: Shown) -> tuple[Side, ...]:
    """Return the other capital, the chain where something waits on it, the own capital."""
    view = shown.view
    chain = (_chain(shown),) if view.chain else ()
    return (_capital(shown, 1 - view.seat), *chain, _capital(shown, view.seat))


def _capital(shown: Shown, seat: int) -> Side:
    zones = tuple(_zone(shown, 3 * seat + place, name) for place, name in enumerate(ZONES))
    hand = (_hand(shown),) if seat == shown.view.seat else ()
    return Side(title=shown.capital_title(seat), regions=(*zones, *hand))


def _zone(shown: Shown, zone: int, name: str) -> Region:
    view, table = shown.view, shown.table
    developments = table.developments(zone)
    damage, hit_points = view.section_damage[zone], SECTION + developments
    burning = view.burning[zone]
    facts = [
        say("duel.screen.power", power=table.zone_power(zone)),
        say("duel.layout.developments", count=developments),
    ]
    if not burning:
        facts.insert(1, say("duel.layout.damage", damage=damage, hp=hit_points))
    told = {"burning": burning, "attacked": table.attacked_zone() == zone}
    return Region(
        title=zone_word(name),
        facts=tuple(facts),
        meter=None if burning else (min(damage, hit_points), hit_points),
        marks=tuple(say(f"duel.layout.{key}") for key, there in told.items() if there),
        tokens=tuple(_pieces(shown, zone)),
        ref=zone_name(zone),
    )


def _pieces(shown: Shown, zone: int) -> Iterator[Token]:
    """Yield what lies in a zone, attachments below their hosts; developments come last."""
    pieces = [piece for piece in shown.view.pieces.values() if piece.zone == zone]
    hosts = {piece.id for piece in pieces}
    apart = [piece for piece in pieces if piece.host not in hosts]
    for piece in sorted(apart, key=lambda piece: piece.kind == "development"):
        below = tuple(_piece(shown, each) for each in pieces if each.host == piece.id)
        yield _piece(shown, piece, below)


def _piece(shown: Shown, piece: Piece, under: tuple[Token, ...] = ()) -> Token:
    ref = object_name(piece.kind, piece.id)
    facts, marks = shown.piece_state(piece)
    return Token(
        name=shown.piece_name(piece),
        card="" if piece.kind == "development" else shown.card_id(ref),
        ref=ref,
        facts=facts,
        marks=marks,
        spent=piece.corrupted,
        under=under,
    )


def _hand(shown: Shown) -> Region:
    view, prices = shown.view, shown.prices
    money = purse(shown.table, view.seat)
    held = sorted(view.hand, key=lambda each: each[1])
    return Region(
        title=say("duel.screen.hand", count=len(held), purse=money),
        tokens=tuple(
            Token(
                name=shown.card_name(card),
                card=view.book.cards[card].id,
                ref=object_name("card", number),
                facts=(say("duel.layout.cost", cost=prices.cost(card)),),
                spent=prices.price(card).total > money,
            )
            for number, card in held
        ),
    )


def _chain(shown: Shown) -> Side:
    waiting = []
    for item in reversed(shown.view.chain):
        face_down = item.card == FACE_DOWN
        waiting.append(
            Token(
                name=say("duel.things.development") if face_down else shown.card_name(item.card),
                card="" if face_down else shown.view.book.cards[item.card].id,
                ref=object_name("chain", item.id),
                facts=(shown.seats[item.seat],),
                spent=item.cancelled,
            )
        )
    chain = Region(title=say("duel.screen.chain"), tokens=tuple(waiting), stack=True)
    return Side(title="", regions=(chain,))
