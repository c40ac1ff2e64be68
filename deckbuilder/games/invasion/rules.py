"""The pack-and-strike draft of two seats as a pure machine (INV-20 to INV-30, INV-R10).

Both seats choose at once: what a seat chooses waits in its `pending`, seen by nobody else, until
both are done with the step (INV-R1). Then the step is carried out, the draft format cards work,
and the next step is dealt. Last of all the capitals are chosen, by both seats at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from deckbuilder.games.invasion.plan import STRIKE, TAKE, Plan, plan_of
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.protocol import Event, Option, Outcome

REINFORCE: Literal["reinforce"] = "reinforce"
CUT: Literal["cut"] = "cut"
CAPITAL: Literal["capital"] = "capital"
OVER: Literal["over"] = "over"
DONE = Option("done")
"""Ends a strike without a further Sabotage (INV-R12)."""

CUT_SUPPLY_LINES = "cut-supply-lines"
REINFORCEMENTS = "reinforcements"
SABOTAGE = "sabotage"
SHIFTING_TIDES = "shifting-tides"

MAY_GO_ON = -1
"""In `left`: nothing has to be chosen, but a Sabotage may be sacrificed."""

SEATS = (0, 1)

Phase = Literal["take", "strike", "reinforce", "cut", "capital", "over"]
Cards = tuple[str, ...]


class Public(msgspec.Struct, frozen=True, gc=False):
    """What both players know (INV-R16). Pairs are by seat; packs and steps count from 1.

    Sizes are those at the start of the step. `lines` are the Cut Supply Lines beside a seat's
    own pile, `sabotage` the cards that it keeps. `struck` are seat and card, the last
    `struck_now` of them in the last step; `shown` seat, card and how it came: "taken",
    "struck" or "found". `capitals` are "" until they are chosen, and where there are none.
    """

    phase: Phase
    pack: int
    step: int
    pack_sizes: tuple[int, int]
    pile_sizes: tuple[int, int]
    deck_sizes: tuple[int, int]
    lines: tuple[int, int] = (0, 0)
    sabotage: tuple[int, int] = (0, 0)
    struck: tuple[tuple[int, str], ...] = ()
    struck_now: int = 0
    shown: tuple[tuple[int, str, str], ...] = ()
    capitals: tuple[str, str] = ("", "")


class Seat(msgspec.Struct, frozen=True, gc=False):
    """One side of the table. `pile` has its top first; a pack is sorted, its order means nothing.

    `cards` is what the seat chooses from now, without what is pending; `left` how many it must
    still choose. `used` counts the Sabotages announced in this step. `seen` is the opponent's
    pack as last looked at, `known` what was gone from it at the next look: the opponent took it.
    The last `known_now` of these were missed in this step.
    """

    pile: Cards
    pack: Cards = ()
    cards: Cards = ()
    left: int = 0
    pending: Cards = ()
    used: int = 0
    taken: Cards = ()
    cut: Cards = ()
    seen: Cards = ()
    known: Cards = ()
    known_now: int = 0
    discarded: Cards = ()
    shuffles: int = 0


class Effect(msgspec.Struct, frozen=True):
    """A draft format card that still has to work; `pack` is whose pack it lay in, if in one."""

    seat: int
    card: str
    pack: int | None


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole table. `queue` holds the draft format cards still to be resolved in this step;
    `aside` the shared cards that went to no pile.
    """

    plan: Plan
    seed: int
    public: Public
    seats: tuple[Seat, Seat]
    queue: tuple[Effect, ...] = ()
    aside: Cards = ()


class View(msgspec.Struct, frozen=True, gc=False):
    """What one seat knows (INV-R16): no hidden order, no choice of the other seat.

    `cards` is what it chooses from, `left` how often it must (MAY_GO_ON: it need not). `pack`
    is the own pack, `seen` the other's when last looked at, `known` what the other is known to
    have taken, the last `known_now` of it missed in this step.
    """

    seat: int
    left: int
    cards: Cards
    pending: Cards
    used: int
    taken: Cards
    pack: Cards
    seen: Cards
    known: Cards
    known_now: int
    public: Public


