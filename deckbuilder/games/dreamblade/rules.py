"""Sealed and booster drafts of miniatures as a pure machine (DRB-42, DRB-45).

Seats are numbered to the left. Each seat opens its boosters; in a draft they go round, one
after the other. Then every seat chooses its warband from what it has (DRB-1, DRB-2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from deckbuilder.games.dreamblade.plan import Plan, plan_of
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.protocol import Event, Option, Outcome, Result, Rules

TAKE = "take"
FIELD = "field"
WARBAND = "main"
REST = "sideboard"
Cards = tuple[str, ...]


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Where a draft stands.

    `unopened` holds boosters by round and seat. `booster` is the one that goes round, from 0;
    behind the last one warbands are chosen. For each seat: `packs` in hand, `chosen` of it (they
    wait for the others), `pools`, `seen` (every pack as it came) and `warbands`. Packs are
    sorted, their order means nothing; a pool begins with its starters.
    """

    plan: Plan
    unopened: tuple[tuple[Cards, ...], ...]
    booster: int
    packs: tuple[Cards, ...]
    chosen: tuple[Cards, ...]
    pools: tuple[Cards, ...]
    seen: tuple[tuple[Cards, ...], ...]
    warbands: tuple[Cards, ...]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat knows: its pack without what it has chosen of it, and its own miniatures."""

    plan: Plan
    seat: int
    booster: int
    building: bool
    pack: Cards
    pool: Cards
    seen: tuple[Cards, ...]
    warband: Cards


class BoosterRules(Rules[State, View]):
    """The rules of sealed and booster drafts, for the table."""

    def start(self, settings: Any, seed: int) -> Result[State]:
        """Fill the boosters and open the first ones.

        Raises InputError for settings that are not those of such a draft.
        """
        plan = plan_of(settings)
        seats = range(plan.players)
        boosters = tuple(
            tuple(
                filled_booster(plan, number, Stream(seed, f"booster/{number}/{seat}"))
                for seat in seats
            )
            for number in range(len(plan.boosters))
        )
        pools = tuple(filled_starters(plan, Stream(seed, f"starters/{seat}")) for seat in seats)
        nothing: tuple[Cards, ...] = ((),) * plan.players
        state = State(
            plan=plan,
            unopened=boosters,
            booster=-1,
            packs=nothing,
            chosen=nothing,
            pools=pools,
            seen=((),) * plan.players,
            warbands=nothing,
        )
        if plan.picks is not None:
            return _open(state), ()
        opened = tuple(
            pool + tuple(card for packs in boosters for card in packs[seat])
            for seat, pool in enumerate(pools)
        )
        return (
            msgspec.structs.replace(state, unopened=(), booster=len(boosters), pools=opened),
            (),
        )

    def seats(self, state: State) -> int:
        """Return the number of seats."""
        return state.plan.players

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seats that have not made their picks, or whose warband is not complete."""
        return tuple([seat for seat in range(state.plan.players) if _choosable(state, seat)])

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        """Return one option for each different miniature that this seat may choose.

        They stand in the order of the miniatures' ids.
        """
        action = FIELD if _building(state) else TAKE
        return tuple([Option(action, card) for card in sorted({*_choosable(state, seat)})])

    def apply(self, state: State, choices: Mapping[int, Option]) -> Result[State]:
        """Note choices; when every seat has made its picks, take them and pass the boosters."""
        building = _building(state)
        rows = list(state.warbands if building else state.chosen)
        for seat, option in choices.items():
            rows[seat] = (*rows[seat], option.subject)
        if building:
            return msgspec.structs.replace(state, warbands=tuple(rows)), ()
        state = msgspec.structs.replace(state, chosen=tuple(rows))
        return (state, ()) if self.to_act(state) else _passed(state)

    def view(self, state: State, seat: int) -> View:
        """Return what this seat knows."""
        return View(
            plan=state.plan,
            seat=seat,
            booster=state.booster,
            building=_building(state),
            pack=_less(state.packs[seat], state.chosen[seat]),
            pool=state.pools[seat] + state.chosen[seat],
            seen=state.seen[seat],
            warband=state.warbands[seat],
        )

    def imagine(self, view: View, stream: Stream) -> State:
        """Return a state that fits a view; the others have chosen nothing yet for now."""
        from deckbuilder.games.dreamblade.imagining import imagined

        return imagined(view, stream)

    def may_undo(self, before: State, after: State, seat: int) -> bool:
        """Allow it: this is practice, and whoever goes back is glad to see more."""
        return True

    def outcome(self, state: State) -> Outcome | None:
        """Return each seat's warband and the rest of its miniatures."""
        if not _building(state) or self.to_act(state):
            return None
        return Outcome(
            decks=tuple(
                {WARBAND: tuple(sorted(warband)), REST: tuple(sorted(_less(pool, warband)))}
                for pool, warband in zip(state.pools, state.warbands, strict=True)
            )
        )


