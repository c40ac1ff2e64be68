"""Damage on its way (INV-43, INV-46): who it is put on, what is redirected and cancelled.

All that is dealt at one time goes through the steps together: redirecting, cancelling, applying.
The points put on one unit or section are a packet. Nothing is changed before the last choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.compiling import Spec
from deckbuilder.games.invasion.duel.context import Context
from deckbuilder.games.invasion.duel.costs import choose_payment, pay, purse, tax
from deckbuilder.games.invasion.duel.names import is_zone, ref_zone
from deckbuilder.games.invasion.duel.questions import DECLINE, Asking
from deckbuilder.games.invasion.duel.state import Piece
from deckbuilder.games.invasion.duel.targeting import ask_for, can_choose
from deckbuilder.games.invasion.duel.triggers import Happening
from deckbuilder.tables.protocol import Option

Sort = Literal["combat", "noncombat", "indirect"]


class Packet:
    """Points on their way to one unit or section; `sure` ones cannot be cancelled."""

    __slots__ = ("plain", "sort", "sure", "to")

    def __init__(self, to: int, plain: int, sort: Sort, sure: int = 0) -> None:
        self.to = to
        self.plain = plain
        self.sure = sure
        self.sort = sort

    @property
    def points(self) -> int:
        """All points of the packet."""
        return self.plain + self.sure


class Redirected:
    """A point that an ability sends elsewhere, and what its controller pays for the target."""

    __slots__ = ("others", "piece", "price", "spec", "target")

    def __init__(
        self,
        piece: Piece,
        spec: Spec,
        target: int,
        price: int,
        others: tuple[tuple[int, int], ...],
    ) -> None:
        self.piece = piece
        self.spec = spec
        self.target = target
        self.price = price
        self.others = others


def deal(board: Board, ask: Asking, packets: Iterable[Packet]) -> list[Packet]:
    """Deal damage, all of it at one time; return what was applied. Asks before it acts."""
    under_way = _merged(board, packets)
    redirected = _redirect(board, ask, under_way)
    shields = _cancel(board, ask, under_way)
    for change in redirected:
        board.use(change.piece.id, change.spec.index)
        pay(board, change.piece.seat, change.price, change.others)
        named, target = board.named(change.piece), board.thing(change.target)
        board.tell("redirected", change.piece.seat, named, target)
    for piece, spec in shields:
        board.use(piece.id, spec.index)
        board.tell("shielded", piece.seat, board.named(piece))
    _note_hits(board, under_way)
    return _apply(board, [packet for packet in under_way if packet.points > 0])


def _merged(board: Board, packets: Iterable[Packet]) -> list[Packet]:
    """Join what goes to the same place; burning sections and what is gone take nothing."""
    found: dict[int, Packet] = {}
    for packet in packets:
        _add(board, found, packet)
    return list(found.values())


def _add(board: Board, found: dict[int, Packet], packet: Packet) -> None:
    to = packet.to
    if packet.points <= 0:
        return
    if board.burning[ref_zone(to)] if is_zone(to) else to not in board.pieces:
        return
    if to in found:
        found[to].plain += packet.plain
        found[to].sure += packet.sure
    else:
        found[to] = packet


# Redirecting


def _redirect(board: Board, ask: Asking, packets: list[Packet]) -> list[Redirected]:
    """Send points elsewhere, each ability at most one of them."""
    done: list[Redirected] = []
    if "damage_would_be_dealt" not in board.book.events:
        return done
    waiting = list(_replacing(board, "redirect_damage"))
    while moved := _first_redirected(board, ask, packets, waiting, done):
        done.append(moved)
    return done


def _first_redirected(
    board: Board,
    ask: Asking,
    packets: list[Packet],
    waiting: list[tuple[Piece, Spec]],
    done: Sequence[Redirected],
) -> Redirected | None:
    """Send one point elsewhere by the first ability that has one to send; it waits no more."""
    for piece, spec in list(waiting):
        hit = _hit_by(board, piece, spec, packets)
        if not hit:
            continue
        waiting.remove((piece, spec))
        if board.uses(piece.id, spec.index) >= spec.limit:
            continue
        if spec.only_first and (board.memory.capital_hit[piece.seat] or _spoken(done, piece, spec)):
            continue
        spent = sum(each.price for each in done if each.piece.seat == piece.seat)
        moved = _move_point(board, ask, piece, spec, hit, packets, spent)
        if moved is not None:
            return moved
    return None


def _spoken(done: Sequence[Redirected], piece: Piece, spec: Spec) -> bool:
    """Two copies speak of the same first point: only one of them redirects it (Q-36)."""
    return any(each.spec is spec and each.piece.seat == piece.seat for each in done)


def _replacing(board: Board, primitive: str) -> Iterable[tuple[Piece, Spec]]:
    """Yield the abilities that take the place of damage, in the order of the table."""
    for number, spec in board.survey().replaces:
        if spec.effect[0].name != primitive:
            continue
        piece = board.pieces[number]
        if spec.condition is None or spec.condition(board.context(piece)):
            yield piece, spec


def _hit_by(board: Board, piece: Piece, spec: Spec, packets: Sequence[Packet]) -> list[Packet]:
    """Return the packets that an ability speaks of."""
    assert spec.event is not None
    context = board.context(piece)
    found = []
    for packet in packets:
        for _, wanted in spec.event.filters:
            if wanted == "self":
                fits = packet.to == piece.id
            elif isinstance(wanted, str):
                fits = packet.to == piece.host
            elif is_zone(packet.to):
                fits = packet.to in wanted.find(context)
            else:
                fits = wanted.fits(context, board.pieces[packet.to])
            if fits and packet.points > 0:
                found.append(packet)
    return found


def _move_point(
    board: Board,
    ask: Asking,
    piece: Piece,
    spec: Spec,
    hit: list[Packet],
    packets: list[Packet],
    spent: int,
) -> Redirected | None:
    seat = piece.seat
    money = purse(board, seat) - spent
    context = Context(board, seat, board.source(piece))
    if not can_choose(context, spec.targets, money):
        return None
    ask.by(board.name(piece.id), spec.id)
    packet = _which(board, ask, seat, hit)
    refs = [
        ref for ref in spec.targets[0].selector.find(context) if tax(board, seat, (ref,)) <= money
    ]
    free = any(tax(board, seat, (ref,)) == 0 for ref in refs)
    target = ask_for(board, ask, seat, "redirect", refs, () if free else (DECLINE,))
    if target is None:
        return None
    price = tax(board, seat, (target,))
    others = choose_payment(board, ask, seat, price)
    _take_point(board, packet, target, packets)
    return Redirected(piece, spec, target, price, others)


def _which(board: Board, ask: Asking, seat: int, packets: Sequence[Packet]) -> Packet:
    """Let a player say whose point it is, where several are hit at one time."""
    options = {Option("section", board.name(packet.to)): packet for packet in packets}
    return options[ask.choose(seat, "shield", tuple(options))]


def _take_point(board: Board, packet: Packet, target: int, packets: list[Packet]) -> None:
    """Move one point to another recipient; it stays what it was, cancellable or not."""
    moved = Packet(target, 0, packet.sort)
    if packet.plain:
        packet.plain -= 1
        moved.plain = 1
    else:
        packet.sure -= 1
        moved.sure = 1
    for other in packets:
        if other.to == target:
            other.plain += moved.plain
            other.sure += moved.sure
            return
    packets.append(moved)


# Cancelling


def all_sure(board: Board) -> bool:
    """Tell whether no damage at all can be cancelled now (Q-02)."""
    return board.book.switches.bloodthirster_global and bool(
        board.derived().bans.get("be_cancelled")
    )


def _cancel(board: Board, ask: Asking, packets: list[Packet]) -> list[tuple[Piece, Spec]]:
    """Cancel points: shields of this turn, Toughness, then shields of a capital."""
    if all_sure(board):
        return []
    for packet in packets:
        if any(_covers(board, change.words, packet) for change in board.changes):
            packet.plain = 0
    for packet in packets:
        if packet.plain and packet.to > 0:
            packet.plain -= min(packet.plain, max(0, board.toughness(packet.to)))
    return _capital_shields(board, ask, packets)


def _covers(board: Board, words: tuple[str, ...], packet: Packet) -> bool:
    """Tell whether a shield of this turn is for a packet: its phase, then its sorts."""
    return bool(words) and words[0] == f"phase:{board.phase}" and packet.sort in words[1:]


def _capital_shields(board: Board, ask: Asking, packets: list[Packet]) -> list[tuple[Piece, Spec]]:
    used: list[tuple[Piece, Spec]] = []
    if "damage_would_be_dealt" not in board.book.events:
        return used
    for piece, spec in _replacing(board, "cancel_damage"):
        if spec.limit and board.uses(piece.id, spec.index) >= spec.limit:
            continue
        hit = [packet for packet in _hit_by(board, piece, spec, packets) if packet.plain]
        if not hit:
            continue
        ask.by(board.name(piece.id), spec.id)
        packet = _which(board, ask, piece.seat, hit)
        amount = spec.effect[0].words["n"]
        most = packet.plain if amount == "all" else amount.most(board.context(piece))
        packet.plain -= min(packet.plain, most)
        used.append((piece, spec))
    return used


# Applying


def _note_hits(board: Board, packets: Sequence[Packet]) -> None:
    """Remember whose capital a point was about to be put on this turn (Q-36)."""
    before = board.memory.capital_hit
    after = list(before)
    for packet in packets:
        if is_zone(packet.to):
            after[ref_zone(packet.to) // 3] = True
    if tuple(after) != before:
        board.remember(capital_hit=(after[0], after[1]))


def _apply(board: Board, packets: list[Packet]) -> list[Packet]:
    """Put the tokens on, all at once, and catch what that sets off."""
    for packet in packets:
        board.set_damage(packet.to, board.damage(packet.to) + packet.points)
        board.tell("damaged", None, board.thing(packet.to), value=packet.points)
    for packet in packets:
        if packet.to < 0:
            continue
        piece = board.pieces[packet.to]
        board.happen(Happening("damage_applied", piece, amount=packet.points))
        if packet.sort == "combat":
            board.happen(Happening("combat_damage_applied", piece, amount=packet.points))
    return packets


# Sharing points out

Takers = Callable[[dict[int, int]], list[tuple[int, int, int]]]
"""Given what is assigned so far: who may take points, how many at most, and a usual number."""


def share_out(board: Board, ask: Asking, seat: int, points: int, takers: Takers) -> dict[int, int]:
    """Let a seat share points out, in choices of one point, a usual number, or all that fit."""
    given: dict[int, int] = {}
    left = points
    while left > 0:
        options: dict[Option, int] = {}
        open_takers = takers(given)
        for ref, most, usual in open_takers:
            fits = min(most, left)
            lone = len(open_takers) == 1
            likely = min(usual, fits)
            for count in sorted({likely} if lone else {1, likely, fits}):
                if count > 0:
                    options[Option("assign", board.name(ref), value=count)] = ref
        if not options:
            break
        chosen = ask.choose(seat, "assign", tuple(options), left=left)
        ref = options[chosen]
        given[ref] = given.get(ref, 0) + int(chosen.value or 0)
        left -= int(chosen.value or 0)
    return given
