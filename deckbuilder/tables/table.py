"""The runtime: seats a state's people and bots, carries out their choices, replays logs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter
from typing import Any, Generic, TypeVar

import msgspec

from deckbuilder.errors import misfit, refusal
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.feed import Feeds
from deckbuilder.tables.log import Log, LogWriter, end_hash
from deckbuilder.tables.policy import Policy, pick
from deckbuilder.tables.protocol import Event, Option, Outcome, Rules

State = TypeVar("State")
View = TypeVar("View")


class Moment(msgspec.Struct, frozen=True):
    """Where a table stood: its state, the choices each seat had made and all in all, the feeds."""

    state: Any
    turns: tuple[int, ...]
    choices: int
    feeds: tuple[int, ...]


class Table(Generic[State, View]):
    """A running draft or game.

    `policies` has a bot for each seat, None where a person sits. `log` is given every choice
    before it is carried out, so that it holds the choice whatever happens next. `feeds` keeps
    what each seat saw.
    """

    def __init__(
        self,
        rules: Rules[State, View],
        settings: Any,
        seed: int,
        policies: Sequence[Policy | None],
        log: LogWriter | None = None,
    ) -> None:
        self.rules = rules
        self.seed = seed
        self.policies = tuple(policies)
        self.feeds = Feeds(len(self.policies))
        self.state, events = rules.start(settings, seed)
        self.feeds.add(events)
        self._turns = [0] * len(self.policies)
        self._choices = 0
        self.log = log
        self._own: list[tuple[Moment, int, Option]] = []
        self._undone: list[tuple[int, Option]] = []

    @property
    def outcome(self) -> Outcome | None:
        """The end, or None while the table goes on."""
        return self.rules.outcome(self.state)

    @property
    def choices(self) -> int:
        """How many choices stand, those of all seats together."""
        return self._choices

    def waiting_for(self) -> tuple[int, ...]:
        """Return the seats of people who must choose now."""
        return tuple(seat for seat in self.rules.to_act(self.state) if self.policies[seat] is None)

    def view(self, seat: int) -> View:
        """Return what a seat knows now."""
        return self.rules.view(self.state, seat)

    def options(self, seat: int) -> tuple[Option, ...]:
        """Return what a seat may choose now."""
        return self.rules.options(self.state, seat)

    def bots_act(self) -> None:
        """Let bots choose until a person must, or the table ends."""
        while self.bots_step() is not None:
            pass

    def bots_step(self) -> tuple[Event, ...] | None:
        """Let the bots that must choose do so once; None where no bot must."""
        choices = {
            seat: self._bot_choice(seat, policy)
            for seat in self.rules.to_act(self.state)
            if (policy := self.policies[seat]) is not None
        }
        return self._apply(choices) if choices else None

    def choose(self, seat: int, option: Option) -> tuple[Event, ...]:
        """Carry out a person's choice. Raises ValueError for one that the seat does not have."""
        if option not in self.options(seat):
            raise ValueError(f"seat {seat} does not have the option {option}")
        self._undone.clear()
        return self._choose_own(seat, option)

    def can_undo(self, count: int = 1, by: int | None = None) -> bool:
        """Tell whether so many last choices of people can be taken back as the rules allow it.

        `by` is the seat that wants to: a choice is its own who made it.
        """
        if len(self._own) < count:
            return False
        moment, seat, _ = self._own[-count]
        if by not in (None, seat):
            return False
        return self.rules.may_undo(moment.state, self.state, seat)

    def undo(self) -> None:
        """Take back the last choice of a person, and what bots did since. Raises IndexError."""
        moment, seat, option = self._own.pop()
        if self.log is not None:
            self.log.undo(self._choices - moment.choices)
        self.state = moment.state
        self._turns = list(moment.turns)
        self._choices = moment.choices
        self.feeds.back_to(moment.feeds)
        self._undone.append((seat, option))

    def can_redo(self) -> bool:
        """Tell whether a choice that was taken back can be made again."""
        return bool(self._undone)

    def redo(self) -> tuple[Event, ...]:
        """Make the choice again that was taken back last. Raises IndexError."""
        return self._choose_own(*self._undone.pop())

    def go_on_with(self, log: Log) -> None:
        """Carry out the choices of an earlier run. Raises InputError as `replay` does."""
        for step in replay(self.rules, log):
            if self.policies[step.seat] is None:
                self._own.append((self._moment(), step.seat, step.option))
            self.state = step.after
            self.feeds.add(step.events)
            self._turns[step.seat] += 1
            self._choices += 1

    def _moment(self) -> Moment:
        return Moment(self.state, tuple(self._turns), self._choices, self.feeds.mark())

    def _choose_own(self, seat: int, option: Option) -> tuple[Event, ...]:
        before = self._moment()
        events = self._apply({seat: option})
        self._own.append((before, seat, option))
        return events

    def _bot_choice(self, seat: int, policy: Policy) -> Option:
        return pick(
            policy,
            self.rules.view(self.state, seat),
            self.rules.options(self.state, seat),
            Stream(self.seed, f"seat/{seat}", self._turns[seat]),
            self.feeds.of(seat),
        )

    def _apply(self, choices: dict[int, Option]) -> tuple[Event, ...]:
        for seat, option in choices.items():
            if self.log is not None:
                self.log.choice(seat, option)
            self._turns[seat] += 1
        self._choices += len(choices)
        self.state, events = self.rules.apply(self.state, choices)
        self.feeds.add(events)
        return events


