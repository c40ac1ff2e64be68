"""The archive draft as a pure machine (NF-20 to NF-26, NF-30 to NF-34).

Seats are numbered to the left: the left neighbour of seat 0 is seat 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Annotated, Any, Literal

import msgspec

from deckbuilder.errors import unusable
from deckbuilder.games.procedures import (
    MOST_EACH,
    MOST_SEATS,
    Cards,
    Each,
    Pile,
    Seats,
    SomeEach,
    settings_of,
)
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.protocol import Event, Option, Outcome
from deckbuilder.words import say

COMMONS = "commons"
REMOVE = "remove"
STARTERS = "starters"
TAKE = "take"
Purpose = Annotated[str, msgspec.Meta(pattern="^(private-[12]|commons|remove)$")]


class StarterChoice(msgspec.Struct, frozen=True):
    """The starters of one colour that a seat may choose from (NF-11)."""

    colour: str
    cards: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=MOST_EACH)]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All of an archive draft but its chance.

    `cards` are the draft cards in the box, `orders` the order that each stands for. `steps`
    says what each choice is for: `private-1`, `private-2`, `commons` or `remove`. `commons`
    counts those laid out face up, after the draft when `hidden`. `copies` is the size of an
    archive. `starters` is everybody's starting deck, `starter_choices` what is chosen in its
    place; a starter comes in `starter_copies`. `moons` are the moon phase cards to draw from.
    """

    format: str
    sets: tuple[str, ...]
    variants: tuple[str, ...] = ()
    players: Seats
    cards: Pile
    orders: dict[str, str]
    hand: SomeEach
    commons: Cards
    steps: Annotated[tuple[Purpose, ...], msgspec.Meta(min_length=1, max_length=MOST_EACH)]
    copies: SomeEach
    passing: Literal["left", "right"] = "left"
    hidden: bool = False
    secret: bool = False
    teams: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS)] = 0
    starters: Pile = ()
    starter_copies: Each = 0
    starter_choices: Annotated[tuple[StarterChoice, ...], msgspec.Meta(max_length=MOST_EACH)] = ()
    moons: Pile = ()
    face_up_wounds: Cards = 0

    def receiver(self, seat: int) -> int:
        """Return the seat that gets this seat's hand when hands are passed."""
        return (seat + (1 if self.passing == "left" else -1)) % self.players

    def team(self, seat: int) -> int | None:
        """Return the number of this seat's team; mates sit opposite each other (NF-34)."""
        return seat % self.teams if self.teams else None

    def step(self, number: int) -> str:
        """Return what choice `number` (from 0) is for; `starters` behind the archive draft."""
        return self.steps[number] if number < len(self.steps) else STARTERS

    @property
    def rounds(self) -> int:
        """Number of choices of each seat."""
        return len(self.steps) + len(self.starter_choices)


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Where an archive draft stands.

    For each seat: `hands`, `taken` (one card a step), `pending` (the choice that waits for the
    others), `seen` (every hand as it came) and `starters`. `box` holds the draft cards that are
    out of use, those never dealt first. `commons` are those laid out face up.
    """

    settings: Settings
    round: int
    hands: tuple[tuple[str, ...], ...]
    taken: tuple[tuple[str, ...], ...]
    pending: tuple[Option | None, ...]
    seen: tuple[tuple[tuple[str, ...], ...], ...]
    starters: tuple[tuple[str, ...], ...]
    commons: tuple[str, ...]
    box: tuple[str, ...]
    moons: tuple[str, ...]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat knows (NF-R12).

    `seen` are the hands as they came to this seat, the present one last. `commons` are the open
    ones, all of them after the draft. `archives` are each seat's private archives once they are
    revealed; a secret one is empty (NF-32). `moon` is the moon phase turned up.
    """

    seat: int
    round: int
    hand: tuple[str, ...]
    taken: tuple[str, ...]
    seen: tuple[tuple[str, ...], ...]
    commons: tuple[str, ...]
    starters: tuple[str, ...] = ()
    archives: tuple[tuple[str, ...], ...] = ()
    moon: str | None = None


