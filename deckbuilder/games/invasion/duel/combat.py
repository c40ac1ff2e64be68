"""Combat in five steps: target, attackers, defenders, assign, apply (INV-35, INV-43)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.characteristics import able_attackers, able_defenders
from deckbuilder.games.invasion.duel.damage import Packet, all_sure, deal, share_out
from deckbuilder.games.invasion.duel.names import object_name, zone_name, zone_ref
from deckbuilder.games.invasion.duel.questions import DONE, Asking
from deckbuilder.games.invasion.duel.state import Assigned, Combat, Source
from deckbuilder.games.invasion.duel.targeting import ask_for
from deckbuilder.games.invasion.duel.tasks import Assign, Strikes, Tolls
from deckbuilder.games.invasion.duel.triggers import Caught, Happening
from deckbuilder.tables.protocol import Option

NO_LIMIT = 10_000
SCOUT = -2
"""In place of an ability: the keyword Scout."""


def choose_target(board: Board, ask: Asking) -> bool:
    """Let the active player attack a zone, with a unit that could; tell whether one is attacked."""
    seat = board.active
    if not able_attackers(board, seat):
        return False
    zones = range(3 * (1 - seat), 3 * (1 - seat) + 3)
    options = {Option("attack", zone_name(zone)): zone for zone in zones}
    zone = options.get(ask.choose(seat, "attack", (*options, DONE)))
    if zone is None:
        return False
    board.combat = Combat(zone)
    board.changed()
    board.tell("attacked", seat, (zone_name(zone),))
    return True


def declare_attackers(board: Board, ask: Asking) -> bool:
    """Let the active player declare attackers; none ends the combat there (Q-30)."""
    seat = board.active
    chosen = _declare(board, ask, seat, "attackers", able_attackers(board, seat))
    combat = board.combat
    assert combat is not None
    if not chosen:
        board.combat = None
        board.changed()
        board.tell("no_attack", seat)
        return False
    board.combat = replace(combat, attackers=tuple(chosen))
    board.changed()
    board.check = True
    names = tuple(name for ref in chosen for name in board.thing(ref))
    board.tell("attackers", seat, names, (zone_name(combat.zone),))
    zone_attacked(board)
    return True


def _declare(board: Board, ask: Asking, seat: int, kind: str, able: Sequence[int]) -> list[int]:
    """Let a seat declare units one by one."""
    chosen: list[int] = []
    left = list(able)
    always = board.book.settings.every_window
    while left or (always and not chosen):
        options = {Option("declare", object_name("unit", ref)): ref for ref in left}
        ref = options.get(ask.choose(seat, kind, (*options, DONE), always=always))
        if ref is None:
            break
        chosen.append(ref)
        left.remove(ref)
    return sorted(chosen)


def zone_attacked(board: Board) -> None:
    """A zone is attacked: what that sets off, and tolls before it (Q-04, Q-24)."""
    combat = board.combat
    assert combat is not None
    board.happen(Happening("zone_attacked", zone=combat.zone))
    copies = [
        piece.id
        for piece in board.pieces.values()
        if piece.card >= 0
        and piece.zone == combat.zone
        and any("unless_paid" in static.op.words for static in board.spec(piece).statics)
    ]
    if copies:
        board.caught.append(Caught(board.active, Source(), TOLL, binds=(("", tuple(copies)),)))


TOLL = -3
"""In place of an ability: what attackers pay before anything is set off."""


def pay_tolls(board: Board, ask: Asking, task: Tolls) -> None:
    """Let the attacker pay for attackers, for each support that asks it (Q-24)."""
    combat = board.combat
    if combat is None:
        return
    seat = board.active
    money = board.resources[seat]
    paid: list[tuple[int, int]] = []
    for copy in task.copies:
        if copy not in board.pieces:
            continue
        ask.by(board.name(copy), "")
        static = next(
            each
            for each in board.spec(board.pieces[copy]).statics
            if "unless_paid" in each.op.words
        )
        price = static.op.words["unless_paid"]["res"].most(board.context(board.pieces[copy]))
        left = [ref for ref in combat.attackers if (copy, ref) not in combat.tolls]
        while left and money >= price:
            options = {Option("pay", object_name("unit", ref)): ref for ref in left}
            ref = options.get(ask.choose(seat, "toll", (*options, DONE)))
            if ref is None:
                break
            paid.append((copy, ref))
            left.remove(ref)
            money -= price
    spent = board.resources[seat] - money
    if spent:
        board.set_resources(seat, money)
        board.tell("paid", seat, value=spent)
        board.combat = replace(combat, tolls=(*combat.tolls, *paid))
        board.changed()


def declare_defenders(board: Board, ask: Asking) -> None:
    """Let the other player declare defenders; Counterstrike is owed by that (INV-43, Q-26)."""
    combat = board.combat
    assert combat is not None
    seat = combat.zone // 3
    chosen = _declare(board, ask, seat, "defenders", able_defenders(board, combat.zone))
    board.combat = replace(combat, defenders=tuple(chosen))
    board.changed()
    board.check = True
    names = tuple(name for ref in chosen for name in board.thing(ref))
    board.tell("defenders", seat, names, (zone_name(combat.zone),))
    strikes = board.derived().counterstrike
    owed = tuple((ref, strikes[ref]) for ref in chosen if strikes.get(ref, 0) > 0)
    if owed:
        board.agenda.append(Strikes(owed))


def strike(board: Board, ask: Asking, task: Strikes) -> None:
    """Carry out one Counterstrike, all of it to one attacker of the defender's choice."""
    combat = board.combat
    if combat is None or not combat.attackers:
        return
    seat = combat.zone // 3
    options = {
        Option("resolve", object_name("unit", unit), value="counterstrike"): (unit, n)
        for unit, n in task.owed
    }
    unit, n = options[ask.choose(seat, "order", tuple(options))]
    ask.by(object_name("unit", unit), "counterstrike")
    target = ask_for(board, ask, seat, "strike", combat.attackers)
    assert target is not None
    rest = tuple(each for each in task.owed if each[0] != unit)
    base = len(board.agenda)
    applied = deal(board, ask, [Packet(target, 0, "combat", n)])
    if rest:
        board.agenda.insert(base, Strikes(rest))
    if any(packet.points for packet in applied):
        _dealt(board, unit)


