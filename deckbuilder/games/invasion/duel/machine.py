"""The machine: takes the top task of the agenda until a seat is asked or the duel is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from deckbuilder.games.invasion.duel import announcing, turn
from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.combat import (
    SCOUT,
    TOLL,
    assign,
    discard_by_scout,
    pay_tolls,
    strike,
)
from deckbuilder.games.invasion.duel.compiling import Pick, Spec
from deckbuilder.games.invasion.duel.context import Context
from deckbuilder.games.invasion.duel.costs import choose_payment, pay, purse
from deckbuilder.games.invasion.duel.names import object_name, ref_card, ref_zone
from deckbuilder.games.invasion.duel.primitives import PRIMITIVES
from deckbuilder.games.invasion.duel.questions import ACCEPT, DECLINE, DONE, PASS, Asked, Asking
from deckbuilder.games.invasion.duel.state import FACE_DOWN, Item, Piece
from deckbuilder.games.invasion.duel.targeting import (
    ask_for,
    can_choose,
    choose_all,
    still_legal,
    tax_of,
)
from deckbuilder.games.invasion.duel.tasks import (
    Assign,
    Batch,
    Begin,
    Chain,
    Finish,
    Mulligan,
    PlayFound,
    Resolve,
    Strikes,
    Tolls,
    TurnStep,
    Window,
)
from deckbuilder.games.invasion.duel.triggers import Caught
from deckbuilder.tables.protocol import Option


def run(board: Board) -> None:
    """Go on until a seat is asked or the duel is over."""
    while True:
        _settle(board)
        if board.points is not None:
            board.agenda.clear()
            board.caught.clear()
            return
        task = board.agenda.pop()
        board.work += 1
        try:
            _TASKS[type(task)](board, task)
        except Asked as asked:
            pilot = board.pilot
            answer = None if pilot is None else pilot.answer(board, asked.question)
            if answer is None:
                board.agenda.append(task)
                board.question = asked.question
                return
            board.agenda.append(replace(task, answers=(*task.answers, answer)))


def go_on(board: Board, answer: Option) -> None:
    """Answer what the task on top of the agenda asks, and go on."""
    task = board.agenda[-1]
    board.agenda[-1] = replace(task, answers=(*task.answers, answer))
    board.question = None
    run(board)


def _settle(board: Board) -> None:
    """After each task: what must fall falls, who has lost has lost, what was set off waits."""
    if board.check:
        board.state_check()
    if board.over():
        _end(board, board.losers())
    elif board.turn > board.book.settings.most_turns:
        _end(board, [0, 1])
    elif board.caught:
        caught = tuple(board.caught)
        board.caught.clear()
        board.agenda.append(Begin(caught[0]) if len(caught) == 1 else Batch(caught))


def _end(board: Board, losers: list[int]) -> None:
    if len(losers) > 1:
        board.points = (0.5, 0.5)
        board.tell("drawn_duel")
    else:
        winner = 1 - losers[0]
        board.points = (float(winner == 0), float(winner == 1))
        board.tell("won", winner)
    board.phase = "over"
    board.step = "over"


# Windows and the chain


def _window(board: Board, task: Window) -> None:
    """Let a seat act or pass; two passes in a row let the chain resolve, or close the window."""
    seat = task.seat
    pilot = board.pilot
    if pilot is not None and not task.answers and pilot.passes(board, seat):
        _pass(board, task)
        return
    ask = Asking(task.answers)
    options = (PASS, *announcing.window_options(board, seat))
    always = board.book.settings.every_window or board.stop
    option = ask.choose(seat, "window", options, always=always)
    if option is PASS or option == PASS:
        _pass(board, task)
        return
    number = int(option.subject.partition("/")[2])
    base = len(board.agenda)
    if option.action == "use":
        piece = board.pieces[number]
        spec = next(each for each in board.spec(piece).actions if each.id == option.value)
        ask.by(option.subject, spec.id)
        announcing.announce_use(board, ask, seat, piece, spec)
    else:
        ask.by(option.subject, "")
        _from_hand(board, ask, seat, number, option.action)
    board.agenda.insert(base, Window(1 - seat))


def _pass(board: Board, task: Window) -> None:
    passes = task.passes + 1
    if passes < 2:
        board.agenda.append(Window(1 - task.seat, passes))
    elif board.chain:
        board.agenda += [Window(board.active), Chain()]


def _from_hand(board: Board, ask: Asking, seat: int, number: int, action: str) -> None:
    card = next(card for held, card in board.hands[seat] if held == number)
    if action == "develop":
        announcing.announce_development(board, ask, seat, number)
    elif board.book.cards[card].type == "tactic":
        announcing.announce_tactic(board, ask, seat, number, card, seat)
    else:
        announcing.announce_card(board, ask, seat, number, card)


def _chain(board: Board, task: Chain) -> None:
    """Carry out the top item that waits, then the next."""
    waiting = [item for item in board.chain if not item.resolving]
    if not waiting:
        return
    board.agenda.append(task)
    _carry_out(board, waiting[-1])


def _carry_out(board: Board, item: Item) -> None:
    if item.kind in ("ability", "tactic"):
        board.set_item(announcing.marked(item))
        board.agenda.append(Finish(item.id))
        if item.cancelled:
            return
        spec = board.book.abilities[item.ability]
        context = Context(board, item.seat, item.source, (), item.x)
        if still_legal(context, spec.targets, dict(item.binds)):
            binds = tuple(context.binds.items())
            place = -1 if spec.choices else 0
            board.agenda.append(
                Resolve(spec.ops, place, item.seat, item.source, spec.index, item.x, binds)
            )
        else:
            board.tell("fizzled", item.seat, _of_item(board, item))
        return
    board.drop_item(item.id)
    if item.kind == "development":
        board.enter(Piece(item.id, FACE_DOWN, "development", item.owner, item.seat, item.zone))
    else:
        _enter(board, item)


def _of_item(board: Board, item: Item) -> tuple[str, ...]:
    name = object_name("chain", item.id)
    return (name, board.book.cards[item.card].id) if item.card >= 0 else (name,)


def _enter(board: Board, item: Item) -> None:
    """A unit, support or quest enters play; if it may not any more, it is discarded (Q-34)."""
    spec = board.book.cards[item.card]
    host, zone = 0, item.zone
    context = Context(board, item.seat, item.source)
    legal = True
    if spec.host is not None:
        legal = still_legal(context, (spec.host,), dict(item.binds))
        if legal:
            (host,) = context.binds[spec.host.name]
            zone = board.pieces[host].zone
    if spec.unique and announcing.has_namesake(board, item.seat, spec):
        legal = False
    if spec.is_unit and announcing.has_hero(board, zone, spec):
        legal = False
    if not legal:
        board.discard(item.owner, (item.card,))
        board.tell("not_entered", item.seat, _of_item(board, item))
        return
    quest = item.quest if item.quest in announcing.free_quests(board, item.seat) else 0
    kind: Any = spec.type
    piece = Piece(item.id, item.card, kind, item.owner, item.seat, zone, host=host, quest=quest)
    board.enter(piece, _damage_on_entering(board, item, context))
    if host and len(board.book.lists[spec.attach_ops]) > 1:
        ability = next(each for each in board.book.abilities if each.ops == spec.attach_ops)
        binds = tuple(context.binds.items())
        source = board.source(piece)
        board.agenda.append(
            Resolve(spec.attach_ops, 1, item.seat, source, ability.index, binds=binds)
        )


def _damage_on_entering(board: Board, item: Item, context: Context) -> int:
    """Return the damage tokens that waiting effects put on a unit as it enters."""
    return sum(
        int(op.words["n"].most(context))
        for ops in item.extras
        for op in board.book.lists[ops]
        if op.name == "place_tokens"
    )


def _finish(board: Board, task: Finish) -> None:
    item = board.item(task.item)
    if item is None:
        return
    board.drop_item(item.id)
    if item.kind == "tactic":
        board.discard(item.owner, (item.card,))


# Abilities


def _name_of(board: Board, spec: Spec, number: int) -> str:
    if number in board.pieces:
        return board.name(number)
    kind = board.book.cards[spec.card].type
    return object_name("chain" if kind == "tactic" else kind, number)


def _resolve(board: Board, task: Resolve) -> None:
    """Make the choices of an ability, then carry out its effects one by one."""
    spec = board.book.abilities[task.ability]
    ask = Asking(task.answers, _name_of(board, spec, task.source.id), spec.id)
    context = Context(board, task.seat, task.source, task.binds, task.x, task.unit, task.number)
    if task.place < 0:
        for pick in spec.choices:
            if not _choose_on_resolution(board, ask, context, spec, pick):
                return
        binds = tuple(context.binds.items())
        board.agenda.append(replace(task, place=0, binds=binds, answers=()))
        return
    effects = board.book.lists[task.ops]
    op = effects[task.place]
    base = len(board.agenda)
    if PRIMITIVES[op.name](board, ask, context, op.words, spec):
        board.agenda.append(replace(task, answers=()))
    elif task.place + 1 < len(effects):
        binds = tuple(context.binds.items())
        following = replace(task, place=task.place + 1, binds=binds, answers=())
        board.agenda.insert(base, following)


def _choose_on_resolution(
    board: Board, ask: Asking, context: Context, spec: Spec, pick: Pick
) -> bool:
    """Make a choice that is no target; False where there is nothing to choose."""
    refs = _choosable(board, context, spec, pick)
    if not refs:
        return False
    kind = "zone" if pick.selector.sorts == ("zone",) else "choice"
    chosen = ask_for(board, ask, context.you, kind, refs)
    assert chosen is not None
    context.binds[pick.name] = (chosen,)
    return True


def _choosable(board: Board, context: Context, spec: Spec, pick: Pick) -> list[int]:
    """Return what may be chosen; a zone that a Hero may not move to is left out (INV-9)."""
    refs = pick.selector.find(context)
    for op in spec.effect:
        if op.name == "move_zone" and op.words["to"] == pick.name:
            moved = board.refs_of(context, op.words["what"])
            refs = [ref for ref in refs if _may_move(board, moved, ref_zone(ref))]
    return refs


def _may_move(board: Board, moved: list[int], zone: int) -> bool:
    for ref in moved:
        piece = board.pieces[ref]
        if piece.kind == "unit" and announcing.has_hero(board, zone, board.spec(piece), ref):
            return False
    return bool(moved)


def _begin(board: Board, task: Begin) -> None:
    """Begin an ability that was set off: test its condition, choose and pay, carry it out."""
    caught = task.caught
    if caught.ability == SCOUT:
        discard_by_scout(board, caught)
        return
    if caught.ability == TOLL:
        board.agenda.append(Tolls(caught.binds[0][1]))
        return
    spec = board.book.abilities[caught.ability]
    if caught.ops >= 0:
        board.agenda.append(
            Resolve(caught.ops, 0, caught.seat, caught.source, spec.index, binds=caught.binds)
        )
        return
    seat = caught.seat
    context = Context(board, seat, caught.source, (), 0, caught.unit, caught.number)
    if spec.condition is not None and not spec.condition(context):
        return
    money = purse(board, seat)
    if not can_choose(context, spec.targets, money):
        return
    if spec.choices and not _choosable(board, context, spec, spec.choices[0]):
        return
    ask = Asking(task.answers, _name_of(board, spec, caught.source.id), spec.id)
    if spec.optional and ask.choose(seat, "may", (ACCEPT, DECLINE)) == DECLINE:
        return
    untaxed = can_choose(context, spec.targets, 0)
    if not choose_all(board, ask, context, spec.targets, money, may_decline=not untaxed):
        return
    price = tax_of(context)
    pay(board, seat, price, choose_payment(board, ask, seat, price))
    subjects = (_name_of(board, spec, caught.source.id), board.book.cards[spec.card].id)
    board.tell("triggered", seat, subjects, value=spec.id)
    place = -1 if spec.choices else 0
    board.agenda.append(
        Resolve(
            spec.ops, place, seat, caught.source, spec.index, 0, tuple(context.binds.items()),
            caught.unit, caught.number,
        )
    )  # fmt: skip


def _group(board: Board, caught: Caught) -> tuple[bool, bool]:
    """Return when an ability's turn comes: constants first, then the active player's first."""
    forced = caught.ability >= 0 and board.book.abilities[caught.ability].kind in (
        "forced",
        "quest",
    )
    return forced or caught.ops >= 0, caught.seat != board.active


def _batch(board: Board, task: Batch) -> None:
    """Begin the ability whose turn it is; its controller orders those of one group."""
    groups = [_group(board, caught) for caught in task.caught]
    first = min(groups)
    now = [each for each, group in zip(task.caught, groups, strict=True) if group == first]
    chosen = now[0]
    if len(now) > 1 and not all(_is_quest_token(board, each) for each in now):
        options = {_order_option(board, caught): caught for caught in reversed(now)}
        ask = Asking(task.answers)
        chosen = options[ask.choose(chosen.seat, "order", tuple(reversed(options)))]
    rest = list(task.caught)
    rest.remove(chosen)
    if rest:
        board.agenda.append(Begin(rest[0]) if len(rest) == 1 else Batch(tuple(rest)))
    board.agenda.append(Begin(chosen))


def _is_quest_token(board: Board, caught: Caught) -> bool:
    return caught.ability >= 0 and board.book.abilities[caught.ability].kind == "quest"


def _order_option(board: Board, caught: Caught) -> Option:
    if caught.ability < 0:
        word = "scout" if caught.ability == SCOUT else "toll"
        return Option("resolve", board.name(caught.source.id), value=word)
    spec = board.book.abilities[caught.ability]
    return Option("resolve", _name_of(board, spec, caught.source.id), value=spec.id)


def _play_found(board: Board, task: PlayFound) -> None:
    """Let a player play one more of the found tactics, or end it."""
    seat, owner = task.seat, task.owner
    held = dict.fromkeys(
        (number, card)
        for ref in dict.fromkeys(task.cards)
        for number, card in board.hands[owner]
        if card == ref_card(ref)
    )
    options: dict[Option, tuple[int, int]] = {}
    money = purse(board, seat)
    for number, card in held:
        option = Option("play", board.book.cards[card].id)
        if option not in options and announcing.may_play_tactic(
            board, seat, number, card, money, free=True
        ):
            options[option] = (number, card)
    if not options:
        return
    spec = board.book.abilities[task.ability]
    ask = Asking(task.answers, _name_of(board, spec, task.source.id), spec.id)
    chosen = options.get(ask.choose(seat, "found", (*options, DONE)))
    if chosen is None:
        return
    number, card = chosen
    left = list(task.cards)
    left.remove(next(ref for ref in left if ref_card(ref) == card))
    base = len(board.agenda)
    item = announcing.announce_tactic(board, ask, seat, number, card, owner, free=True)
    _carry_out(board, item)
    board.agenda.insert(base, replace(task, cards=tuple(left), answers=()))


def _asks(work: Callable[[Board, Asking, Any], None]) -> Callable[[Board, Any], None]:
    return lambda board, task: work(board, Asking(task.answers), task)


_TASKS: dict[type, Callable[[Board, Any], None]] = {
    Mulligan: _asks(turn.offer_mulligan),
    TurnStep: _asks(turn.take_step),
    Window: _window,
    Chain: _chain,
    Finish: _finish,
    Resolve: _resolve,
    Begin: _begin,
    Batch: _batch,
    PlayFound: _play_found,
    Tolls: _asks(pay_tolls),
    Strikes: _asks(strike),
    Assign: _asks(assign),
}
"""What each task does."""
