"""The pack-and-strike draft of two seats as a pure machine (INV-20 to INV-30, INV-R10).

Both seats choose at once: what a seat chooses waits in its `pending`, seen by nobody else, until
both are done with the step (INV-R1). Then the step is carried out, the draft format cards work,
and the next step is dealt. Last of all the capitals are chosen, by both seats at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from deckbuilder.games.invasion.plan import STRIKE, TAKE, Plan, plan_of
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.protocol import Event, Option, Outcome, Rules, seat_id

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
SEAT_IDS = (seat_id(0), seat_id(1))

T = TypeVar("T")
Phase = Literal["take", "strike", "reinforce", "cut", "capital", "over"]
Cards = tuple[str, ...]


class Effect(msgspec.Struct, frozen=True, gc=False):
    """A draft format card that still has to work; `pack` is whose pack it lay in, if in one."""

    seat: int
    card: str
    pack: int | None


class Public(msgspec.Struct, frozen=True, gc=False):
    """What both players know (INV-R16). Pairs are by seat; packs and steps count from 1.

    Sizes are those at the start of the step. `lines` are the Cut Supply Lines beside a seat's
    own pile, `sabotage` the cards that it keeps. `struck` are seat and card, the last
    `struck_now` of them in the last step; `shown` seat, card and how it came: "taken",
    "struck" or "found". `queue` holds the draft format cards still to be resolved in this step.

    `seen` is the other's pack as a seat last looked at it, `known` what was gone from it at the
    next look: the other took it. The last `known_now` of these were missed in this step. Whose
    pack was looked at knows that as well. `cut_sizes` count what was cut from each deck at the
    end; `capitals` are "" until they are chosen, and where there are none.
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
    queue: tuple[Effect, ...] = ()
    seen: tuple[Cards, Cards] = ((), ())
    known: tuple[Cards, Cards] = ((), ())
    known_now: tuple[int, int] = (0, 0)
    cut_sizes: tuple[int, int] = (0, 0)
    capitals: tuple[str, str] = ("", "")


class Seat(msgspec.Struct, frozen=True, gc=False):
    """What one side of the table knows alone. A pack is sorted, its order means nothing.

    `cards` is what the seat chooses from now, without what is pending; `left` how many it must
    still choose (MAY_GO_ON: it need not). `used` counts the Sabotages announced in this step.
    """

    cards: Cards = ()
    left: int = 0
    pending: Cards = ()
    used: int = 0
    taken: Cards = ()
    pack: Cards = ()
    cut: Cards = ()
    discarded: Cards = ()


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole table: what both know, what each seat knows alone, and what nobody knows.

    `piles` have their tops first; `shuffles` counts how often each was shuffled anew; `aside`
    are the shared cards that went to no pile.
    """

    plan: Plan
    seed: int
    public: Public
    seats: tuple[Seat, Seat]
    piles: tuple[Cards, Cards]
    shuffles: tuple[int, int] = (0, 0)
    aside: Cards = ()


class View(msgspec.Struct, frozen=True, gc=False):
    """What one seat knows (INV-R16): no hidden order, no choice of the other seat."""

    seat: int
    plan: Plan
    public: Public
    own: Seat

    @property
    def cards(self) -> Cards:
        """What the seat chooses from."""
        return self.own.cards

    @property
    def pack(self) -> Cards:
        """The own pack, without what is pending."""
        return self.own.cards if self.public.phase == TAKE else self.own.pack

    @property
    def seen(self) -> Cards:
        """The other's pack as this seat last looked at it."""
        return self.public.seen[self.seat]

    @property
    def known(self) -> Cards:
        """What the other is known to have taken."""
        return self.public.known[self.seat]

    @property
    def known_now(self) -> int:
        """How many of `known`, the last ones, were missed in this step."""
        return self.public.known_now[self.seat]


