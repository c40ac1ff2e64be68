"""A whole archive draft that fits what one seat knows: what is hidden is drawn at random.

While hands go round, each has a course: the seat saw it at some of its stops, and what happened
between is drawn so that it fits. After the draft the others' choices are drawn from what the
revealed archives and commons leave open; how the cards got there has no meaning any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from deckbuilder.games.nightfall.plan import COMMONS, REMOVE, Plan
from deckbuilder.games.nightfall.rules import Cards, State, View
from deckbuilder.games.passing import imagined_course
from deckbuilder.tables.chance import Stream


def imagined(view: View, stream: Stream) -> State:
    """Return a state that fits a view; the others have chosen nothing yet in this round."""
    if view.round >= len(view.plan.steps):
        return _after_the_draft(view, stream)
    return _during_the_draft(view, stream)


def _during_the_draft(view: View, stream: Stream) -> State:
    plan, rounds = view.plan, view.round
    seats = range(plan.players)
    # Where each hand was at each round; hands are told apart by the seat that they were dealt to.
    stops = [_stops(plan, seat, rounds) for seat in seats]
    looks = [
        {at: view.seen[at] for at, stop in enumerate(stops[hand]) if stop == view.seat}
        for hand in seats
    ]
    pool = _not_known(view, [looks[hand][min(looks[hand])] for hand in seats if looks[hand]])
    unknown = stream.shuffled(pool)
    seen: list[list[Cards]] = [[] for _ in seats]
    taken: list[list[str]] = [[""] * rounds for _ in seats]
    rows: list[tuple[list[Cards], list[Cards]]] = []
    for hand in seats:
        known = looks[hand][min(looks[hand])] if looks[hand] else ()
        drawn = plan.hand - len(known)
        first = (*known, *unknown[:drawn])
        unknown = unknown[drawn:]
        own = {at: (view.taken[at],) for at in looks[hand] if at < rounds}
        rows.append(imagined_course(first, looks[hand], own, [1] * rounds, stream))
    for at in range(rounds + 1):
        for hand, (packs, gone) in enumerate(rows):
            seat = stops[hand][at]
            seen[seat].append(packs[at])
            if at < rounds:
                taken[seat][at] = gone[at][0]
    return State(
        plan=plan,
        round=rounds,
        hands=tuple(row[-1] for row in seen),
        taken=tuple(map(tuple, taken)),
        pending=tuple(view.pending if seat == view.seat else None for seat in seats),
        seen=tuple(map(tuple, seen)),
        starters=((),) * plan.players,
        commons=view.commons,
        box=tuple(unknown),
        moons=tuple(stream.shuffled(plan.moons)),
    )


def _stops(plan: Plan, seat: int, rounds: int) -> list[int]:
    """Return the seats that have the hand of a seat in each round up to this one."""
    stops = [seat]
    for _ in range(rounds):
        stops.append(plan.receiver(stops[-1]))
    return stops


def _not_known(view: View, hands: Iterable[Cards]) -> list[str]:
    """Return the draft cards that are neither laid out nor were in one of these hands."""
    known = Counter[str](view.commons)
    for hand in hands:
        known.update(hand)
    return sorted((Counter(view.plan.cards) - known).elements())


def _after_the_draft(view: View, stream: Stream) -> State:
    plan = view.plan
    seats = range(plan.players)
    steps = plan.steps
    open_commons, chosen = view.commons[: plan.commons], view.commons[plan.commons :]
    own_commons = [card for card, step in zip(view.taken, steps, strict=True) if step == COMMONS]
    commons = stream.shuffled(sorted((Counter(chosen) - Counter(own_commons)).elements()))
    unknown = stream.shuffled(_not_known_after(view))
    taken: list[Cards] = []
    for seat in seats:
        if seat == view.seat:
            taken.append(view.taken)
            continue
        archives = list(view.archives[seat])
        row = []
        for step in steps:
            if step == COMMONS:
                row.append(commons.pop())
            elif step == REMOVE or not archives:
                row.append(unknown.pop())
            else:
                row.append(archives.pop(0))
        taken.append(tuple(row))
    own = view.seat
    return State(
        plan=plan,
        round=view.round,
        hands=((),) * plan.players,
        taken=tuple(taken),
        pending=tuple(view.pending if seat == own else None for seat in seats),
        seen=tuple(view.seen if seat == own else () for seat in seats),
        starters=tuple(view.starters if seat == own else _starters(view, stream) for seat in seats),
        commons=open_commons,
        box=tuple(unknown),
        moons=_moons(view, stream),
    )


def _not_known_after(view: View) -> list[str]:
    """Return the draft cards that the seat did not take and nobody has revealed."""
    known = Counter[str](view.commons)
    known.update(
        card for card, step in zip(view.taken, view.plan.steps, strict=True) if step != COMMONS
    )
    for seat, archives in enumerate(view.archives):
        if seat != view.seat:
            known.update(archives)
    return sorted((Counter(view.plan.cards) - known).elements())


def _starters(view: View, stream: Stream) -> Cards:
    """Return starters as another may have chosen them so far (NF-11)."""
    done = view.round - len(view.plan.steps)
    return tuple(
        card
        for choice in view.plan.starter_choices[:done]
        for card in sorted((stream.choice(choice.cards), stream.choice(choice.cards)))
    )


def _moons(view: View, stream: Stream) -> Cards:
    """Return the moon phases, the one that is turned up on top."""
    if view.moon is None:
        return tuple(stream.shuffled(view.plan.moons))
    rest: Sequence[str] = sorted((Counter(view.plan.moons) - Counter([view.moon])).elements())
    return (view.moon, *stream.shuffled(rest))
