"""A step of the draft carried out, when both seats are done with it (INV-20 to INV-30, INV-R10)."""

from __future__ import annotations

from collections import Counter

from deckbuilder.games.invasion.plan import STRIKE, TAKE
from deckbuilder.games.invasion.state import (
    CAPITAL,
    CUT,
    CUT_SUPPLY_LINES,
    OVER,
    REINFORCE,
    REINFORCEMENTS,
    SABOTAGE,
    SEAT_IDS,
    SEATS,
    SHIFTING_TIDES,
    Cards,
    Effect,
    Phase,
    Public,
    Seat,
    State,
    changed,
    without,
)
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.protocol import Event


class Turn:
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
        """Return the state that this has come to."""
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
        """Do what both seats have chosen, and all that follows from it."""
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