class InvasionRules(Rules[State, View]):
    """The draft's rules for the table runtime."""

    def start(self, settings: Any, seed: int) -> tuple[State, tuple[Event, ...]]:
        """Build and shuffle the piles, and form the first packs."""
        plan = plan_of(settings)
        shared = Stream(seed, "neutrals").shuffled(plan.shared)
        each = plan.shared_each
        first, second = (
            tuple(
                Stream(seed, f"pile/{name}").shuffled(
                    (*plan.piles[number], *shared[number * each : (number + 1) * each])
                )
            )
            for number, name in enumerate(plan.seats)
        )
        turn = _Turn(
            State(
                plan=plan,
                seed=seed,
                public=Public(TAKE, 0, 0, (0, 0), (0, 0), (0, 0)),
                seats=(Seat(), Seat()),
                piles=(first, second),
                aside=tuple(shared[2 * each :]),
            )
        )
        turn.form_packs()
        turn.next_step()
        return turn.state(), tuple(turn.events)

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
        """Return one option a card, whatever its copies, and `done` where that is allowed.

        They stand in the order of the cards' ids, `done` last.
        """
        own = state.seats[seat]
        left = own.left
        if left > 0:
            made = _TO_CHOOSE[state.public.phase]
            return tuple(map(made.__getitem__, dict.fromkeys(own.cards)))
        if left == MAY_GO_ON:
            return (*map(_WITH_SABOTAGE.__getitem__, dict.fromkeys(own.cards)), DONE)
        return ()

    def apply(self, state: State, choices: Mapping[int, Option]) -> tuple[State, tuple[Event, ...]]:
        """Keep the choices; when both seats are done, carry out the step and deal the next."""
        first, second = state.seats
        if 0 in choices:
            first = _choose(state, 0, choices[0])
        if 1 in choices:
            second = _choose(state, 1, choices[1])
        state = State(
            state.plan,
            state.seed,
            state.public,
            (first, second),
            state.piles,
            state.shuffles,
            state.aside,
        )
        if first.left or second.left:
            return state, ()
        turn = _Turn(state)
        turn.carry_out()
        return turn.state(), tuple(turn.events)

    def view(self, state: State, seat: int) -> View:
        """Return what the seat knows."""
        return View(seat, state.plan, state.public, state.seats[seat])

    def imagine(self, view: View, stream: Stream) -> State:
        """Return a state that fits a view; the other has chosen nothing yet in this step."""
        from deckbuilder.games.invasion.imagining import imagined

        return imagined(view, stream)

    def may_undo(self, before: State, after: State, seat: int) -> bool:
        """Allow it: this is practice, and whoever goes back is glad to see more."""
        return True

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
        """Return the state as plain data, without its plan and what follows from the rest."""
        return msgspec.to_builtins(
            {
                "public": state.public,
                "seats": state.seats,
                "piles": state.piles,
                "shuffles": state.shuffles,
                "aside": state.aside,
            }
        )


class _Made(dict[str, Option]):
    """The options of one action by card; equal ones are made once a process.

    Their value tells those that are bought with a Sabotage.
    """

    def __init__(self, action: str, value: str | None) -> None:
        super().__init__()
        self._action = action
        self._value = value

    def __missing__(self, card: str) -> Option:
        self[card] = option = Option(self._action, card, (), self._value)
        return option


_TO_CHOOSE: dict[str, _Made] = {
    phase: _Made(phase, None) for phase in (TAKE, STRIKE, REINFORCE, CUT, CAPITAL)
}
_WITH_SABOTAGE = _Made(STRIKE, SABOTAGE)


def _choose(state: State, number: int, option: Option) -> Seat:
    """Return the seat with one more choice pending."""
    own = state.seats[number]
    card, left, used = option.subject, own.left, own.used
    if not card:
        return replace(own, left=0)
    place = own.cards.index(card)
    cards = own.cards[:place] + own.cards[place + 1 :]
    if left > 1 and cards:
        left -= 1
    elif state.public.phase == STRIKE:
        left, used = _left_after_a_strike(state, number, cards)
    else:
        left = 0
    return Seat(
        cards,
        left,
        (*own.pending, card),
        used,
        own.taken,
        own.pack,
        own.cut,
        own.discarded,
    )