class Onlooker:
    """Who sees a table of bots run: what happens, and how long choices take."""

    def saw(self, events: tuple[Event, ...]) -> None:
        """Hear what has happened, hidden things too."""

    def chose(self, seat: int, seconds: float) -> None:
        """Hear that a seat with more than one option has chosen."""

    def acted(self, state: Any, choices: Mapping[int, Option]) -> None:
        """Hear what seats chose in a state, before it is carried out."""


_NOBODY = Onlooker()


def play_out(
    rules: Rules[State, View],
    settings: Any,
    seed: int,
    policies: Sequence[Policy],
    onlooker: Onlooker = _NOBODY,
) -> tuple[State, Outcome]:
    """Run a table of bots to its end and return the final state and the outcome."""
    state, events = rules.start(settings, seed)
    turns = [0] * len(policies)
    streams = [f"seat/{seat}" for seat in range(len(policies))]
    feeds = Feeds(len(policies))
    fed = any(policy.reads_feed for policy in policies)
    if fed:
        feeds.add(events)
    onlooker.saw(events)
    seen = [feeds.of(seat) for seat in range(len(policies))]
    while seats := rules.to_act(state):
        choices: dict[int, Option] = {}
        for seat in seats:
            options = rules.options(state, seat)
            if len(options) == 1:
                choices[seat] = options[0]
            else:
                stream = Stream(seed, streams[seat], turns[seat])
                view = rules.view(state, seat)
                begun = perf_counter()
                choices[seat] = pick(policies[seat], view, options, stream, seen[seat])
                onlooker.chose(seat, perf_counter() - begun)
            turns[seat] += 1
        onlooker.acted(state, choices)
        state, events = rules.apply(state, choices)
        if fed:
            feeds.add(events)
        onlooker.saw(events)
    outcome = rules.outcome(state)
    if outcome is None:
        raise RuntimeError("nobody is to act, but the table has no outcome")
    return state, outcome


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One choice of a log carried out: the state before it, and what happened.

    `feed` is what the choosing seat had seen before.
    """

    number: int
    before: Any
    seat: int
    option: Option
    after: Any
    events: tuple[Event, ...]
    feed: tuple[Event, ...]


def replay(rules: Rules[State, View], log: Log) -> Iterator[Step]:
    """Carry out a log choice by choice, verifying each, and the hash of head and end.

    Raises InputError at the line of a choice that its seat did not have, and where the head or
    the end are not those that the log proves.
    """
    state, events = begin(rules, log)
    feeds = Feeds(rules.seats(state))
    feeds.add(events)
    for number, (line, choice) in enumerate(zip(log.lines, log.choices, strict=True), start=1):
        if choice.seat not in rules.to_act(state):
            raise refusal("log.no-turn", where=log.where, line=line, seat=choice.seat + 1)
        option = choice.option
        if option not in rules.options(state, choice.seat):
            raise refusal(
                "log.no-option",
                where=log.where,
                line=line,
                seat=choice.seat + 1,
                choice=" ".join((choice.action, choice.subject, *choice.targets)).strip(),
            )
        after, events = rules.apply(state, {choice.seat: option})
        yield Step(
            number=number,
            before=state,
            seat=choice.seat,
            option=option,
            after=after,
            events=events,
            feed=tuple(feeds.of(choice.seat)),
        )
        feeds.add(events)
        state = after
    if log.end is not None and end_hash(log.head_line, rules.pack(state)) != log.end:
        raise refusal("log.unproved", where=log.where, line=log.last_line)


def begin(rules: Rules[State, View], log: Log) -> tuple[State, tuple[Event, ...]]:
    """Return the first state of a log's table, and what happened before the first choice.

    Raises InputError for settings and seats that do not fit.
    """
    try:
        state, events = rules.start(log.head.settings, log.head.seed)
    except (msgspec.ValidationError, LookupError, TypeError, ValueError) as error:
        raise refusal("log.settings", where=log.where, line=1, why=misfit(error).what) from None
    if len(log.head.seats) != rules.seats(state):
        raise refusal(
            "log.seats",
            where=log.where,
            line=1,
            named=len(log.head.seats),
            seats=rules.seats(state),
        )
    return state, events