def _dealt(board: Board, unit: int) -> None:
    piece = board.pieces.get(unit)
    if piece is not None:
        board.happen(Happening("deals_combat_damage", piece))


def begin_assigning(board: Board) -> None:
    """Add up the damage of both sides, as it is now, and let them assign it."""
    combat = board.combat
    assert combat is not None
    extra = board.derived().extra
    dealers: list[int] = []
    sums = [0, 0]
    for seat, units in ((board.active, combat.attackers), (combat.zone // 3, combat.defenders)):
        for unit in units:
            points = board.power(unit) + extra.get(unit, 0)
            sums[seat] += points
            if points > 0:
                dealers.append(unit)
    board.combat = replace(combat, dealers=tuple(dealers))
    for seat in (combat.zone // 3, board.active):
        if sums[seat]:
            board.agenda.append(Assign(seat, sums[seat]))


def assign(board: Board, ask: Asking, task: Assign) -> None:
    """Assign the damage of one side; points that nobody can take are lost (Q-31)."""
    combat = board.combat
    if combat is None:
        return
    attacking = task.seat == board.active
    takers = _attacker_takers(board, combat) if attacking else _defender_takers(board, combat)
    shared = share_out(board, ask, task.seat, task.points, takers)
    parts = tuple(Assigned(ref, points, task.seat) for ref, points in shared.items())
    board.combat = replace(combat, assigned=(*combat.assigned, *parts))
    for part in parts:
        board.tell("assigned", task.seat, board.thing(part.to), value=part.points)


def _attacker_takers(
    board: Board, combat: Combat
) -> Callable[[dict[int, int]], list[tuple[int, int, int]]]:
    """Each defender takes its remaining hit points before the section takes any (INV-35)."""
    cover: dict[int, int] = {}
    for ref in combat.defenders:
        tough = board.book.switches.cover_includes_cancelling and not all_sure(board)
        cover[ref] = max(0, board.remaining(ref)) + (board.toughness(ref) if tough else 0)
    section = zone_ref(combat.zone)
    burning = board.burning[combat.zone]

    def takers(given: dict[int, int]) -> list[tuple[int, int, int]]:
        needs = {ref: cover[ref] - given.get(ref, 0) for ref in cover}
        found = [(ref, NO_LIMIT, max(need, 1)) for ref, need in needs.items()]
        if not burning and all(need <= 0 for need in needs.values()):
            found.append((section, NO_LIMIT, NO_LIMIT))
        return found

    return takers


def _defender_takers(
    board: Board, combat: Combat
) -> Callable[[dict[int, int]], list[tuple[int, int, int]]]:
    """The defender may damage attacking units only."""
    remaining = {ref: max(1, board.remaining(ref)) for ref in combat.attackers}

    def takers(given: dict[int, int]) -> list[tuple[int, int, int]]:
        return [
            (ref, NO_LIMIT, max(1, left - given.get(ref, 0))) for ref, left in remaining.items()
        ]

    return takers


def apply_damage(board: Board, ask: Asking) -> None:
    """Apply the damage of both sides at once; then Scouts that survived look (INV-43)."""
    combat = board.combat
    assert combat is not None
    sure = _own_sure_points(board, combat)
    packets = []
    for part in combat.assigned:
        certain = min(part.points, sure[part.seat])
        sure[part.seat] -= certain
        packets.append(Packet(part.to, part.points - certain, "combat", certain))
    applied = deal(board, ask, packets)
    board.combat = replace(combat, assigned=())
    for seat in (board.active, 1 - board.active):
        units = combat.attackers if seat == board.active else combat.defenders
        if any(packet.points and board.seat_of(packet.to) != seat for packet in applied):
            for unit in units:
                if unit in combat.dealers:
                    _dealt(board, unit)
    board.state_check()
    _scout(board)


def _own_sure_points(board: Board, combat: Combat) -> list[int]:
    """Return how many points of each side cannot be cancelled in the other reading of Q-02."""
    sure = [0, 0]
    if board.book.switches.bloodthirster_global:
        return sure
    for unit in (*combat.attackers, *combat.defenders):
        if board.is_banned(unit, "be_cancelled") and unit in board.pieces:
            sure[board.pieces[unit].seat] += board.power(unit)
    return sure


def _scout(board: Board) -> None:
    combat = board.combat
    if combat is None:
        return
    scouts = board.derived().scout
    for unit in (*combat.attackers, *combat.defenders):
        if scouts.get(unit, 0) > 0:
            piece = board.pieces[unit]
            board.caught.append(Caught(piece.seat, board.source(piece), SCOUT))


def discard_by_scout(board: Board, caught: Caught) -> None:
    """Let the other player discard a card of the hand, picked by chance."""
    seat = 1 - caught.seat
    hand = board.hands[seat]
    if hand:
        held, _ = board.stream("scout").choice(hand)
        board.tell("scouted", caught.seat, board.thing(caught.source.id))
        board.discard_from_hand(seat, (held,))


def redirect_attack(board: Board, zone: int) -> None:
    """The attack goes on against another zone."""
    combat = board.combat
    assert combat is not None
    board.combat = replace(combat, zone=zone)
    board.changed()
    board.check = True
    board.tell("attack_redirected", None, (zone_name(zone),))
    if combat.attackers:
        zone_attacked(board)