def _left_after_a_strike(state: State, number: int, cards: Cards) -> tuple[int, int]:
    """Return what a seat must still choose after its last strike, and the Sabotages used."""
    own, used, left = state.seats[number], state.seats[number].used, 0
    if own.left == MAY_GO_ON:
        used += 1
        left = state.plan.extra_strikes - 1 if cards else 0
    if left == 0 and cards and used < state.public.sabotage[number]:
        left = MAY_GO_ON
    return left, used


class _Turn:
    """One step carried out: a state taken apart, changed, and put together again.

    What there is for each seat stands in lists, by seat; a step changes much of it more than once.
    """

    def __init__(self, state: State) -> None:
        self.plan = state.plan
        self.seed = state.seed
        self.aside = state.aside
        self.piles = [*state.piles]
        self.shuffles = [*state.shuffles]
        self.events: list[Event] = []
        first, second = state.seats
        self.cards = [first.cards, second.cards]
        self.left = [first.left, second.left]
        self.pending = [first.pending, second.pending]
        self.used = [first.used, second.used]
        self.taken = [first.taken, second.taken]
        self.packs = [first.pack, second.pack]
        self.cut = [first.cut, second.cut]
        self.discarded = [first.discarded, second.discarded]
        public = state.public
        self.phase: Phase = public.phase
        self.pack = public.pack
        self.step = public.step
        self.lines = public.lines
        self.sabotage = public.sabotage
        self.struck = public.struck
        self.struck_now = public.struck_now
        self.shown = public.shown
        self.queue = public.queue
        self.seen = public.seen
        self.known = public.known
        self.known_now = public.known_now
        self.cut_sizes = public.cut_sizes
        self.capitals = public.capitals

    def state(self) -> State:
        packs, piles, taken = self.packs, self.piles, self.taken
        public = Public(
            self.phase,
            self.pack,
            self.step,
            (len(packs[0]), len(packs[1])),
            (len(piles[0]), len(piles[1])),
            (len(taken[0]), len(taken[1])),
            self.lines,
            self.sabotage,
            self.struck,
            self.struck_now,
            self.shown,
            self.queue,
            self.seen,
            self.known,
            self.known_now,
            self.cut_sizes,
            self.capitals,
        )
        return State(
            self.plan,
            self.seed,
            public,
            (self._seat(0), self._seat(1)),
            (piles[0], piles[1]),
            (self.shuffles[0], self.shuffles[1]),
            self.aside,
        )

    def _seat(self, number: int) -> Seat:
        return Seat(
            self.cards[number],
            self.left[number],
            self.pending[number],
            self.used[number],
            self.taken[number],
            self.packs[number],
            self.cut[number],
            self.discarded[number],
        )

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
        if not self.queue or self._resolve():
            self.next_step()

    def _take(self) -> None:
        self.struck_now = 0
        for number in SEATS:
            pending = self.pending[number]
            deck = self._show(number, pending, "taken", number)
            if len(deck) < len(pending):
                self._not_seen_any_more(1 - number, Counter(pending) - Counter(deck))
            self.packs[number] = self.cards[number]
            if deck:
                self.taken[number] += deck
                self.events.append(Event(kind="took", seat=number, subjects=deck, to=(number,)))

    def _not_seen_any_more(self, number: int, shown: Counter[str]) -> None:
        """Take what the other has shown from its pack out of the pack as a seat remembers it."""
        if self.seen[number]:
            self.seen = changed(self.seen, number, without(self.seen[number], shown.elements()))

    def _strike(self) -> None:
        pending, cards, used = self.pending, self.cards, self.used
        self.packs = [cards[1], cards[0]]
        self.seen = (cards[0], cards[1])
        self.struck_now = len(pending[0]) + len(pending[1])
        if used[0] or used[1]:
            self.sabotage = (self.sabotage[0] - used[0], self.sabotage[1] - used[1])
        for number in SEATS:
            struck = pending[number]
            if struck:
                self.struck += tuple([(number, card) for card in struck])
                self.events.append(
                    Event(
                        kind="struck",
                        seat=number,
                        subjects=struck,
                        targets=(SEAT_IDS[1 - number],),
                        value=used[number] or None,
                    )
                )
                self._show(number, struck, "struck", 1 - number)

    def _show(self, number: int, cards: Cards, how: str, pack: int | None) -> Cards:
        """Show the draft format cards among these and queue them; return the others."""
        effects = self.plan.effects
        for card in cards:
            if card in effects:
                break
        else:
            return cards
        for card in cards:
            if card in effects:
                self.shown += ((number, card, how),)
                self.queue += (Effect(number, card, pack),)
                self.events.append(Event(kind="shown", seat=number, subjects=(card,), value=how))
        return tuple([card for card in cards if card not in effects])

    def _resolve(self) -> bool:
        """Let the queued cards work (INV-R2); False where a Reinforcements asks for a choice."""
        effects = self.plan.effects
        while self.queue:
            effect = next(
                (each for each in self.queue if effects[each.card] == SHIFTING_TIDES), self.queue[0]
            )
            place = self.queue.index(effect)
            self.queue = self.queue[:place] + self.queue[place + 1 :]
            kind = effects[effect.card]
            number = effect.seat
            if kind == CUT_SUPPLY_LINES:
                self._lay_line(number)
            elif kind == SABOTAGE:
                kept = self.sabotage[number] + 1
                self.sabotage = changed(self.sabotage, number, kept)
                self.events.append(Event(kind=kind, seat=number, value=kept))
            elif kind == SHIFTING_TIDES:
                self._shift_tides(number, effect.pack)
            elif kind == REINFORCEMENTS and self._look(number):
                return False
        return True

    def _lay_line(self, number: int) -> None:
        """Lay Cut Supply Lines beside the pile of the other seat (INV-26)."""
        other = 1 - number
        lines = self.lines[other] + 1
        self.lines = changed(self.lines, other, lines)
        self.events.append(
            Event(kind=CUT_SUPPLY_LINES, seat=number, targets=(SEAT_IDS[other],), value=lines)
        )

    def _shift_tides(self, number: int, pack: int | None) -> None:
        if pack is None:
            # Found by Reinforcements it lay in no pack (INV-R3).
            self.events.append(Event(kind="no-effect", seat=number, value=SHIFTING_TIDES))
            return
        stream = Stream(self.seed, f"shuffle/{self.plan.seats[pack]}", self.shuffles[pack])
        self.shuffles[pack] += 1
        pile = stream.shuffled(self.piles[pack] + self.packs[pack])
        size = len(self.packs[pack])
        self.piles[pack] = tuple(pile[size:])
        self.packs[pack] = tuple(sorted(pile[:size]))
        self.seen = changed(self.seen, 1 - pack, ())
        self.events.append(
            Event(kind=SHIFTING_TIDES, seat=number, targets=(SEAT_IDS[pack],), value=size)
        )

    def _look(self, number: int) -> bool:
        """Give the seat the top of its pile to choose from; False where the pile is empty."""
        cards = self.piles[number][: self.plan.look_at]
        if not cards:
            self.events.append(Event(kind="no-effect", seat=number, value=REINFORCEMENTS))
            return False
        self.phase = REINFORCE
        self._ask_nobody()
        self.cards[number] = tuple(sorted(cards))
        self.left[number] = min(self.plan.add, len(cards))
        self.events.append(Event(kind=REINFORCEMENTS, seat=number, value=len(cards)))
        return True

    def _ask_nobody(self) -> None:
        self.cards = [(), ()]
        self.left = [0, 0]
        self.pending = [(), ()]
        self.used = [0, 0]

    def _add_found(self) -> None:
        number = 0 if self.pending[0] else 1
        found = self.pending[number]
        pile = self.piles[number]
        waiting, self.queue = self.queue, ()
        deck = self._show(number, found, "found", None)
        # What was found works before what else is waiting.
        self.queue += waiting
        looked_at = self.plan.look_at
        self.piles[number] = pile[looked_at:] + without(pile[:looked_at], found)
        self.taken[number] += deck
        self.events.append(Event(kind="added", seat=number, subjects=found, to=(number,)))

    def next_step(self) -> None:
        """Deal the next step in which somebody can choose (INV-30, INV-R6), or end the draft."""
        plan = self.plan
        while True:
            self.step += 1
            if self.step > len(plan.steps):
                self._end_packs()
                if self.pack == plan.packs:
                    self._begin_cut()
                    return
                self.form_packs()
                continue
            step = plan.steps[self.step - 1]
            self.phase = step.action
            own, others = self.packs
            if step.action == TAKE:
                self.known_now = (0, 0)
                self.cards = [own, others]
            else:
                self._compare()
                self.cards = [others, own]
            count = step.count
            first, second = map(len, self.cards)
            self.left = [min(count, first), min(count, second)]
            self.pending = [(), ()]
            self.used = [0, 0]
            if first or second:
                return

    def _compare(self) -> None:
        """Note what is gone from the other's pack since the last look at it."""
        seen, known, packs = self.seen, self.known, self.packs
        gone = (_missing(seen[0], packs[1]), _missing(seen[1], packs[0]))
        self.known = (known[0] + gone[0], known[1] + gone[1])
        self.known_now = (len(gone[0]), len(gone[1]))
        self.seen = ((), ())

    def form_packs(self) -> None:
        """Form the next pack of each seat, shorter for Cut Supply Lines (INV-26, INV-R4)."""
        self.pack += 1
        self.step = 0
        for number, pile in enumerate(self.piles):
            size = max(0, self.plan.pack_size - self.lines[number] * self.plan.cards_fewer)
            self.piles[number] = pile[size:]
            self.packs[number] = tuple(sorted(pile[:size]))
        self.events.append(Event(kind="packs", value=self.pack))

    def _end_packs(self) -> None:
        """Discard what is left, face down (INV-R13)."""
        self.seen = ((), ())
        for number in SEATS:
            self.discarded[number] += self.packs[number]
        self.packs = [(), ()]

    def _begin_cut(self) -> None:
        self.step = 0
        self._ask_nobody()
        keep = self.plan.keep
        if keep is None or all(len(taken) <= keep for taken in self.taken):
            self._begin_capitals()
            return
        self.phase = CUT
        for number, taken in enumerate(self.taken):
            if len(taken) > keep:
                self.cards[number] = tuple(sorted(taken))
                self.left[number] = len(taken) - keep

    def _cut(self) -> None:
        self.cut_sizes = (len(self.pending[0]), len(self.pending[1]))
        for number, cut in enumerate(self.pending):
            self.taken[number] = without(self.taken[number], cut)
            self.cut[number] = cut
        self._ask_nobody()
        self._begin_capitals()

    def _begin_capitals(self) -> None:
        """Let each seat choose among its capitals (INV-14, INV-R10); the only one is taken."""
        self.phase = CAPITAL
        for number, capitals in enumerate(self.plan.capitals):
            if len(capitals) > 1:
                self.cards[number] = tuple(sorted(capitals))
                self.left[number] = 1
            else:
                self.pending[number] = capitals
        if not any(self.left):
            self._show_capitals()

    def _show_capitals(self) -> None:
        self.phase = OVER
        for number, chosen in enumerate(self.pending):
            if chosen:
                self.capitals = changed(self.capitals, number, chosen[0])
                self.events.append(Event(kind=CAPITAL, seat=number, subjects=chosen))
        self._ask_nobody()


def changed(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """Return what there is for each seat, with another value for one of them."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def _missing(seen: Cards, pack: Cards) -> Cards:
    """Return what is no longer in a pack; between two looks it only loses cards."""
    if not seen or len(seen) == len(pack):
        return ()
    still = {*pack}
    gone = [card for card in seen if card not in still]
    if len(gone) + len(pack) < len(seen):
        # Of some card one copy is gone and another one is still there.
        gone = sorted((Counter(seen) - Counter(pack)).elements())
    return tuple(gone)


def without(cards: Cards, gone: Iterable[str]) -> Cards:
    """Return cards in their order without one copy of each that is gone."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def packs(state: State) -> tuple[Cards, ...]:
    """Return the pack of each seat (INV-22)."""
    taking = state.public.phase == TAKE
    return tuple(seat.cards if taking else seat.pack for seat in state.seats)