class InvasionRules:
    """The draft's rules for the table runtime."""

    def start(self, settings: Any, seed: int) -> State:
        """Build and shuffle the piles, and form the first packs."""
        plan = plan_of(settings)
        shared = Stream(seed, "neutrals").shuffled(plan.shared)
        each = plan.shared_each
        seats = tuple(
            Seat(
                pile=tuple(
                    Stream(seed, f"pile/{name}").shuffled(
                        (*plan.piles[number], *shared[number * each : (number + 1) * each])
                    )
                )
            )
            for number, name in enumerate(plan.seats)
        )
        public = Public(
            phase=TAKE, pack=0, step=0, pack_sizes=(0, 0), pile_sizes=(0, 0), deck_sizes=(0, 0)
        )
        turn = _Turn(State(plan, seed, public, (seats[0], seats[1]), (), tuple(shared[2 * each :])))
        turn.form_packs()
        turn.next_step()
        return turn.state()

    def seats(self, state: State) -> int:
        """Return 2 (INV-20)."""
        return 2

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seats that have not finished the step."""
        first, second = state.seats
        if first.left:
            return SEATS if second.left else (0,)
        return (1,) if second.left else ()

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        """Return one option a card, whatever its copies, and `done` where that is allowed."""
        own = state.seats[seat]
        if own.left == 0:
            return ()
        made = _options(state.public.phase, SABOTAGE if own.left == MAY_GO_ON else "")
        options = tuple(map(made.__getitem__, dict.fromkeys(own.cards)))
        return (*options, DONE) if own.left == MAY_GO_ON else options

    def apply(self, state: State, choices: Mapping[int, Option]) -> tuple[State, tuple[Event, ...]]:
        """Keep the choices; when both seats are done, carry out the step and deal the next."""
        first, second = state.seats
        for number, option in choices.items():
            if number == 0:
                first = _choose(state, 0, option)
            elif number == 1:
                second = _choose(state, 1, option)
            else:
                raise ValueError(f"there is no seat {number}")
        state = State(
            state.plan, state.seed, state.public, (first, second), state.queue, state.aside
        )
        if first.left or second.left or not choices:
            return state, ()
        turn = _Turn(state)
        turn.carry_out()
        return turn.state(), tuple(turn.events)

    def view(self, state: State, seat: int) -> View:
        """Return what the seat knows."""
        own = state.seats[seat]
        public = state.public
        return View(
            seat,
            own.left,
            own.cards,
            own.pending,
            own.used,
            own.taken,
            own.cards if public.phase == TAKE else own.pack,
            own.seen,
            own.known,
            own.known_now,
            public,
        )

    def outcome(self, state: State) -> Outcome | None:
        """Return the decks; what was cut from them stands in the section `pool`.

        The capital is a section of its own.
        """
        if state.public.phase != OVER:
            return None
        decks = []
        for seat, capital in zip(state.seats, state.public.capitals, strict=True):
            deck = {"main": seat.taken}
            if seat.cut:
                deck["pool"] = seat.cut
            if capital:
                deck["capital"] = (capital,)
            decks.append(deck)
        return Outcome(decks=tuple(decks))

    def pack(self, state: State) -> Any:
        """Return the state, without its plan, as plain data."""
        return msgspec.to_builtins(
            {
                "public": state.public,
                "seats": state.seats,
                "queue": state.queue,
                "aside": state.aside,
            }
        )


class _Made(dict[str, Option]):
    """The options of one action by card; equal ones are made once a process.

    Their value tells those that are bought with a Sabotage.
    """

    def __init__(self, action: str, value: str) -> None:
        super().__init__()
        self._action = action
        self._value = value

    def __missing__(self, card: str) -> Option:
        self[card] = option = Option(self._action, card, None, self._value)
        return option


_options = cache(_Made)


def _choose(state: State, number: int, option: Option) -> Seat:
    """Return the seat with one more choice pending. Raises ValueError for one it has not."""
    own = state.seats[number]
    public = state.public
    left = own.left
    if left == 0:
        raise ValueError(f"seat {number} is not to act")
    if left == MAY_GO_ON and option == DONE:
        return replace(own, left=0)
    try:
        place = own.cards.index(option.card)
    except ValueError:
        place = -1
    if (
        place < 0
        or option.action != public.phase
        or option.value != (SABOTAGE if left == MAY_GO_ON else "")
        or option.target is not None
    ):
        raise ValueError(f"seat {number} does not have the option {option}")
    cards = own.cards[:place] + own.cards[place + 1 :]
    used = own.used
    if left == MAY_GO_ON:
        used += 1
        left = state.plan.extra_strikes
    left = left - 1 if cards else 0
    if left == 0 and cards and public.phase == STRIKE and used < public.sabotage[number]:
        left = MAY_GO_ON
    return replace(own, cards=cards, left=left, pending=(*own.pending, option.card), used=used)


class _Turn:
    """One step carried out: a state taken apart, changed, and put together again."""

    def __init__(self, state: State) -> None:
        self.plan = state.plan
        self.seed = state.seed
        self.aside = state.aside
        self.seats = list(state.seats)
        self.queue = list(state.queue)
        self.events: list[Event] = []
        public = state.public
        self.phase: Phase = public.phase
        self.pack = public.pack
        self.step = public.step
        self.lines = list(public.lines)
        self.sabotage = list(public.sabotage)
        self.struck = public.struck
        self.struck_now = public.struck_now
        self.shown = public.shown
        self.capitals = list(public.capitals)

    def state(self) -> State:
        first, second = self.seats
        public = Public(
            self.phase,
            self.pack,
            self.step,
            (len(first.pack), len(second.pack)),
            (len(first.pile), len(second.pile)),
            (len(first.taken), len(second.taken)),
            (self.lines[0], self.lines[1]),
            (self.sabotage[0], self.sabotage[1]),
            self.struck,
            self.struck_now,
            self.shown,
            (self.capitals[0], self.capitals[1]),
        )
        return State(self.plan, self.seed, public, (first, second), tuple(self.queue), self.aside)

    def carry_out(self) -> None:
        if self.phase == TAKE:
            self._take()
        elif self.phase == STRIKE:
            self._strike()
        elif self.phase == REINFORCE:
            self._add_found()
        elif self.phase == CUT:
            self._cut()
            return
        else:
            self._show_capitals()
            return
        if self._resolve():
            self.next_step()

    def _take(self) -> None:
        self.struck_now = 0
        for number, seat in enumerate(self.seats):
            deck = self._show(number, seat.pending, "taken", number)
            self.seats[number] = replace(
                seat, pack=seat.cards, cards=(), pending=(), taken=seat.taken + deck
            )
            if deck:
                self.events.append(Event(kind="took", seat=number, cards=deck, to=(number,)))

    def _strike(self) -> None:
        first, second = self.seats
        packs = (second.cards, first.cards)
        self.struck_now = len(first.pending) + len(second.pending)
        for number, seat in enumerate((first, second)):
            self.sabotage[number] -= seat.used
            if seat.pending:
                self.struck += tuple([(number, card) for card in seat.pending])
                self.events.append(
                    Event(
                        kind="struck",
                        seat=number,
                        cards=seat.pending,
                        target=1 - number,
                        value=str(seat.used or ""),
                    )
                )
            self._show(number, seat.pending, "struck", 1 - number)
            self.seats[number] = replace(
                seat, pack=packs[number], cards=(), pending=(), used=0, seen=seat.cards
            )

    def _show(self, number: int, cards: Cards, how: str, pack: int | None) -> Cards:
        """Show the draft format cards among these and queue them; return the others."""
        effects = self.plan.effects
        if effects.keys().isdisjoint(cards):
            return cards
        for card in cards:
            if card in effects:
                self.shown += ((number, card, how),)
                self.queue.append(Effect(number, card, pack))
                self.events.append(Event(kind="shown", seat=number, cards=(card,), value=how))
        return tuple([card for card in cards if card not in effects])

    def _resolve(self) -> bool:
        """Let the queued cards work (INV-R2); False where a Reinforcements asks for a choice."""
        effects = self.plan.effects
        while self.queue:
            effect = next(
                (each for each in self.queue if effects[each.card] == SHIFTING_TIDES), self.queue[0]
            )
            self.queue.remove(effect)
            kind = effects[effect.card]
            number, other = effect.seat, 1 - effect.seat
            if kind == CUT_SUPPLY_LINES:
                self.lines[other] += 1
                self.events.append(
                    Event(kind=kind, seat=number, target=other, value=str(self.lines[other]))
                )
            elif kind == SABOTAGE:
                self.sabotage[number] += 1
                self.events.append(Event(kind=kind, seat=number, value=str(self.sabotage[number])))
            elif kind == SHIFTING_TIDES:
                self._shift_tides(number, effect.pack)
            elif self._look(number):
                return False
        return True

    def _shift_tides(self, number: int, pack: int | None) -> None:
        if pack is None:
            # Found by Reinforcements it lay in no pack (INV-R3).
            self.events.append(Event(kind="no-effect", seat=number, value=SHIFTING_TIDES))
            return
        owner, viewer = self.seats[pack], self.seats[1 - pack]
        stream = Stream(self.seed, f"shuffle/{self.plan.seats[pack]}", owner.shuffles)
        pile = stream.shuffled(owner.pile + owner.pack)
        size = len(owner.pack)
        self.seats[pack] = replace(
            owner,
            pile=tuple(pile[size:]),
            pack=tuple(sorted(pile[:size])),
            shuffles=owner.shuffles + 1,
        )
        self.seats[1 - pack] = replace(viewer, seen=())
        self.events.append(Event(kind=SHIFTING_TIDES, seat=number, target=pack, value=str(size)))

    def _look(self, number: int) -> bool:
        """Give the seat the top of its pile to choose from; False where the pile is empty."""
        seat = self.seats[number]
        cards = seat.pile[: self.plan.look_at]
        if not cards:
            self.events.append(Event(kind="no-effect", seat=number, value=REINFORCEMENTS))
            return False
        self.phase = REINFORCE
        self.seats[number] = replace(
            seat, cards=tuple(sorted(cards)), left=min(self.plan.add, len(cards))
        )
        self.events.append(Event(kind=REINFORCEMENTS, seat=number, value=str(len(cards))))
        return True

    def _add_found(self) -> None:
        number = next(number for number in SEATS if self.seats[number].pending)
        seat = self.seats[number]
        top = list(seat.pile[: self.plan.look_at])
        for card in seat.pending:
            top.remove(card)
        waiting, self.queue = self.queue, []
        deck = self._show(number, seat.pending, "found", None)
        # What was found works before what else is waiting.
        self.queue += waiting
        self.seats[number] = replace(
            seat,
            pile=seat.pile[self.plan.look_at :] + tuple(top),
            cards=(),
            pending=(),
            taken=seat.taken + deck,
        )
        self.events.append(Event(kind="added", seat=number, cards=seat.pending, to=(number,)))

    def next_step(self) -> None:
        """Deal the next step in which somebody can choose (INV-30, INV-R6), or end the draft."""
        while True:
            self.step += 1
            if self.step > len(self.plan.steps):
                self._end_packs()
                if self.pack == self.plan.packs:
                    self._begin_cut()
                    return
                self.form_packs()
                continue
            step = self.plan.steps[self.step - 1]
            self.phase = step.action
            first, second = self.seats
            if step.action == TAKE:
                looked_at = (first.pack, second.pack)
            else:
                first, second = self._compared(first, second), self._compared(second, first)
                looked_at = (second.pack, first.pack)
            for number, seat in enumerate((first, second)):
                cards = looked_at[number]
                self.seats[number] = replace(
                    seat,
                    cards=cards,
                    left=min(step.count, len(cards)),
                    known_now=0 if step.action == TAKE else seat.known_now,
                )
            if any(looked_at):
                return

    def _compared(self, seat: Seat, other: Seat) -> Seat:
        """Note what is gone from the other's pack since the last look at it."""
        if not seat.seen:
            return replace(seat, known_now=0)
        # Both are sorted, and between two looks a pack only loses cards.
        rest = iter(other.pack)
        still = next(rest, "")
        gone = []
        for card in seat.seen:
            if card == still:
                still = next(rest, "")
            elif card not in self.plan.effects:
                gone.append(card)
        return replace(seat, seen=(), known=(*seat.known, *gone), known_now=len(gone))

    def form_packs(self) -> None:
        """Form the next pack of each seat, shorter for Cut Supply Lines (INV-26, INV-R4)."""
        self.pack += 1
        self.step = 0
        for number, seat in enumerate(self.seats):
            size = max(0, self.plan.pack_size - self.lines[number] * self.plan.cards_fewer)
            self.seats[number] = replace(
                seat, pack=tuple(sorted(seat.pile[:size])), pile=seat.pile[size:]
            )
        self.events.append(Event(kind="packs", value=str(self.pack)))

    def _end_packs(self) -> None:
        """Discard what is left, face down (INV-R13)."""
        for number, seat in enumerate(self.seats):
            self.seats[number] = replace(
                seat, pack=(), seen=(), discarded=seat.discarded + seat.pack
            )

    def _begin_cut(self) -> None:
        self.step = 0
        keep = self.plan.keep
        if keep is not None and any(len(seat.taken) > keep for seat in self.seats):
            self.phase = CUT
            for number, seat in enumerate(self.seats):
                if len(seat.taken) > keep:
                    self.seats[number] = replace(
                        seat, cards=tuple(sorted(seat.taken)), left=len(seat.taken) - keep
                    )
        else:
            self._begin_capitals()

    def _cut(self) -> None:
        for number, seat in enumerate(self.seats):
            kept = list(seat.taken)
            for card in seat.pending:
                kept.remove(card)
            self.seats[number] = replace(
                seat, cards=(), pending=(), taken=tuple(kept), cut=seat.pending
            )
        self._begin_capitals()

    def _begin_capitals(self) -> None:
        """Let each seat choose among its capitals (INV-14, INV-R10); the only one is taken."""
        self.phase = CAPITAL
        for number, seat in enumerate(self.seats):
            capitals = self.plan.capitals[number]
            if len(capitals) > 1:
                self.seats[number] = replace(seat, cards=capitals, left=1)
            else:
                self.seats[number] = replace(seat, pending=capitals)
        if not any(seat.left for seat in self.seats):
            self._show_capitals()

    def _show_capitals(self) -> None:
        self.phase = OVER
        for number, seat in enumerate(self.seats):
            if seat.pending:
                self.capitals[number] = seat.pending[0]
                self.events.append(Event(kind=CAPITAL, seat=number, cards=seat.pending))
            self.seats[number] = replace(seat, cards=(), pending=())


def packs(state: State) -> tuple[Cards, ...]:
    """Return the pack of each seat (INV-22)."""
    taking = state.public.phase == TAKE
    return tuple(seat.cards if taking else seat.pack for seat in state.seats)
