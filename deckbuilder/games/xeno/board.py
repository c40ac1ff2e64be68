"""A state of XENO while a choice is carried out: what cards do, turn by turn."""

from __future__ import annotations

from deckbuilder.games.xeno.ranks import (
    BOY,
    DIVINER,
    EMPEROR,
    HERO,
    MAIDEN,
    NOBLE,
    REAPER,
    SAGE,
    SOLDIER,
)
from deckbuilder.games.xeno.setup import Setup
from deckbuilder.games.xeno.state import State
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.protocol import Event, Option, seat_id, seat_number

LOOK = 3
"""Cards of the deck that the Sage shows (XENO-23)."""


class Board:
    """A state being changed: a choice is carried out here, and frozen again."""

    __slots__ = (*State.__struct_fields__, "events")

    def __init__(self, state: State) -> None:
        self.setup = state.setup
        self.seed = state.seed
        self.game = state.game
        self.turn = state.turn
        self.points = state.points
        self.phase = state.phase
        self.acting = state.acting
        self.target = state.target
        self.by = state.by
        self.hands = list(state.hands)
        self.deck = state.deck
        self.aside = state.aside
        self.piles = list(state.piles)
        self.inside = state.inside
        self.protected = state.protected
        self.sage = state.sage
        self.boys = state.boys
        self.open = state.open
        self.knows = state.knows
        self.excluded = state.excluded
        self.put_back = state.put_back
        self.events: list[Event] = []

    @classmethod
    def deal(
        cls,
        setup: Setup,
        seed: int,
        game: int = 0,
        points: tuple[float, ...] | None = None,
        order: list[int] | None = None,
    ) -> Board:
        """Shuffle, deal a card each, lay one aside, and begin the first turn (XENO-10).

        An `order` of the deck, the first card last, takes the place of shuffling.
        """
        board: Board = cls.__new__(cls)
        players = setup.players
        if order is None:
            order = Stream(seed, "deck", game).shuffled(setup.deck)
        first = ((setup.settings.first or 0) + game) % players
        board.setup = setup
        board.seed = seed
        board.game = game
        board.turn = -1
        board.points = points or (0.0,) * players
        board.hands = [()] * players
        for step in range(players):
            board.hands[(first + step) % players] = (order.pop(),)
        board.aside = order.pop()
        board.deck = tuple(order)
        board.piles = [()] * players
        board.inside = setup.everybody
        board.protected = board.sage = board.boys = 0
        board.knows = setup.unknown
        board.excluded = (0,) * players
        board.put_back = ((),) * players
        board.events = [Event(kind="deal", seat=first, value=game + 1)]
        for seat in range(players):
            board._tell("draw", seat, board.hands[seat], to=(seat,))
        board._begin_turn(first)
        return board

    def state(self) -> State:
        """Freeze the board."""
        return State(
            self.setup,
            self.seed,
            self.game,
            self.turn,
            self.points,
            self.phase,
            self.acting,
            self.target,
            self.by,
            tuple(self.hands),
            self.deck,
            self.aside,
            tuple(self.piles),
            self.inside,
            self.protected,
            self.sage,
            self.boys,
            self.open,
            self.knows,
            self.excluded,
            self.put_back,
        )

    def play(self, option: Option) -> None:
        """Lay a card down and carry out its effect (XENO-11)."""
        setup = self.setup
        seat = self.acting
        card = setup.ranks[option.subject]
        first, second = self.hands[seat]
        self.hands[seat] = (second if card == first else first,)
        self.piles[seat] += (setup.played[card],)
        self._left_hand(seat, card)
        self.events.append(
            Event(kind="play", seat=seat, subjects=(option.subject,), targets=option.targets)
        )
        if card == BOY:
            self.boys += 1
        if not option.targets:
            if card == MAIDEN:
                self.protected |= 1 << seat
            elif card == SAGE:
                self.sage |= 1 << seat
            self._end_turn()
            return
        self._work_at(seat_number(option.targets[0]), card, option)

    def _work_at(self, target: int, card: int, option: Option) -> None:
        """Carry out the effect of a card on another seat (XENO-12)."""
        seat = self.acting
        self.target = target
        if self.protected >> target & 1:
            self._tell("blocked", seat, at=target)
        elif card in (BOY, REAPER, EMPEROR):
            if self.deck:
                self._make_draw(card, target)
                return
            self._tell("no-card", seat, at=target)
        elif card == SOLDIER:
            self._investigate(target, self.setup.ranks[option.targets[1]])
        elif card == DIVINER:
            self._know(seat, target, self.hands[target][0])
            self._tell("see", seat, self.hands[target], at=target, to=(seat,))
        elif card == NOBLE:
            self._duel(target)
        else:
            self._exchange(target)
        self._end_turn()

    def keep(self, card: int) -> None:
        """Keep one of the Sage's cards and shuffle the others into the deck (XENO-23)."""
        seat = self.acting
        others = list(self.open)
        others.remove(card)
        self.hands[seat] = tuple(sorted((*self.hands[seat], card)))
        back = tuple(sorted(others))
        self.put_back = (*self.put_back[:seat], back, *self.put_back[seat + 1 :])
        self.deck = tuple(
            Stream(self.seed, f"sage/{self.game}", self.turn).shuffled((*self.deck, *back))
        )
        self._tell("keep", seat, (card,), to=(seat,))
        self._begin_play()

    def execute(self, card: int) -> None:
        """Discard one of the two open cards (XENO-21, XENO-29)."""
        target, (one, other) = self.target, self.open
        kept = other if card == one else one
        for seat in range(self.setup.players):
            if seat != target and self.inside >> seat & 1:
                self._know(seat, target, kept)
        self._make_discard(target, card, kept, reborn=self.by != EMPEROR)
        self._end_turn()

    def pick(self, place: int) -> None:
        """Discard one of the two hidden cards (XENO-25)."""
        card, kept = self.open[place - 1], self.open[2 - place]
        self._left_hand(self.target, card)
        self._make_discard(self.target, card, kept, reborn=True)
        self._end_turn()

    def _begin_turn(self, seat: int) -> None:
        self.turn += 1
        self.acting = seat
        self.target = self.by = 0
        bit = 1 << seat
        self.protected &= ~bit
        if self.sage & bit:
            self.sage &= ~bit
            count = min(LOOK, len(self.deck))
            self.open = self.deck[-count:]
            self.deck = self.deck[:-count]
            self.phase = "keep"
            self.open = tuple(sorted(self.open))
            self._tell("looks", seat, value=count)
            self._tell("look", seat, self.open, to=(seat,))
            return
        drawn = self.deck[-1]
        self.deck = self.deck[:-1]
        (held,) = self.hands[seat]
        self.hands[seat] = (held, drawn) if held < drawn else (drawn, held)
        self._tell("draw", seat, (drawn,), to=(seat,))
        self._begin_play()

    def _begin_play(self) -> None:
        self.phase = "play"
        self.open = ()
        seat = self.acting
        if self.excluded[seat]:
            self._exclude(seat, 0)

    def _make_draw(self, card: int, target: int) -> None:
        """Let the target draw; then one of its two cards is chosen (XENO-15)."""
        drawn = self.deck[-1]
        self.deck = self.deck[:-1]
        pair = (self.hands[target][0], drawn)
        self.hands[target] = tuple(sorted(pair))
        self.by = card
        self._exclude(target, 0)
        if card == REAPER:
            self._tell("draw", target, (drawn,), to=(target,))
            mixed = Stream(self.seed, f"reaper/{self.game}", self.turn).below(2)
            self.open = pair[::-1] if mixed else pair
            self.phase = "pick"
            return
        self.open = self.hands[target]
        self._tell("show", target, self.open)
        self.phase = "execute"

    def _make_discard(self, target: int, card: int, kept: int, *, reborn: bool) -> None:
        """Discard one of two cards; the Hero takes the other along (XENO-20)."""
        if card != HERO:
            self.hands[target] = (kept,)
            self.piles[target] += (self.setup.forced[card],)
            self._tell("discard", target, (card,))
            self._count_boys(card)
        elif reborn:
            self._rebirth(target, (card, kept))
        else:
            self._drop_out(target, (card, kept))

    def _investigate(self, target: int, name: int) -> None:
        """Answer the Soldier (XENO-28)."""
        if self.hands[target][0] != name:
            self._exclude(target, self.excluded[target] | 1 << name)
            self._tell("miss", self.acting, at=target, name=name)
        elif name == HERO:
            self._rebirth(target, (HERO,))
        else:
            self._drop_out(target, (name,))

    def _duel(self, target: int) -> None:
        """Compare hands; the lower drops out, or both (XENO-24)."""
        seat = self.acting
        own, other = self.hands[seat][0], self.hands[target][0]
        self._tell("duel", seat, (own, other), at=target, to=(seat, target))
        if own <= other:
            self._drop_out(seat, (own,))
        if other <= own:
            self._drop_out(target, (other,))
        if own != other:
            survivor, low = (seat, other) if own > other else (target, own)
            self._exclude(survivor, self.excluded[survivor] | (1 << low + 1) - 1)

    def _exchange(self, target: int) -> None:
        """Swap hands; what was known of a card follows it (XENO-22)."""
        seat = self.acting
        hands = self.hands
        swapped = list(range(self.setup.players))
        swapped[seat], swapped[target] = target, seat
        hands[seat], hands[target] = hands[target], hands[seat]
        self.knows = tuple(tuple(row[other] for other in swapped) for row in self.knows)
        self.excluded = tuple(self.excluded[other] for other in swapped)
        self._know(seat, target, hands[target][0])
        self._know(target, seat, hands[seat][0])
        self._know(seat, seat, 0)
        self._know(target, target, 0)
        self._tell("swap", seat, hands[seat], at=target, to=(seat,))
        self._tell("swap", target, hands[target], at=seat, to=(target,))

    def _rebirth(self, seat: int, hand: tuple[int, ...]) -> None:
        """Discard the whole hand and take the reincarnation card (XENO-20)."""
        self._lay_down(seat, hand)
        self._tell("reborn", seat, hand)
        self.hands[seat] = (self.aside,)
        self.aside = 0
        self._tell("draw", seat, self.hands[seat], to=(seat,))
        self._forget(seat)

    def _drop_out(self, seat: int, hand: tuple[int, ...]) -> None:
        """Show the hand and lay it down (XENO-13)."""
        self._lay_down(seat, hand)
        self._tell("out", seat, hand)
        self.hands[seat] = ()
        bit = ~(1 << seat)
        self.inside &= bit
        self.protected &= bit
        self.sage &= bit
        self._forget(seat)
        for other in range(self.setup.players):
            self._know(seat, other, 0)
        self.put_back = (*self.put_back[:seat], (), *self.put_back[seat + 1 :])

    def _lay_down(self, seat: int, hand: tuple[int, ...]) -> None:
        forced = self.setup.forced
        self.piles[seat] += tuple([forced[card] for card in hand])
        for card in hand:
            self._count_boys(card)

    def _count_boys(self, discarded: int) -> None:
        if discarded == BOY and self.setup.settings.boys == "discarded":
            self.boys += 1

    def _end_turn(self) -> None:
        """Look for the end (XENO-16), else pass the turn on, clockwise."""
        inside = self.inside
        if inside & (inside - 1) == 0:
            # Nobody is left only where a duel took the last two, who share the win (XENO-24).
            last = inside or 1 << self.acting | 1 << self.target
            self._end_game(last, "last" if inside else "tie")
        elif not self.deck:
            self._showdown()
        else:
            seat = (self.acting + 1) % self.setup.players
            while not inside >> seat & 1:
                seat = (seat + 1) % self.setup.players
            self._begin_turn(seat)

    def _showdown(self) -> None:
        best = max(hand[0] for hand in self.hands if hand)
        winners = 0
        for seat, hand in enumerate(self.hands):
            if hand:
                self._tell("showdown", seat, hand)
                if hand[0] == best:
                    winners |= 1 << seat
        self._end_game(winners, "showdown")

    def _end_game(self, winners: int, reason: str) -> None:
        """Give out the points (XENO-R3) and begin the next game of the match, if any."""
        won = self.setup.flags[winners]
        share = 1.0 / sum(won)
        self.points = tuple(
            [
                points + share if here else points
                for points, here in zip(self.points, won, strict=True)
            ]
        )
        for seat, here in enumerate(won):
            if here:
                self._tell("wins" if share == 1.0 else "shares", seat, value=reason)
        if self.game + 1 < self.setup.settings.games:
            following = Board.deal(self.setup, self.seed, self.game + 1, self.points)
            for name in State.__struct_fields__:
                setattr(self, name, getattr(following, name))
            self.events += following.events
            return
        self.phase = "over"
        self.open = ()
        self.target = self.by = 0

    def _left_hand(self, seat: int, card: int) -> None:
        """Take back what others know of a hand of two that this card left, if it was the card."""
        for other, row in enumerate(self.knows):
            if row[seat] == card:
                self._know(other, seat, 0)

    def _forget(self, seat: int) -> None:
        for other in range(self.setup.players):
            self._know(other, seat, 0)
        self._exclude(seat, 0)

    def _know(self, seat: int, other: int, card: int) -> None:
        knows = self.knows
        row = knows[seat]
        if row[other] != card:
            row = (*row[:other], card, *row[other + 1 :])
            self.knows = (*knows[:seat], row, *knows[seat + 1 :])

    def _exclude(self, seat: int, ranks: int) -> None:
        if self.excluded[seat] != ranks:
            self.excluded = (*self.excluded[:seat], ranks, *self.excluded[seat + 1 :])

    def _tell(
        self,
        kind: str,
        seat: int,
        ranks: tuple[int, ...] = (),
        *,
        at: int | None = None,
        name: int = 0,
        value: int | str | None = None,
        to: tuple[int, ...] | None = None,
    ) -> None:
        """Note what happened, at another seat and with a named card where there are."""
        setup = self.setup
        targets = () if at is None else (seat_id(at), setup.ids[name]) if name else (seat_id(at),)
        self.events.append(
            Event(
                kind=kind,
                seat=seat,
                subjects=setup.cards(ranks),
                targets=targets,
                value=value,
                to=to,
            )
        )
