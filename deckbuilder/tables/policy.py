"""Bots: how a seat without a person chooses, and why."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import inf, isfinite
from typing import Any, ClassVar

import msgspec

from deckbuilder.errors import refusal
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.protocol import Event, Option

TIE = 1e-9


class Score(msgspec.Struct, frozen=True, gc=False):
    """What an option is worth to a bot: the total, and the named parts it is the sum of."""

    option: Option
    total: float
    parts: tuple[tuple[str, float], ...] = ()


class Policy(ABC):
    """A bot. It sees a view, options, and its seat's feed, never a state.

    The feed is what happened before the seat's eyes since the table began, kept by the runtime
    and only for bots that say that they read it.
    """

    reads_feed: ClassVar[bool] = False
    indifferent: ClassVar[bool] = False
    """Whether it scores all options alike, whatever they are."""

    @abstractmethod
    def score(
        self, view: Any, options: Sequence[Option], feed: Sequence[Event] = ()
    ) -> Sequence[Score]:
        """Score every option, in the order given."""

    def totals(
        self, view: Any, options: Sequence[Option], feed: Sequence[Event] = ()
    ) -> list[float]:
        """Return the totals of `score` in the same order.

        A bot that is asked often does so without the work of naming the parts.
        """
        return [score.total for score in self.score(view, options, feed)]


class RandomPolicy(Policy):
    """Takes any option, all equally likely; the stream that breaks ties decides alone."""

    indifferent = True

    def score(
        self, view: Any, options: Sequence[Option], feed: Sequence[Event] = ()
    ) -> Sequence[Score]:
        """Score every option alike."""
        return [Score(option, 0.0) for option in options]

    def totals(
        self, view: Any, options: Sequence[Option], feed: Sequence[Event] = ()
    ) -> list[float]:
        """Return as many noughts as there are options."""
        return [0.0] * len(options)


def pick(
    policy: Policy,
    view: Any,
    options: Sequence[Option],
    stream: Stream,
    feed: Sequence[Event] = (),
) -> Option:
    """Return the option with the best total; ties are broken by the seat's stream.

    The options stand in the canonical order of their rules, so nothing is sorted here.
    """
    if len(options) == 1:
        return options[0]
    if policy.indifferent:
        return stream.choice(options)
    totals = policy.totals(view, options, feed)
    best = max(totals)
    place = totals.index(best)
    # The second best, found without looking at each total in turn.
    totals[place] = -inf
    close = best - TIE
    if max(totals) < close:
        return options[place]
    totals[place] = best
    return stream.choice(
        [option for option, total in zip(options, totals, strict=True) if total >= close]
    )


def parse_spec(spec: str) -> tuple[str, dict[str, float]]:
    """Split a bot's spec, `name` or `name:weight=number,...`. Raises InputError."""
    name, _, rest = spec.partition(":")
    weights: dict[str, float] = {}
    for part in filter(None, rest.split(",")):
        key, separator, number = part.partition("=")
        try:
            weights[key.strip()] = float(number)
        except ValueError:
            separator = ""
        if not separator or not isfinite(weights[key.strip()]):
            raise refusal("bot.weight", part=part, spec=spec)
    return name.strip(), weights
