"""Sealed and booster drafts of miniatures as a pure machine (DRB-42, DRB-45).

Seats are numbered to the left. Each seat opens its boosters; in a draft they go round, one
after the other. Then every seat chooses its warband from what it has (DRB-1, DRB-2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec

from deckbuilder.errors import unusable
from deckbuilder.games.procedures import Each, Pile, Seats, SomeEach, settings_of
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.protocol import Event, Option, Outcome
from deckbuilder.words import say

TAKE = "take"
FIELD = "field"
WARBAND = "main"
REST = "sideboard"
MOST = 31
"""More players, boosters, picks or starters than this are a slip of the pen."""

Number = Annotated[int, msgspec.Meta(ge=1, le=MOST)]
Starters = Annotated[int, msgspec.Meta(ge=0, le=MOST)]


class Slot(msgspec.Struct, frozen=True):
    """So many different miniatures of a rarity in each booster (DRB-42)."""

    rarity: str
    count: Each


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All of a sealed game or a draft but its chance.

    `boosters` names the set of each booster in the order of opening, `supply` holds the
    miniatures of a set by rarity. `starters` is the number of starters a seat, `starter` the
    miniatures in each, drawn from the set of the first booster. `picks` are taken from a booster
    before it is passed; None is sealed. `passing` is gone through booster by booster.
    """

    format: str
    players: Seats
    boosters: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=MOST)]
    slots: Annotated[tuple[Slot, ...], msgspec.Meta(min_length=1, max_length=MOST)]
    supply: dict[str, dict[str, Pile]]
    starters: Starters
    starter: SomeEach
    picks: Number | None
    passing: Annotated[
        tuple[Literal["left", "right"], ...], msgspec.Meta(min_length=1, max_length=MOST)
    ]
    warband: SomeEach
    copies: SomeEach

    def receiver(self, seat: int, booster: int) -> int:
        """Return the seat that gets this seat's booster when boosters are passed."""
        left = self.passing[booster % len(self.passing)] == "left"
        return (seat + (1 if left else -1)) % self.players

    @property
    def booster_size(self) -> int:
        """Number of miniatures in a booster."""
        return sum(slot.count for slot in self.slots)

    @property
    def pool_size(self) -> int:
        """Number of miniatures that each seat has to choose its warband from."""
        return len(self.boosters) * self.booster_size + self.starters * self.starter


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Where a draft stands.

    `unopened` holds boosters by round and seat. `booster` is the one that goes round, from 0;
    behind the last one warbands are chosen. For each seat: `packs` in hand, `chosen` of it (they
    wait for the others), `pools`, `seen` (every pack as it came) and `warbands`.
    """

    settings: Settings
    unopened: tuple[tuple[tuple[str, ...], ...], ...]
    booster: int
    packs: tuple[tuple[str, ...], ...]
    chosen: tuple[tuple[str, ...], ...]
    pools: tuple[tuple[str, ...], ...]
    seen: tuple[tuple[tuple[str, ...], ...], ...]
    warbands: tuple[tuple[str, ...], ...]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat knows: its pack without what it has chosen of it, and its own miniatures."""

    seat: int
    booster: int
    building: bool
    pack: tuple[str, ...]
    pool: tuple[str, ...]
    seen: tuple[tuple[str, ...], ...]
    warband: tuple[str, ...]


