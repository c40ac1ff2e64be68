"""What a bot's scores say to a person: names of parts, what they mean, why one choice is better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from deckbuilder.tables.policy import TIE, Score
from deckbuilder.words import say, says

MOST_REASONS = 2
LEAST_SHARE = 0.2
"""Of what speaks for a choice, a part that is told as a reason makes at least this share."""


class Judged(msgspec.Struct, frozen=True):
    """One choice, or several of one step, as a coach judges it.

    `told` names it in words; `fields` are the words for reasons: `card`, and what else its game
    tells of the card.
    """

    told: str
    score: Score
    fields: Mapping[str, str]


def part_name(game: str, part: str) -> str:
    """Return the name of a part of a score, in the language in force."""
    key = f"coach.{game}.{part}.name"
    return say(key) if says(key) else part


def meanings(game: str, scores: Iterable[Score]) -> tuple[tuple[str, str], ...]:
    """Return name and meaning of each part that these scores show."""
    parts = dict.fromkeys(name for score in scores for name, amount in score.parts if amount)
    keys = {part: f"coach.{game}.{part}.means" for part in parts}
    return tuple((part_name(game, part), say(key)) for part, key in keys.items() if says(key))


def together(scores: Sequence[Score]) -> Score:
    """Return the scores of choices made in one step as one: totals and parts added up."""
    parts: dict[str, float] = {}
    for score in scores:
        for name, amount in score.parts:
            parts[name] = parts.get(name, 0.0) + amount
    return Score(scores[0].option, sum(score.total for score in scores), tuple(parts.items()))


def why(game: str, best: Judged, other: Judged) -> str:
    """Return in a sentence why one choice is better than another to a coach."""
    difference = best.score.total - other.score.total
    if difference < TIE:
        return say("coach.equal", best=best.told, other=other.told)
    reasons = say("coach.and").join(_reasons(game, best, other))
    told = f"{difference:.2f}"
    return say("coach.because", best=best.told, other=other.told, difference=told, reasons=reasons)


def _reasons(game: str, best: Judged, other: Judged) -> Iterator[str]:
    mine, theirs = dict(best.score.parts), dict(other.score.parts)
    ahead = {
        part: mine.get(part, 0.0) - theirs.get(part, 0.0)
        for part in dict.fromkeys((*mine, *theirs))
    }
    speaking = {part: amount for part, amount in ahead.items() if amount > 0}
    least = LEAST_SHARE * sum(speaking.values())
    ordered = sorted(speaking, key=lambda part: -speaking[part])
    for part in ordered[:MOST_REASONS]:
        if speaking[part] >= least:
            yield _reason(game, part, (best, mine.get(part, 0.0)), (other, theirs.get(part, 0.0)))


def _reason(game: str, part: str, best: tuple[Judged, float], other: tuple[Judged, float]) -> str:
    """Return what a part says for the one choice or against the other, else its two numbers."""
    said = [("for", *best)] if best[1] > 0 else []
    against = [("against", *other)] if other[1] < 0 else []
    for way, judged, _ in said + against if best[1] >= -other[1] else against + said:
        key = f"coach.{game}.{part}.{way}"
        if says(key):
            try:
                return say(key, **judged.fields)
            except KeyError:
                continue
    name = part_name(game, part)
    return say("coach.by-number", name=name, best=f"{best[1]:+.2f}", other=f"{other[1]:+.2f}")