class ArchiveDraft:
    """The rules of the archive draft, for the table."""

    def start(self, settings: Any, seed: int) -> State:
        """Shuffle, deal the hands and lay out the first commons (NF-20, NF-21).

        Raises InputError for settings that are not those of an archive draft.
        """
        told = _read(settings)
        seats = told.players
        cards = Stream(seed, "draft-cards").shuffled(told.cards)
        dealt = seats * told.hand
        hands = tuple(tuple(cards[at : at + told.hand]) for at in range(0, dealt, told.hand))
        laid = dealt if told.hidden else dealt + told.commons
        return State(
            settings=told,
            round=0,
            hands=hands,
            taken=((),) * seats,
            pending=(None,) * seats,
            seen=tuple((hand,) for hand in hands),
            starters=((),) * seats,
            commons=tuple(cards[dealt:laid]),
            box=tuple(cards[laid:]),
            moons=tuple(Stream(seed, "moon-phases").shuffled(told.moons)),
        )

    def seats(self, state: State) -> int:
        """Return the number of seats."""
        return state.settings.players

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seats that have not chosen yet in this round: all choose at once."""
        if state.round >= state.settings.rounds:
            return ()
        return tuple(seat for seat, choice in enumerate(state.pending) if choice is None)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        """Return one option for each different card in hand, or for each pair of starters."""
        if seat not in self.to_act(state):
            return ()
        told = state.settings
        if state.round < len(told.steps):
            return tuple(Option(TAKE, card) for card in dict.fromkeys(state.hands[seat]))
        choice = told.starter_choices[state.round - len(told.steps)]
        return tuple(
            Option(STARTERS, first, value=second)
            for first, second in combinations_with_replacement(choice.cards, 2)
        )

    def apply(self, state: State, choices: Mapping[int, Option]) -> tuple[State, tuple[Event, ...]]:
        """Note choices; when the last seat has chosen, carry all of them out together."""
        pending = list(state.pending)
        for seat, option in choices.items():
            if option not in self.options(state, seat):
                raise ValueError(f"seat {seat} does not have the option {option}")
            pending[seat] = option
        state = msgspec.structs.replace(state, pending=tuple(pending))
        chosen = tuple(option for option in pending if option is not None)
        if len(chosen) < len(pending):
            return state, ()
        if state.round < len(state.settings.steps):
            return _carry_out(state, chosen)
        return _starters(state, chosen)

    def view(self, state: State, seat: int) -> View:
        """Return what this seat knows."""
        told = state.settings
        over = state.round >= len(told.steps)
        return View(
            seat=seat,
            round=state.round,
            hand=state.hands[seat],
            taken=state.taken[seat],
            seen=state.seen[seat],
            commons=all_commons(state) if over else state.commons,
            starters=state.starters[seat],
            archives=tuple(
                () if told.secret and other != seat else private(told, state.taken[other])
                for other in range(told.players if over else 0)
            ),
            moon=state.moons[0] if over and state.moons else None,
        )

    def outcome(self, state: State) -> Outcome | None:
        """Return each seat's archives and starting deck, as orders, when all is chosen."""
        told = state.settings
        if state.round < told.rounds:
            return None
        commons = _archives(told, all_commons(state))
        decks = []
        for seat in range(told.players):
            deck = {
                step: _archives(told, (card,))
                for step, card in zip(told.steps, state.taken[seat], strict=True)
                if step not in (COMMONS, REMOVE)
            }
            deck[COMMONS] = commons
            if starters := state.starters[seat] or told.starters * told.starter_copies:
                deck[STARTERS] = tuple(sorted(starters))
            decks.append(deck)
        return Outcome(decks=tuple(decks))

    def pack(self, state: State) -> Any:
        """Return the state as plain data."""
        return msgspec.to_builtins(state)


def private(settings: Settings, taken: Sequence[str]) -> tuple[str, ...]:
    """Return those of a seat's cards that are its private archives."""
    return tuple(
        card
        for step, card in zip(settings.steps, taken, strict=False)
        if step not in (COMMONS, REMOVE)
    )


