"""Bots: how a seat without a person chooses, and why."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, Protocol

import msgspec

from deckbuilder.errors import unusable
from deckbuilder.tables.chance import Stream
from deckbuilder.tables.protocol import Option

TIE = 1e-9


class Score(msgspec.Struct, frozen=True, gc=False):
    """What an option is worth to a bot: the total, and the named parts it is the sum of."""

    option: Option
    total: float
    parts: tuple[tuple[str, float], ...] = ()


class Policy(Protocol):
    """A bot. It sees a view and options, never a state.

    One that is asked often may also offer `totals(view, options)`: the totals of `score`,
    in the same order, without the work of naming their parts.
    """

    def score(self, view: Any, options: Sequence[Option]) -> Sequence[Score]:
        """Score every option, in the order given."""


class RandomPolicy:
    """Takes any option, all equally likely; the stream that breaks ties decides alone."""

    def score(self, view: Any, options: Sequence[Option]) -> Sequence[Score]:
        """Score every option alike."""
        return [Score(option, 0.0) for option in options]


def pick(policy: Policy, view: Any, options: Sequence[Option], stream: Stream) -> Option:
    """Return the option with the best total; ties are broken by the seat's stream.

    Equal options are ordered by what they are before the stream chooses, so that the order in
    which they were offered changes nothing.
    """
    if len(options) == 1:
        return options[0]
    quick = getattr(policy, "totals", None)
    totals: Sequence[float] = (
        quick(view, options)
        if quick is not None
        else [score.total for score in policy.score(view, options)]
    )
    in_order = sorted(totals)
    best = in_order[-1]
    if in_order[-2] < best - TIE:
        return options[totals.index(best)]
    leaders = [option for option, total in zip(options, totals, strict=True) if total >= best - TIE]
    return stream.choice(sorted(leaders, key=_order))


def _order(option: Option) -> tuple[str, str, int, str]:
    target = -1 if option.target is None else option.target
    return (option.action, option.card, target, option.value)


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
            raise unusable(
                f"'{part}' in the bot '{spec}' is no weight.",
                mend="Write for example drafter:denial=0.5.",
            )
    return name.strip(), weights
