"""What a seat may announce in a window, and announcing it: X, targets, costs (INV-41, INV-44).

An announcement is chosen in parts, each a question of its own; nothing happens before the last
of them, and every option that is shown can be completed.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.book import CardSpec
from deckbuilder.games.invasion.duel.compiling import Cost, Spec
from deckbuilder.games.invasion.duel.context import Context
from deckbuilder.games.invasion.duel.costs import choose_payment, pay, purse, total_cost
from deckbuilder.games.invasion.duel.names import KINGDOM, QUEST, object_name, zone_name, zone_ref
from deckbuilder.games.invasion.duel.questions import Asking
from deckbuilder.games.invasion.duel.state import FACE_DOWN, Binds, Item, Piece, Source
from deckbuilder.games.invasion.duel.targeting import (
    ask_for,
    can_choose,
    choose_all,
    pick_some,
    tax_of,
)
from deckbuilder.tables.protocol import Option

STEPS = {
    "target": "after_target",
    "attackers": "after_attackers",
    "defenders": "after_defenders",
    "assign": "after_assign",
    "apply": "after_apply",
}
"""The windows after the steps of a combat, by the word of `when`."""
COPIED = "copy:"
"""Before the names of the targets of a copied effect."""


class Announced(msgspec.Struct, frozen=True):
    """All the choices of an announcement, and what it costs."""

    x: int
    binds: Binds
    resources: int
    others: tuple[tuple[int, int], ...]
    sacrifices: tuple[int, ...]


# What may be announced


def in_time(board: Board, seat: int, spec: Spec) -> bool:
    """Tell whether the timing of an action allows it now."""
    when = spec.when
    if when.turn == "own" and board.active != seat:
        return False
    if when.phase is not None and board.phase != when.phase:
        return False
    if when.combat_steps and STEPS.get(board.step) not in when.combat_steps:
        return False
    if when.attacked_player is None:
        return True
    return board.combat is not None and board.combat.zone // 3 == seat


def may_announce(
    board: Board, seat: int, spec: Spec, source: Source, base: int, money: int
) -> bool:
    """Tell whether an action can be announced: time, condition, limit, targets and price.

    `base` is the play cost of a tactic without X, `money` what its player can pay.
    """
    if not in_time(board, seat, spec):
        return False
    cost = base + spec.resources
    if cost > money:
        return False
    if spec.limit and board.uses(source.id, spec.index) >= spec.limit:
        return False
    context = Context(board, seat, source)
    if spec.condition is not None and not spec.condition(context):
        return False
    if any(not _payable(context, cost) for cost in spec.cost):
        return False
    return _can_aim(context, spec, money - cost)


def _payable(context: Context, cost: Cost) -> bool:
    if cost.self_:
        return context.source.id in context.table.pieces
    return cost.selector is None or bool(_own(context, cost))


def _own(context: Context, cost: Cost) -> list[int]:
    """Return the own objects that a sacrifice can be."""
    assert cost.selector is not None
    found = cost.selector.find(context)
    return [ref for ref in found if context.table.pieces[ref].seat == context.you]


def _can_aim(context: Context, spec: Spec, money: int) -> bool:
    """Tell whether targets can be chosen, those of a copied effect as well."""
    if not any(op.name == "copy_effect" for op in spec.effect):
        return can_choose(context, spec.targets, money)
    return bool(_copyable(context, spec, money, ()))


def _copyable(context: Context, spec: Spec, money: int, taken: tuple[int, ...]) -> list[int]:
    """Return the tactics on the chain of which a copy could be aimed anew."""
    board = context.table
    found = []
    for ref in spec.targets[0].selector.find(context):
        item = next(item for item in board.chain if item.id == ref)
        if ref in taken:
            continue
        copied = board.book.abilities[item.ability]
        inner = Context(board, context.you, item.source)
        if any(op.name == "copy_effect" for op in copied.effect):
            if _copyable(inner, copied, money, (*taken, ref)):
                found.append(ref)
        elif can_choose(inner, copied.targets, money):
            found.append(ref)
    return found


def is_open(board: Board, seat: int) -> bool:
    """Tell whether a seat may play units, supports, quests and developments now (INV-41)."""
    if board.active != seat or board.phase != "capital":
        return False
    return not board.chain or not board.book.switches.plays_open_chain_only


def may_play(board: Board, seat: int, number: int, card: int, money: int) -> bool:
    """Tell whether a unit, support or quest can be played from the hand now."""
    spec = board.book.cards[card]
    if not _unhindered(board, seat, spec):
        return False
    cost = total_cost(board, seat, card, board.waiting)
    if cost > money:
        return False
    if spec.host is not None:
        context = Context(board, seat, Source(number, card))
        return can_choose(context, (spec.host,), money - cost)
    return bool(open_zones(board, seat, spec))


def _unhindered(board: Board, seat: int, spec: CardSpec) -> bool:
    if spec.limited:
        cards = board.book.cards
        if any(cards[played].limited for played in board.memory.played[seat]):
            return False
    return not (spec.unique and has_namesake(board, seat, spec))


def has_namesake(board: Board, seat: int, spec: CardSpec, but: int = 0) -> bool:
    """Tell whether a seat controls a face-up card of this title (INV-6)."""
    return any(
        piece.seat == seat
        and piece.id != but
        and piece.card >= 0
        and board.book.cards[piece.card].name == spec.name
        for piece in board.pieces.values()
    )


def has_hero(board: Board, zone: int, spec: CardSpec, but: int = 0) -> bool:
    """Tell whether a zone is full of units with a trait of which it may hold so many (INV-9)."""
    if not spec.traits & board.book.hero_traits:
        return False
    others = [
        board.book.cards[piece.card]
        for piece in board.pieces.values()
        if piece.zone == zone and piece.kind == "unit" and piece.id != but
    ]
    for limited in (spec, *others):
        for trait, most in limited.heroes:
            if trait in spec.traits and sum(trait in other.traits for other in others) >= most:
                return True
    return False


def open_zones(board: Board, seat: int, spec: CardSpec) -> list[int]:
    """Return the own zones that a card can be played to (INV-9)."""
    if spec.type == "quest":
        return [3 * seat + QUEST]
    places = (spec.enter_only,) if spec.enter_only >= 0 else (0, 1, 2)
    zones = [3 * seat + place for place in places]
    if not spec.is_unit:
        return zones
    return [zone for zone in zones if not has_hero(board, zone, spec)]


def free_quests(board: Board, seat: int) -> list[int]:
    """Return the own quests that no unit is on (INV-38)."""
    taken = {piece.quest for piece in board.pieces.values()}
    return [
        number
        for number, piece in board.pieces.items()
        if piece.kind == "quest" and piece.seat == seat and number not in taken
    ]


def may_play_tactic(
    board: Board, seat: int, number: int, card: int, money: int, *, free: bool = False
) -> bool:
    """Tell whether a tactic can be played now, for its price or for nothing."""
    spec = board.book.cards[card]
    if not spec.actions or not in_time(board, seat, spec.actions[0]):
        return False
    base = 0 if free else total_cost(board, seat, card, board.waiting)
    return may_announce(board, seat, spec.actions[0], Source(number, card), base, money)


def window_options(board: Board, seat: int) -> list[Option]:
    """Return what a seat can announce now, hand first, then the cards in play."""
    found: list[Option] = []
    opened = is_open(board, seat)
    cards = board.book.cards
    money = purse(board, seat)
    for number, card in board.hands[seat]:
        if cards[card].type == "tactic":
            if may_play_tactic(board, seat, number, card, money):
                found.append(Option("play", object_name("card", number)))
        elif opened and may_play(board, seat, number, card, money):
            found.append(Option("play", object_name("card", number)))
    if opened and not board.memory.developed:
        found += [Option("develop", object_name("card", number)) for number, _ in board.hands[seat]]
    for number, spec in board.survey().actions[seat]:
        source = board.source(board.pieces[number])
        if may_announce(board, seat, spec, source, 0, money):
            found.append(Option("use", board.name(number), value=spec.id))
    return found


# Announcing


def choose(
    board: Board, ask: Asking, seat: int, spec: Spec, source: Source, base: int, free: bool = False
) -> Announced:
    """Make the choices of an action: X, targets, what is sacrificed and how it is paid."""
    context = Context(board, seat, source)
    money = purse(board, seat) - base - spec.resources
    x = 0
    if spec.x and not free:
        x = _choose_x(board, ask, context, spec, money)
        context.x = x
        money -= x
    if any(op.name == "copy_effect" for op in spec.effect):
        _aim_copy(board, ask, context, spec, money, ())
    else:
        choose_all(board, ask, context, spec.targets, money)
    sacrifices = []
    for cost in spec.cost:
        if cost.self_:
            sacrifices.append(source.id)
        elif cost.selector is not None:
            refs = _own(context, cost)
            sacrifices += pick_some(board, ask, seat, "sacrifice", refs, 1)
    total = base + spec.resources + x + tax_of(context)
    others = choose_payment(board, ask, seat, total)
    return Announced(x, tuple(context.binds.items()), total, others, tuple(sacrifices))


def _choose_x(board: Board, ask: Asking, context: Context, spec: Spec, money: int) -> int:
    options = []
    for x in range(money + 1):
        context.x = x
        if can_choose(context, spec.targets, money - x):
            options.append(Option("number", value=x))
    return int(ask.choose(context.you, "number", options).value or 0)


def _aim_copy(
    board: Board, ask: Asking, context: Context, spec: Spec, money: int, taken: tuple[int, ...]
) -> None:
    """Choose the tactic that is copied, and new targets for the copy (Q-05, Q-27)."""
    refs = _copyable(context, spec, money, taken)
    chosen = ask_for(board, ask, context.you, "target", refs)
    assert chosen is not None
    context.binds[spec.targets[0].name] = (chosen,)
    item = board.item(chosen)
    assert item is not None
    copied = board.book.abilities[item.ability]
    inner = Context(board, context.you, item.source)
    if any(op.name == "copy_effect" for op in copied.effect):
        _aim_copy(board, ask, inner, copied, money, (*taken, chosen))
    else:
        choose_all(board, ask, inner, copied.targets, money)
    for name, chosen_refs in inner.binds.items():
        context.binds[COPIED + name] = chosen_refs


def pay_for(board: Board, seat: int, announced: Announced) -> None:
    """Pay what was announced: resources with taxes first, then sacrifices."""
    pay(board, seat, announced.resources, announced.others)
    if announced.sacrifices:
        board.leave(announced.sacrifices, "sacrificed")


def announce_use(board: Board, ask: Asking, seat: int, piece: Piece, spec: Spec) -> None:
    """Announce an action of a card in play."""
    source = board.source(piece)
    announced = choose(board, ask, seat, spec, source, 0)
    if spec.limit:
        board.use(piece.id, spec.index)
    number = board.new_id()
    _tell(board, "used", seat, piece.card, number, announced)
    pay_for(board, seat, announced)
    item = Item(
        number, "ability", seat, piece.card, source, spec.index, announced.x, announced.binds
    )
    board.add_item(item)


def announce_tactic(
    board: Board, ask: Asking, seat: int, number: int, card: int, owner: int, *, free: bool = False
) -> Item:
    """Announce a tactic from a hand, and return it as it lies on the chain."""
    spec = board.book.cards[card].actions[0]
    source = Source(number, card)
    base = 0 if free else total_cost(board, seat, card, board.waiting)
    announced = choose(board, ask, seat, spec, source, base, free)
    board.from_hand(owner, number)
    _count_play(board, seat, card)
    _tell(board, "played", seat, card, number, announced)
    item = Item(
        number, "tactic", seat, card, source, spec.index, announced.x, announced.binds, owner=owner
    )
    board.add_item(item)
    pay_for(board, seat, announced)
    return item


def _tell(board: Board, kind: str, seat: int, card: int, number: int, announced: Announced) -> None:
    targets = [
        name
        for bound, refs in announced.binds
        if not bound.startswith(COPIED)
        for ref in refs
        for name in _aimed(board, ref)
    ]
    subjects = (object_name("chain", number), board.book.cards[card].id)
    board.tell(kind, seat, subjects, tuple(targets), value=announced.x or None)


def _aimed(board: Board, ref: int) -> tuple[str, ...]:
    from deckbuilder.games.invasion.duel.names import is_card, ref_card

    return (board.book.cards[ref_card(ref)].id,) if is_card(ref) else board.thing(ref)


def announce_card(board: Board, ask: Asking, seat: int, number: int, card: int) -> None:
    """Announce a unit, support or quest: its zone, its quest or its host, and pay for it."""
    spec = board.book.cards[card]
    cost = total_cost(board, seat, card, board.waiting)
    context = Context(board, seat, Source(number, card))
    zone = quest = 0
    if spec.host is not None:
        choose_all(board, ask, context, (spec.host,), purse(board, seat) - cost)
        zone = board.pieces[context.binds[spec.host.name][0]].zone
        cost += tax_of(context)
    else:
        zones = [zone_ref(each) for each in open_zones(board, seat, spec)]
        chosen = ask_for(board, ask, seat, "zone", zones)
        assert chosen is not None
        zone = -1 - chosen
        if spec.is_unit and zone % 3 == QUEST:
            quest = _choose_quest(board, ask, seat)
    others = choose_payment(board, ask, seat, cost)
    board.from_hand(seat, number)
    extras = _take_waiting(board, seat, card)
    _count_play(board, seat, card)
    where = board.thing(context.binds[spec.host.name][0]) if spec.host else (zone_name(zone),)
    board.tell("played", seat, (object_name("chain", number), spec.id), where)
    pay(board, seat, cost, others)
    board.add_item(
        Item(
            number, spec.type, seat, card, context.source, x=0, zone=zone, quest=quest,
            binds=tuple(context.binds.items()), extras=extras, owner=seat,
        )
    )  # fmt: skip


def _choose_quest(board: Board, ask: Asking, seat: int) -> int:
    quests = free_quests(board, seat)
    if not quests:
        return 0
    options = {Option("quest", object_name("quest", number)): number for number in quests}
    chosen = ask.choose(seat, "quest", (*options, Option("quest")))
    return options.get(chosen, 0)


def _take_waiting(board: Board, seat: int, card: int) -> tuple[int, ...]:
    """Use up what waited for the next card of this sort; return the effects on its entering."""
    context = Context(board, seat, Source())
    extras: list[int] = []
    kept = []
    for wait in board.waiting:
        sort = board.book.sorts[wait.sort] if wait.sort >= 0 else None
        if sort is None or wait.seat != seat or not sort.fits_card(context, card):
            kept.append(wait)
        elif wait.ops >= 0:
            extras.append(wait.ops)
    if len(kept) != len(board.waiting):
        board.waiting = tuple(kept)
    return tuple(extras)


def _count_play(board: Board, seat: int, card: int) -> None:
    played = board.memory.played
    own = (*played[seat], card)
    board.remember(played=(own, played[1]) if seat == 0 else (played[0], own))


def announce_development(board: Board, ask: Asking, seat: int, number: int) -> None:
    """Announce a card from the hand as a development, face down (INV-34)."""
    zones = [zone_ref(3 * seat + place) for place in range(KINGDOM, 3)]
    chosen = ask_for(board, ask, seat, "zone", zones)
    assert chosen is not None
    card = board.from_hand(seat, number)
    board.forget_hand(seat)
    board.hide(seat, number, card)
    board.remember(developed=True)
    zone = -1 - chosen
    board.tell("developed", seat, (object_name("chain", number),), (zone_name(zone),))
    board.add_item(
        Item(number, "development", seat, FACE_DOWN, Source(number), zone=zone, owner=seat)
    )


def marked(item: Item) -> Item:
    """Return an item that is being carried out."""
    return replace(item, resolving=True)
