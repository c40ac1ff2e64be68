"""Choosing things on the table: targets and choices, what is legal and what can be paid."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deckbuilder.games.invasion.duel.board import Board
from deckbuilder.games.invasion.duel.compiling import Pick
from deckbuilder.games.invasion.duel.context import Context
from deckbuilder.games.invasion.duel.costs import tax
from deckbuilder.games.invasion.duel.names import is_card, ref_card
from deckbuilder.games.invasion.duel.operations import Set
from deckbuilder.games.invasion.duel.questions import DECLINE, DONE, Asking
from deckbuilder.tables.protocol import Option


def option_of(board: Board, action: str, ref: int) -> Option:
    """Return the option to choose a thing; cards outside play are named by their card."""
    if is_card(ref):
        return Option(action, board.book.cards[ref_card(ref)].id)
    return Option(action, board.name(ref))


def ask_for(
    board: Board,
    ask: Asking,
    seat: int,
    kind: str,
    refs: Sequence[int],
    extra: Sequence[Option] = (),
) -> int | None:
    """Let a seat choose one of these things; None where it chose an extra option."""
    options = {option_of(board, kind, ref): ref for ref in refs}
    chosen = ask.choose(seat, kind, (*options, *extra))
    return options.get(chosen)


def candidates(context: Context, pick: Pick, taken: Sequence[int] = ()) -> list[int]:
    """Return what may be chosen next, what was taken already left out."""
    found = pick.selector.find(context)
    left = list(found)
    for ref in taken:
        left.remove(ref)
    if pick.selector.same_zone and taken:
        zone = context.table.zone_of(taken[0])
        left = [ref for ref in left if context.table.zone_of(ref) == zone]
    return left


def enough(context: Context, pick: Pick) -> bool:
    """Tell whether there is enough to choose the least number from."""
    least = pick.least(context)
    if least <= 0:
        return True
    found = pick.selector.find(context)
    if not pick.selector.same_zone:
        return bool(len(found) >= least)
    zones = [context.table.zone_of(ref) for ref in found]
    most = max(map(zones.count, zones), default=0)
    return bool(most >= least)


def can_choose(context: Context, picks: Sequence[Pick], purse: int) -> bool:
    """Tell whether targets can be chosen for all these, and their taxes paid."""
    return _completes(context, picks, 0, purse)


def _completes(context: Context, picks: Sequence[Pick], place: int, purse: int) -> bool:
    if place == len(picks):
        return tax_of(context) <= purse
    pick = picks[place]
    if not enough(context, pick):
        return False
    if pick.least(context) != 1 or pick.most(context) != 1:
        # Several targets, or none: what is taxed is a single unit in every set of the kind.
        context.binds[pick.name] = ()
        done = _completes(context, picks, place + 1, purse)
        del context.binds[pick.name]
        return done
    last = place + 1 == len(picks)
    for ref in pick.selector.find(context):
        context.binds[pick.name] = (ref,)
        done = tax_of(context) <= purse if last else _completes(context, picks, place + 1, purse)
        del context.binds[pick.name]
        if done:
            return True
    return False


def tax_of(context: Context) -> int:
    """Return what the targets chosen so far add to the price."""
    refs = [ref for chosen in context.binds.values() for ref in chosen if ref > 0]
    return tax(context.table, context.you, refs) if refs else 0


def choose_all(
    board: Board,
    ask: Asking,
    context: Context,
    picks: Sequence[Pick],
    purse: int,
    kind: str = "target",
    may_decline: bool = False,
) -> bool:
    """Choose for all these in order, into the context; False where the chooser declined.

    Each option can be completed: the choices after it are possible, and taxes can be paid.
    """
    payer = context.you
    for place, pick in enumerate(picks):
        rest = picks[place + 1 :]
        taken: list[int] = []
        most = pick.most(context)
        least = pick.least(context)
        while len(taken) < most:
            refs = [
                ref
                for ref in candidates(context, pick, taken)
                if _allows(context, pick, [*taken, ref], least, rest, purse)
            ]
            if not refs:
                break
            if most == least == 1 and may_decline and place == 0:
                extra: tuple[Option, ...] = (DECLINE,)
            else:
                extra = (DONE,) if len(taken) >= least else ()
            chosen = ask_for(board, ask, payer, kind, refs, extra)
            if chosen is None:
                if extra == (DECLINE,):
                    return False
                break
            taken.append(chosen)
        context.binds[pick.name] = tuple(taken)
        if len(taken) < least:
            return False
    return True


def _allows(
    context: Context,
    pick: Pick,
    taken: list[int],
    least: int,
    rest: Sequence[Pick],
    purse: int,
) -> bool:
    """Tell whether things may be taken: enough is left in their zone, and all can be paid."""
    if pick.selector.same_zone and len(taken) == 1 and least > 1:
        zone_of = context.table.zone_of
        zone = zone_of(taken[0])
        if sum(zone_of(each) == zone for each in pick.selector.find(context)) < least:
            return False
    if not rest and "tax_targeting" not in context.table.survey().standing:
        return True
    context.binds[pick.name] = tuple(taken)
    allowed = _completes(context, rest, 0, purse)
    del context.binds[pick.name]
    return allowed


def still_legal(context: Context, picks: Sequence[Pick], binds: dict[str, tuple[int, ...]]) -> bool:
    """Keep in the context what may still be chosen; False where nothing of what was is left.

    Targets are looked at again when an item resolves: still there, and the filter still true.
    """
    context.binds = {}
    chosen = kept = 0
    for pick in picks:
        before = binds.get(pick.name, ())
        found = pick.selector.find(context)
        now = []
        for ref in before:
            if ref in found:
                found.remove(ref)
                now.append(ref)
        context.binds[pick.name] = tuple(now)
        chosen += len(before)
        kept += len(now)
    for name, refs in binds.items():
        context.binds.setdefault(name, refs)
    return kept > 0 or chosen == 0


def choose_set(
    board: Board, ask: Asking, context: Context, what: Set, kind: str = "choice"
) -> list[int]:
    """Return what an effect works on; where a selector picks, its chooser picks."""
    found: dict[int, None] = {}
    for name in what.names:
        found.update(dict.fromkeys(context.refs(name)))
    for selector in what.selectors:
        refs = selector.find(context)
        if selector.pick is not None and len(refs) > selector.pick:
            seat = context.seats(selector.by)[0]
            refs = pick_some(board, ask, seat, kind, refs, selector.pick)
        found.update(dict.fromkeys(refs))
    return list(found)


def pick_some(
    board: Board, ask: Asking, seat: int, kind: str, refs: Iterable[int], count: int
) -> list[int]:
    """Let a seat pick so many of these things."""
    left = list(refs)
    taken: list[int] = []
    while len(taken) < count and left:
        chosen = ask_for(board, ask, seat, kind, left)
        assert chosen is not None
        taken.append(chosen)
        left.remove(chosen)
    return taken