def filled_booster(plan: Plan, number: int, stream: Stream) -> Cards:
    """Return the miniatures of a booster: so many different ones of each rarity (DRB-42)."""
    supply = plan.supply[plan.boosters[number]]
    return tuple(
        sorted(
            card
            for slot in plan.slots
            for card in stream.shuffled(supply[slot.rarity])[: slot.count]
        )
    )


def filled_starters(plan: Plan, stream: Stream) -> Cards:
    """Return the miniatures of a seat's starters."""
    if not plan.starters:
        return ()
    every = [card for cards in plan.supply[plan.boosters[0]].values() for card in cards]
    return tuple(stream.choice(every) for _ in range(plan.starters * plan.starter))


def _building(state: State) -> bool:
    return state.booster >= len(state.plan.boosters)


def _choosable(state: State, seat: int) -> Cards:
    plan = state.plan
    if _building(state):
        warband = state.warbands[seat]
        if len(warband) >= plan.warband:
            return ()
        counts = Counter(warband)
        left = _less(state.pools[seat], warband)
        return tuple(card for card in left if counts[card] < plan.copies)
    chosen = state.chosen[seat]
    if len(chosen) >= (plan.picks or 0):
        return ()
    return _less(state.packs[seat], chosen)


def _less(cards: Sequence[str], taken: Sequence[str]) -> Cards:
    if not taken:
        return tuple(cards)
    missing = Counter(taken)
    left = []
    for card in cards:
        if missing[card]:
            missing[card] -= 1
        else:
            left.append(card)
    return tuple(left)


def _open(state: State) -> State:
    booster = state.booster + 1
    if not state.unopened:
        return msgspec.structs.replace(state, booster=booster)
    packs = state.unopened[0]
    return msgspec.structs.replace(
        state, booster=booster, unopened=state.unopened[1:], packs=packs, seen=_noted(state, packs)
    )


def _noted(state: State, packs: Sequence[Cards]) -> tuple[tuple[Cards, ...], ...]:
    return tuple((*seen, pack) for seen, pack in zip(state.seen, packs, strict=True))


def _passed(state: State) -> Result[State]:
    plan = state.plan
    events = [
        Event(kind="taken", seat=seat, subjects=chosen, to=(seat,))
        for seat, chosen in enumerate(state.chosen)
    ]
    left = [_less(pack, chosen) for pack, chosen in zip(state.packs, state.chosen, strict=True)]
    packs = list(left)
    for seat, pack in enumerate(left):
        packs[plan.receiver(seat, state.booster)] = pack
    state = msgspec.structs.replace(
        state,
        packs=tuple(packs),
        chosen=((),) * plan.players,
        pools=tuple(pool + chosen for pool, chosen in zip(state.pools, state.chosen, strict=True)),
    )
    if any(packs):
        passing = plan.passing[state.booster % len(plan.passing)]
        events.append(Event(kind="passed", value=passing))
        return msgspec.structs.replace(state, seen=_noted(state, packs)), tuple(events)
    state = _open(state)
    events.append(Event(kind="building" if _building(state) else "opened"))
    return state, tuple(events)
