"""A whole draft that fits what one seat knows: what is hidden is drawn at random.

Every booster that was opened has a course round the table: the seat saw it at some of its
stops, and what the others took between is drawn so that it fits.
"""

from __future__ import annotations

from collections.abc import Sequence

from deckbuilder.games.dreamblade.plan import Plan
from deckbuilder.games.dreamblade.rules import Cards, State, View, filled_booster, filled_starters
from deckbuilder.games.passing import imagined_course
from deckbuilder.tables.chance import Stream


def imagined(view: View, stream: Stream) -> State:
    """Return a state that fits a view; the others have chosen nothing yet for now."""
    plan, own = view.plan, view.seat
    seats = range(plan.players)
    pools = [[*filled_starters(plan, stream)] for _ in seats]
    seen: list[list[Cards]] = [[] for _ in seats]
    packs: list[Cards] = [()] * plan.players
    if plan.picks is None:
        for number in range(len(plan.boosters)):
            for pool in pools:
                pool.extend(filled_booster(plan, number, stream))
    else:
        for number in range(min(view.booster + 1, len(plan.boosters))):
            packs = _gone_round(view, number, pools, seen, stream)
    chosen = len(view.seen[-1]) - len(view.pack) if view.seen and not view.building else 0
    own_pool = view.pool[: len(view.pool) - chosen]
    return State(
        plan=plan,
        unopened=tuple(
            tuple(filled_booster(plan, number, stream) for _ in seats)
            for number in range(view.booster + 1, len(plan.boosters))
        ),
        booster=view.booster,
        packs=tuple(() if view.building else pack for pack in packs),
        chosen=tuple(view.pool[len(own_pool) :] if seat == own else () for seat in seats),
        pools=tuple(own_pool if seat == own else tuple(pools[seat]) for seat in seats),
        seen=tuple(view.seen if seat == own else tuple(seen[seat]) for seat in seats),
        warbands=tuple(view.warband if seat == own else () for seat in seats),
    )


def _gone_round(
    view: View,
    number: int,
    pools: Sequence[list[str]],
    seen: Sequence[list[Cards]],
    stream: Stream,
) -> list[Cards]:
    """Let the boosters of one round be passed; add what was taken and seen, by seat.

    Returns the packs that each seat has at the end.
    """
    plan, seats = view.plan, range(view.plan.players)
    takes = _takes(plan)
    before = number * len(takes)
    mine = view.seen[before : before + len(takes)]
    # In the round that goes on, as many stops are over as packs were seen, but for this one.
    over = len(takes) if number < view.booster else len(mine) - 1
    stops = [_stops(plan, seat, number, over) for seat in seats]
    courses = []
    for start in seats:
        looks = {
            at: mine[at]
            for at, seat in enumerate(stops[start])
            if seat == view.seat and at < len(mine)
        }
        own = {at: _own_takes(view, number, at) for at in looks if at < over}
        first = _whole_booster(plan, number, looks[min(looks)] if looks else (), stream)
        courses.append(imagined_course(first, looks, own, takes[:over], stream))
    packs: list[Cards] = [()] * plan.players
    for at in range(over + 1):
        for start, (rows, taken) in enumerate(courses):
            seat = stops[start][at]
            packs[seat] = rows[at]
            if rows[at]:
                seen[seat].append(rows[at])
            if at < over:
                pools[seat].extend(taken[at])
    return packs


def _takes(plan: Plan) -> list[int]:
    """Return how many miniatures are taken from a booster at each of its stops."""
    size, picks = plan.booster_size, plan.picks or plan.booster_size
    return [min(picks, size - taken) for taken in range(0, size, picks)]


def _stops(plan: Plan, seat: int, booster: int, passes: int) -> list[int]:
    """Return the seats that have the booster of a seat at each stop."""
    stops = [seat]
    for _ in range(passes):
        stops.append(plan.receiver(stops[-1], booster))
    return stops


def _own_takes(view: View, number: int, stop: int) -> Cards:
    """Return what the seat took at a stop of a round; its pool begins with the starters."""
    takes = _takes(view.plan)
    start = view.plan.starters * view.plan.starter + number * view.plan.booster_size
    at = start + sum(takes[:stop])
    return view.pool[at : at + takes[stop]]


def _whole_booster(plan: Plan, number: int, known: Cards, stream: Stream) -> Cards:
    """Return a booster that holds the miniatures that are known of it."""
    supply = plan.supply[plan.boosters[number]]
    held = set(known)
    missing: list[str] = []
    for slot in plan.slots:
        cards = [card for card in supply[slot.rarity] if card not in held]
        lacking = slot.count - sum(card in held for card in supply[slot.rarity])
        missing += stream.shuffled(cards)[: max(0, lacking)]
    return tuple(sorted((*known, *missing)))