class BoosterDraft:
    """The rules of sealed and booster drafts, for the table."""

    def start(self, settings: Any, seed: int) -> State:
        """Fill the boosters and open the first ones.

        Raises InputError for settings that are not those of such a draft.
        """
        told = _read(settings)
        seats = range(told.players)
        boosters = tuple(
            tuple(_booster(told, seed, number, seat) for seat in seats)
            for number in range(len(told.boosters))
        )
        pools = tuple(_starters(told, seed, seat) for seat in seats)
        nothing: tuple[tuple[str, ...], ...] = ((),) * told.players
        state = State(
            settings=told,
            unopened=boosters,
            booster=-1,
            packs=nothing,
            chosen=nothing,
            pools=pools,
            seen=((),) * told.players,
            warbands=nothing,
        )
        if told.picks is not None:
            return _open(state)
        opened = tuple(
            pool + tuple(card for packs in boosters for card in packs[seat])
            for seat, pool in enumerate(pools)
        )
        return msgspec.structs.replace(state, unopened=(), booster=len(boosters), pools=opened)

    def seats(self, state: State) -> int:
        """Return the number of seats."""
        return state.settings.players

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seats that have not made their picks, or whose warband is not complete."""
        return tuple(seat for seat in range(state.settings.players) if _options(state, seat))

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        """Return one option for each different miniature that this seat may choose."""
        action = FIELD if _building(state) else TAKE
        return tuple(Option(action, card) for card in dict.fromkeys(_options(state, seat)))

    def apply(self, state: State, choices: Mapping[int, Option]) -> tuple[State, tuple[Event, ...]]:
        """Note choices; when every seat has made its picks, take them and pass the boosters."""
        for seat, option in choices.items():
            if option not in self.options(state, seat):
                raise ValueError(f"seat {seat} does not have the option {option}")
        building = _building(state)
        rows = list(state.warbands if building else state.chosen)
        for seat, option in choices.items():
            rows[seat] = (*rows[seat], option.card)
        if building:
            return msgspec.structs.replace(state, warbands=tuple(rows)), ()
        state = msgspec.structs.replace(state, chosen=tuple(rows))
        return (state, ()) if self.to_act(state) else _passed(state)

    def view(self, state: State, seat: int) -> View:
        """Return what this seat knows."""
        return View(
            seat=seat,
            booster=state.booster,
            building=_building(state),
            pack=_less(state.packs[seat], state.chosen[seat]),
            pool=state.pools[seat] + state.chosen[seat],
            seen=state.seen[seat],
            warband=state.warbands[seat],
        )

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

    def pack(self, state: State) -> Any:
        """Return the state as plain data."""
        return msgspec.to_builtins(state)


def _read(settings: Any) -> Settings:
    told = settings_of(settings, Settings)
    usable = all(
        len(told.supply.get(each, {}).get(slot.rarity, ())) >= slot.count
        for each in told.boosters
        for slot in told.slots
    ) and (not told.starters or any(told.supply[told.boosters[0]].values()))
    if not usable:
        why = say("dreamblade.refused.numbers")
        raise unusable(say("dreamblade.refused.settings", why=why))
    return told


def _booster(told: Settings, seed: int, number: int, seat: int) -> tuple[str, ...]:
    stream = Stream(seed, f"booster/{number}/{seat}")
    supply = told.supply[told.boosters[number]]
    return tuple(
        card for slot in told.slots for card in stream.shuffled(supply[slot.rarity])[: slot.count]
    )


def _starters(told: Settings, seed: int, seat: int) -> tuple[str, ...]:
    if not told.starters:
        return ()
    stream = Stream(seed, f"starters/{seat}")
    every = [card for cards in told.supply[told.boosters[0]].values() for card in cards]
    return tuple(stream.choice(every) for _ in range(told.starters * told.starter))


def _building(state: State) -> bool:
    return state.booster >= len(state.settings.boosters)


def _options(state: State, seat: int) -> tuple[str, ...]:
    told = state.settings
    if _building(state):
        warband = state.warbands[seat]
        if len(warband) >= told.warband:
            return ()
        counts = Counter(warband)
        left = _less(state.pools[seat], warband)
        return tuple(card for card in left if counts[card] < told.copies)
    chosen = state.chosen[seat]
    if len(chosen) >= (told.picks or 0):
        return ()
    return _less(state.packs[seat], chosen)


def _less(cards: Sequence[str], taken: Sequence[str]) -> tuple[str, ...]:
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


def _noted(
    state: State, packs: Sequence[tuple[str, ...]]
) -> tuple[tuple[tuple[str, ...], ...], ...]:
    return tuple((*seen, pack) for seen, pack in zip(state.seen, packs, strict=True))


def _passed(state: State) -> tuple[State, tuple[Event, ...]]:
    told = state.settings
    events = [
        Event(kind="taken", seat=seat, cards=chosen, to=(seat,))
        for seat, chosen in enumerate(state.chosen)
    ]
    left = [_less(pack, chosen) for pack, chosen in zip(state.packs, state.chosen, strict=True)]
    packs = list(left)
    for seat, pack in enumerate(left):
        packs[told.receiver(seat, state.booster)] = pack
    state = msgspec.structs.replace(
        state,
        packs=tuple(packs),
        chosen=((),) * told.players,
        pools=tuple(pool + chosen for pool, chosen in zip(state.pools, state.chosen, strict=True)),
    )
    if any(packs):
        passing = told.passing[state.booster % len(told.passing)]
        events.append(Event(kind="passed", value=passing))
        return msgspec.structs.replace(state, seen=_noted(state, packs)), tuple(events)
    state = _open(state)
    events.append(Event(kind="building" if _building(state) else "opened"))
    return state, tuple(events)


def packs(state: State) -> tuple[tuple[str, ...], ...]:
    """Return the booster in each seat's hand; where they are all open, each seat's miniatures."""
    return state.packs if any(state.packs) else state.pools