def all_commons(state: State) -> tuple[str, ...]:
    """Return the open commons and those that were chosen, without telling who chose them."""
    steps = state.settings.steps
    chosen = [
        card
        for taken in state.taken
        for step, card in zip(steps, taken, strict=False)
        if step == COMMONS
    ]
    return state.commons + tuple(sorted(chosen))


def _archives(settings: Settings, cards: Sequence[str]) -> tuple[str, ...]:
    return tuple(settings.orders[card] for card in cards for _ in range(settings.copies))


def _read(settings: Any) -> Settings:
    told = settings_of(settings, Settings)
    need = told.commons + told.players * told.hand
    usable = (
        len(told.steps) <= told.hand
        and need <= len(told.cards)
        and set(told.cards) <= set(told.orders)
    )
    if not usable:
        why = say("nightfall.refused.numbers", need=need, have=len(told.cards))
        raise unusable(say("nightfall.refused.settings", why=why))
    return told


def _carry_out(state: State, chosen: Sequence[Option]) -> tuple[State, tuple[Event, ...]]:
    told = state.settings
    taken = tuple((*cards, option.card) for cards, option in zip(state.taken, chosen, strict=True))
    left = [_without(hand, option.card) for hand, option in zip(state.hands, chosen, strict=True)]
    events = [
        Event(
            kind="taken", seat=seat, cards=(option.card,), value=told.steps[state.round], to=(seat,)
        )
        for seat, option in enumerate(chosen)
    ]
    state = msgspec.structs.replace(
        state, round=state.round + 1, taken=taken, pending=(None,) * told.players
    )
    if state.round < len(told.steps):
        hands = list(left)
        for seat, hand in enumerate(left):
            hands[told.receiver(seat)] = hand
        events.append(Event(kind="passed", value=told.passing))
        return (
            msgspec.structs.replace(
                state,
                hands=tuple(hands),
                seen=tuple((*seen, hand) for seen, hand in zip(state.seen, hands, strict=True)),
            ),
            tuple(events),
        )
    state, laid = _clear(state, left)
    return state, (*events, *laid, *_revealed(state))


def _without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def _clear(state: State, left: Sequence[tuple[str, ...]]) -> tuple[State, tuple[Event, ...]]:
    told = state.settings
    commons, box = state.commons, state.box
    events: tuple[Event, ...] = ()
    if told.hidden:
        commons, box = box[: told.commons], box[told.commons :]
        events = (Event(kind="laid-out", cards=commons),)
    return (
        msgspec.structs.replace(
            state,
            hands=((),) * told.players,
            commons=commons,
            box=box + tuple(card for hand in left for card in hand),
        ),
        events,
    )


def _revealed(state: State) -> tuple[Event, ...]:
    told = state.settings
    events = [Event(kind="commons", cards=all_commons(state))]
    for seat, taken in enumerate(state.taken):
        if cards := private(told, taken):
            to = (seat,) if told.secret else None
            events.append(Event(kind="archives", seat=seat, cards=cards, to=to))
    if state.moons:
        events.append(Event(kind="moon", cards=state.moons[:1]))
    return tuple(events)


def _starters(state: State, chosen: Sequence[Option]) -> tuple[State, tuple[Event, ...]]:
    told = state.settings
    starters = tuple(
        (*cards, option.card, option.value)
        for cards, option in zip(state.starters, chosen, strict=True)
    )
    colour = told.starter_choices[state.round - len(told.steps)].colour
    events = tuple(
        Event(kind="starters", seat=seat, cards=cards[-2:], value=colour, to=(seat,))
        for seat, cards in enumerate(starters)
    )
    return (
        msgspec.structs.replace(
            state, round=state.round + 1, starters=starters, pending=(None,) * told.players
        ),
        events,
    )


def packs(state: State) -> tuple[tuple[str, ...], ...]:
    """Return the hand of each seat, then the commons that are laid out (NF-20, NF-21)."""
    return (*state.hands, state.commons)
