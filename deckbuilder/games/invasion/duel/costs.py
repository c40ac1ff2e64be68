"""What a card costs in a duel, what being targeted adds, and what can pay (INV-31)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.book import CardSpec
from deckbuilder.games.invasion.duel.characteristics import Table
from deckbuilder.games.invasion.duel.context import Context
from deckbuilder.games.invasion.duel.names import object_name
from deckbuilder.games.invasion.duel.operations import Op
from deckbuilder.games.invasion.duel.questions import Asking
from deckbuilder.games.invasion.duel.state import Source, Waiting
from deckbuilder.tables.protocol import Option


class Price(msgspec.Struct, frozen=True):
    """The parts of a card's total cost (INV-31)."""

    printed: int
    changed: int
    """What reduces the printed part, 0 or below."""
    added: int
    loyalty: int
    symbols: int

    @property
    def total(self) -> int:
        """The total cost."""
        lacking = max(0, self.loyalty - self.symbols)
        return max(0, self.printed + self.changed) + self.added + lacking


def price(table: Table, seat: int, card: int, waiting: Iterable[Waiting] = (), x: int = 0) -> Price:
    """Return what a card costs its player now, in its parts."""
    spec = table.book.cards[card]
    printed = x if spec.cost is None else spec.cost
    less, more = _changes(table, seat, spec)
    for wait in waiting:
        if wait.ops < 0 and wait.seat == seat and _is_sort(table, wait, seat, card):
            less, more = (less + wait.n, more) if wait.n < 0 else (less, more + wait.n)
    symbols = table.symbols(seat, spec.race) if spec.loyalty else 0
    return Price(printed, less, more, spec.loyalty, symbols)


def total_cost(table: Table, seat: int, card: int, waiting: Sequence[Waiting]) -> int:
    """Return what a card costs its player now, without X.

    This is `price` where nothing in play changes costs, which is nearly always.
    """
    spec = table.book.cards[card]
    if waiting or spec.standing or "modify_cost" in table.survey().standing:
        return price(table, seat, card, waiting).total
    cost = spec.cost or 0
    lacking = spec.loyalty and spec.loyalty - table.symbols(seat, spec.race)
    return cost + lacking if lacking > 0 else cost


def _is_sort(table: Table, wait: Waiting, seat: int, card: int) -> bool:
    selector = table.book.sorts[wait.sort]
    context = Context(table, wait.seat, Source())
    return seat in context.seats(selector.ctrl) and selector.fits_card(context, card)


def _changes(table: Table, seat: int, spec: CardSpec) -> tuple[int, int]:
    """Return what constants take off and add to the printed part."""
    less = more = 0
    own = spec.standing.get("modify_cost")
    if own:
        context = Context(table, seat, Source(card=spec.index))
        for ability, op in own:
            if ability.ability.zone == "hand":
                n = op.words["n"].most(context)
                less, more = (less + n, more) if n < 0 else (less, more + n)
    for piece, ability, op in table.standing("modify_cost"):
        if ability.ability.zone == "hand":
            continue
        context = table.context(piece)
        if _is_for(context, op, seat, spec.index):
            n = op.words["n"].most(context)
            less, more = (less + n, more) if n < 0 else (less, more + n)
    return less, more


def _is_for(context: Context, op: Op, seat: int, card: int) -> bool:
    """Tell whether a change of cost is for a card that a seat plays now."""
    selector = op.words["for"].selectors[0]
    if seat not in context.seats(selector.ctrl) or not selector.fits_card(context, card):
        return False
    if op.words["when"] == "first_played_each_turn":
        played = context.table.memory.played[seat]
        return not any(selector.fits_card(context, other) for other in played)
    return True


def tax(table: Table, payer: int, refs: Iterable[int]) -> int:
    """Return what an effect of a player pays more for its targets, once an effect."""
    if "tax_targeting" not in table.survey().standing:
        return 0
    total = 0
    targets = [ref for ref in refs if ref in table.pieces]
    for piece, _, op in table.standing("tax_targeting"):
        context = table.context(piece)
        if payer not in context.seats(op.words["payer"]):
            continue
        protects = op.words["protects"]
        if any(protects.fits(context, table.pieces[ref]) for ref in targets):
            total += op.words["n"].most(context)
    return total


def other_money(table: Table, seat: int) -> list[int]:
    """Return the objects whose damage tokens may pay for a player now."""
    found = []
    for piece, spec, op in table.standing("alternative_payment"):
        if piece.damage <= 0 or seat not in table.context(piece).seats(op.words["payer"]):
            continue
        when = spec.when
        if when.turn == "own" and table.active != piece.seat:
            continue
        if when.phase is None or when.phase == table.phase:
            found.append(piece.id)
    return found


def purse(table: Table, seat: int) -> int:
    """Return what a player can pay at most now."""
    own = table.resources[seat]
    if "alternative_payment" not in table.survey().standing:
        return own
    return own + sum(table.pieces[ref].damage for ref in other_money(table, seat))


def choose_payment(
    board: Board, ask: Asking, seat: int, amount: int
) -> tuple[tuple[int, int], ...]:
    """Return how many damage tokens of which objects pay; resources pay the rest."""
    others = other_money(board, seat) if amount else []
    if not others:
        return ()
    paid: list[tuple[int, int]] = []
    left = amount
    behind = sum(board.pieces[ref].damage for ref in others)
    for ref in others:
        tokens = board.pieces[ref].damage
        behind -= tokens
        least = max(0, left - board.resources[seat] - behind)
        name = object_name(board.pieces[ref].kind, ref)
        options = [
            Option("pay", name, value=count) for count in range(least, min(tokens, left) + 1)
        ]
        chosen = ask.choose(seat, "pay", options, left=left)
        count = int(chosen.value or 0)
        paid.append((ref, count))
        left -= count
    return tuple(paid)


def pay(board: Board, seat: int, amount: int, others: Iterable[tuple[int, int]] = ()) -> None:
    """Pay, with damage tokens first where some were chosen."""
    for ref, count in others:
        if count:
            piece = board.pieces[ref]
            board.set_damage(ref, piece.damage - count)
            board.tell("paid_tokens", seat, board.named(piece), value=count)
            amount -= count
    if amount:
        board.set_resources(seat, board.resources[seat] - amount)
        board.tell("paid", seat, value=amount)
