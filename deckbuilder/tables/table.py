"""The runtime: seats a state's people and bots, carries out their choices, replays logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from deckbuilder.errors import misfit, unusable
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.log import Log, LogWriter, state_hash
from deckbuilder.tables.policy import Policy, pick
from deckbuilder.tables.protocol import Event, Option, Outcome, Rules

State = TypeVar("State")


class Moment(msgspec.Struct, frozen=True):
    """Where a table stood: its state, the choices each seat had made, and all in all."""

    state: Any
    turns: tuple[int, ...]
    choices: int


class Table(Generic[State]):
    """A running draft or game.

    `policies` has a bot for each seat, None where a person sits. `log` is given every choice
    before it is carried out, so that it holds the choice whatever happens next.
    """

    def __init__(
        self,
        rules: Rules[State],
        settings: Any,
        seed: int,
        policies: Sequence[Policy | None],
        log: LogWriter | None = None,
    ) -> None:
        self.rules = rules
        self.seed = seed
        self.policies = tuple(policies)
        self.state = rules.start(settings, seed)
        self._turns = [0] * len(self.policies)
        self._choices = 0
        self.log = log
        self._own: list[tuple[Moment, int, Option]] = []
        self._undone: list[tuple[int, Option]] = []

    @property
    def outcome(self) -> Outcome | None:
        """The end, or None while the table goes on."""
        return self.rules.outcome(self.state)

    def waiting_for(self) -> tuple[int, ...]:
        """Return the seats of people who must choose now."""
        return tuple(seat for seat in self.rules.to_act(self.state) if self.policies[seat] is None)

    def bots_act(self) -> tuple[Event, ...]:
        """Let bots choose until a person must, or the table ends; return what happened."""
        events: tuple[Event, ...] = ()
        while (more := self.bots_step()) is not None:
            events += more
        return events

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
        if option not in self.rules.options(self.state, seat):
            raise ValueError(f"seat {seat} does not have the option {option}")
        self._undone.clear()
        return self._choose_own(seat, option)

    def can_undo(self) -> bool:
        """Tell whether a person's choice can be taken back: only bots have acted since."""
        return bool(self._own)

    def undo(self) -> None:
        """Take back the last choice of a person, and what bots did since. Raises IndexError."""
        moment, seat, option = self._own.pop()
        if self.log is not None:
            self.log.undo(self._choices - moment.choices)
        self.state = moment.state
        self._turns = list(moment.turns)
        self._choices = moment.choices
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
            self._turns[step.seat] += 1
            self._choices += 1

    def _moment(self) -> Moment:
        return Moment(self.state, tuple(self._turns), self._choices)

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
        )

    def _apply(self, choices: dict[int, Option]) -> tuple[Event, ...]:
        for seat, option in choices.items():
            if self.log is not None:
                self.log.choice(seat, option)
            self._turns[seat] += 1
        self._choices += len(choices)
        self.state, events = self.rules.apply(self.state, choices)
        return events


def play_out(
    rules: Rules[State], settings: Any, seed: int, policies: Sequence[Policy]
) -> tuple[State, Outcome]:
    """Run a table of bots to its end and return the final state and the outcome."""
    state = rules.start(settings, seed)
    turns = [0] * len(policies)
    streams = [f"seat/{seat}" for seat in range(len(policies))]
    while seats := rules.to_act(state):
        choices: dict[int, Option] = {}
        for seat in seats:
            options = rules.options(state, seat)
            if len(options) == 1:
                choices[seat] = options[0]
            else:
                stream = Stream(seed, streams[seat], turns[seat])
                choices[seat] = pick(policies[seat], rules.view(state, seat), options, stream)
            turns[seat] += 1
        state, _ = rules.apply(state, choices)
    outcome = rules.outcome(state)
    if outcome is None:
        raise RuntimeError("nobody is to act, but the table has no outcome")
    return state, outcome


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One choice of a log carried out: the state before it, and what happened."""

    number: int
    before: Any
    seat: int
    option: Option
    after: Any
    events: tuple[Event, ...]


def replay(rules: Rules[State], log: Log) -> Iterator[Step]:
    """Carry out a log choice by choice, verifying each, and the hash of the end.

    Raises InputError at the line of a choice that its seat did not have, and where the end is
    not the one that the log states.
    """
    try:
        state = rules.start(log.head.settings, log.head.seed)
    except (msgspec.ValidationError, LookupError, TypeError, ValueError) as error:
        raise unusable(
            f"the settings do not fit this game: {misfit(error).what}.",
            where=log.where,
            line=1,
            mend="Name a log that this program wrote, unchanged.",
        ) from None
    if len(log.head.seats) != rules.seats(state):
        raise unusable(
            f"the log names {len(log.head.seats)} seats, its settings have {rules.seats(state)}.",
            where=log.where,
            line=1,
            mend="Name a log that this program wrote, unchanged.",
        )
    for number, (line, choice) in enumerate(zip(log.lines, log.choices, strict=True), start=1):
        if choice.seat not in rules.to_act(state):
            raise unusable(
                f"seat {choice.seat + 1} had nothing to choose here.",
                where=log.where,
                line=line,
                mend="The log was changed, or the cards were since.",
            )
        if choice.option not in rules.options(state, choice.seat):
            raise unusable(
                f"seat {choice.seat + 1} could not choose '{choice.action} {choice.card}' here.",
                where=log.where,
                line=line,
                mend="The log was changed, or the cards were since.",
            )
        after, events = rules.apply(state, {choice.seat: choice.option})
        yield Step(
            number=number,
            before=state,
            seat=choice.seat,
            option=choice.option,
            after=after,
            events=events,
        )
        state = after
    if log.end is not None and state_hash(rules.pack(state)) != log.end:
        raise unusable(
            "the end is not the one that the log states.",
            where=log.where,
            line=log.last_line,
            mend="The log was changed, or the cards were since.",
        )
